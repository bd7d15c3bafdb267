"""How much of a word its partner in another text leaves out, learned from entailments."""

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.resources import resources
from rte_baselines.core.resources.arrays import ArrayChecks, ArrayFolder, open_arrays
from rte_baselines.kernels.ragged import FloatArray, VectorArray
from rte_baselines.lexicon.corpus.array_resources import ArrayResource

FORMAT = "word-comparison.v1"
_WHOLE = 127


class WordComparison(ArrayResource):
    """Networks that compare the vector of a word in context with that of its partner.

    A network has a vector g and a projection P. The gap between word h of the hypothesis and its
    partner t in the text is

        max(0, 1 + g h)^2 |P (h - t)|^4,

    where the first factor is the importance of the word, and the second is 0 only for words that
    the projection takes for the same. The gap of the resource is the mean over its networks, which
    differ in the random start of their training (``scripts/build_word_comparison.py``).

    Weights are whole numbers from -127 to 127 times the scale of the network. Sums of their
    products with vectors of 16 bits are exact in 64 bits, and so the same in any order.

    Source: the toolkit's own; words are compared one by one and the results added up as in the
    decomposable attention of parikh2016 sections 3.2 and 3.3, where the comparison is free.
    """

    resource = "word-comparison"

    def __init__(self, arrays: ArrayFolder) -> None:
        self._projections: FloatArray = arrays["projections"].astype(np.float64)
        self._importances: FloatArray = arrays["importances"].astype(np.float64)
        self._projection_scales = arrays["projection_scales"]
        self._importance_scales = arrays["importance_scales"]

    @classmethod
    def _open_folder(cls, folder: str) -> "WordComparison":
        arrays = open_arrays(folder, FORMAT, check_arrays)
        if arrays.description["encoder"] != resources.digest("encoder"):
            raise ResourceError(
                f"{folder}: was trained on the vectors of another encoder than the one in use; "
                "train it with scripts/build_word_comparison.py, and set "
                f"{resources.RESOURCES[cls.resource].variable}"
            )
        return cls(arrays)

    def gaps(self, vectors: VectorArray, partners: VectorArray) -> FloatArray:
        """Return the gap of each word, 0 or more, shape (words,).

        `vectors` and `partners`, shape (words, dimensions), are those of the words of the
        hypothesis and of their partners.
        """
        words = vectors.astype(np.float64)
        importance = 1.0 + (words @ self._importances.T) * self._importance_scales
        projected = (words - partners) @ self._projections
        squares = (projected**2).sum(axis=2).T * self._projection_scales**2
        gaps: FloatArray = (np.maximum(importance, 0.0) ** 2 * squares**2).mean(axis=1)
        return gaps


def check_arrays(folder: ArrayFolder) -> None:
    """Check that the arrays of a folder are those of a comparison of words."""
    checks = ArrayChecks(folder)
    checks.entry("encoder", str)
    shape = checks.count("networks"), checks.count("dimensions"), checks.count("columns")
    for name, expected in (("projections", shape), ("importances", shape[:2])):
        checks.numbers(name, ["int8"], expected, least=-_WHOLE, most=_WHOLE)
    for name in ("projection_scales", "importance_scales"):
        checks.numbers(name, ["float64"], shape[:1], most=1)
    checks.ascending(
        "training_pairs",
        checks.array("training_pairs", ["uint64"], (checks.count("training_pairs"),)),
    )


def whole_weights(weights: FloatArray) -> tuple[NDArray[np.int8], float]:
    """Return weights as whole numbers, and their scale."""
    scale = float(np.abs(weights).max()) / _WHOLE or 1.0
    return np.rint(weights / scale).astype(np.int8), scale
