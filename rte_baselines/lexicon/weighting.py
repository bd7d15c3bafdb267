"""Term weightings: how much it matters that a word of the hypothesis is found."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from rte_baselines.components import Component
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.registry import registry


class Weighting(Component):
    """Gives every term a weight of zero or more.

    Attributes
    ----------
    level : str or None
        The layer of strings whose weights it knows; None if it knows those of any.
    """

    kind: ClassVar[str] = "weightings"
    level: str | None = None

    @abstractmethod
    def weights(self, terms: Sequence[str]) -> FloatArray:
        """Return the weight of each term.

        Parameters
        ----------
        terms : sequence of str
            Words, norms or stems, as the feature that asks compares them.

        Returns
        -------
        ndarray of float64, shape (terms,)
            Finite and not negative.
        """


@registry.weightings("uniform.v1")
class UniformWeighting(Weighting):
    """Every term weighs 1."""

    def weights(self, terms: Sequence[str]) -> FloatArray:
        """Return as many ones as there are terms."""
        return np.ones(len(terms))


UNIFORM = UniformWeighting()
"""The default of features that weigh words."""
