"""Operators on a predicate: negation, doubt, modality, tense and opacity."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rte_baselines.analysis.predicates.predications import Commitment, Modality, Tense
from rte_baselines.features.linguistic_rules.structures import Clause, Snippet, clause_head
from rte_baselines.features.linguistic_rules.word_lists import words_of

_OPAQUE: frozenset[Commitment] = frozenset({"believed", "potential", "conditional"})
_OF_CLAUSES = ("ccomp", "xcomp", "csubj", "acl")
_OF_NOUNS = ("nmod", "compound", "obj")
_ADJUNCTS = ("obl", "advcl")
_NEGATING = ("advmod", "det")


@dataclass(frozen=True)
class Operators:
    """The operators on a predicate, which decide whether its proposition holds.

    Parameters
    ----------
    negated : bool
    doubt : str
        The governing predicate that denies or doubts it; empty if there is none.
    modality : {"none", "possible", "necessary"}
    tense : {"past", "present", "future", "none"}
    opacity : str
        Why it is opaque, that is, may not hold, in a few words; empty if it is not.
    """

    negated: bool = False
    doubt: str = ""
    modality: Modality = "none"
    tense: Tense = "none"
    opacity: str = ""

    @property
    def is_negative(self) -> bool:
        """Whether it is negated or doubted, but not both."""
        return self.negated != bool(self.doubt)

    @property
    def has_operators(self) -> bool:
        """Whether there is negation, doubt, modality or opacity."""
        return self.negated or bool(self.doubt or self.opacity) or self.modality != "none"


def operators_of_clause(snippet: Snippet, clause: Clause) -> Operators:
    """Return the operators on the predicate of a clause, by its status and its governors."""
    status = clause.status
    above = _governors(snippet, clause_head(snippet.tree, clause.predication), _OF_CLAUSES)
    doubt = _doubting(snippet, above)
    if not doubt and status.commitment == "counterfactual":
        doubt = snippet.words[above[0].word].lemma if above else status.commitment
    is_opaque = status.commitment in _OPAQUE
    return Operators(
        negated=status.negated,
        doubt=doubt,
        modality=status.modality,
        tense=status.tense,
        opacity=status.commitment if is_opaque else _opaque(above),
    )


def operators_of_noun(snippet: Snippet, noun: int) -> Operators:
    """Return the operators on a noun that expresses a predicate."""
    above = _governors(snippet, noun, _OF_NOUNS)
    return Operators(
        negated=_is_negated(snippet, noun),
        doubt=_doubting(snippet, above),
        opacity=_opaque(above),
    )


class _Governor(NamedTuple):
    """A predicate that governs another predicate.

    Parameters
    ----------
    word : int
    forms : tuple of str
        The forms to look up in the lists: the lemma, unless it governs an adjunct, and the lemma
        with the marker of what it governs, as in "call_for".
    """

    word: int
    forms: tuple[str, ...]


def _governors(snippet: Snippet, word: int, relations: Sequence[str]) -> list[_Governor]:
    """Return the predicates that govern a predicate, the nearest first.

    A predicate that governs it by an adjunct is the last one.
    """
    tree = snippet.tree
    above = []
    while tree.is_in(word, *relations, *_ADJUNCTS) and not _is_relative_clause(snippet, word):
        head, is_adjunct = tree.heads[word], tree.is_in(word, *_ADJUNCTS)
        lemma = snippet.words[head].lemma
        marked = f"{lemma}_{tree.marker(word)}"
        above.append(_Governor(head, (marked,) if is_adjunct else (lemma, marked)))
        if is_adjunct:
            break
        word = head
    return above


def _is_relative_clause(snippet: Snippet, word: int) -> bool:
    """Whether a clause is a relative clause, unlike that of "it is not the case that"."""
    tree = snippet.tree
    return tree.relations[word] == "acl:relcl" and not tree.dependents(tree.heads[word], "expl")


def _doubting(snippet: Snippet, above: Sequence[_Governor]) -> str:
    """Return the first governor that doubts, or that affirms and is negated.

    A negated doubt does not count.
    """
    for word, forms in above:
        doubting = words_of("affirming.txt" if _is_negated(snippet, word) else "doubt_verbs.txt")
        doubt = next((form for form in forms if form in doubting), "")
        if doubt:
            return doubt
    return ""


def _opaque(above: Sequence[_Governor]) -> str:
    forms = (form for governor in above for form in governor.forms)
    opaque = next((form for form in forms if form in words_of("opaque_predicates.txt")), "")
    return f"governed by {opaque!r}" if opaque else ""


def _is_negated(snippet: Snippet, word: int) -> bool:
    dependents = snippet.tree.dependents(word, *_NEGATING)
    return any(snippet.analysis.is_negation[dependent] for dependent in dependents)
