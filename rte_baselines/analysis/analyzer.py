"""Snippets to analyses: which layers there are, and in what order they are computed."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.token_ids import TokenIds
from rte_baselines.errors import ConfigError
from rte_baselines.registry import registry


class Layer(ABC):
    """Computes one or more layers of many analyses at a time.

    A layer is made once per analyzer, when first needed, so that what is costly to
    load (a parser, say) is loaded only by those who ask for it.
    """

    provides: ClassVar[tuple[str, ...]]
    """Names of the layers it computes together."""
    needs: ClassVar[tuple[str, ...]] = ()
    """Names of the layers it reads."""

    @abstractmethod
    def compute(self, analyses: Sequence[Analysis]) -> Iterable[Mapping[str, Any]]:
        """Yield for each analysis, in order, the value of every layer provided."""


class Analyzer:
    """Analyses snippets, each distinct one once, with layers computed on demand.

    Examples
    --------
    >>> text, = Analyzer().analyze(["Two ferries sank."])
    >>> text.stems
    ('two', 'ferri', 'sank', '.')
    """

    def __init__(self) -> None:
        self._layer_classes = {
            name: layer for layer in registry.all("layers").values() for name in layer.provides
        }
        self._layers: dict[type[Layer], Layer] = {}
        self._token_ids = TokenIds()

    def analyze(self, snippets: Iterable[str], layers: Iterable[str] = ()) -> list[Analysis]:
        """Return an analysis of each snippet; equal snippets share one.

        Parameters
        ----------
        snippets : iterable of str
        layers : iterable of str
            Layers to compute now, for all snippets together, which is faster than one
            by one; the others are computed when asked for.

        Raises
        ------
        ConfigError
            If there is no layer of one of the names.
        """
        distinct: dict[str, Analysis] = {}
        analyses = [distinct.setdefault(snippet, Analysis(snippet, self)) for snippet in snippets]
        self.prepare(list(distinct.values()), layers)
        return analyses

    def prepare(self, analyses: Sequence[Analysis], layers: Iterable[str]) -> None:
        """Compute the named layers, and those they read, wherever they are missing."""
        for name in layers:
            missing = [analysis for analysis in analyses if name not in analysis.layers]
            if missing:
                self._compute(name, missing)

    def _compute(self, name: str, analyses: Sequence[Analysis]) -> None:
        if name.endswith(".ids"):
            self._number_tokens(name.removesuffix(".ids"), analyses)
            return
        layer = self._layer(name)
        self.prepare(analyses, layer.needs)
        for analysis, values in zip(analyses, layer.compute(analyses), strict=True):
            analysis.layers.update(values)

    def _number_tokens(self, level: str, analyses: Sequence[Analysis]) -> None:
        self.prepare(analyses, [level])
        for analysis in analyses:
            analysis.layers[f"{level}.ids"] = self._token_ids(analysis.layers[level])

    def _layer(self, name: str) -> Layer:
        try:
            layer_class = self._layer_classes[name]
        except KeyError:
            known = ", ".join(sorted(self._layer_classes))
            raise ConfigError(
                f"there is no layer {name!r} of analysis; known are: {known}"
            ) from None
        if layer_class not in self._layers:
            self._layers[layer_class] = layer_class()
        return self._layers[layer_class]


@cache
def default_analyzer() -> Analyzer:
    """Return the analyzer that everything in this process shares."""
    return Analyzer()
