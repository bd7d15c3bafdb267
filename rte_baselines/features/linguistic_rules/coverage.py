"""The sub-modules that look for the whole hypothesis in the text.

`lexical` asks for each word, `hybrid` for each structure of a short hypothesis; `quantitative`
counts how many heads, dependents, relations and roles there are.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set

from rte_baselines.analysis.predicates.verb_groups import head_of
from rte_baselines.features.linguistic_rules.matching import (
    SIMILAR,
    Match,
    Pairing,
    SnippetPair,
    importance,
    same_head,
)
from rte_baselines.features.linguistic_rules.structures import (
    Clause,
    Snippet,
    Structure,
    words_below,
)
from rte_baselines.features.linguistic_rules.syntactic import is_light
from rte_baselines.features.linguistic_rules.word_relations import GRADES, Word, similarity
from rte_baselines.lexicon.wordnet.database.database import WordNet

LEXICAL, HYBRID, QUANTITATIVE = "lexical", "hybrid, short", "quantitative"


def lexical(pair: SnippetPair) -> Iterator[Match]:
    """Yield the clauses of the text whose sentence has a counterpart of each hypothesis word.

    "Lexical Inference follows in snippets where the linguistic elements checked should be
    identical, synonymous, morphologically derivable or sharing a congruent number of semantic
    features" (section 4.1). The elements are all heads and dependents. Because "each rule
    operates at propositional level within each clause to find matches", the arguments of the
    hypothesis's predicate have to be in the clause of the text's predicate. For the predicate
    and its arguments, shared features are not enough. Their relations are not compared.
    """
    target = pair.target
    if target is None:
        return
    elements = _elements(pair.hypothesis)
    for clause in pair.text.clauses:
        kind = pair.similarity_of_predicates(clause, target)
        arguments = pair.pairings(clause.structures, target.core, fit=lambda *_: True)
        if kind not in SIMILAR or len(arguments) < len(target.core):
            continue
        root = [clause.predication.word, *pair.text.tree.ancestors(clause.predication.word)][-1]
        sentence = frozenset(pair.text.words[word] for word in words_below(pair.text.tree, root))
        grades = [_best_grade(sentence, word, pair.text.wordnet) for word in elements]
        if all(grades):
            rest = [other for other in pair.hypothesis.structures if other not in target.core]
            others = pair.pairings(pair.text.structures, rest, fit=same_head)
            weighed = sum(grades) / len(grades)
            predicate = clause.predication.word
            yield Match(LEXICAL, clause, target, predicate, (*arguments, *others), weighed)


def _elements(hypothesis: Snippet) -> list[Word]:
    """Return the heads and dependents of a hypothesis, without duplicates."""
    positions = {
        position
        for structure in hypothesis.affirmed
        for position in (structure.governor, structure.dependent)
    }
    positions |= {clause.predication.word for clause in hypothesis.clauses}
    return [hypothesis.words[position] for position in sorted(positions)]


def _best_grade(text_words: Set[Word], word: Word, wordnet: WordNet) -> float:
    """Return the grade of the most similar of some words of the text, 0 if none is similar."""
    if word in text_words:
        return GRADES["identical"]
    kinds = (similarity(text_word, word, wordnet) for text_word in text_words)
    return max((GRADES[kind] for kind in kinds if kind is not None), default=0.0)


def is_short(hypothesis: Snippet) -> bool:
    """Whether the stricter check applies: "3 or less HD structures" (section 4.2)."""
    return len(hypothesis.affirmed) <= 3


def hybrid(pair: SnippetPair) -> Iterator[Match]:
    """Yield a match if all structures of a short hypothesis have a counterpart in the text.

    "Hybrid (partially heuristic) rules are tried in which both structures and lexical items
    are matched" (section 4.1). Head and dependent of each structure must be similar to those of
    one structure of the text. Relations are not compared, because verbs and verbal nouns have
    different ones.
    """
    structures = pair.hypothesis.affirmed
    if not structures or not is_short(pair.hypothesis):
        return
    best = [_most_similar(pair, structure) for structure in structures]
    pairs = tuple(pairing for pairing in best if pairing is not None)
    if len(pairs) < len(structures):
        return
    target = pair.target
    governors = {pairing.hypothesis.governor: pairing.text.governor for pairing in pairs[::-1]}
    predicate = None if target is None else governors.get(target.predication.word)
    clauses = (clause for clause in pair.text.clauses if clause.predication.word == predicate)
    yield Match(
        rule=HYBRID,
        text=next(clauses, None),
        hypothesis=target,
        text_predicate=predicate,
        pairings=pairs,
        weight=sum(GRADES[pairing.similarity] for pairing in pairs) / len(pairs),
    )


def _most_similar(pair: SnippetPair, target: Structure) -> Pairing | None:
    """Pair a structure with the text's structure whose head and dependent are most similar."""
    similar = []
    for structure in pair.text.structures:
        head = pair.similarity(structure.governor, target.governor)
        dependent = pair.similarity(structure.dependent, target.dependent)
        if head in SIMILAR and dependent is not None and dependent in SIMILAR:
            similar.append(Pairing(structure, target, structure.dependent, dependent))
    return max(similar, key=lambda pairing: GRADES[pairing.similarity], default=None)


