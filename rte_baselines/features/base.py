"""Base classes of features, and what features return: outputs, alignments, illustrations."""

import math
import warnings
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from numbers import Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import check_layer, declared
from rte_baselines.analysis.layer import check_names, check_on_class
from rte_baselines.core.components import Component
from rte_baselines.core.errors import ConfigError, InputWarning, RteBaselinesError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.registry import is_of_package
from rte_baselines.core.representing import brief
from rte_baselines.features.batch import Drop, Level, PairBatch, Selection
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.rendering.drawings.shapes import Alignment as Alignment
from rte_baselines.rendering.drawings.shapes import Drawing

NUMERIC = "biuf"
"""The kinds of arrays whose elements are real numbers, as NumPy abbreviates them."""


@brief
@dataclass(frozen=True)
class Illustration:
    """Lines of text that show what a table of words cannot, such as two trees.

    Parameters
    ----------
    title : str
    lines : tuple of str
        At most 80 columns wide.
    drawing : Trees, Biparse, Matching, Derivation or Windows, optional
        The same as data, which pages draw in the place of the lines.
    """

    title: str
    lines: tuple[str, ...]
    drawing: Drawing | None = None


@dataclass(frozen=True)
class Output:
    """The name, range and direction of one number that a feature returns.

    Parameters
    ----------
    name : str
        Unique within the feature; empty if the feature has only one output.
    low, high : float
        The range of its values, bounds included. Other values are refused, and the threshold
        head scales its certainty by it.
    vector : str
        The name of the vector that it is a dimension of; empty if it means something alone.
        Explanations show a vector as a whole.
    direction : {-1, 0, 1}
        What more of it speaks for: 1 for entailment, as a similarity does; -1 against it, as a
        mismatch does; 0 for neither, as a length. Among the pairs of one text, that of the text
        with itself has the highest value if the direction is 1, the lowest if it is -1.
    """

    name: str
    low: float = 0.0
    high: float = 1.0
    vector: str = ""
    direction: int = 0


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) or (
        isinstance(value, (np.ndarray, np.generic))
        and value.ndim == 0
        and value.dtype.kind in NUMERIC
    )


def _check_outputs(cls: type, attribute: str, outputs: object) -> None:
    field = f"`{attribute}` of {cls.__name__}"
    if not isinstance(outputs, (list, tuple)) or not all(
        isinstance(output, Output) for output in outputs
    ):
        raise ConfigError(
            f'{field} is {quoted(outputs)}; expected a tuple of Output, such as (Output("name"),)'
        )
    for output in outputs:
        if not (_is_number(output.low) and _is_number(output.high) and output.low <= output.high):
            raise ConfigError(
                f"output {quoted(output.name)} of {cls.__name__} has low = {quoted(output.low)} "
                f"and high = {quoted(output.high)}; expected numbers, with low at most high"
            )
        if not (_is_number(output.direction) and output.direction in (-1, 0, 1)):
            raise ConfigError(
                f"output {quoted(output.name)} of {cls.__name__} has direction = "
                f"{quoted(output.direction)}; expected 1 (for entailment), -1 (against) or 0"
            )


class Feature(Component):
    """Named numbers computed from the analyses of a text and a hypothesis.

    A subclass declares the layers it reads and the numbers it returns, and computes them
    for many pairs at a time. A ratio whose denominator is 0 (of an empty hypothesis, for
    example) is 0, so that values are finite for all snippets. Words are dropped beside others
    only: a snippet of which nothing would be left, such as "?!" or "It is.", is compared by all of
    it, so that it is as similar to itself as other snippets are.
    """

    kind: ClassVar[str] = "features"
    source: ClassVar[str]
    """Paper, section and equation."""

    field_ranges: ClassVar[tuple[tuple[str, float, float], ...]] = ()
    """Names of fields that are numbers, each with its lowest and its highest value."""

    @property
    @abstractmethod
    def layers(self) -> tuple[str, ...]:
        """Names of the analysis layers that it reads."""

    @property
    @abstractmethod
    def outputs(self) -> tuple[Output, ...]:
        """The numbers it returns, in the order of its columns."""

    @abstractmethod
    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the numbers of every pair, shape (pairs, outputs).

        Raises
        ------
        ResourceError
            If a resource or an engine that the feature needs is missing or damaged.
        """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_on_class(cls, "layers", check_names)
        check_on_class(cls, "outputs", _check_outputs)

    def check_fields(self, path: str) -> None:
        """Check the type and range of every field, the layers, and the outputs' unique names.

        Raises
        ------
        ConfigError
            Naming the field, the layer that does not exist, or the output that occurs twice.
        """
        super().check_fields(path)
        for name, low, high in self.field_ranges:
            value = getattr(self, name)
            if isinstance(value, Real) and not low <= float(value) <= high:
                expected = f"{low:g} or more" if high == math.inf else f"from {low:g} to {high:g}"
                raise ConfigError(f"{path}.{name}: {value!r} is not {expected}")
        check_names(type(self), "layers", self.layers)
        _check_outputs(type(self), "outputs", self.outputs)
        # Those of this package exist, and are imported only when they are computed.
        if not is_of_package(type(self).__module__):
            self._check_layers(path)
        names = [output.name for output in self.outputs]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ConfigError(f"{path}: asks for {twice!r} twice; once is enough")

    def _check_layers(self, path: str) -> None:
        for layer in self.layers:
            try:
                check_layer(layer)
            except ConfigError as error:
                raise ConfigError(f"{path}: `layers` of {type(self).__name__}: {error}") from None

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Return the alignments of words, for explanations; empty if it aligns no words."""
        return ()

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say in plain words what was found, as part of a sentence; empty if that takes more.

        Such as "2 of 3 words are found in the text, 'burned' is missing".
        """
        return ""

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Return what `align` cannot show, such as an edit script; empty if there is none."""
        return ()


