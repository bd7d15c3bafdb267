"""The analyzer, which makes analyses of snippets and computes their layers.

Layers are computed for many analyses at once, with each distinct word looked up once. Components
read them through analyses that hold them to the layers that they declare.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from hashlib import blake2b
from itertools import accumulate, chain, pairwise
from typing import Any, TypeVar, cast

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.layer import KEPT_WORDS, Layer, WordValues, WordwiseLayer
from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.components_table import LAYER_NAMES
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import IntArray

Key = TypeVar("Key", bound=Hashable)


def numbered(keys: Iterable[Key], count: int) -> tuple[list[Key], IntArray]:
    """Return the distinct keys in the order in which they first occur, and the number of each key.

    `count` is the number of keys; the numbers are indices into the distinct keys.
    """
    numbers: defaultdict[Key, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    indices = np.fromiter(map(numbers.__getitem__, keys), np.int64, count)
    return list(numbers), indices


class TokenIds(dict[str, int]):
    """Maps strings to 64-bit digests, which are equal in all processes and on all machines.

    The probability that any two of a million distinct strings have the same digest is 1 in 37
    million. The digests of frequent strings are cached.
    """

    def __missing__(self, string: str) -> int:
        digest = blake2b(string.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        number = int.from_bytes(digest, "little", signed=True)
        # The first strings of a corpus include most of its frequent ones.
        if len(self) < KEPT_WORDS:
            self[string] = number
        return number

    def __call__(self, strings: Sequence[str]) -> IntArray:
        """Return the ids of the strings, shape (strings,)."""
        return np.fromiter(map(self.__getitem__, strings), np.int64, len(strings))


class TokenIdLayer(WordwiseLayer):
    """The integer ids of the strings of a layer, which is `level`."""

    def __init__(self, level: str, token_ids: TokenIds) -> None:
        self.reads = level
        self.provides = (f"{level}.ids",)
        self._token_ids = token_ids

    def values(self, strings: Sequence[str]) -> Mapping[str, IntArray]:
        """Return the ids of the strings."""
        return {f"{self.reads}.ids": self._token_ids(strings)}


class _Preparation:
    """Computes the missing layers of some analyses.

    `layer_of` returns the `Layer` or `WordwiseLayer` that computes the layer of a name.
    """

    def __init__(
        self, analyses: Sequence[Analysis], layer_of: Callable[[str], Layer | WordwiseLayer]
    ) -> None:
        self._analyses = analyses
        self._layer_of = layer_of
        self._wordwise: dict[str, tuple[_DistinctWords, WordValues]] = {}

    def provide(self, name: str) -> None:
        """Compute a layer, and the layers that it needs, for the analyses that lack it."""
        missing = [analysis for analysis in self._analyses if name not in analysis.layers]
        if not missing:
            return
        layer = self._layer_of(name)
        if isinstance(layer, WordwiseLayer):
            words, values = self._of_distinct_words(name)
            for analysis, value in zip(self._analyses, words.spread(values), strict=True):
                analysis.layers.setdefault(name, value)
            return
        for need in layer.needs:
            self.provide(need)
        for analysis, computed in zip(missing, layer.compute(missing), strict=True):
            analysis.layers.update(computed)

    def _of_distinct_words(self, name: str) -> "tuple[_DistinctWords, WordValues]":
        """Return the distinct words of a layer, and the value of the layer at each."""
        if name not in self._wordwise:
            layer = self._layer_of(name)
            if isinstance(layer, WordwiseLayer):
                words, strings = self._of_distinct_words(layer.reads)
                # Wordwise layers read layers of strings only.
                for provided, values in layer.values(cast(list[str], strings)).items():
                    self._wordwise[provided] = words, values
            else:
                self.provide(name)
                words = _DistinctWords([analysis.layers[name] for analysis in self._analyses])
                self._wordwise[name] = words, words.strings
        return self._wordwise[name]


class _DistinctWords:
    """The distinct strings of a layer in some snippets, with their positions."""

    def __init__(self, snippets: Sequence[Sequence[str]]) -> None:
        self._ends = list(accumulate(map(len, snippets), initial=0))
        words = chain.from_iterable(snippets)
        self.strings, self._indices = numbered(words, self._ends[-1])

    def spread(self, values: WordValues) -> Iterator[Any]:
        """Yield the values at the words of each snippet, as a tuple of strings or an array."""
        spread: Any
        if isinstance(values, list):
            spread = tuple(np.array(values, dtype=object)[self._indices].tolist())
        else:
            spread = values[self._indices]
        for start, end in pairwise(self._ends):
            yield spread[start:end]


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
        # Threads that share the analyzer remember by themselves.
        self._remembered: ContextVar[dict[str, Analysis] | None] = ContextVar(
            "remembered", default=None
        )

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
        remembered = self._remembered.get()
        known: dict[str, Analysis] = {} if remembered is None else remembered
        analyses = [known.setdefault(snippet, Analysis(snippet, self)) for snippet in snippets]
        self.prepare(list(dict.fromkeys(analyses)), layers)
        return analyses

    @contextmanager
    def remembering(self) -> Iterator[None]:
        """Keep analyses from call to call inside the ``with`` block.

        Several recognizers then analyze the same pairs only once. Memory grows with the
        number of distinct snippets.
        """
        before = self._remembered.get()
        self._remembered.set({} if before is None else before)
        try:
            yield
        finally:
            self._remembered.set(before)

    def prepare(self, analyses: Sequence[Analysis], layers: Iterable[str]) -> None:
        """Compute the layers that are missing, and the layers that they depend on."""
        preparation = _Preparation(analyses, self._layer_of)
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


class DeclaredAnalysis(Analysis):
    """An analysis that raises an error if a layer is read that its reader does not declare.

    An undeclared layer would be computed snippet by snippet, which is slow, and a saved model would
    not record the resources that the layer reads. `reader` is the name of the class that reads the
    layers, for messages.
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
        if name.removesuffix(".ids") in self._readable:
            return self._analysis.layer(name)
        try:
            check_layer(name)
        except ConfigError as error:
            raise ConfigError(f"{self._reader}: {error}") from None
        raise ConfigError(f"layer {name!r} is not among the `layers` of {self._reader}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        known = layer_names()
        if name not in known:
            missing = f"an analysis has no attribute or layer {name!r}"
            raise AttributeError(f"{missing}; {did_you_mean(name, known)}".rstrip("; "))
        self.layer(name)
        raise AttributeError(f"layer {name!r} is no attribute; expected .layer({name!r})")


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