def matched_share(pair: SnippetPair) -> float:
    """Return the share of the hypothesis's heads, dependents, relations and roles in the text.

    "All Heads, Dependents, GRs and SRs are collected for each member of the T/H pair and then
    they are passed to a scoring function that takes care of identical or similar members by
    assigning a certain score to every hit" (section 4.2). For each structure of the hypothesis,
    its head and its dependent are hits with the grade of their similarity to a word of the text;
    its relation and its role are hits if the text has a similar dependent with that relation or
    role. "Higher scores are assigned to core GRs and there is a scale also for SRs where Agent
    has higher score": an argument's relation and role count twice as much as an adjunct's, an
    agent's role three times. The paper's scores are penalties; 1 - this share is a penalty.

    The share is from 0 to 1; 0 for a hypothesis without structures.
    """
    return _share(_Hits(pair.text), pair.hypothesis, [], pair.hypothesis.affirmed)


def confirmation(pair: SnippetPair) -> float:
    """Return the matched share that confirms a call, without the heads of light verbs.

    Of the structures of the hypothesis's light verb, only the dependents count, because the
    third call matches them in other relations if the text has no such verb. If the verb is not
    a light verb, the result is `matched_share`.
    """
    target = pair.target
    if target is None or not is_light(target):
        return matched_share(pair)
    verb, structures = target.predication.word, pair.hypothesis.affirmed
    verbal = [structure for structure in structures if structure.governor == verb]
    others = [structure for structure in structures if structure.governor != verb]
    return _share(_Hits(pair.text), pair.hypothesis, verbal, others)


def _share(
    hits: "_Hits", hypothesis: Snippet, verbal: Sequence[Structure], others: Sequence[Structure]
) -> float:
    """Return the score of structures over the highest; of some, only the dependents count."""
    maximum = len(verbal) + sum(
        2.0 + importance(structure) + _importance_of_role(structure) for structure in others
    )
    score = sum(hits.of_word(hypothesis.words[structure.dependent]) for structure in verbal)
    score += sum(_score(hits, hypothesis, structure) for structure in others)
    return score / maximum if maximum else 0.0


