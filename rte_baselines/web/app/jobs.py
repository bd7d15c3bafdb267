"""What a process is asked to do and answers, in lines of JSON, and the limits of requests."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from rte_baselines.pairs import Pair

Kind = Literal["load", "predict", "explain", "train"]
Answer = Mapping[str, Any]
"""What the job asks for, with ``warnings``; or ``error``, one of `Failure`, and ``message``."""

Failure = Literal["time", "memory", "failed", "busy"]

LONGEST_TEXT = 5_000
"""The maximum number of characters of a text or of a hypothesis."""

LONGEST_NAME = 200
"""The maximum number of characters of an id or of a task."""

MOST_PAIRS = 100
"""The maximum number of pairs in a request for predictions."""

LARGEST_REQUEST = 1 << 20
"""The maximum size of a request in bytes."""

MOST_REQUESTS = 32
"""Requests that are answered or wait at a time; others are refused until one is done."""

SECONDS = 30.0
"""The default time limit of a job of one recognizer; its process is killed after it."""

SECONDS_TO_LOAD = 300.0
"""Time for a process to start, and for each recognizer to be loaded in it."""

SECONDS_TO_TRAIN = 900.0
"""Time for training a recognizer on the sample."""

MEGABYTES = 4_096
"""Memory that a process may take for a request, in addition to what it has; on Linux only."""


@dataclass(frozen=True)
class Job:
    """Something that one recognizer is asked.

    "load" reads the model in the folder and what it needs, such as a parser, so that later jobs
    take no time for this; "train" writes it there, by the config. There is one pair for "explain";
    `width` is that of its drawings, in CSS pixels.
    """

    kind: Kind
    folder: str
    pairs: tuple[Pair, ...] = ()
    config: str = ""
    width: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the job as JSON data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Job":
        """Return the job of JSON data."""
        return cls(**{**data, "pairs": tuple(Pair(**pair) for pair in data["pairs"])})


def failure(kind: Failure, message: str) -> Answer:
    """Return the answer to a job that has failed."""
    return {"error": kind, "message": message}
