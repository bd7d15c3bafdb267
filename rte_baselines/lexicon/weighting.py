"""Term weightings: the weight of each word in a feature."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from rte_baselines.core.components import Component
from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import FloatArray


class Weighting(Component):
    """Base class of weightings, which assign a weight of zero or more to each term.

    Attributes
    ----------
    level : str or None
        The layer of strings that it has weights for; None for any layer.
    """

    kind: ClassVar[str] = "weightings"
    level: str | None = None

    @abstractmethod
    def weights(self, terms: Sequence[str]) -> FloatArray:
        """Return the weight of each term.

        Parameters
        ----------
        terms : sequence of str
            Strings of the level.

        Returns
        -------
        ndarray of float64, shape (terms,)
            Finite and not negative.
        """


@registry.weightings("uniform.v1")
class UniformWeighting(Weighting):
    """The weight 1 for every term."""

    def weights(self, terms: Sequence[str]) -> FloatArray:
        """Return a 1 for each term."""
        return np.ones(len(terms))


UNIFORM = UniformWeighting()
"""The default weighting of features."""
