"""Snippets to analyses: which layers there are, and in what order they are computed."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import Layer, WordwiseLayer
from rte_baselines.analysis.preparation import Preparation
from rte_baselines.analysis.token_ids import TokenIdLayer, TokenIds
from rte_baselines.errors import ConfigError
from rte_baselines.registry import registry


class Analyzer:
    """Analyses snippets, each distinct one once, with layers computed on demand.

    Examples
    --------
    >>> text, = Analyzer().analyze(["Two ferries sank."])
    >>> text.stems
    ('two', 'ferri', 'sank', '.')
    """

    def __init__(self) -> None:
        self._layers: dict[str, Layer | WordwiseLayer] = {}
        self._token_ids = TokenIds()
        self._remembered: dict[str, Analysis] | None = None

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
        known: dict[str, Analysis] = {} if self._remembered is None else self._remembered
        analyses = [known.setdefault(snippet, Analysis(snippet, self)) for snippet in snippets]
        self.prepare(list(dict.fromkeys(analyses)), layers)
        return analyses

    @contextmanager
    def remembering(self) -> Iterator[None]:
        """Let equal snippets share an analysis from call to call, as long as the block lasts.

        Many recognizers on the same pairs then analyse them once. Memory grows with the
        number of distinct snippets.
        """
        before = self._remembered
        self._remembered = {} if before is None else before
        try:
            yield
        finally:
            self._remembered = before

    def prepare(self, analyses: Sequence[Analysis], layers: Iterable[str]) -> None:
        """Compute the named layers, and those they read, wherever they are missing."""
        preparation = Preparation(analyses, self._layer_of)
        for name in layers:
            preparation.provide(name)

    def resources(self, layers: Iterable[str]) -> set[str]:
        """Return the names of the resources that the layers, and those they need, read."""
        classes = self.layer_classes(layers)
        own = (found.resources for found in classes if issubclass(found, Layer))
        return set[str]().union(*own)

    def layer_classes(self, layers: Iterable[str]) -> set[type[Layer | WordwiseLayer]]:
        """Return the classes that compute the layers, and those that they need."""
        found: set[type[Layer | WordwiseLayer]] = set()
        for name in layers:
            layer = self._layer_of(name)
            needs = (layer.reads,) if isinstance(layer, WordwiseLayer) else layer.needs
            found |= {type(layer)} | self.layer_classes(needs)
        return found

    def _layer_of(self, name: str) -> Layer | WordwiseLayer:
        """Return what computes the layer of that name, made when first needed."""
        if name.endswith(".ids"):
            return TokenIdLayer(name.removesuffix(".ids"), self._token_ids)
        if name not in self._layers:
            layer = _layer_class(name)()
            self._layers |= dict.fromkeys(layer.provides, layer)
        return self._layers[name]


def _layer_class(name: str) -> type[Layer | WordwiseLayer]:
    """Return the one registered class that provides the layer."""
    registered = registry.all("layers")
    found = [layer for layer in registered.values() if name in layer.provides]
    if len(found) == 1:
        provider: type[Layer | WordwiseLayer] = found[0]
        return provider
    if found:
        names = " and ".join(layer.__qualname__ for layer in found)
        raise ConfigError(f"layer {name!r} of analysis is provided by {names}; one is enough")
    known = ", ".join(sorted(name for layer in registered.values() for name in layer.provides))
    raise ConfigError(f"there is no layer {name!r} of analysis; known are: {known}")


@cache
def default_analyzer() -> Analyzer:
    """Return the analyzer that everything in this process shares."""
    return Analyzer()
