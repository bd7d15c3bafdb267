"""scikit-learn's contract of an estimator, without importing scikit-learn.

Importing scikit-learn imports SciPy's statistics and takes longer than labelling a file of pairs
by word overlap. It is therefore imported only where it is used, and `BaseEstimator` is not the
base class.
"""

from collections import defaultdict
from copy import deepcopy
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar

from typing_extensions import Self

from rte_baselines.core.errors import ConfigError
from rte_baselines.core.representing import named
from rte_baselines.core.suggestions import did_you_mean

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
            value = self._stored(name)
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
        """Return what scikit-learn needs to know; by default, that it is no special kind."""
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

    def _stored(self, name: str) -> Any:
        try:
            return getattr(self, name)
        except AttributeError as error:
            raise ConfigError(
                f"{type(self).__name__}: __init__ takes {name!r} but does not store it as "
                f"self.{name}"
            ) from error

    @classmethod
    def _defaults(cls) -> dict[str, Any]:
        """Return the default of each parameter, by name in alphabetical order."""
        if cls.__init__ is object.__init__:
            return {}
        found = signature(cls.__init__).parameters
        return {name: found[name].default for name in sorted(found) if name != "self"}


_Copied = TypeVar("_Copied", bound=Estimator)


def unfitted(estimator: _Copied) -> _Copied:
    """Return an estimator with the same parameters that has learned nothing.

    It is what scikit-learn's `clone` returns.
    """
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
        return {key: _copied(each) for key, each in value.items()}
    if hasattr(value, "get_params") and not isinstance(value, type):
        # One of scikit-learn's own, which is therefore imported.
        from sklearn.base import clone

        return clone(value)
    return deepcopy(value)
