"""What every rule is made of: structures of the hypothesis that have their like in the text."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rte_baselines.features.linguistic_rules.likeness import (
    GRADES,
    Likeness,
    Word,
    are_opposites,
    causes,
    likeness,
)
from rte_baselines.features.linguistic_rules.structures import Clause, Snippet, Structure
from rte_baselines.lexicon.wordnet.database import WordNet

_SIMILAR: frozenset[Likeness] = frozenset({"synonym", "more specific", "derived"})
EQUAL: frozenset[Likeness] = frozenset({"identical"})
"""What structures are that a rule calls identical."""
SIMILAR: frozenset[Likeness] = EQUAL | _SIMILAR
"""What they are that it calls similar; shared features alone prove too little of an argument."""

# Importance in sums of scores: "scored higher according to whether they belong to the subset of
# core relations and roles" (section 2). The paper gives no numbers.
_CORE, _ADJUNCT = 2.0, 1.0


@dataclass(frozen=True)
class Pairing:
    """A structure of the hypothesis and the one of the text that it is like.

    Parameters
    ----------
    text, hypothesis : Structure
    text_word : int
        Where the text has what is like the dependent of the hypothesis: mostly its own
        dependent, but the noun itself where a modifier says of it what a verb does.
    likeness : Likeness
        Of that word and the dependent.
    """

    text: Structure
    hypothesis: Structure
    text_word: int
    likeness: Likeness


@dataclass(frozen=True)
class Match:
    """What a rule finds.

    Parameters
    ----------
    rule : str
        Its name.
    text, hypothesis : Clause or None
        The clauses whose predicates it compares, for the checks to look at; None if it
        compares none, or the text's predicate is a noun.
    text_predicate : int or None
        The position of the text's predicate, be it a verb or a noun.
    pairings : tuple of Pairing
    weight : float
        How well they fit, in [0, 1].
    are_opposites : bool
        Whether the two predicates are antonyms.
    scope : Clause or None
        Where no clause of the text is compared, the one that most of the pairings are in, for
        the checks of its operators.
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
"""Whether a structure of the text may stand for one of the hypothesis, by relation and role."""


def importance(structure: Structure) -> float:
    """Return what a structure counts in a sum: an argument twice as much as an adjunct."""
    return _CORE if structure.is_core else _ADJUNCT


def likeness_of_words(
    text: Snippet, text_word: int, hypothesis: Snippet, hypothesis_word: int
) -> Likeness | None:
    """Return how a word of the text is like one of the hypothesis."""
    return likeness(text.words[text_word], hypothesis.words[hypothesis_word], text.wordnet)


def likeness_of_predicates(
    text: Snippet, text_clause: Clause, hypothesis: Snippet, hypothesis_clause: Clause
) -> Likeness | None:
    """Return how the predicates of two clauses are like each other."""
    return likeness_of_words(
        text, text_clause.predication.word, hypothesis, hypothesis_clause.predication.word
    )


def are_opposite_predicates(
    text: Snippet, text_clause: Clause, hypothesis: Snippet, hypothesis_clause: Clause
) -> bool:
    """Whether the predicates of two clauses are antonyms."""
    return are_opposites(
        text.words[text_clause.predication.word],
        hypothesis.words[hypothesis_clause.predication.word],
        text.wordnet,
    )


def fits(text: Structure, hypothesis: Structure) -> bool:
    """Whether relations and roles do not conflict, whatever the voice.

    "Subject-agent are allowed to match with arg_mod-agent and subject-theme_affected with
    object-theme_affected but not viceversa" (section 4.1): the relations have to be equal in
    the active voice. Of adjuncts the roles have to agree, and the object of a verb is the
    subject of one that it causes: who was killed died, what was sunk sank.
    """
    if text.function == hypothesis.function:
        both = {text.role, hypothesis.role}
        return text.is_core or len(both) == 1 or bool(both & {"mod", ""})
    is_affected = text.function == "obj" and hypothesis.role == "theme_aff"
    return is_affected and hypothesis.function == "subj" and causes(text.head, hypothesis.head)


def same_head(text: Structure, hypothesis: Structure) -> bool:
    """Whether two structures hang on words of one lemma, whatever their relations."""
    return text.head == hypothesis.head


def pairings(
    text: Snippet,
    hypothesis: Snippet,
    found: Iterable[Structure],
    wanted: Iterable[Structure],
    *,
    kinds: frozenset[Likeness] = SIMILAR,
    fit: Fits = fits,
) -> tuple[Pairing, ...]:
    """Pair each wanted structure with the one found that it is most like.

    Parameters
    ----------
    text, hypothesis : Snippet
    found, wanted : iterable of Structure
        Of the text and of the hypothesis.
    kinds : frozenset of Likeness
        How the dependents may be like each other.
    fit : callable
        Which structures may stand for each other.

    Returns
    -------
    tuple of Pairing
        One for each wanted structure that has its like, in their order.
    """
    candidates: dict[Word, list[Structure]] = {}
    for one in found:
        candidates.setdefault(text.words[one.dependent], []).append(one)
    best = (_best(candidates, one, hypothesis, text.wordnet, kinds, fit) for one in wanted)
    return tuple(pairing for pairing in best if pairing is not None)


def _best(
    candidates: Mapping[Word, Sequence[Structure]],
    wanted: Structure,
    hypothesis: Snippet,
    wordnet: WordNet,
    kinds: frozenset[Likeness],
    fit: Fits,
) -> Pairing | None:
    """Pair a structure with the candidate it is most like, the first of several."""
    word = hypothesis.words[wanted.dependent]
    alike = [
        (kind, structures)
        for other, structures in candidates.items()
        if (kind := likeness(other, word, wordnet)) is not None and kind in kinds
    ]
    alike.sort(key=lambda each: -GRADES[each[0]])
    fitting = (
        Pairing(one, wanted, one.dependent, kind)
        for kind, structures in alike
        for one in structures
        if fit(one, wanted)
    )
    return next(fitting, None)


def weight(
    predicates: Likeness | None, found: Iterable[Pairing], wanted: Iterable[Structure]
) -> float:
    """Return how well a clause is matched: predicate and structures, by their importance.

    Parameters
    ----------
    predicates : Likeness or None
        Of the predicates, which count as much as an argument.
    found : iterable of Pairing
    wanted : iterable of Structure
        All structures of the hypothesis that were to be found.

    Returns
    -------
    float
        From 0 to 1.
    """
    of_predicates = GRADES[predicates] if predicates is not None else 0.0
    reached = _CORE * of_predicates + sum(
        importance(pairing.hypothesis) * GRADES[pairing.likeness] for pairing in found
    )
    return reached / (_CORE + sum(map(importance, wanted)))


def focus(hypothesis: Snippet) -> Clause | None:
    """Return the clause that the hypothesis is about, "main clause first"; None without any."""
    return next(iter(hypothesis.clauses), None)
