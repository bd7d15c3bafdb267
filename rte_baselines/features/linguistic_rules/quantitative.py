"""The quantitative module: how many heads, dependents, relations and roles are found."""

from collections import defaultdict
from collections.abc import Iterable

from rte_baselines.features.linguistic_rules.light_verbs import is_light
from rte_baselines.features.linguistic_rules.likeness import GRADES, Word, likeness
from rte_baselines.features.linguistic_rules.matching import (
    Match,
    are_opposite_predicates,
    focus,
    importance,
    likeness_of_predicates,
    likeness_of_words,
    pairings,
    same_head,
)
from rte_baselines.features.linguistic_rules.structures import (
    Clause,
    Snippet,
    Structure,
    clause_head,
    words_below,
)

RULE = "quantitative"

_AGENT = 3.0


def share_found(text: Snippet, hypothesis: Snippet) -> float:
    """Return the share of the hypothesis's heads, dependents, relations and roles in the text.

    "All Heads, Dependents, GRs and SRs are collected for each member of the T/H pair and then
    they are passed to a scoring function that takes care of identical or similar members by
    assigning a certain score to every hit" (section 4.2). Each structure of the hypothesis
    asks for its head and its dependent, a hit being worth the grade of the likeness, and for
    its relation and its role, a hit if the text has a like dependent in it. "Higher scores are
    assigned to core GRs and there is a scale also for SRs where Agent has higher score": an
    argument's relation and role count twice as much as an adjunct's, an agent's role three
    times. The paper has high scores for penalties; one less this share is such a score.

    Returns
    -------
    float
        From 0 to 1; 0 for a hypothesis without structures.
    """
    hits = _Hits(text)
    structures = [one for one in hypothesis.structures if one.relation != "neg"]
    whole = sum(2.0 + importance(one) + _importance_of_role(one) for one in structures)
    return sum(_reached(hits, hypothesis, one) for one in structures) / whole if whole else 0.0


def confirmation(text: Snippet, hypothesis: Snippet) -> float:
    """Return the share found that confirms a call: what a light verb says is left out.

    Of the structures that hang on the hypothesis's light verb, the dependents alone are asked
    for, as the third call finds them where the text has no such verb, and in other relations.
    It is `share_found` where the verb is no light one.
    """
    wanted = focus(hypothesis)
    if wanted is None or not is_light(wanted):
        return share_found(text, hypothesis)
    hits = _Hits(text)
    structures = [one for one in hypothesis.structures if one.relation != "neg"]
    of_verb = [one for one in structures if one.governor == wanted.predication.word]
    others = [one for one in structures if one not in of_verb]
    whole = len(of_verb) + sum(2.0 + importance(one) + _importance_of_role(one) for one in others)
    reached = sum(hits.of_word(hypothesis.words[one.dependent]) for one in of_verb)
    reached += sum(_reached(hits, hypothesis, one) for one in others)
    return reached / whole if whole else 0.0


def quantitative(text: Snippet, hypothesis: Snippet) -> Match:
    """Return what of the hypothesis is found, whether or not it is enough.

    The text's clause is the one whose predicate and structures are most like those of the
    hypothesis's first clause, for the consistency checks to look at; antonyms count as much as
    what is derived. Without any, the text's predicate is a noun that the hypothesis's is derived
    from, if there is one.
    """
    wanted = focus(hypothesis)
    met = None if wanted is None else _nearest(text, hypothesis, wanted)
    noun = None if wanted is None or met is not None else _noun(text, hypothesis, wanted)
    found = pairings(text, hypothesis, text.structures, hypothesis.structures, fit=same_head)
    return Match(
        rule=RULE,
        text=met,
        hypothesis=wanted,
        text_predicate=noun if met is None else met.predication.word,
        pairings=found,
        weight=share_found(text, hypothesis),
        scope=_scope(text, hypothesis),
        are_opposites=(
            met is not None
            and wanted is not None
            and are_opposite_predicates(text, met, hypothesis, wanted)
        ),
    )


class _Hits:
    """The best grades of words of a hypothesis among those of a text.

    Parameters
    ----------
    text : Snippet
    """

    def __init__(self, text: Snippet) -> None:
        self._wordnet = text.wordnet
        self._words = frozenset(text.words)
        self._in_relation: defaultdict[str, set[Word]] = defaultdict(set)
        self._in_role: defaultdict[str, set[Word]] = defaultdict(set)
        for structure in text.structures:
            self._in_relation[structure.function].add(text.words[structure.dependent])
            self._in_role[structure.role].add(text.words[structure.dependent])

    def of_word(self, word: Word) -> float:
        """Return the grade of the word that is most like it."""
        return self._best(self._words, word)

    def in_relation(self, word: Word, function: str) -> float:
        """Return the grade of the dependent in a relation that is most like it."""
        return self._best(self._in_relation[function], word)

    def in_role(self, word: Word, role: str) -> float:
        """Return the grade of the dependent in a role that is most like it."""
        return self._best(self._in_role[role], word)

    def _best(self, among: Iterable[Word], word: Word) -> float:
        kinds = (likeness(one, word, self._wordnet) for one in among)
        return max((GRADES[kind] for kind in kinds if kind is not None), default=0.0)


def _reached(hits: _Hits, hypothesis: Snippet, structure: Structure) -> float:
    """Return what the hits of a structure of the hypothesis are worth."""
    head, dependent = (hypothesis.words[word] for word in (structure.governor, structure.dependent))
    return (
        hits.of_word(head)
        + hits.of_word(dependent)
        + importance(structure) * hits.in_relation(dependent, structure.function)
        + _importance_of_role(structure) * hits.in_role(dependent, structure.role)
    )


def _importance_of_role(structure: Structure) -> float:
    return _AGENT if structure.role == "agent" else importance(structure)


def _noun(text: Snippet, hypothesis: Snippet, wanted: Clause) -> int | None:
    """Return the noun of the text that says what a verb of the hypothesis does."""
    nouns = (word for word, part in enumerate(text.tree.pos) if part == "NOUN")
    verb = wanted.predication.word
    alike = (one for one in nouns if likeness_of_words(text, one, hypothesis, verb) == "derived")
    return next(alike, None)


def _scope(text: Snippet, hypothesis: Snippet) -> Clause | None:
    """Return the clause with most words that the hypothesis has, the narrowest of several."""
    wanted = [hypothesis.words[one.dependent] for one in hypothesis.structures]

    def shared(clause: Clause) -> tuple[int, int]:
        words = words_below(text.tree, clause_head(text.tree, clause.predication))
        return len({text.words[word] for word in words}.intersection(wanted)), -len(words)

    return max(text.clauses, key=shared, default=None)


def _nearest(text: Snippet, hypothesis: Snippet, wanted: Clause) -> Clause | None:
    """Return the clause of the text that a clause of the hypothesis is most like."""
    rated = (
        (_nearness(text, one, hypothesis, wanted), -place, one)
        for place, one in enumerate(text.clauses)
    )
    nearness, _, clause = max(rated, default=(0.0, 0, None), key=lambda each: each[:2])
    return clause if nearness > 0 else None


def _nearness(text: Snippet, clause: Clause, hypothesis: Snippet, wanted: Clause) -> float:
    kind = likeness_of_predicates(text, clause, hypothesis, wanted)
    if kind is None and not are_opposite_predicates(text, clause, hypothesis, wanted):
        return 0.0
    met = pairings(text, hypothesis, clause.structures, wanted.structures)
    of_predicates = GRADES[kind or "derived"]
    return of_predicates + sum(importance(pair.hypothesis) * GRADES[pair.likeness] for pair in met)
