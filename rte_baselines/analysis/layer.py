"""What a layer of analysis is: of whole snippets, or of single words."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from numpy.typing import NDArray

from rte_baselines.analysis.analysis import Analysis

WordValues: TypeAlias = list[str] | NDArray[Any]
"""One value for each of some strings."""

KEPT_WORDS = 100_000
"""How many words a layer may remember from batch to batch: those of any corpus that are worth it.

Memory must not grow with the number of pairs, and new words never end.
"""


class Layer(ABC):
    """Computes one or more layers of many analyses at a time.

    A layer is made once per analyzer, when first needed, so that what is costly to
    load (a parser, say) is loaded only by those who ask for it.
    """

    provides: tuple[str, ...]
    """Names of the layers it computes together."""
    needs: tuple[str, ...] = ()
    """Names of the layers it reads."""
    resources: tuple[str, ...] = ()
    """Names of the resources it reads, such as ``english``."""

    @abstractmethod
    def compute(self, analyses: Sequence[Analysis]) -> Iterable[Mapping[str, Any]]:
        """Yield for each analysis, in order, the value of every layer provided."""


class WordwiseLayer(ABC):
    """Computes layers whose value at a word follows from that word alone.

    It looks at each distinct word of many snippets once, wherever and however often it
    stands.
    """

    provides: tuple[str, ...]
    """Names of the layers it computes together."""
    reads: str
    """The layer of strings that it looks at."""

    @abstractmethod
    def values(self, strings: Sequence[str]) -> Mapping[str, WordValues]:
        """Return the value at each string, for every layer provided."""
