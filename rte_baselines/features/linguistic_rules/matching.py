"""Matching of structures of the hypothesis with structures of the text, used by all rules."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from rte_baselines.features.linguistic_rules.structures import Clause, Snippet, Structure
from rte_baselines.features.linguistic_rules.word_relations import (
    GRADES,
    Similarity,
    Word,
    are_opposites,
    causes,
    similarity,
)

EQUAL: frozenset[Similarity] = frozenset({"identical"})
"""The similarity of structures that a rule calls identical."""
SIMILAR: frozenset[Similarity] = EQUAL.union(("synonym", "more specific", "derived"))
"""The similarities of structures that a rule calls similar; shared features are not enough."""

# Importance in sums of scores: "scored higher according to whether they belong to the subset of
# core relations and roles" (section 2). The paper gives no numbers.
_CORE, _ADJUNCT = 2.0, 1.0


@dataclass(frozen=True)
class Pairing:
    """A structure of the hypothesis and the similar structure of the text.

    `text_word`: the position in the text of the counterpart of the hypothesis's dependent: usually
    the dependent of `text`, but its governor if that noun is the counterpart. `similarity`: that of
    this word to the hypothesis's dependent.
    """

    text: Structure
    hypothesis: Structure
    text_word: int
    similarity: Similarity


@dataclass(frozen=True)
class Match:
    """A match between text and hypothesis by a rule.

    `text`, `hypothesis`: the clauses whose predicates are compared, for the checks; None if no
    clauses are compared, or if the text's predicate is a noun. `text_predicate`: the position of
    the text's predicate, a verb or a noun. `weight`: the quality of the match, in [0, 1].
    `are_opposites`: whether the two predicates are antonyms. `scope`: if no clause of the text is
    compared, the clause with most of the pairings, whose operators are checked.
    """

    rule: str
    text: Clause | None
    hypothesis: Clause | None
    text_predicate: int | None
    pairings: tuple[Pairing, ...]
    weight: float
    are_opposites: bool = False
    scope: Clause | None = None


Fits = Callable[[Structure, Structure], bool]
"""Whether a structure of the text can match one of the hypothesis, by relation and role."""


def importance(structure: Structure) -> float:
    """Return the weight of a structure in sums: 2 for arguments, 1 for adjuncts."""
    return _CORE if structure.is_core else _ADJUNCT


def fits(text: Structure, hypothesis: Structure) -> bool:
    """Whether the relations and roles of two structures are compatible, regardless of voice.

    "Subject-agent are allowed to match with arg_mod-agent and subject-theme_affected with
    object-theme_affected but not viceversa" (section 4.1): the relations have to be equal in
    the active voice. The roles of adjuncts have to agree. The object of a verb also matches the
    subject of a verb that it causes: who was killed died, what was sunk sank.
    """
    if text.function == hypothesis.function:
        roles = {text.role, hypothesis.role}
        return text.is_core or len(roles) == 1 or bool(roles & {"mod", ""})
    is_affected = text.function == "obj" and hypothesis.role == "theme_aff"
    return is_affected and hypothesis.function == "subj" and causes(text.head, hypothesis.head)


def same_head(text: Structure, hypothesis: Structure) -> bool:
    """Whether the heads of two structures have the same lemma, regardless of their relations."""
    return text.head == hypothesis.head


@dataclass(frozen=True)
class SnippetPair:
    """A text and a hypothesis, whose words, predicates and structures are compared."""

    text: Snippet
    hypothesis: Snippet

    @property
    def target(self) -> Clause | None:
        """The clause of the hypothesis to match, "main clause first"; None without any."""
        return next(iter(self.hypothesis.clauses), None)

    def similarity(self, text_word: int, word: int) -> Similarity | None:
        """Return the similarity of a word of the text to one of the hypothesis."""
        words = self.text.words[text_word], self.hypothesis.words[word]
        return similarity(*words, self.text.wordnet)

    def similarity_of_predicates(self, clause: Clause, target: Clause) -> Similarity | None:
        """Return the similarity of the predicates of two clauses."""
        return self.similarity(clause.predication.word, target.predication.word)

    def are_opposites(self, clause: Clause, target: Clause) -> bool:
        """Whether the predicates of two clauses are antonyms."""
        word = self.hypothesis.words[target.predication.word]
        return are_opposites(self.text.words[clause.predication.word], word, self.text.wordnet)

    def pairings(
        self,
        text_structures: Iterable[Structure],
        structures: Iterable[Structure],
        *,
        kinds: frozenset[Similarity] = SIMILAR,
        fit: Fits = fits,
    ) -> tuple[Pairing, ...]:
        """Pair structures of the hypothesis with their most similar structures of the text.

        `kinds`: the similarities of dependents that are allowed. `fit`: which structures can match.
        The result: one for each structure of the hypothesis that has a counterpart, in their order.
        """
        candidates: dict[Word, list[Structure]] = {}
        for structure in text_structures:
            candidates.setdefault(self.text.words[structure.dependent], []).append(structure)
        pairings: list[Pairing] = []
        for target in structures:
            word, wordnet = self.hypothesis.words[target.dependent], self.text.wordnet
            similar = [
                (kind, found)
                for text_word, found in candidates.items()
                if (kind := similarity(text_word, word, wordnet)) is not None and kind in kinds
            ]
            similar.sort(key=lambda found: -GRADES[found[0]])
            fitting = (
                Pairing(structure, target, structure.dependent, kind)
                for kind, found in similar
                for structure in found
                if fit(structure, target)
            )
            # The most similar, the first among ties.
            pairings += islice(fitting, 1)
        return tuple(pairings)


def weight(
    predicates: Similarity | None, pairings: Iterable[Pairing], targets: Iterable[Structure]
) -> float:
    """Return the weighted mean of the grades of predicate and structures, by importance.

    The similarity of the predicates counts as much as an argument; `targets` are all structures of
    the hypothesis that should be matched. The result is from 0 to 1.
    """
    grade = GRADES[predicates] if predicates is not None else 0.0
    score = _CORE * grade + sum(
        importance(pairing.hypothesis) * GRADES[pairing.similarity] for pairing in pairings
    )
    return score / (_CORE + sum(map(importance, targets)))
