"""The analyzer, which makes analyses of snippets and computes their layers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import Layer, WordwiseLayer
from rte_baselines.analysis.preparation import Preparation
from rte_baselines.analysis.token_ids import TokenIdLayer, TokenIds
from rte_baselines.core.components_table import LAYER_NAMES
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.core.suggestions import did_you_mean


class Analyzer:
    """Analyzes each distinct snippet once, with layers computed on demand.

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
        """Return an analysis of each snippet; equal snippets share one object.

        Parameters
        ----------
        snippets : iterable of str
        layers : iterable of str
            Layers to compute now, for all snippets at once, which is faster than one by
            one. Other layers are computed on first access.

        Raises
        ------
        ConfigError
            If a layer is unknown.
        """
        known: dict[str, Analysis] = {} if self._remembered is None else self._remembered
        analyses = [known.setdefault(snippet, Analysis(snippet, self)) for snippet in snippets]
        self.prepare(list(dict.fromkeys(analyses)), layers)
        return analyses

    @contextmanager
    def remembering(self) -> Iterator[None]:
        """Keep analyses from call to call inside the ``with`` block.

        Several recognizers then analyze the same pairs only once. Memory grows with the
        number of distinct snippets.
        """
        before = self._remembered
        self._remembered = {} if before is None else before
        try:
            yield
        finally:
            self._remembered = before

    def prepare(self, analyses: Sequence[Analysis], layers: Iterable[str]) -> None:
        """Compute the layers that are missing, and the layers that they depend on."""
        preparation = Preparation(analyses, self._layer_of)
        for name in layers:
            preparation.provide(name)

    def resources(self, layers: Iterable[str]) -> set[str]:
        """Return the names of the resources read by some layers and by those they need."""
        classes = self.layer_classes(layers)
        own = (found.resources for found in classes if issubclass(found, Layer))
        return set[str]().union(*own)

    def layer_classes(self, layers: Iterable[str]) -> set[type[Layer | WordwiseLayer]]:
        """Return the classes that compute some layers and those that they need."""
        return set(map(type, self._layers_for(layers)))

    def provided_with(self, layers: Iterable[str]) -> set[str]:
        """Return the names of layers, of those they depend on, and of those computed with them."""
        return {name for layer in self._layers_for(layers) for name in layer.provides}

    def _layers_for(self, layers: Iterable[str]) -> Iterator[Layer | WordwiseLayer]:
        """Yield the objects that compute some layers and those that they need."""
        for name in layers:
            layer = self._layer_of(name)
            yield layer
            yield from self._layers_for(
                (layer.reads,) if isinstance(layer, WordwiseLayer) else layer.needs
            )

    def _layer_of(self, name: str) -> Layer | WordwiseLayer:
        """Return the object that computes a layer, made on first use."""
        if name.endswith(".ids"):
            return TokenIdLayer(name.removesuffix(".ids"), self._token_ids)
        if name not in self._layers:
            layer = _layer_class(name)()
            self._layers |= dict.fromkeys(layer.provides, layer)
        return self._layers[name]


def check_layer(name: str) -> None:
    """Check that a layer with a given name exists; the suffix ``.ids`` is ignored."""
    _layer_class(name.removesuffix(".ids"))


def layer_names() -> list[str]:
    """Return the names of all layers, in alphabetical order."""
    registered = registry.all("layers").values()
    return sorted(name for layer in registered for name in layer.provides)


def _layer_class(name: str) -> type[Layer | WordwiseLayer]:
    """Return the only registered class that provides a layer."""
    if name in LAYER_NAMES:
        registry.get("layers", LAYER_NAMES[name])
    imported = registry.imported("layers").values()
    providers = [layer for layer in imported if name in layer.provides]
    if len(providers) == 1:
        provider: type[Layer | WordwiseLayer] = providers[0]
        return provider
    if providers:
        names = " and ".join(layer.__qualname__ for layer in providers)
        raise ConfigError(f"layer {name!r} of analysis is provided by {names}; one is enough")
    known = layer_names()
    raise ConfigError(
        f"there is no layer {name!r} of analysis; {did_you_mean(name, known)}known are: "
        f"{', '.join(known)}"
    )


@cache
def default_analyzer() -> Analyzer:
    """Return the analyzer that is shared in this process."""
    return Analyzer()