def quantitative(pair: SnippetPair) -> Match:
    """Return the structures that match, regardless of the threshold.

    For the consistency checks, the text's clause is the one whose predicate and structures are
    most similar to those of the hypothesis's first clause; antonyms have the grade of derived
    words. If there is none, the text's predicate is a noun that the hypothesis's predicate is
    derived from, if any.
    """
    target = pair.target
    nearest, predicate, are_opposites = None, None, False
    if target is not None:
        scores = [_clause_similarity(pair, clause, target) for clause in pair.text.clauses]
        highest = max(scores, default=0.0)
        if highest > 0:
            # The first of ties.
            nearest = pair.text.clauses[scores.index(highest)]
            predicate = nearest.predication.word
            are_opposites = pair.are_opposites(nearest, target)
        else:
            predicate = _noun(pair, target)
    pairs = pair.pairings(pair.text.structures, pair.hypothesis.structures, fit=same_head)
    return Match(
        rule=QUANTITATIVE,
        text=nearest,
        hypothesis=target,
        text_predicate=predicate,
        pairings=pairs,
        weight=matched_share(pair),
        scope=_scope(pair),
        are_opposites=are_opposites,
    )


class _Hits:
    """The highest grades of the hypothesis's words among the words of a text.

    `in_relation`, `in_role`: the dependents of the text with a relation or a role.
    """

    def __init__(self, text: Snippet) -> None:
        self.wordnet = text.wordnet
        self._words = frozenset(text.words)
        self.in_relation: defaultdict[str, set[Word]] = defaultdict(set)
        self.in_role: defaultdict[str, set[Word]] = defaultdict(set)
        self._grades: dict[Word, float] = {}
        for structure in text.structures:
            self.in_relation[structure.function].add(text.words[structure.dependent])
            self.in_role[structure.role].add(text.words[structure.dependent])

    def of_word(self, word: Word) -> float:
        """Return the grade of the most similar word."""
        # The words of a hypothesis are in several structures each.
        if word not in self._grades:
            self._grades[word] = _best_grade(self._words, word, self.wordnet)
        return self._grades[word]


def _score(hits: _Hits, hypothesis: Snippet, structure: Structure) -> float:
    """Return the score of a structure of the hypothesis: the sum of its hits."""
    head, dependent = (hypothesis.words[word] for word in (structure.governor, structure.dependent))
    in_relation, in_role = (
        _best_grade(text_words, dependent, hits.wordnet)
        for text_words in (hits.in_relation[structure.function], hits.in_role[structure.role])
    )
    return (
        hits.of_word(head)
        + hits.of_word(dependent)
        + importance(structure) * in_relation
        + _importance_of_role(structure) * in_role
    )


def _importance_of_role(structure: Structure) -> float:
    return 3.0 if structure.role == "agent" else importance(structure)


def _noun(pair: SnippetPair, target: Clause) -> int | None:
    """Return the first noun of the text that a verb of the hypothesis is derived from."""
    nouns = (word for word, part in enumerate(pair.text.tree.pos) if part == "NOUN")
    verb = target.predication.word
    derived = (noun for noun in nouns if pair.similarity(noun, verb) == "derived")
    return next(derived, None)


def _scope(pair: SnippetPair) -> Clause | None:
    """Return the clause with most words of the hypothesis, the shortest among ties."""
    dependents = [
        pair.hypothesis.words[structure.dependent] for structure in pair.hypothesis.structures
    ]

    def common_words(clause: Clause) -> tuple[int, int]:
        words = words_below(pair.text.tree, head_of(pair.text.tree, clause.predication))
        return len({pair.text.words[word] for word in words}.intersection(dependents)), -len(words)

    return max(pair.text.clauses, key=common_words, default=None)


def _clause_similarity(pair: SnippetPair, clause: Clause, target: Clause) -> float:
    """Return how similar a clause is to one of the hypothesis; 0 without similar predicates."""
    kind = pair.similarity_of_predicates(clause, target)
    if kind is None and not pair.are_opposites(clause, target):
        return 0.0
    pairs = pair.pairings(clause.structures, target.structures)
    return GRADES[kind or "derived"] + sum(
        importance(pairing.hypothesis) * GRADES[pairing.similarity] for pairing in pairs
    )
