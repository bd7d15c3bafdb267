"""Axiom-like paraphrase rules: a pattern of head-dependent structures on each side."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rte_baselines.features.linguistic_rules.structures import Snippet, Structure
from rte_baselines.features.linguistic_rules.word_lists import lines_of

_TERM = re.compile(r"([^\s(]+)\(([^,:)]+)(?::([^,)]+))?, ([^)]+)\)")
_ANY = "_"
_WAYS = re.compile(r"\s(<?->)\s")

Binding = Mapping[str, int]
"""The position of each word of a pattern."""


@dataclass(frozen=True)
class Term:
    """One structure of a pattern.

    Parameters
    ----------
    head, dependent : str
        Lemmas separated by "|"; a variable, which is a capital letter; or "_" for any head.
        Equal strings in a pattern are bound to the same word.
    relations : frozenset of str
        In the active voice; empty for any.
    markers : frozenset of str
        Prepositions; empty for any.
    """

    head: str
    relations: frozenset[str]
    markers: frozenset[str]
    dependent: str

    def takes(self, structure: Structure) -> bool:
        """Whether a structure has the relation, preposition and lemmas of the term."""
        return (
            (not self.relations or structure.function in self.relations)
            and (not self.markers or structure.marker in self.markers)
            and _is_lemma(self.head, structure.head)
            and _is_lemma(self.dependent, structure.lemma)
        )


@dataclass(frozen=True)
class Rule:
    """A paraphrase rule: the text's pattern entails the hypothesis's.

    Parameters
    ----------
    text, hypothesis : tuple of Term
        The predicate's structures come first.
    """

    text: tuple[Term, ...]
    hypothesis: tuple[Term, ...]


@cache
def paraphrase_rules() -> tuple[Rule, ...]:
    """Return the rules of ``paraphrases.txt`` in their order; bidirectional rules are two."""
    return tuple(rule for line in lines_of("paraphrases.txt") for rule in rules_of(line))


def rules_of(line: str) -> list[Rule]:
    """Return the rules of a line of the file: one, or two if it is bidirectional."""
    left, arrow, right = _WAYS.split(line)
    sides = tuple(map(_term, left.split(" & "))), tuple(map(_term, right.split(" & ")))
    rules = [Rule(*sides)]
    return [*rules, Rule(*sides[::-1])] if arrow == "<->" else rules


def is_variable(word: str) -> bool:
    """Whether a word of a pattern is a variable, which matches any word."""
    return len(word) == 1 and word.isupper()


def bindings(terms: Sequence[Term], snippet: Snippet) -> Iterator[tuple[Binding, list[Structure]]]:
    """Yield each way to bind the terms of a pattern to structures of a snippet.

    Parameters
    ----------
    terms : sequence of Term
        A head "_" after the first term must be a word of an earlier term.
    snippet : Snippet

    Yields
    ------
    binding : dict of str to int
        The position of each word of the pattern.
    structures : list of Structure
        The structure of each term.
    """
    yield from _extend({}, [], terms, snippet.structures)


def _extend(
    binding: dict[str, int],
    taken: list[Structure],
    terms: Sequence[Term],
    structures: Sequence[Structure],
) -> Iterator[tuple[Binding, list[Structure]]]:
    if not terms:
        yield binding, taken
        return
    for structure in structures:
        bound = _bound(binding, taken, terms[0], structure)
        if bound is not None:
            yield from _extend(bound, [*taken, structure], terms[1:], structures)


def _bound(
    binding: Mapping[str, int], taken: Sequence[Structure], term: Term, structure: Structure
) -> dict[str, int] | None:
    """Return the binding extended by a term and a structure; None if they do not match."""
    if structure in taken or not term.takes(structure):
        return None
    words = {word for bound in taken for word in (bound.governor, bound.dependent)}
    if term.head == _ANY and taken and structure.governor not in words:
        return None
    bound = dict(binding)
    for word, position in ((term.head, structure.governor), (term.dependent, structure.dependent)):
        if word != _ANY and bound.setdefault(word, position) != position:
            return None
    return bound


def _term(written: str) -> Term:
    match = _TERM.fullmatch(written.strip())
    if match is None:
        raise ValueError(f"{written!r} is not a structure such as 'apply(obj, pressure)'")
    head, relation, markers, dependent = match.groups()
    relations = frozenset() if relation == _ANY else frozenset(relation.split("|"))
    return Term(head, relations, frozenset((markers or "").split("|")) - {""}, dependent)


def _is_lemma(word: str, lemma: str) -> bool:
    return word == _ANY or is_variable(word) or lemma in word.split("|")
