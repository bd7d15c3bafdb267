"""The components of a recognizer from outside this package, and their sources."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.advice import how_to_state
from rte_baselines.core.code_files import origin_of
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.features import FeatureSet
from rte_baselines.heads.base import Head
from rte_baselines.recognizers.config import to_config


@dataclass(frozen=True)
class ForeignComponent:
    """A component of a recognizer that comes from a user's file or another package.

    It is registered under `name` as a `kind` such as ``features``. `origin` is the name of the file
    or of the module; `digest` has the first twelve hexadecimal digits of the file's SHA-256.
    """

    kind: str
    name: str
    origin: str
    digest: str | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The values of all fields, as strings."""
        return (self.kind, self.name, self.origin, self.digest or "")

    def how_to_supply(self) -> str:
        """Return a message that it is missing, and how to supply it."""
        missing = f"@{self.kind} {quoted(self.name)} is missing; it comes from"
        if self.digest is not None:
            how = how_to_state(f"import_code({self.origin!r})", f"--code {self.origin}")
            return f"{missing} {self.origin}: give it with {how}"
        return (
            f"{missing} the module {quoted(self.origin)}: install its package, or give its file "
            f"with {how_to_state('import_code(FILE)', '--code FILE')}"
        )


def foreign_components(features: FeatureSet, head: Head) -> list[ForeignComponent]:
    """Return the features, heads, layers and so on from outside this package."""
    used = {*_named(to_config(features, head)), *_layers(features)}
    origins = {component: origin_of(*component) for component in sorted(used)}
    return [
        ForeignComponent(*component, origin.name, origin.digest)
        for component, origin in origins.items()
        if origin is not None
    ]


def _named(config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the kind and name of every component in a config."""
    for key, value in config.items():
        if isinstance(value, Mapping):
            yield from _named(value)
        elif key.startswith("@"):
            yield key.removeprefix("@"), value


def _layers(features: FeatureSet) -> Iterator[tuple[str, str]]:
    classes = default_analyzer().layer_classes(features.layers)
    for name, layer in registry.imported("layers").items():
        if layer in classes:
            yield "layers", name
