"""The recognizers of the web application, what they are asked and answer, and its limits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.resources.resources import shipped_models
from rte_baselines.features import FeatureSet
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.recognizers import Recognizer, read_config, shipped_configs
from rte_baselines.recognizers.persistence import find_model, is_model, is_shipped, training_of

SAMPLE = "sample:train"
"""The pairs that configs are trained on."""

SHOWN_CONFIGS = (
    "wu2006/basic",
    "kouylekov2006/system-1",
    "pazienza2006/rule-based",
    "andreevskaia2006/ppas",
    "natural-logic",
)
"""Configs that are offered by default, beside the shipped models: each draws something else."""

# With these, a prediction takes tenths of a second instead of thousandths.
_SLOW_RESOURCES = {"english", "encoder"}

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

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Job":
        """Return the job of JSON data."""
        return cls(**{**data, "pairs": tuple(Pair(**pair) for pair in data["pairs"])})


def failure(kind: Failure, message: str) -> Answer:
    """Return the answer to a job that has failed."""
    return {"error": kind, "message": message}


@dataclass(frozen=True)
class Served:
    """A recognizer that can be asked, by a name of its own.

    The folder is that of the model; with a config, which is trained on the sample when it is first
    asked, the model is written there. Labels are those that it may predict, as far as they are
    known before the training. It is slow if it parses sentences or computes their vectors.
    """

    name: str
    folder: Path
    config: str | None
    description: str
    trained_on: str
    labels: tuple[str, ...]
    is_slow: bool

    @property
    def is_trained(self) -> bool:
        """Whether it can be asked at once."""
        return self.config is None or is_model(self.folder)


def served(names: Sequence[str], folder: Path) -> tuple[Served, ...]:
    """Return the recognizers that names stand for.

    They are folders of trained models, shipped models, and shipped or other configs; if there are
    none, all shipped models and `SHOWN_CONFIGS`. Models of configs are written to the folder.
    """
    lexical = ("word-overlap", "lexical-logistic")  # Those that answer at once are shown first.
    models = [*lexical, *sorted(shipped_models().keys() - set(lexical))]
    chosen = list(names) or [*models, *SHOWN_CONFIGS]
    found = [_served(name, folder / str(number)) for number, name in enumerate(chosen)]
    seen: set[str] = set()
    for known in found:
        if known.name in seen:
            raise InputError(f"two recognizers have the name {quoted(known.name)}; expected one")
        seen.add(known.name)
    return tuple(found)


def shown_first(recognizers: Sequence[Served]) -> list[Served]:
    """Return the recognizers that the page asks first: those that answer at once, or the first."""
    at_once = [known for known in recognizers if known.config is None and not known.is_slow]
    return at_once or [recognizers[0]]


def _served(name: str, folder: Path) -> Served:
    if name in shipped_models() or is_model(Path(name)):
        return _of_model(find_model(name))
    if name in shipped_configs() or Path(name).is_file():
        return _of_config(name, folder)
    known = [*shipped_models(), *shipped_configs()]
    raise InputError(
        f"{quoted(name)} is neither a model nor a config; {did_you_mean(name, known)}expected one "
        "of `list models` or `list recognizers`, a folder that `train` wrote, or a config's path"
    )


def _of_model(folder: Path) -> Served:
    recognizer, (data, pairs) = Recognizer.load(folder), training_of(folder)
    description = recognizer.name
    if is_shipped(folder):
        description = (folder / "README.md").read_text("utf-8").split("\n\n")[1]
    return Served(
        name=folder.resolve().name,
        folder=folder.resolve(),
        config=None,
        description=description,
        trained_on=f"{data or 'unnamed data'}, {pairs} pairs",
        labels=tuple(map(str, recognizer.scheme_.labels)),
        is_slow=_is_slow(recognizer.features),
    )


def _of_config(name: str, folder: Path) -> Served:
    recognizer, about = Recognizer.from_config(name), read_config(name).get("about", {})
    return Served(
        name=recognizer.name,
        folder=folder,
        config=name if name in shipped_configs() else str(Path(name).resolve()),
        description=about.get("description", recognizer.name),
        trained_on=f"{SAMPLE}, when it is first asked",
        # The sample's labels are three-way.
        labels=tuple(map(str, recognizer.head.scheme_for(Scheme.THREE_WAY).labels)),
        is_slow=_is_slow(recognizer.features),
    )


def _is_slow(features: FeatureSet) -> bool:
    return bool(features.resources(default_analyzer()) & _SLOW_RESOURCES)
