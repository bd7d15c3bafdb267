"""The base classes of the parts of a recognizer: scikit-learn's contract, and the config of a part.

Importing scikit-learn imports SciPy's statistics and takes longer than labelling a file of pairs
by word overlap. It is therefore imported only where it is used, and what its `BaseEstimator` does
is written here.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from copy import deepcopy
from inspect import signature
from numbers import Integral, Real
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
from typing_extensions import Self

from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry, what_class_lacks
from rte_baselines.core.representing import named

if TYPE_CHECKING:
    from sklearn.utils import Tags


class Estimator:
    """An object whose constructor arguments are parameters that scikit-learn can read and set.

    Subclasses follow scikit-learn's contract: the constructor only stores its arguments under
    their own names, and learned attributes end in ``_``.
    """

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name, as in scikit-learn.

        Parameters
        ----------
        deep : bool
            Whether to include the parameters of parameters, as ``name__parameter``.
        """
        params: dict[str, Any] = {}
        for name in self._defaults():
            try:
                value = getattr(self, name)
            except AttributeError as error:
                raise ConfigError(
                    f"{type(self).__name__}: __init__ takes {name!r} but does not store it as "
                    f"self.{name}"
                ) from error
            if deep and hasattr(value, "get_params"):
                params |= {f"{name}__{key}": below for key, below in value.get_params().items()}
            params[name] = value
        return params

    def set_params(self, **params: Any) -> Self:
        """Set parameters, or parameters of parameters, as in scikit-learn.

        Parameters
        ----------
        **params
            Values by name; ``name__parameter`` is a parameter of the parameter ``name``.
        """
        known = self.get_params() if params else {}
        below: dict[str, dict[str, Any]] = defaultdict(dict)
        for path, value in params.items():
            name, _, rest = path.partition("__")
            if name not in known:
                names = [key for key in known if "__" not in key]
                raise ValueError(
                    f"Invalid parameter {name!r} for {type(self).__name__}; "
                    f"{did_you_mean(name, names)}it has: {', '.join(names)}"
                )
            if rest:
                below[name][rest] = value
            else:
                setattr(self, name, value)
                known[name] = value
        for name, values in below.items():
            known[name].set_params(**values)
        return self

    def __sklearn_tags__(self) -> "Tags":
        """Return what scikit-learn needs to know, by default what holds for all estimators."""
        from sklearn.base import BaseEstimator

        return BaseEstimator().__sklearn_tags__()

    def __repr__(self) -> str:
        defaults = {name: repr(default) for name, default in self._defaults().items()}
        shown = {name: repr(value) for name, value in self.get_params(deep=False).items()}
        # By their text: parameters that are components or arrays are never equal.
        changed = (f"{name}={text}" for name, text in shown.items() if text != defaults[name])
        return named(self, *changed)

    def _repr_html_(self) -> str:
        """Return the diagram that notebooks show."""
        from sklearn.utils import estimator_html_repr

        return str(estimator_html_repr(self))

    @classmethod
    def _defaults(cls) -> dict[str, Any]:
        """Return the default of each parameter, by name in alphabetical order."""
        if cls.__init__ is object.__init__:
            return {}
        found = signature(cls.__init__).parameters
        return {name: found[name].default for name in sorted(found) if name != "self"}


_Copied = TypeVar("_Copied", bound=Estimator)


def unfitted(estimator: _Copied) -> _Copied:
    """Return what scikit-learn's `clone` does: the same parameters, and nothing learned."""
    given = {name: _copied(value) for name, value in estimator.get_params(deep=False).items()}
    made = type(estimator)(**given)
    for name, value in made.get_params(deep=False).items():
        if value is not given[name]:
            raise ConfigError(
                f"{type(estimator).__name__} does not store its argument {name!r} as it is given; "
                "expected a constructor that only stores its arguments"
            )
    return made


def _copied(value: Any) -> Any:
    if isinstance(value, Estimator):
        return unfitted(value)
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(map(_copied, value))
    if type(value) is dict:
        return {key: _copied(item) for key, item in value.items()}
    if hasattr(value, "get_params") and not isinstance(value, type):
        # One of scikit-learn's own, which is therefore imported.
        from sklearn.base import clone

        return clone(value)
    return deepcopy(value)


