"""The prediction of a system on one pair, and what it may give in place of a label."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from numbers import Real
from typing import Any, NamedTuple, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Label
from rte_baselines.pairs.labels import as_label
from rte_baselines.pairs.pair import as_pair_id
from rte_baselines.records.rows import plain

_DIGESTS = 2**64

LARGEST_EXACT = 2**53
"""The largest integer up to which every integer is exact as a float."""

MODEL_NAME = "trained_model"
"""Name of columns or fields with `Prediction.trained_model`."""

IN_TRAINING_NAME = "in_training"
"""Name of columns or fields with `Prediction.in_training`."""

UNKNOWN, UNSEEN, SEEN = -1, 0, 1
"""The codes of what is known of a pair."""

_NO_MODEL = -1
_SEPARATORS = re.compile(r"[^\w.+/-]+")
_TRAINED_MODEL = re.compile(r"[\w.+/-]+@[0-9a-f]{12}")
_TRUTH = {"true": True, "false": False, "": None}


def trained_model(name: str, training_digest: str) -> str:
    """Return ``name@digest``, without the characters that separate the fields of run files."""
    return f"{_SEPARATORS.sub('-', name) or 'model'}@{training_digest}"


@lru_cache(maxsize=64)
def is_trained_model(name: str) -> bool:
    """Whether this is a name that `trained_model` returns."""
    return _TRAINED_MODEL.fullmatch(name) is not None


@brief
@dataclass(frozen=True)
class Training:
    """What is known of the training of the models that made predictions."""

    models: tuple[str, ...]
    model_places: IntArray  # the place of the model of each prediction, or -1
    seen: NDArray[np.int8]  # SEEN, UNSEEN or UNKNOWN: whether the pair was in its training data

    @classmethod
    def of(cls, known: Iterable[tuple[str | None, bool | None]]) -> "Training":
        """Collect the model of each prediction, and whether it has seen the pair."""
        places: dict[str | None, int] = {None: _NO_MODEL}
        model_places, codes = [], []
        for model, is_seen in known:
            model_places.append(places.setdefault(model, len(places) - 1))
            codes.append(UNKNOWN if is_seen is None else int(is_seen))
        models = tuple(filter(None, places))
        return cls(models, np.array(model_places, np.int64), np.array(codes, np.int8))

    def select(self, positions: Sequence[int] | IntArray) -> "Training":
        """Return what is known of the predictions at these positions, in this order."""
        chosen = np.asarray(positions, dtype=np.int64)
        return Training(self.models, self.model_places[chosen], self.seen[chosen])

    def rows(self) -> tuple[Iterable[str | None], Iterable[bool | None]]:
        """Return the model of each prediction, and whether it has seen the pair."""
        names = (*self.models, None)
        return (
            (names[place] for place in self.model_places.tolist()),
            (None if code == UNKNOWN else code == SEEN for code in self.seen.tolist()),
        )


def read_training(fields: Mapping[str, Any]) -> tuple[str | None, bool | None]:
    """Return the model of a row, and whether it has seen the pair, unless others wrote these."""
    model, seen = fields.get(MODEL_NAME), fields.get(IN_TRAINING_NAME)
    if not isinstance(model, str) or not is_trained_model(model.strip()):
        return None, None
    if isinstance(seen, str):
        seen = _TRUTH.get(seen.strip().casefold(), seen)
    if not isinstance(seen, bool | None):
        raise InputError(f"{quoted(IN_TRAINING_NAME)} is {quoted(seen)}; expected true or false")
    return model.strip(), seen


@brief
@dataclass(frozen=True, slots=True)
class Prediction:
    """The prediction of a system on one pair.

    Parameters
    ----------
    id : str
        The pair's id. An integer is converted to a string.
    label : Label
        Any name that `parse_label` accepts is converted to its `Label`; so are the labels
        of `probabilities`.
    confidence : float or None
        The system's confidence in its label, in [0, 1].
    score : float or None
        The entailment score; any real number, higher for more certain entailment. Pairs
        are ranked by it. That of a recognizer puts all pairs that it labels ENTAILMENT
        before the others; it is not the certainty that explanations show.
    probabilities : mapping of Label to float, or None
        One probability for each label of the scheme.
    pair_digest : int or None
        The `rte_baselines.pairs.pair_digest` of the labelled pair, so that the run is not
        scored against other pairs with the same ids.
    trained_model : str or None
        The name of the model that made the prediction, with the digest of its training
        data: ``name@digest``, as recognizers set it.
    in_training : bool or None
        Whether the pair was in the training data of this model, whatever its case, spaces and
        punctuation; None if that is not known.

    Raises
    ------
    InputError
        If a label is unknown (a number needs an order of labels), two probabilities have
        the same label, the id is neither a string nor an integer, or another attribute has
        the wrong type.
    """

    id: str
    label: Label
    confidence: float | None = None
    score: float | None = None
    probabilities: Mapping[Label, float] | None = None
    pair_digest: int | None = None
    trained_model: str | None = None
    in_training: bool | None = None

    def __post_init__(self) -> None:
        pair_id = as_pair_id(self.id)
        try:
            converted = {
                "id": pair_id,
                "label": as_label(self.label),
                "confidence": _number("confidence", self.confidence),
                "score": _number("score", self.score),
                "probabilities": _by_label(self.probabilities),
                "pair_digest": plain(self.pair_digest),
                "trained_model": self.trained_model,
                "in_training": plain(self.in_training),
            }
            digest, model = converted["pair_digest"], self.trained_model
            if not (digest is None or (type(digest) is int and 0 <= digest < _DIGESTS)):
                what = "is not a digest; expected that of the pair"
                raise InputError(f"pair_digest {quoted(self.pair_digest)} {what}")
            if not (model is None or (isinstance(model, str) and is_trained_model(model))):
                what = "is not of the form name@digest; expected it"
                raise InputError(f"trained_model {quoted(model)} {what}")
            if not isinstance(converted["in_training"], bool | None):
                what = "is not a truth value; expected True or False"
                raise InputError(f"in_training {quoted(self.in_training)} {what}")
        except InputError as error:
            raise InputError(f"prediction on pair {quoted(pair_id)}: {error}") from None
        for name, value in converted.items():
            object.__setattr__(self, name, value)


def _number(name: str, value: object) -> float | None:
    if value is None or type(value) is float:
        return value
    number = plain(value)
    if isinstance(number, Real):
        return exact_float(name, number)
    raise InputError(f"{name} {quoted(value)} is not a number; expected a number")


def exact_float(name: str, number: SupportsFloat) -> float:
    """Return a number as a float, or refuse an integer that no float equals."""
    try:
        converted = float(number)
    except OverflowError:
        raise InputError(f"{name} is too large for a number") from None
    if isinstance(number, int) and converted != number:
        raise InputError(
            f"{name} is {number}, which no float equals; expected at most {LARGEST_EXACT}"
        )
    return converted


def number_called(text: str) -> float | None:
    """Return the number that a text of a file is, without underscores; None if it is none."""
    if "_" in text:
        return None
    try:
        return float(text)
    except ValueError:
        return None


def _by_label(probabilities: object) -> Mapping[Label, float] | None:
    if probabilities is None:
        return None
    if not isinstance(probabilities, Mapping):
        raise InputError(
            f"probabilities {quoted(probabilities)} are not a mapping; expected one such as "
            "{'ENTAILMENT': 0.9, 'NO_ENTAILMENT': 0.1}"
        )
    by_label: dict[Label, float] = {}
    for label, probability in probabilities.items():
        number = _number("a probability", probability)
        if number is None:
            raise InputError("a probability is None; expected a number")
        by_label[as_label(label)] = number
    if len(by_label) < len(probabilities):
        raise InputError("two probabilities have the same label; expected one for each label")
    return by_label


class Withheld(str, Enum):
    """What stands in the place of a label where a system gave none.

    ``ABSTAIN`` means that it declined to answer, ``UNPARSEABLE`` that it answered with
    something that is no label, as chat models do, or that its answer was lost.
    """

    ABSTAIN = "ABSTAIN"
    UNPARSEABLE = "UNPARSEABLE"

    def __str__(self) -> str:
        return self.value


WithheldAnswers = Mapping[str, Withheld]
"""What stands in the place of labels, by the id of the pair."""


def withheld_called(name: str) -> Withheld | None:
    """Return the kind of withheld answer that a judgment names, in any case; None for others."""
    return _NAMES.get(name.strip().upper())


def withheld_counts(withheld: WithheldAnswers) -> dict[str, int]:
    """Return how many answers are of each kind, in the order of kinds."""
    counts = Counter(withheld.values())
    return {str(kind): counts[kind] for kind in Withheld if kind in counts}


def withheld_text(counts: Mapping[str, int]) -> str:
    """Return the numbers of answers by kind as a part of a sentence."""
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


_NAMES = {kind.value: kind for kind in Withheld}


class RunRecord(NamedTuple):
    """The content of a source for one pair: a plain tuple, as there is one for each line.

    The id is empty if predictions without ids are in the order of the pairs. The label is None for
    the most probable one, or if only scores are given. `digest` and `training` are as in
    `Prediction`; `beginnings` is the `beginnings_digest` of texts in the source.
    """

    line: int
    id: str
    label: Label | Withheld | None
    confidence: float | None = None
    score: float | None = None
    probabilities: Mapping[Label, float] | None = None
    digest: int | None = None
    beginnings: int | None = None
    training: tuple[str | None, bool | None] = (None, None)
