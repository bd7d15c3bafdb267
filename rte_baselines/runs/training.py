"""Which trained model made a prediction, and whether it has seen the pair in training."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.kernels.ragged import IntArray

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
    """Return the name of a model with the digest of its training data: ``name@digest``.

    Characters that separate the fields of run files are replaced.
    """
    return f"{_SEPARATORS.sub('-', name) or 'model'}@{training_digest}"


@lru_cache(maxsize=64)
def is_trained_model(name: str) -> bool:
    """Whether this is a name that `trained_model` returns."""
    return _TRAINED_MODEL.fullmatch(name) is not None


@brief
@dataclass(frozen=True)
class Training:
    """What is known of the training of the models that made predictions.

    `of_prediction` has the position of each prediction's model in `models`, -1 if it is of no known
    one; `seen` is `SEEN`, `UNSEEN` or `UNKNOWN`: whether the pair was in its training data.
    """

    models: tuple[str, ...]
    of_prediction: IntArray
    seen: NDArray[np.int8]

    @classmethod
    def of(cls, known: Iterable[tuple[str | None, bool | None]]) -> "Training":
        """Collect the model of each prediction, and whether it has seen the pair."""
        places: dict[str, int] = {}
        of_prediction, codes = [], []
        for model, is_seen in known:
            place = _NO_MODEL if model is None else places.setdefault(model, len(places))
            of_prediction.append(place)
            codes.append(UNKNOWN if is_seen is None else int(is_seen))
        return cls(
            tuple(places),
            np.array(of_prediction, dtype=np.int64),
            np.array(codes, dtype=np.int8),
        )

    def select(self, positions: Sequence[int] | IntArray) -> "Training":
        """Return what is known of the predictions at these positions, in this order."""
        chosen = np.asarray(positions, dtype=np.int64)
        return Training(self.models, self.of_prediction[chosen], self.seen[chosen])

    def rows(self) -> tuple[Iterable[str | None], Iterable[bool | None]]:
        """Return the model of each prediction, and whether it has seen the pair."""
        names = (*self.models, None)
        return (
            (names[place] for place in self.of_prediction.tolist()),
            (None if code == UNKNOWN else code == SEEN for code in self.seen.tolist()),
        )


def read_training(fields: Mapping[str, Any]) -> tuple[str | None, bool | None]:
    """Return the model of a row, and whether it has seen the pair.

    Fields of other systems with these names have another meaning, and are ignored.
    """
    model, seen = fields.get(MODEL_NAME), fields.get(IN_TRAINING_NAME)
    if not isinstance(model, str) or not is_trained_model(model.strip()):
        return None, None
    if isinstance(seen, str):
        seen = _TRUTH.get(seen.strip().casefold(), seen)
    if not isinstance(seen, bool | None):
        raise InputError(f"{quoted(IN_TRAINING_NAME)} is {quoted(seen)}; expected true or false")
    return model.strip(), seen
