"""Base classes of layers: of snippets, and of words one by one."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from numpy.typing import NDArray

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.quoting import quoted, shortened

WordValues: TypeAlias = list[str] | NDArray[Any]
"""One value for each string."""

KEPT_WORDS = 100_000
"""The number of words whose values may be cached.

Caches are bounded so that memory does not grow with the number of pairs. This number holds the
frequent words of any corpus.
"""


def check_names(cls: type, attribute: str, names: object) -> None:
    """Check that an attribute of a class is a collection of names of layers."""
    which = f"`{attribute}` of {cls.__name__}"
    if isinstance(names, str):
        raise ConfigError(f'{which} is a string; expected a tuple such as ("{shortened(names)}",)')
    if not isinstance(names, Collection) or not all(isinstance(name, str) for name in names):
        raise ConfigError(f"{which} is {quoted(names)}; expected a tuple of names of layers")


def check_on_class(cls: type, attribute: str, check: Callable[[type, str, object], None]) -> None:
    """Check the value that a class sets an attribute to in its own body.

    Properties are skipped, because their values are known only for objects. None is skipped as
    well, because it means that the attribute is not defined.
    """
    value = vars(cls).get(attribute)
    if value is not None and not hasattr(value, "__get__"):
        check(cls, attribute, value)


class Layer(ABC):
    """Computes one or more layers of many analyses at a time.

    An analyzer makes each layer object once, on first use, so that a costly model such as
    a parser is loaded only when it is needed.
    """

    on_class: ClassVar[tuple[str, ...]] = ("provides",)
    """The attributes that a registered class must set, because they are read from the class."""
    provides: tuple[str, ...]
    """The names of the layers that it computes."""
    needs: tuple[str, ...] = ()
    """The names of the layers that it reads."""
    resources: tuple[str, ...] = ()
    """The names of the resources that it reads, such as ``english``."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in ("provides", "needs"):
            check_on_class(cls, name, check_names)

    @abstractmethod
    def compute(self, analyses: Sequence[Analysis]) -> Iterable[Mapping[str, Any]]:
        """Yield the values of all provided layers for each analysis, in order."""


class WordwiseLayer(ABC):
    """Computes layers whose value at a word depends on that word alone.

    The value of each distinct word is computed once for all snippets of a call.
    """

    on_class: ClassVar[tuple[str, ...]] = ("provides", "reads")
    """The attributes that a registered class must set, because they are read from the class."""
    provides: tuple[str, ...]
    """The names of the layers that it computes."""
    reads: str
    """The name of the layer of strings that it reads."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_on_class(cls, "provides", check_names)

    @abstractmethod
    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Return the values of the strings, for each provided layer."""
