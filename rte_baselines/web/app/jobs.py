"""What a process is asked to do, and what it answers: lines of JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from rte_baselines.pairs import Pair

Kind = Literal["load", "predict", "explain", "train"]
Answer = Mapping[str, Any]
"""What the job asks for, with ``warnings``; or ``error``, one of `Failure`, and ``message``."""

Failure = Literal["time", "memory", "failed", "busy"]


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
