"""The lexical sub-module: every word of the hypothesis has a counterpart in one sentence."""

from collections.abc import Iterable, Iterator, Sequence

from rte_baselines.features.linguistic_rules.matching import (
    SIMILAR,
    Match,
    Pairing,
    focus,
    pairings,
    same_head,
    similarity_of_predicates,
)
from rte_baselines.features.linguistic_rules.structures import (
    Clause,
    Snippet,
    Structure,
    words_below,
)
from rte_baselines.features.linguistic_rules.word_relations import (
    GRADES,
    Similarity,
    Word,
    similarity,
)
from rte_baselines.lexicon.wordnet.database.database import WordNet

RULE = "lexical"


def lexical(text: Snippet, hypothesis: Snippet) -> Iterator[Match]:
    """Yield the clauses of the text whose sentence has a counterpart of each hypothesis word.

    "Lexical Inference follows in snippets where the linguistic elements checked should be
    identical, synonymous, morphologically derivable or sharing a congruent number of semantic
    features" (section 4.1). The elements are all heads and dependents. Because "each rule
    operates at propositional level within each clause to find matches", the arguments of the
    hypothesis's predicate have to be in the clause of the text's predicate. For the predicate
    and its arguments, shared features are not enough. Their relations are not compared.
    """
    target = focus(hypothesis)
    if target is None:
        return
    elements = _elements(hypothesis)
    for clause in text.clauses:
        kind = similarity_of_predicates(text, clause, hypothesis, target)
        arguments = pairings(text, hypothesis, clause.structures, target.core, fit=_in_any_relation)
        if kind not in SIMILAR or len(arguments) < len(target.core):
            continue
        sentence = _sentence(text, clause.predication.word)
        kinds = [_best(sentence, word, text.wordnet) for word in elements]
        known = [kind for kind in kinds if kind is not None]
        if len(known) == len(kinds):
            yield _match(text, clause, hypothesis, target, arguments, known)


def _match(
    text: Snippet,
    clause: Clause,
    hypothesis: Snippet,
    target: Clause,
    arguments: tuple[Pairing, ...],
    kinds: Sequence[Similarity],
) -> Match:
    rest = [structure for structure in hypothesis.structures if structure not in target.core]
    return Match(
        rule=RULE,
        text=clause,
        hypothesis=target,
        text_predicate=clause.predication.word,
        pairings=(
            *arguments,
            *pairings(text, hypothesis, text.structures, rest, fit=same_head),
        ),
        weight=sum(GRADES[kind] for kind in kinds) / len(kinds),
    )


def _elements(hypothesis: Snippet) -> list[Word]:
    """Return the heads and dependents of a hypothesis, without duplicates."""
    structures = [structure for structure in hypothesis.structures if structure.relation != "neg"]
    positions = {
        position
        for structure in structures
        for position in (structure.governor, structure.dependent)
    }
    positions |= {clause.predication.word for clause in hypothesis.clauses}
    return [hypothesis.words[position] for position in sorted(positions)]


def _sentence(text: Snippet, word: int) -> frozenset[Word]:
    """Return the words of the sentence that contains a word."""
    root = [word, *text.tree.ancestors(word)][-1]
    return frozenset(text.words[position] for position in words_below(text.tree, root))


def _best(sentence: Iterable[Word], word: Word, wordnet: WordNet) -> Similarity | None:
    kinds = (similarity(text_word, word, wordnet) for text_word in sentence)
    known = (kind for kind in kinds if kind is not None)
    return max(known, key=lambda kind: GRADES[kind], default=None)


def _in_any_relation(text: Structure, hypothesis: Structure) -> bool:
    return True
