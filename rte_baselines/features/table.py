"""Sets of features, and the table of numbers that they compute for some pairs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.components import Estimator
from rte_baselines.core.errors import ConfigError, RteBaselinesError
from rte_baselines.core.limits import LONGEST_TEXT, has_more_words
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief, named
from rte_baselines.features.base import NUMERIC, BagFeature, Feature, Output, array_of
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.nearest import LAYERS, TextPart, compared
from rte_baselines.features.samples import Sample, as_pairs, batches
from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.pairs import Pair

if TYPE_CHECKING:
    from sklearn.utils import Tags

Container = Literal["default", "pandas", "polars"]
"""The table that `FeatureSet.transform` returns, as scikit-learn names them."""

# Valid names of sections in a config.
_NAME = re.compile(r"[A-Za-z0-9_-]+")

_ROUNDING = 1e-6
"""How far values may be outside their range by rounding, such as a sum of shares."""


@brief
@dataclass(frozen=True)
class FeatureTable:
    """The feature values of some pairs, with the ids and tasks that heads may read.

    Parameters
    ----------
    ids : tuple of str
    tasks : tuple of (str or None)
    columns : tuple of Output
        Name, range and direction of each column.
    values : ndarray of float64, shape (pairs, columns)
    bags : mapping of str to Ragged
        The items of each pair, by the name of a `BagFeature`.
    spellings : mapping of str to (mapping of int to str)
        The items as text, by the name of the feature; only in tables that `spelled` has made.
    """

    ids: tuple[str, ...]
    tasks: tuple[str | None, ...]
    columns: tuple[Output, ...]
    values: FloatArray
    bags: Mapping[str, Ragged] = field(default_factory=dict)
    spellings: Mapping[str, Mapping[int, str]] = field(default_factory=dict)

    @classmethod
    def concatenate(
        cls, tables: Sequence["FeatureTable"], columns: tuple[Output, ...]
    ) -> "FeatureTable":
        """Stack the rows of tables with these columns; without tables, return an empty table."""
        blocks = [table.values for table in tables] or [np.empty((0, len(columns)))]
        return cls(
            ids=tuple(pair_id for table in tables for pair_id in table.ids),
            tasks=tuple(task for table in tables for task in table.tasks),
            columns=columns,
            values=np.vstack(blocks),
            bags={
                name: Ragged.joined(table.bags[name] for table in tables)
                for name in (tables[0].bags if tables else ())
            },
        )

    def select(self, rows: Any) -> "FeatureTable":
        """Return the table of some pairs, given as indices or as a mask."""
        chosen = np.arange(len(self))[rows]
        positions = chosen.tolist()
        return replace(
            self,
            ids=tuple(self.ids[position] for position in positions),
            tasks=tuple(self.tasks[position] for position in positions),
            values=self.values[positions],
            bags={name: bags.select(chosen) for name, bags in self.bags.items()},
        )

    def with_values(self, values: FloatArray) -> "FeatureTable":
        """Return the same pairs and columns with other numbers."""
        return replace(self, values=values)

    def __len__(self) -> int:
        return len(self.ids)


class FeatureSet(Estimator):
    """Features with the names that a config gives them.

    The columns of the table are named after the features; a feature with several outputs has a
    column ``name.output`` for each. As a scikit-learn transformer it converts pairs to numbers,
    for pipelines with any classifier; there is nothing to fit.

    Parameters
    ----------
    features : mapping of str to Feature
    text_part : {"whole", "nearest_sentence"}
        What the hypothesis is compared with: the text, or its sentence that is nearest by the
        vectors of the sentence encoder, as many in a row as the hypothesis has; see `compared`.
    """

    def __init__(self, features: Mapping[str, Feature], text_part: TextPart = "whole") -> None:
        self.features = features
        self.text_part = text_part

    @property
    def columns(self) -> tuple[Output, ...]:
        """Name, range and direction of each column, in order."""
        return tuple(
            replace(
                output,
                name=f"{name}.{output.name}" if output.name else name,
                vector=f"{name}.{output.vector}" if output.vector else "",
            )
            for name, feature in self.features.items()
            for output in feature.outputs
        )

    @property
    def layers(self) -> tuple[str, ...]:
        """The analysis layers that are read, without duplicates."""
        needed = (layer for feature in self.features.values() for layer in feature.layers)
        return tuple(dict.fromkeys([*LAYERS[self.text_part], *needed]))

    def resources(self, analyzer: Analyzer) -> set[str]:
        """Return the names of the resources that the features and their layers read."""
        resources = (feature.resources for feature in self.features.values())
        return analyzer.resources(self.layers).union(*resources)

    @property
    def files(self) -> dict[str, Path]:
        """The files that the features read, by what they are called; see `Component.files`."""
        features = self.features.values()
        return {name: file for feature in features for name, file in feature.files.items()}

    def fit(self, pairs: Iterable[Sample], labels: ArrayLike | None = None) -> Self:
        """Check the fields of the features; pairs and labels are ignored.

        Raises
        ------
        ConfigError
            See `check_fields`.
        """
        self.check_fields()
        return self

    def transform(self, pairs: Iterable[Sample]) -> Any:
        """Return the feature values of pairs.

        Parameters
        ----------
        pairs : iterable of Pair, (text, hypothesis) or mapping
            See `as_pairs`.

        Returns
        -------
        ndarray of float64, shape (pairs, columns)
            Or a data frame, if `set_output` or scikit-learn's configuration says so.

        Raises
        ------
        InputError
            If a sample is not a pair.
        """
        from sklearn.preprocessing import FunctionTransformer

        tables = [self.extract(batch, default_analyzer()) for batch in batches(as_pairs(pairs))]
        values = FeatureTable.concatenate(tables, self.columns).values
        names = self.get_feature_names_out()
        given = FunctionTransformer(lambda _: values, feature_names_out=lambda *_: names)
        chosen = getattr(self, "_sklearn_output_config", None)
        return (given.set_output(**chosen) if chosen else given).transform(pairs)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> NDArray[Any]:
        """Return the names of the columns, shape (columns,), as in scikit-learn."""
        return np.array([column.name for column in self.columns], dtype=np.object_)

    def fit_transform(self, pairs: Iterable[Sample], labels: ArrayLike | None = None) -> Any:
        """Return `transform` of the pairs, after the checks of `fit`."""
        return self.fit(pairs, labels).transform(pairs)

    def set_output(self, *, transform: Container | None = None) -> Self:
        """Choose what `transform` returns, as in scikit-learn; None changes nothing."""
        if transform is not None:
            # scikit-learn's `clone` copies an attribute of this name.
            self._sklearn_output_config = {"transform": transform}
        return self

    def __sklearn_tags__(self) -> "Tags":
        from sklearn.utils import TransformerTags

        tags = super().__sklearn_tags__()
        tags.transformer_tags = TransformerTags()
        tags.requires_fit = False
        tags.input_tags.two_d_array = False
        return tags

    def __repr__(self) -> str:
        return named(self, ", ".join(self.features))

    def extract(self, pairs: Sequence[Pair], analyzer: Analyzer) -> FeatureTable:
        """Analyse the pairs and compute all features.

        Raises
        ------
        InputError
            If a text or hypothesis has more words than `LONGEST_TEXT`.
        RteBaselinesError
            If a feature returns a number that is not finite or outside its range, naming
            feature and pair.
        """
        for pair in pairs:
            for name, snippet in (("text", pair.text), ("hypothesis", pair.hypothesis)):
                if has_more_words(snippet, LONGEST_TEXT.most):
                    raise LONGEST_TEXT.exceeded(f"pair {quoted(pair.id)}: the {name} has")
        # A sentence that was encoded to find the nearest is not encoded again.
        with analyzer.remembering():
            pairs = compared(pairs, self.text_part, analyzer)
            snippets = (text for pair in pairs for text in (pair.text, pair.hypothesis))
            analyses = analyzer.analyze(snippets, self.layers)
        ids = tuple(pair.id for pair in pairs)
        batch = PairBatch(analyses[0::2], analyses[1::2], ids)
        bags = {
            name: feature.bags(batch)
            for name, feature in self.features.items()
            if isinstance(feature, BagFeature)
        }
        blocks = [
            bags[name].lengths.astype(np.float64)[:, np.newaxis]
            if name in bags
            else _checked(name, feature, feature.compute(batch), len(pairs))
            for name, feature in self.features.items()
        ]
        values = np.hstack(blocks) if blocks else np.empty((len(pairs), 0))
        table = FeatureTable(
            ids=ids,
            tasks=tuple(pair.task for pair in pairs),
            columns=self.columns,
            values=values,
            bags=bags,
        )
        _check_values(table)
        return table

    def spelled(self, table: FeatureTable, pair: Pair, analyzer: Analyzer) -> FeatureTable:
        """Return the table of one pair with its items as text."""
        text, hypothesis = analyzer.analyze([pair.text, pair.hypothesis])
        spellings = {
            name: feature.spell(text, hypothesis)
            for name, feature in self.features.items()
            if isinstance(feature, BagFeature)
        }
        return replace(table, spellings=spellings)

    def check_fields(self) -> None:
        """Check names and fields of the features.

        Raises
        ------
        ConfigError
            Naming the feature, the field, and the expected value.
        """
        for name, feature in self.features.items():
            if not _NAME.fullmatch(name):
                raise ConfigError(f"{name!r} cannot name a feature; use letters, digits, _ and -")
            path = f"recognizer.features.{name}"
            if not isinstance(feature, Feature):
                raise ConfigError(f'{path} needs a line @features = "..."')
            feature.check_fields(path)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the features, and with `deep` their parameters, as in scikit-learn."""
        params: dict[str, Any] = {"features": self.features, "text_part": self.text_part}
        if deep:
            for name, feature in self.features.items():
                params[name] = feature
                params |= {f"{name}__{key}": value for key, value in feature.get_params().items()}
        return params

    def set_params(self, **params: Any) -> "FeatureSet":
        """Set parameters of features, or replace features, as in scikit-learn."""
        replaced = {name: params.pop(name) for name in list(params) if name in self.features}
        self.features = {**self.features, **replaced}
        super().set_params(**params)
        return self


