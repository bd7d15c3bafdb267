"""What every feature is: named numbers from a text and a hypothesis, with their reasons."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.components import Component
from rte_baselines.errors import ConfigError
from rte_baselines.features.batch import PairBatch
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.representing import brief


@dataclass(frozen=True)
class Alignment:
    """A word of the hypothesis that met one of the text, or that stands out without one.

    Parameters
    ----------
    hypothesis : int
        The word's position in the hypothesis.
    text : int or None
        The position in the text of the word it met; None if it met none.
    relation : str
        How they met, in a word or two: "same stem", "same number", "missing".
    """

    hypothesis: int
    text: int | None
    relation: str


@brief
@dataclass(frozen=True)
class Illustration:
    """What a table of words cannot show, such as two trees, as lines of text.

    Parameters
    ----------
    title : str
    lines : tuple of str
        Made for a terminal of 80 columns.
    """

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Output:
    """One of the numbers that a feature gives.

    Parameters
    ----------
    name : str
        Unique within the feature; empty if the feature gives one number only.
    low, high : float
        The range it never leaves.
    """

    name: str
    low: float = 0.0
    high: float = 1.0


class Feature(Component):
    """Named numbers from the analyses of a text and a hypothesis.

    A subclass says which layers it reads and which numbers it gives, and computes them
    for many pairs at a time. Shares over nothing (no words in the hypothesis, say) are 0,
    so that a value is finite whatever the snippets are.
    """

    kind: ClassVar[str] = "features"
    source: ClassVar[str]
    """Paper, section and equation."""

    @property
    @abstractmethod
    def layers(self) -> tuple[str, ...]:
        """Names of the layers of analysis it reads."""

    @property
    @abstractmethod
    def outputs(self) -> tuple[Output, ...]:
        """The numbers it gives, in the order of its columns."""

    @abstractmethod
    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the numbers of every pair, shape (pairs, outputs)."""

    def check_fields(self, path: str) -> None:
        """Check the type of every field, and that no two numbers have one name.

        Raises
        ------
        ConfigError
            Naming the field, or the number that there is twice.
        """
        super().check_fields(path)
        names = [output.name for output in self.outputs]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ConfigError(f"{path}: asks for {twice!r} twice; once is enough")

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Return which word met which, for explanations; empty if that means nothing here."""
        return ()

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say in plain words what was found, as part of a sentence; empty if that takes more.

        Such as "2 of 3 words are found in the text, 'burned' is missing".
        """
        return ""

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Return what `align` cannot show, such as an edit script; empty if there is nothing."""
        return ()


class PairFeature(Feature):
    """A feature that is computed pair by pair: the easy way to write one of your own."""

    @abstractmethod
    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Return the numbers of one pair, in the order of `outputs`."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the numbers of every pair, shape (pairs, outputs)."""
        rows = [
            self.compute_pair(text, hypothesis)
            for text, hypothesis in zip(batch.texts, batch.hypotheses, strict=True)
        ]
        return np.array(rows, dtype=np.float64).reshape(len(rows), len(self.outputs))


def share(part: FloatArray | IntArray, whole: FloatArray | IntArray) -> FloatArray:
    """Divide element by element; a share of nothing is 0."""
    return np.divide(part, whole, out=np.zeros(whole.shape), where=whole > 0)
