"""The catalogue of everything that a config, a command or a third party can name.

A component is registered by one decorator where it is defined::

    @registry.features("word_overlap.v1")
    class WordOverlap(Feature): ...

Components of other packages register with the same decorator, or through an entry
point in the group ``rte_baselines_features`` (``_heads``, ``_measures`` and so on).
"""

from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, ClassVar, Protocol, TypeVar

import catalogue
import confection
from catalogue import RegistryError

from rte_baselines.errors import ConfigError

# Which rooms of the package define the components of each registry. Layers that take
# knowledge about words, such as senses, stand where that knowledge is.
_ROOMS = {
    "formats": ("rte_baselines.pairs",),
    "layers": ("rte_baselines.analysis", "rte_baselines.lexicon"),
    "weightings": ("rte_baselines.lexicon",),
    "word_similarities": ("rte_baselines.lexicon",),
    "features": ("rte_baselines.features",),
    "heads": ("rte_baselines.heads",),
    "recognizers": ("rte_baselines.recognizers",),
    "measures": ("rte_baselines.evaluation.measures",),
}
_NAMESPACE = "rte_baselines"


Registered = TypeVar("Registered")


class Catalogue(Protocol):
    """What `catalogue` makes, as far as it is used here."""

    def __call__(self, name: str) -> Callable[[Registered], Registered]:
        """Return the decorator that registers a component under the name."""

    def get(self, name: str) -> Any:
        """Return the component of that name."""

    def get_all(self) -> dict[str, Any]:
        """Return all components by name."""


class registry(confection.registry):  # noqa: N801 - the name spaCy and confection give it
    """Named components, by kind; each attribute is a decorator that registers one."""

    formats: Catalogue = catalogue.create(_NAMESPACE, "formats", entry_points=True)
    layers: Catalogue = catalogue.create(_NAMESPACE, "layers", entry_points=True)
    weightings: Catalogue = catalogue.create(_NAMESPACE, "weightings", entry_points=True)
    word_similarities: Catalogue = catalogue.create(
        _NAMESPACE, "word_similarities", entry_points=True
    )
    features: Catalogue = catalogue.create(_NAMESPACE, "features", entry_points=True)
    heads: Catalogue = catalogue.create(_NAMESPACE, "heads", entry_points=True)
    recognizers: Catalogue = catalogue.create(_NAMESPACE, "recognizers", entry_points=True)
    measures: Catalogue = catalogue.create(_NAMESPACE, "measures", entry_points=True)

    _discovered: ClassVar[set[str]] = set()

    @classmethod
    def has(cls, registry_name: str, func_name: str) -> bool:
        """Whether the registry holds a component of that name."""
        return registry_name in _ROOMS and func_name in cls.all(registry_name)

    @classmethod
    def get(cls, registry_name: str, func_name: str) -> Callable[..., Any]:
        """Return the registered class or function.

        Raises
        ------
        ConfigError
            If the registry or the name in it does not exist; the message lists those
            that do.
        """
        if registry_name not in _ROOMS:
            kinds = ", ".join(f"@{kind}" for kind in sorted(_ROOMS))
            raise ConfigError(f"unknown kind of component '@{registry_name}'; expected {kinds}")
        cls._discover(registry_name)
        try:
            component: Callable[..., Any] = getattr(cls, registry_name).get(func_name)
        except RegistryError:
            known = ", ".join(sorted(cls.all(registry_name)))
            raise ConfigError(
                f"@{registry_name} knows no {func_name!r}; registered are: {known}"
            ) from None
        return component

    @classmethod
    def all(cls, registry_name: str) -> dict[str, Any]:
        """Every component of one kind by name, those of other packages included."""
        cls._discover(registry_name)
        return dict(sorted(getattr(cls, registry_name).get_all().items()))

    @classmethod
    def _discover(cls, registry_name: str) -> None:
        """Import the modules of the packages that define this kind, once.

        Modules of sub-packages are imported too.
        """
        if registry_name in cls._discovered:
            return
        for room in map(import_module, _ROOMS[registry_name]):
            for module in walk_packages(room.__path__, prefix=f"{room.__name__}."):
                import_module(module.name)
        cls._discovered.add(registry_name)
