"""The registry of the components that configs, commands and other packages refer to by name.

A component is registered by one decorator where it is defined::

    @registry.features("word_overlap.v1")
    class WordOverlap(Feature): ...

The components of this package are listed in `components_table`, with their modules. Those of
other packages are registered with the same decorator, or through an entry point in the group
``rte_baselines_features`` (``_heads``, ``_measures`` and so on); those of a single file by
`code_files.import_code`, which is ``--code`` on the command line.
"""

import atexit
import gc
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from inspect import getattr_static
from typing import Any, TypeVar

import catalogue
from catalogue import RegistryError

from rte_baselines.core.advice import did_you_mean, how_to_state
from rte_baselines.core.components_table import MODULES
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.quoting import quoted, shortened

NAMESPACE = "rte_baselines"

_LONGEST_ERROR = 200

Registered = TypeVar("Registered")


class _Components(catalogue.Registry):
    """A registry of the components of one kind, which refuses those that cannot be used."""

    def __call__(self, name: str) -> Callable[[Registered], Registered]:
        """Return the decorator that registers a component."""
        return partial(self._registered, name)

    def register(self, name: str, *, func: Any = None) -> Any:
        """Register a component, or return the decorator that does."""
        if func is None:
            return partial(self._registered, name)
        return self._registered(name, func)

    def _registered(self, name: str, component: Any) -> Any:
        kind = self.namespace[-1]
        if lack := what_class_lacks(component):
            raise ConfigError(f"@{kind} {quoted(name)}: {lack}")
        module = module_of(component)
        same = catalogue.REGISTRY.get((*self.namespace, name))
        owner = MODULES[kind].get(name) or (same and module_of(same))
        if owner not in (None, module) and not is_of_package(module):
            raise ConfigError(f"@{kind} {quoted(name)} exists already; give it another name")
        return super().register(name, func=component)

    def get_all(self) -> dict[str, Any]:
        """Return all components by name, faster than `catalogue`: configs are written often."""
        found = catalogue.REGISTRY.copy().items()
        return {keys[-1]: component for keys, component in found if keys[:-1] == self.namespace}


def what_class_lacks(component: Any) -> str | None:
    """Say which abstract methods and attributes a class does not define; None if it has all.

    Python itself says so only of classes derived from `ABC`, and when they are instantiated.
    Attributes without a value that a base class lists in `on_class` are abstract, too.
    """
    missing = _missing(component) if isinstance(component, type) else []
    if not missing:
        return None
    base = next((base for base in component.__mro__[1:] if _missing(base)), component)
    names = ", ".join(f"`{name}`" for name in missing)
    return (
        f"class {component.__name__} does not define {names}, which {base.__name__} requires "
        "in the class body"
    )


def _missing(cls: type) -> list[str]:
    """Return the required names that are missing, in the order of inheritance."""
    on_class = getattr(cls, "on_class", ())
    required = [
        name
        for base in reversed(cls.__mro__)
        for name in (*vars(base), *vars(base).get("on_class", ()))
        if name in on_class or getattr(vars(base).get(name), "__isabstractmethod__", False)
    ]

    def is_defined(name: str) -> bool:
        value = getattr_static(cls, name, None)
        # A property has a value for objects, but none for the class itself.
        is_for_objects = name in on_class and hasattr(value, "__get__")
        is_abstract = getattr(value, "__isabstractmethod__", False)
        return value is not None and not is_for_objects and not is_abstract

    # A dictionary keeps their order, and each once.
    return [name for name in dict.fromkeys(required) if not is_defined(name)]


