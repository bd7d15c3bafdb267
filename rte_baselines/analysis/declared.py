"""Analyses for components that have to declare the layers that they read."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import check_layer, default_analyzer, layer_names
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.suggestions import did_you_mean


class DeclaredAnalysis(Analysis):
    """An analysis that raises an error if a layer is read that its reader does not declare.

    An undeclared layer would be computed snippet by snippet, which is slow, and a saved model would
    not record the resources that the layer reads.

    Parameters
    ----------
    analysis : Analysis
        The analysis that computes and keeps the layers.
    reader : str
        The name of the class that reads them, for messages.
    readable : collection of str
        The names of the layers that it may read.
    """

    __slots__ = ("_analysis", "_readable", "_reader")

    def __init__(self, analysis: Analysis, reader: str, readable: Collection[str]) -> None:
        self.text = analysis.text
        self.layers = analysis.layers
        self._analysis = analysis
        self._reader = reader
        self._readable = readable

    def layer(self, name: str) -> Any:
        """Return a layer by name."""
        # The ids of a layer are cheap to compute and need no other layer.
        if name.removesuffix(".ids") not in self._readable:
            raise self._error(name)
        return self._analysis.layer(name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        known = layer_names()
        if name not in known:
            missing = f"an analysis has no attribute or layer {name!r}"
            raise AttributeError(f"{missing}; {did_you_mean(name, known)}".rstrip("; "))
        self.layer(name)
        raise AttributeError(f"layer {name!r} is no attribute; expected .layer({name!r})")

    def _error(self, name: str) -> ConfigError:
        try:
            check_layer(name)
        except ConfigError as error:
            return ConfigError(f"{self._reader}: {error}")
        return ConfigError(f"layer {name!r} is not among the `layers` of {self._reader}")


def declared(
    analyses: Iterable[Analysis], reader: type, layers: Collection[str]
) -> Mapping[Analysis, DeclaredAnalysis]:
    """Return each analysis restricted to the layers that a class may read.

    The class may read the layers that it declares, and all layers that are computed for them.
    """
    readable = default_analyzer().provided_with(layers)
    return {
        analysis: DeclaredAnalysis(analysis, reader.__name__, readable)
        for analysis in dict.fromkeys(analyses)
    }
