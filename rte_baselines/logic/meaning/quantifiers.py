"""The quantifiers of noun phrases: by determiners, pronouns, numbers and "of" phrases."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.verb_groups import norms_of
from rte_baselines.logic.meaning.lexicon import words

Kind = Literal[
    "existential",
    "definite",
    "universal",
    "free_choice",
    "negative",
    "few",
    "most",
    "at_least",
    "at_most",
    "exactly",
]
"""The quantifier of a noun phrase.

"free_choice" is the quantifier of "any": universal, or existential under a negation and in a
condition. "most" is the quantifier of every share: "most dogs", "half of the dogs".
"""

_BY_LIST: tuple[Kind, ...] = ("universal", "free_choice", "negative", "most", "few", "existential")
_ARTICLES = frozenset({"a", "an"})
_PLURAL = frozenset({"NNS", "PRP"})
# What a share is named by, besides its noun: "most old dogs", "half of the dogs that bark".
_RESTRICTING = ("amod", "compound", "nmod", "acl", "nummod", "flat")
# The kinds of phrases that are about some of what "of the dogs" names.
_OF_SOME: frozenset[Kind] = frozenset({"existential", "most", "at_least", "at_most", "exactly"})
_HALF = "half"


@dataclass(frozen=True)
class Quantifier:
    """The quantifier of a noun phrase."""

    kind: Kind
    noun: int | None
    """The position of the noun that describes the individuals.

    None for "nobody" and "something", which have none, and for a part of one individual: "half the
    cake", "some of it".
    """
    number: int = 0
    """For "at_least", "at_most" and "exactly"."""
    predicates: tuple[str, ...] = ()
    """Further predicates: "person.n" for "nobody", "group.n", or the whole phrase of a share.

    A share without one, as "nearly half of the dogs", is not understood.
    """
    is_definite: bool = False
    """Whether a number counts all of what is known: "the two dogs", "both dogs"."""

    @property
    def is_of_known(self) -> bool:
        """Whether the individuals are known: "the dog", "the two dogs"."""
        return self.kind == "definite" or self.is_definite


class Quantifiers:
    """Reads the quantifiers of a snippet."""

    def __init__(self, tree: DependencyTree) -> None:
        self._tree = tree
        self._bounds: dict[int, tuple[Kind, int]] = {}
        self._known: dict[int, Quantifier] = {}
        self.consumed: set[int] = set()
        """The words that belong to numbers, such as "at least", wherever they are attached."""
        values = tree.analysis.numbers
        for start in np.flatnonzero(~np.isnan(values)).tolist():
            self._read_bounds(start, float(values[start]))

    def of(self, word: int) -> Quantifier:
        """Return the quantifier of the noun phrase with a head."""
        if word not in self._known:
            self._known[word] = self._read(word)
        return self._known[word]

    def _read(self, word: int) -> Quantifier:
        tree = self._tree
        norm = tree.norms[word]
        if norm in words("persons") or norm in words("things"):
            kind = _kind_of(norm) or "existential"
            predicates = ("person.n",) if norm in words("persons") else ()
            return Quantifier(kind, None, predicates=predicates)
        if norm == "one" and "no" in norms_of(tree, word, "det"):
            return Quantifier("negative", None, predicates=("person.n",))
        noun = self._of_phrase(word)
        partitive = None if noun is None else self._partitive(word, noun)
        return partitive or self._by_dependents(word)

    def is_of_part(self, word: int) -> bool:
        """Whether a phrase is about some of what is known: "some of the dogs", "most dogs"."""
        quantifier, noun = self.of(word), self._of_phrase(word)
        if quantifier.kind == "most" or noun is None:
            return quantifier.kind == "most"
        is_of_some = quantifier.kind in _OF_SOME and not quantifier.is_definite
        return is_of_some and quantifier.noun in (None, noun) and self._is_definite(noun)

    @property
    def has_partitive(self) -> bool:
        """Whether any noun phrase is about a part of a known set, such as "some of the dogs"."""
        return any(map(self.is_of_part, range(len(self._tree.heads))))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The bounds of the numbers, in ascending order: 3 for "at least three dogs"."""
        bounds = self._bounds.values()
        return tuple(sorted({number for kind, number in bounds if kind != "existential"} - {0}))

    def is_of_number(self, word: int) -> bool:
        """Whether a word is a number, or belongs to one."""
        return word in self.consumed or self._tree.pos[word] == "NUM"

    # Numbers.

    def _read_bounds(self, start: int, value: float) -> None:
        """Read a number with the words before it: "at least three", "more than two hundred"."""
        if value != int(value) or value > 10**15:
            return
        number = int(value)
        bounds: dict[str, tuple[Kind, int]] = {
            "": ("at_least", number),
            "at_least": ("at_least", number),
            "at_most": ("at_most", number),
            "more_than": ("at_least", number + 1),
            "less_than": ("at_most", number - 1),
            "exactly": ("exactly", number),
            "approximately": ("existential", number),
        }
        self._bounds[start] = bounds[self._bound_before(start)]

    def _is_free(self, before: range) -> bool:
        """Whether words may bound a number; "over" in "over two fences" is a preposition."""
        tree = self._tree
        last = before[-1]
        noun = tree.heads[last]
        is_preposition = tree.is_in(last, "case") and tree.pos[noun] != "NUM"
        # The subject in "under ten dogs barked" has no preposition.
        is_preposition &= not tree.is_in(noun, "nsubj", "obj", "iobj")
        return len(before) > 1 or not is_preposition

    def _bound_of(self, numeral: int) -> tuple[Kind, int] | None:
        """Return the bound of the number that a numeral ends: "hundred" in "two hundred"."""
        parts = [numeral, *self._tree.dependents(numeral, "compound", "nummod", "flat")]
        starts = [part for part in sorted(parts) if part in self._bounds]
        return self._bounds[starts[0]] if starts else None

    # Phrases with "of".

    def _of_phrase(self, word: int) -> int | None:
        nouns = (noun for noun in self._tree.dependents(word, "nmod") if noun > word)
        return next((noun for noun in nouns if self._tree.preposition(noun) == "of"), None)

    def _partitive(self, word: int, noun: int) -> Quantifier | None:
        """Return the quantifier of "two of the dogs" or "a group of dogs"; None for others."""
        tree = self._tree
        norm, lemma = tree.norms[word], tree.lemmas[word]
        kind = _kind_of(norm)
        if kind is not None and (tree.pos[word] != "NOUN" or norm in ("none", "most")):
            return self._of_kind(kind, word, noun)
        if norm in words("both"):
            return Quantifier("at_least", noun, number=2, is_definite=True)
        described = None if tree.pos[noun] == "PRON" else noun
        bound = self._bound_of(word) if tree.pos[word] == "NUM" else None
        if bound is not None or norm == "one":
            return _counted(*(bound or ("at_least", 1)), described)
        if lemma in words("quantity_nouns"):
            return self._quantity(word, noun)
        return self._share(word, noun) if self._is_share(word) else None

    def _of_kind(self, kind: Kind, word: int, noun: int) -> Quantifier:
        """Return the quantifier of "some of the dogs", "most of the cake" or "some of them"."""
        tree = self._tree
        if kind not in ("existential", "most"):
            return Quantifier(kind, noun)
        if tree.pos[noun] == "PRON":
            return Quantifier("existential", None)
        if tree.tags[noun] in _PLURAL:
            return Quantifier(kind, noun, predicates=self._own_predicates(kind, noun))
        # A part of a cake is no cake.
        amount = (f"{tree.norms[word]}_part.n",) if kind == "most" else ()
        return Quantifier("existential", None, predicates=("part.n", *amount))

    def _quantity(self, word: int, noun: int) -> Quantifier:
        lemma = self._tree.lemmas[word]
        own = self._by_dependents(word)
        if lemma in words("quantity_numbers") and own.kind == "existential":
            return Quantifier("at_least", noun, number=2)
        return replace(own, noun=noun, predicates=(f"{lemma}.n",))

    # Shares.

    def _is_share(self, word: int) -> bool:
        listed = words("definite_shares")
        if not self._is_definite(word):
            listed |= words("shares")
        # A large part is more than a part.
        is_plain = not self._tree.dependents(word, "amod", "compound")
        return is_plain and self._tree.lemmas[word] in listed

    def _share(self, word: int, noun: int) -> Quantifier | None:
        """Return the quantifier of "half of the dogs"; None for a part of one individual."""
        tree = self._tree
        numerals = tree.dependents(word, "nummod")
        start = min([word, *numerals, *tree.dependents(word, "det")])
        bound = self._bound_before(start)
        is_plural = tree.tags[noun] in _PLURAL
        if not is_plural and not bound:
            return None
        share = "_".join([*(tree.norms[numeral] for numeral in numerals), tree.lemmas[word]])
        return self._bounded_share(bound, self._named(share, noun), noun if is_plural else None)

    def _bounded_share(self, bound: str, name: str, noun: int | None) -> Quantifier:
        """Return the quantifier of a share: less than half is not half."""
        if bound not in ("", "at_least", "more_than", "less_than", "at_most"):
            return Quantifier("most", noun)
        is_strict = bound in ("more_than", "at_most")
        kind: Kind = "negative" if bound in ("less_than", "at_most") else "most"
        return Quantifier(kind, noun, predicates=(f"more_than_{name}" if is_strict else name,))

    def _bound_before(self, start: int) -> str:
        """Return the heading of the words before a number or a share, which then belong to it."""
        headings = ("at_least", "at_most", "more_than", "less_than", "exactly", "approximately")
        for length in (3, 2, 1):
            before = range(max(start - length, 0), start)
            phrase = "_".join(self._tree.norms[word] for word in before)
            found = next((heading for heading in headings if phrase in words(heading)), "")
            if found and len(before) == length and self._is_free(before):
                self.consumed |= set(before)
                return found
        return ""

    def _named(self, share: str, noun: int) -> str:
        """Return the name of a share of individuals, by all that the phrase says of them.

        Most dogs are dogs, but they are not most animals, and most old dogs are not most dogs.
        """
        tree = self._tree
        parts = [noun]
        for part in parts:
            relations = _RESTRICTING if part == noun else ()
            parts.extend(below for below in tree.dependents(part, *relations) if below != noun)
        kept = [part for part in sorted(parts) if tree.pos[part] not in ("DET", "PUNCT")]
        lemmas = [tree.lemmas[node] for node in kept if tree.norms[node] not in words("most")]
        return "_".join([share, *lemmas])

    # Determiners.

    def _is_definite(self, noun: int) -> bool:
        """Whether a noun has "the" or a possessor, or is a pronoun or a name."""
        tree = self._tree
        is_known = norms_of(tree, noun, "det") & words("definite")
        has_owner = tree.dependents(noun, "nmod:poss")
        return bool(is_known or has_owner) or tree.pos[noun] in ("PRON", "PROPN")

    def _by_dependents(self, word: int) -> Quantifier:
        tree = self._tree
        determiners = [*tree.dependents(word, "det", "cc:preconj"), *self._quantifying(word)]
        norms = {tree.norms[determiner] for determiner in determiners}
        if tree.dependents(word, "conj"):
            # The negation of "neither Ann nor Bob" is that of the coordination.
            norms.discard("neither")
        is_definite = bool(norms & words("definite") or tree.dependents(word, "nmod:poss"))
        if norms & words("both"):
            return Quantifier("at_least", word, number=2, is_definite=True)
        if norms & words("few") and not norms & _ARTICLES:
            return Quantifier("few", word)
        for kind in _BY_LIST:
            if kind not in ("few", "existential") and norms & words(kind):
                return Quantifier(kind, word, predicates=self._own_predicates(kind, word))
        if _HALF in norms:
            half = next(determiner for determiner in determiners if tree.norms[determiner] == _HALF)
            described = word if tree.tags[word] in _PLURAL else None
            bound = self._bound_before(half)
            return self._bounded_share(bound, self._named(_HALF, word), described)
        bounds = (self._bound_of(numeral) for numeral in tree.dependents(word, "nummod"))
        number = next(filter(None, bounds), None)
        if number is not None:
            return _counted(*number, word, is_definite=is_definite)
        if norms & words("few"):
            return Quantifier("existential", word, predicates=("several.a",))
        return Quantifier("definite" if is_definite else "existential", word)

    def _quantifying(self, word: int) -> list[int]:
        """Return the adjectives that are quantifiers, such as "few"."""
        adjectives = self._tree.dependents(word, "amod", "advmod")
        if not adjectives:
            return []
        quantifying = words("few") | words("most") | words("both") | words("negative")
        return [
            adjective
            for adjective in adjectives
            if self._tree.norms[adjective] in quantifying and adjective < word
        ]

    def _own_predicates(self, kind: Kind, noun: int) -> tuple[str, ...]:
        return (self._named("most", noun),) if kind == "most" else ()


def _counted(kind: Kind, number: int, noun: int | None, *, is_definite: bool = False) -> Quantifier:
    """Return the quantifier of a number; about twenty may be fewer than twenty, or more."""
    if kind == "existential":
        return Quantifier(kind, noun, predicates=(f"about_{number}",))
    return Quantifier(kind, noun, number=number, is_definite=is_definite)


def _kind_of(norm: str) -> Kind | None:
    return next((kind for kind in _BY_LIST if norm in words(kind)), None)