class registry:  # noqa: N801 - the name spaCy gives it
    """Named components, by kind; each attribute is a decorator that registers one."""

    formats = _Components((NAMESPACE, "formats"))
    layers = _Components((NAMESPACE, "layers"))
    weightings = _Components((NAMESPACE, "weightings"))
    word_similarities = _Components((NAMESPACE, "word_similarities"))
    engines = _Components((NAMESPACE, "engines"))
    features = _Components((NAMESPACE, "features"))
    heads = _Components((NAMESPACE, "heads"))
    recognizers = _Components((NAMESPACE, "recognizers"))
    measures = _Components((NAMESPACE, "measures"))

    @classmethod
    def has(cls, registry_name: str, func_name: str) -> bool:
        """Whether the registry holds a component of that name."""
        # A config may have any value as the name.
        if registry_name not in MODULES or not isinstance(func_name, str):
            return False
        return func_name in MODULES[registry_name] or func_name in cls.imported(registry_name)

    @classmethod
    def get(cls, registry_name: str, func_name: str) -> Callable[..., Any]:
        """Return the registered class or function.

        Raises
        ------
        ConfigError
            If the registry or the name in it does not exist; the message lists those
            that do. Also if the name is not a string, as a config may have it.
        """
        if registry_name not in MODULES:
            kinds = [f"@{kind}" for kind in sorted(MODULES)]
            which = f"{did_you_mean(registry_name, kinds)}expected {', '.join(kinds)}"
            raise ConfigError(f"unknown kind of component {quoted('@' + registry_name)}; {which}")
        if not isinstance(func_name, str):
            raise ConfigError(
                f"@{registry_name} is {quoted(func_name)}; expected the name of a component, in "
                "quotes"
            )
        if func_name in MODULES[registry_name]:
            import_module(MODULES[registry_name][func_name])
        elif func_name not in getattr(cls, registry_name):
            _load_entry_points(registry_name)
        try:
            component: Callable[..., Any] = getattr(cls, registry_name).get(func_name)
        except RegistryError:
            known = cls.names(registry_name)
            hint = did_you_mean(func_name, known)
            raise ConfigError(
                f"@{registry_name} has no {quoted(func_name)}; {hint}registered are: "
                f"{', '.join(known)} (to use a file of your own, give it with "
                f"{how_to_state('import_code', '--code')})"
            ) from None
        return component

    @classmethod
    def all(cls, registry_name: str) -> dict[str, Any]:
        """Return every component of one kind by name, including those of other packages."""
        for module in set(MODULES[registry_name].values()):
            import_module(module)
        return dict(sorted(cls.imported(registry_name).items()))

    @classmethod
    def names(cls, registry_name: str) -> list[str]:
        """Return the names of all components of one kind; those of the package are not imported."""
        return sorted({*MODULES[registry_name], *cls.imported(registry_name)})

    @classmethod
    def imported(cls, registry_name: str) -> dict[str, Any]:
        """Return the components of one kind that are imported, and all of other packages."""
        _load_entry_points(registry_name)
        found: dict[str, Any] = getattr(cls, registry_name).get_all()
        return found

    @classmethod
    def name_of(cls, registry_name: str, component: Any) -> str | None:
        """Return the name that a component is registered under, or None if it is not."""
        found = cls.imported(registry_name).items()
        return next((name for name, registered in found if registered is component), None)


@cache
def _load_entry_points(kind: str) -> None:
    """Register the components of other packages once; `catalogue` would look in each call."""
    for point in entry_points(group=f"{NAMESPACE}_{kind}"):
        atexit.unregister(gc.freeze)  # as for files of code
        try:
            getattr(registry, kind)(point.name)(point.load())
        except Exception as error:
            package = point.dist.name if point.dist else "unknown"
            raise ConfigError(
                f"package {quoted(package)}, entry point {quoted(point.name)}: {in_one_line(error)}"
            ) from error


def in_one_line(error: BaseException) -> str:
    """Return the type of an error and its message in one line."""
    if isinstance(error, ConfigError):
        return str(error)
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return shortened(" ".join(f"{type(error).__name__}: {message}".split()), _LONGEST_ERROR)


def module_of(component: Any) -> str:
    """Return the name of the module that defines a component or what a partial one calls."""
    defined = component.func if isinstance(component, partial) else component
    return str(defined.__module__)


def is_of_package(module: str) -> bool:
    """Whether a module, by its name, is part of this package."""
    return module == NAMESPACE or module.startswith(f"{NAMESPACE}.")
