"""The smallest sub-trees of a sentence that span two of its words, and what hangs from them.

The smallest sub-tree that spans two words is the path between them: up from X to one word and down
from there to Y. The restrictions on its words are those of `rte_baselines.rules.learning.paths`.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import NamedTuple, TypeAlias

from rte_baselines.rules.learning.sentences import Edges, ShardWords, coordinated_words
from rte_baselines.rules.template import Template

Branch: TypeAlias = tuple[int, tuple[tuple[str, str], ...]]
"""A word below a path, as the index of the inner word of the path that it hangs from, and the
relations and lemmas on the way down to it; the last lemma is the word's own."""

_DEEPEST = 2
"""The maximum number of relations between a path and a word of its branches."""


class Span(NamedTuple):
    """A path between two words of a sentence.

    Parameters
    ----------
    path : str
        As a template, from X to Y.
    words : tuple of int
        The words between X and Y, in the order of the path.
    ends : tuple of int
        The words X and Y.
    """

    path: str
    words: tuple[int, ...]
    ends: tuple[int, int]


class _Climb(NamedTuple):
    """A way from a word up to another: the words on it, with the relation to the head of each."""

    words: tuple[int, ...]
    relations: tuple[str, ...]


class SentenceSpans:
    """The paths between words of a sentence.

    Parameters
    ----------
    edges : Edges
        The dependencies of the sentence.
    words : ShardWords
        The words of its shard.
    longest : int
        The largest number of relations in a path.
    """

    def __init__(self, edges: Edges, words: ShardWords, longest: int) -> None:
        self._edges = edges
        self._words = words
        self._longest = longest
        self._coordinated = coordinated_words(edges)
        self._heads: dict[int, list[tuple[str, int]]] = {}
        for head, dependents in edges.items():
            for relation, dependent in dependents:
                self._heads.setdefault(dependent, []).append((relation, head))

    def between(self, x: int, y: int) -> Iterator[Span]:
        """Yield the paths between two words that have a word besides these.

        Parameters
        ----------
        x, y : int
            Different nouns or names of the sentence.
        """
        for from_x, from_y in product(self._climbs(x), self._climbs(y)):
            if self._is_path(from_x, from_y):
                between = (*from_x.words[1:], *from_y.words[-2:0:-1])
                inner = tuple(word for word in between if word not in (x, y))
                yield Span(self._written(from_x, from_y, inner), inner, (x, y))

    def branches(self, span: Span) -> Iterator[Branch]:
        """Yield the words below the inner words of a path, each once, those of heads first.

        If two branches have the same relations and lemmas, the words below them are left out.
        Names, pronouns, numbers and function words are left out as well.
        """
        seen = {*span.words, *span.ends}
        level: Mapping[Branch, int] = {(number, ()): word for number, word in enumerate(span.words)}
        for _ in range(_DEEPEST):
            below: dict[Branch, int] = {}
            ambiguous = set()
            for (number, steps), word in level.items():
                for relation, dependent in self._edges.get(word, ()):
                    if dependent in seen or not self._words.is_word(dependent):
                        continue
                    seen.add(dependent)
                    branch = (number, (*steps, (relation, self._words.lemmas[dependent])))
                    if branch in below:
                        ambiguous.add(branch)
                    below[branch] = dependent
            yield from below
            level = {branch: word for branch, word in below.items() if branch not in ambiguous}

    def _climbs(self, word: int) -> list[_Climb]:
        """Return the ways up from a word, with that to the word itself."""
        found, last = [], [_Climb((word,), ())]
        for _ in range(self._longest + 1):
            found += last
            last = [
                _Climb((*climb.words, head), (*climb.relations, relation))
                for climb in last
                if len(climb.words) == 1 or self._words.is_word(climb.words[-1])
                for relation, head in self._heads.get(climb.words[-1], ())
                if head not in climb.words
            ]
        return found

    def _is_path(self, from_x: _Climb, from_y: _Climb) -> bool:
        """Whether two ways up meet in a word, and make a path of a template."""
        apex, x, y = from_x.words[-1], from_x.words[0], from_y.words[0]
        length = len(from_x.relations) + len(from_y.relations)
        return (
            from_y.words[-1] == apex
            and 2 <= length <= self._longest
            and not set(from_x.words[:-1]) & set(from_y.words[:-1])
            and (apex in (x, y) or self._through(apex, x, y))
        )

    def _through(self, apex: int, x: int, y: int) -> bool:
        return self._words.is_word(apex) and frozenset((x, y)) not in self._coordinated

    def _written(self, from_x: _Climb, from_y: _Climb, inner: tuple[int, ...]) -> str:
        up = [f"<{relation}-" for relation in from_x.relations]
        down = [f"-{relation}->" for relation in from_y.relations[::-1]]
        lemmas = [self._words.lemmas[word] for word in inner]
        steps = [*up, *down]
        written = [piece for pair in zip(steps, [*lemmas, "Y"], strict=True) for piece in pair]
        return " ".join(["X", *written])


def with_branches(path: str, branches: Collection[Branch]) -> Template:
    """Return the template of a path with words below it.

    Parameters
    ----------
    path : str
    branches : collection of Branch
        The branches. If a word is among them, so are all words between it and the path.
    """
    pieces = path.split(" ")
    for number in range(len(pieces) // 2 - 1):
        # X, relation, word, relation, ...
        pieces[2 * number + 2] += _bracketed([steps for at, steps in branches if at == number])
    return Template(" ".join(pieces))


def _bracketed(branches: Collection[tuple[tuple[str, str], ...]]) -> str:
    """Return the branches of a word, given the steps down to each word below it."""
    firsts = sorted({steps[0] for steps in branches})
    if not firsts:
        return ""
    written = (
        f"-{first[0]}-> {first[1]}"
        + _bracketed([steps[1:] for steps in branches if steps[0] == first and len(steps) > 1])
        for first in firsts
    )
    return f"[{'; '.join(written)}]"