class Component(Estimator):
    """A registered class whose constructor arguments, and their types, are its config fields.

    As an `Estimator`, it always has the config of its current parameters, also after
    ``set_params``.
    """

    kind: ClassVar[str]
    """The registry that holds the class, such as ``features``."""
    reads: ClassVar[tuple[str, ...]] = ()
    """Names of the resources that the component itself reads, such as ``wordnet``."""

    @classmethod
    def registered_name(cls) -> str:
        """Return the name the class is registered under, such as ``bleu.v1``."""
        name = registry.name_of(cls.kind, cls)
        if name is not None:
            return name
        raise ConfigError(
            f'{cls.__qualname__} is not registered; register it with @registry.{cls.kind}("...")'
        )

    def to_config(self) -> dict[str, Any]:
        """Return the config block that builds an equal, unfitted component."""
        fields = {
            name: _as_config(value, name) for name, value in self.get_params(deep=False).items()
        }
        return {f"@{self.kind}": self.registered_name(), **fields}

    @property
    def resources(self) -> set[str]:
        """Names of the resources that the component and those in its fields read."""
        return set(self.reads).union(*(part.resources for part in self._components()))

    @property
    def files(self) -> dict[str, Path]:
        """The files that the component and those in its fields read, by what they are called."""
        return {name: file for part in self._components() for name, file in part.files.items()}

    def _components(self) -> list["Component"]:
        fields = self.get_params(deep=False).values()
        return [value for value in fields if isinstance(value, Component)]

    def check_fields(self, path: str) -> None:
        """Check the type of every field, and of those of components in fields.

        scikit-learn's ``set_params`` takes any value, and confection does not check sections within
        sections; call this before anything is computed. `path` is the place of the component in the
        config, such as ``recognizer.head``, for the message.
        """
        if lack := what_class_lacks(type(self)):
            raise ConfigError(f"{path}: {lack}")
        hints = get_type_hints(type(self).__init__)
        for name, value in self.get_params(deep=False).items():
            hint = hints.get(name, Any)
            if not _fits(value, hint):
                raise ConfigError(f"{path}.{name}: {value!r} is not {_describe(hint)}")
            if isinstance(value, Component):
                value.check_fields(f"{path}.{name}")


def _as_config(value: Any, field: str) -> Any:
    if isinstance(value, Component):
        return value.to_config()
    if isinstance(value, Mapping):
        return {key: _as_config(item, f"{field}.{key}") for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_config(item, field) for item in value]
    if isinstance(value, np.generic):
        return value.item()
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise ConfigError(f"{field}: {value!r} cannot be written in a config")


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value is of a field's type."""
    origin = get_origin(hint)
    if hint is Any:
        return True
    if origin in (Union, UnionType):
        return any(_fits(value, choice) for choice in get_args(hint))
    if origin is Literal:
        return isinstance(value, str) and value in get_args(hint)
    if origin is not None and issubclass(origin, Mapping):
        return isinstance(value, Mapping)
    if origin is not None and issubclass(origin, Sequence):
        (item,) = get_args(hint)
        is_sequence = isinstance(value, Sequence) and not isinstance(value, str)
        return is_sequence and len(value) > 0 and all(_fits(part, item) for part in value)
    if hint is float:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    if hint is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    return isinstance(value, hint)


def _describe(hint: Any) -> str:
    """Describe the type of a field in the terms of configs."""
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(_describe(choice) for choice in get_args(hint))
    if get_origin(hint) is Literal:
        return f"one of {', '.join(map(repr, get_args(hint)))}"
    if get_origin(hint) is not None and issubclass(get_origin(hint), Sequence):
        return f"a non-empty list of {_describe(get_args(hint)[0])}"
    if get_origin(hint) is not None:
        return "a section"
    if isinstance(hint, type) and issubclass(hint, Component):
        return f"one of @{hint.kind}"
    names = {int: "a whole number", float: "a number", str: "a string", bool: "true or false"}
    return "null" if hint is NoneType else names.get(hint, str(hint))