class PairFeature(Feature):
    """A feature computed pair by pair: the simplest base class for your own features."""

    @abstractmethod
    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Return the numbers of one pair, in the order of `outputs`."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the numbers of every pair, shape (pairs, outputs).

        Raises
        ------
        RteBaselinesError
            If `compute_pair` returns other than a number for each output, naming the pair.
        ConfigError
            If a feature from outside this package reads a layer that it does not declare.
        """
        texts, hypotheses = self._readable(batch)
        rows = [
            self.compute_pair(text, hypothesis)
            for text, hypothesis in zip(texts, hypotheses, strict=True)
        ]
        shape = len(rows), len(self.outputs)
        values = array_of(rows)
        if values.dtype.kind not in NUMERIC or values.size != shape[0] * shape[1]:
            # Such as integers of more than 64 bits, which are objects to NumPy.
            values = np.array(list(map(self._numbers, rows, batch.pair_ids)))
        return values.astype(np.float64).reshape(shape)

    def _readable(self, batch: PairBatch) -> tuple[Sequence[Analysis], Sequence[Analysis]]:
        # The features of this package are tested, and need not be slowed down.
        if is_of_package(type(self).__module__):
            return batch.texts, batch.hypotheses
        readable = declared((*batch.texts, *batch.hypotheses), type(self), self.layers)
        return (
            [readable[text] for text in batch.texts],
            [readable[hypothesis] for hypothesis in batch.hypotheses],
        )

    def _numbers(self, row: Any, pair_id: str) -> list[float]:
        """Return what `compute_pair` returned, if it is a number for each output."""
        numbers = [row] if _is_number(row) else row
        is_list = isinstance(numbers, (Sequence, np.ndarray)) and not isinstance(numbers, str)
        if is_list and len(numbers) == len(self.outputs) and all(map(_is_number, numbers)):
            return list(map(float, numbers))
        raise RteBaselinesError(
            f"compute_pair of {type(self).__name__} returned {quoted(row)} for pair "
            f"{quoted(pair_id)}; expected {counted(len(self.outputs), 'number')}, as `outputs` has"
        )


class BagFeature(Feature):
    """A feature that lists items of a pair, such as words, so that a head can weigh each of them.

    Items are 64-bit digests, like words in all layers of ids. The head learns the weight of each
    item. The only output of the feature is the number of distinct items. `FeatureSet.transform`
    returns this number and not the items.
    """

    outputs = (Output("", 0.0, math.inf),)
    """The number of distinct items."""

    @abstractmethod
    def bags(self, batch: PairBatch) -> Ragged:
        """Return the distinct items of each pair, in increasing order."""

    @abstractmethod
    def spell(self, text: Analysis, hypothesis: Analysis) -> Mapping[int, str]:
        """Return the items of one pair as text, by item."""

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the number of distinct items of every pair, shape (pairs, 1)."""
        return self.bags(batch).lengths.astype(np.float64)[:, np.newaxis]


def array_of(rows: Any) -> NDArray[Any]:
    """Return rows as an array, or an empty array of objects if they differ in length."""
    try:
        return np.asarray(rows)
    except ValueError:
        return np.empty(0, dtype=np.object_)


def align_by(
    positions: Iterable[int],
    partners: Mapping[int, int],
    relation: str,
    otherwise: str = "missing",
) -> tuple[Alignment, ...]:
    """Align words of the hypothesis with those of the text that are given by their positions."""
    return tuple(
        Alignment(position, partners[position], relation)
        if position in partners
        else Alignment(position, None, otherwise)
        for position in positions
    )


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0 without values."""
    return sum(values) / len(values) if values else 0.0


def share(part: FloatArray | IntArray, total: FloatArray | IntArray) -> FloatArray:
    """Divide element by element; the result is 0 where the total is 0."""
    return np.divide(part, total, out=np.zeros(total.shape), where=total > 0)


class SelectingFeature(Feature):
    """A feature with the parameters `level` and `drop`, which select the words to compare."""

    level: Level
    drop: Drop

    @property
    def selection(self) -> Selection:
        """Which words are compared, and by which layer of strings."""
        return Selection(self.level, self.drop)

    @property
    def layers(self) -> tuple[str, ...]:
        """The level's ids, and the layers that mark excluded words."""
        return self.selection.layers

    def selected(self, analysis: Analysis) -> tuple[IntArray, IntArray]:
        """Return the ids and the positions of the selected words of one snippet."""
        positions = self.selection.positions(analysis)
        return analysis.ids(self.level)[positions], positions


class MeasuringFeature(Feature):
    """A feature with the parameter `measures`, each of which is a number."""

    measures: Sequence[str]

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One number for each measure; a single one has no name."""
        names = self.measures if len(self.measures) > 1 else ("",)
        return tuple(
            Output(name, *self._range(measure), direction=self._direction(measure))
            for name, measure in zip(names, self.measures, strict=True)
        )

    def _range(self, measure: Any) -> tuple[float, float]:
        """Return the lowest and the highest value of a measure."""
        return 0.0, 1.0

    def _direction(self, measure: Any) -> int:
        """Return the direction of a measure: similarities speak for entailment."""
        return 1


@cache
def warn_once(message: str) -> None:
    """Warn once in a process, such as of inputs that are too long to be processed completely."""
    warnings.warn(message, InputWarning, stacklevel=2)