def _checked(name: str, feature: Feature, given: FloatArray, pairs: int) -> FloatArray:
    values = array_of(given)
    if values.dtype.kind not in NUMERIC:
        raise RteBaselinesError(
            f"feature {name!r} gave {quoted(given)}; compute of {type(feature).__name__} should "
            "return an array of numbers"
        )
    expected = (pairs, len(feature.outputs))
    if values.shape != expected:
        raise RteBaselinesError(
            f"feature {name!r} gave numbers of shape {values.shape}; by its outputs "
            f"they should be of shape {expected}"
        )
    return values


def _check_values(table: FeatureTable) -> None:
    """Raise an error for the first value that is not finite, or outside the range of its column."""
    low = np.array([output.low for output in table.columns], np.float64)
    high = np.array([output.high for output in table.columns], np.float64)
    is_finite = np.isfinite(table.values)
    is_inside = (table.values >= low - _ROUNDING) & (table.values <= high + _ROUNDING)
    wrong = np.argwhere(~(is_finite & is_inside))
    if not len(wrong):
        return
    row, column = wrong[0].tolist()
    output = table.columns[column]
    expected = (
        f"`low` and `high` of its Output are {output.low:g} and {output.high:g}"
        if is_finite[row, column]
        else "features must be finite"
    )
    raise RteBaselinesError(
        f"feature {output.name!r} is {table.values[row, column]} for pair {table.ids[row]!r}; "
        f"{expected}"
    )
