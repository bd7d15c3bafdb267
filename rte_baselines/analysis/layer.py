"""Base classes of layers: of snippets, and of words one by one."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from numpy.typing import NDArray

from rte_baselines.analysis.analysis import Analysis

WordValues: TypeAlias = list[str] | NDArray[Any]
"""One value for each string."""

KEPT_WORDS = 100_000
"""The number of words whose values may be cached.

Caches are bounded so that memory does not grow with the number of pairs. This number holds the
frequent words of any corpus.
"""


class Layer(ABC):
    """Computes one or more layers of many analyses at a time.

    An analyzer makes each layer object once, on first use, so that a costly model such as
    a parser is loaded only when it is needed.
    """

    on_class: ClassVar[tuple[str, ...]] = ("provides",)
    """What a registered class has a value of, as it is asked before an object is made."""
    provides: tuple[str, ...]
    """The names of the layers that it computes."""
    needs: tuple[str, ...] = ()
    """The names of the layers that it reads."""
    resources: tuple[str, ...] = ()
    """The names of the resources that it reads, such as ``english``."""

    @abstractmethod
    def compute(self, analyses: Sequence[Analysis]) -> Iterable[Mapping[str, Any]]:
        """Yield the values of all provided layers for each analysis, in order."""


class WordwiseLayer(ABC):
    """Computes layers whose value at a word depends on that word alone.

    The value of each distinct word is computed once for all snippets of a call.
    """

    on_class: ClassVar[tuple[str, ...]] = ("provides", "reads")
    """What a registered class has a value of, as it is asked before an object is made."""
    provides: tuple[str, ...]
    """The names of the layers that it computes."""
    reads: str
    """The name of the layer of strings that it reads."""

    @abstractmethod
    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Return the values of the strings, for each provided layer."""
