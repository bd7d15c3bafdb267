"""Operators: what bears on a predicate at the level of its proposition."""

from collections.abc import Sequence
from dataclasses import dataclass

from rte_baselines.analysis.predications import Commitment, Modality, Tense
from rte_baselines.features.linguistic_rules.structures import Clause, Snippet, clause_head
from rte_baselines.features.linguistic_rules.word_lists import words_of

_OPAQUE: frozenset[Commitment] = frozenset({"believed", "potential", "conditional"})
_OF_CLAUSES = ("ccomp", "xcomp", "csubj", "acl")
_OF_NOUNS = ("nmod", "compound", "obj")
_NEGATING = ("advmod", "det")


@dataclass(frozen=True)
class Operators:
    """Whether what a predicate says is so.

    Parameters
    ----------
    negated : bool
    doubt : str
        The predicate that governs it and denies or doubts it; empty if none does.
    modality : {"none", "possible", "necessary"}
    tense : {"past", "present", "future", "none"}
    opacity : str
        Why it may not be so, in a few words; empty if nothing makes it opaque.
    """

    negated: bool = False
    doubt: str = ""
    modality: Modality = "none"
    tense: Tense = "none"
    opacity: str = ""

    @property
    def is_negative(self) -> bool:
        """Whether it is said not to be so: negated, or doubted, but not both."""
        return self.negated != bool(self.doubt)

    @property
    def are_any(self) -> bool:
        """Whether there is negation, doubt, modality or opacity."""
        return self.negated or bool(self.doubt or self.opacity) or self.modality != "none"


def operators_of_clause(snippet: Snippet, clause: Clause) -> Operators:
    """Return what bears on the predicate of a clause, by its status and what governs it."""
    status = clause.status
    above = _governors(snippet, clause_head(snippet.tree, clause.predication), _OF_CLAUSES)
    doubt = _doubting(snippet, above)
    if not doubt and status.commitment == "counterfactual":
        doubt = snippet.words[above[0]].lemma if above else status.commitment
    is_opaque = status.commitment in _OPAQUE
    return Operators(
        negated=status.negated,
        doubt=doubt,
        modality=status.modality,
        tense=status.tense,
        opacity=status.commitment if is_opaque else _opaque(snippet, above),
    )


def operators_of_noun(snippet: Snippet, noun: int) -> Operators:
    """Return what bears on a noun that says what a verb could."""
    above = _governors(snippet, noun, _OF_NOUNS)
    return Operators(
        negated=_is_negated(snippet, noun),
        doubt=_doubting(snippet, above),
        opacity=_opaque(snippet, above),
    )


def _governors(snippet: Snippet, word: int, relations: Sequence[str]) -> list[int]:
    """Return the predicates that a predicate is part of what they say, the nearest first."""
    tree = snippet.tree
    above = []
    while tree.is_in(word, *relations) and tree.relations[word] != "acl:relcl":
        word = tree.heads[word]
        above.append(word)
    return above


def _doubting(snippet: Snippet, above: Sequence[int]) -> str:
    """Return the first predicate on the list of doubt; a denied doubt is none."""
    lemmas = [(word, snippet.words[word].lemma) for word in above]
    doubts = words_of("doubt_verbs.txt")
    return next(
        (lemma for word, lemma in lemmas if lemma in doubts and not _is_negated(snippet, word)), ""
    )


def _opaque(snippet: Snippet, above: Sequence[int]) -> str:
    lemmas = (snippet.words[word].lemma for word in above)
    found = next((lemma for lemma in lemmas if lemma in words_of("opaque_predicates.txt")), "")
    return f"governed by {found!r}" if found else ""


def _is_negated(snippet: Snippet, word: int) -> bool:
    dependents = snippet.tree.dependents(word, *_NEGATING)
    return any(snippet.analysis.is_negation[one] for one in dependents)
