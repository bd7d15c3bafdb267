"""Functional subsumption: what is looked up when two nodes are compared.

desalvobraz2006 section 2: synonyms, more general words and other forms of a name, which would be
too many nodes if rules added them to the graph of the text.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import compress

import numpy as np

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.analysis.tokens.quantifiers import ENTAILED_BY, QUANTIFIERS
from rte_baselines.features.subsumption.concept_graph import Level, Node
from rte_baselines.kernels.ragged import FloatArray, IntArray, Ragged
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import (
    HYPERNYMS,
    Part,
    Relation,
    parts_of_tags,
)
from rte_baselines.lexicon.wordnet.entailment.chains import Chain, Chains

LIGHT_VERBS = frozenset({"be", "have", "do", "make", "take", "get", "go"})
"""Verbs that subsume only themselves, because they are hypernyms of too many verbs."""

_TAGS_OF_PHRASES = {"NP": "NOUN", "ADJP": "ADJ", "ADVP": "ADV"}

# As in the paper's modifier module (section 3.1.3), predicates are assumed to be upward monotone.
_QUANTIFIERS = {**QUANTIFIERS, "any": "some", "no": "no"}
_ENTAILED_BY = {**ENTAILED_BY, "some": ENTAILED_BY["some"] | {"both"}, "no": {"none"}}


def chain_lengths(text: Sequence[Node], hypothesis: Sequence[Node], longest: int) -> FloatArray:
    """Return the number of WordNet relations that lead from text nodes to hypothesis nodes.

    The relations are hypernymy, verb entailment and, at most once, similarity of adjectives and
    verb groups; all senses of a lemma count. Phrases are looked up by their type, predicates as
    verbs, words by their part of speech.

    All nodes are of one level; `longest` is the maximum number of relations in a chain. The result
    has shape (nodes of the hypothesis, nodes of the text): 0 for synonyms, infinite without a chain
    and for lemmas that WordNet lacks.
    """
    chains = _chains(wordnet_in_use(), longest)
    return chains.lengths(_senses(chains, text), _senses(chains, hypothesis))


@lru_cache(maxsize=KEPT_WORDS)
def subsuming_verbs(wordnet: WordNet, verbs: tuple[str, ...], verb: str) -> frozenset[str]:
    """Return a verb, and those of some verbs that are its synonyms or direct hypernyms.

    Only the most frequent sense of each verb counts, because nodes added by a rule remain.
    """
    others = [] if verb in LIGHT_VERBS else [other for other in verbs if other not in LIGHT_VERBS]
    chains = _chains(wordnet, 1)
    nodes = [Node(Level.PREDICATE, (lemma,), 0) for lemma in (verb, *others)]
    senses = _senses(chains, nodes)
    # Only the most frequent sense of each node.
    first = senses.keep(np.isin(np.arange(len(senses.values)), senses.offsets[:-1]))
    verb_senses = Ragged(first.values, first.offsets[:2])
    lengths = chains.lengths(verb_senses, Ragged(first.values, first.offsets[1:]))[:, 0]
    return frozenset({verb, *compress(others, np.isfinite(lengths))})


@lru_cache(maxsize=KEPT_WORDS)
def compound_nouns(wordnet: WordNet, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the compound nouns in WordNet of a word and one or more words before it.

    `words`: consecutive words; the word itself is the last. The longest compound is first. For
    "small", "cell", "lung" and "cancer" it is ``lung_cancer``.
    """
    ends = ("_".join(words[start:]) for start in range(len(words) - 1))
    return tuple(noun for noun in ends if len(wordnet.senses(noun, Part.NOUN)))


def is_light(lemmas: Collection[str]) -> bool:
    """Whether a predicate is one of the `LIGHT_VERBS`."""
    return not LIGHT_VERBS.isdisjoint(lemmas)


def is_quantifier(lemma: str) -> bool:
    """Whether a determiner or adjective is a quantifier."""
    return lemma in _QUANTIFIERS


def quantifier_entails(text: str, hypothesis: str) -> bool:
    """Whether a quantifier of the text entails one of the hypothesis, as "all" entails "many"."""
    kinds = _ENTAILED_BY.get(_QUANTIFIERS.get(hypothesis, ""), ())
    return _QUANTIFIERS.get(text) in kinds


@lru_cache(maxsize=4)
def _chains(wordnet: WordNet, longest: int) -> Chains:
    similarity = Chain((Relation.SIMILAR, Relation.VERB_GROUP), min(longest, 1))
    return Chains(wordnet, similarity, Chain((*HYPERNYMS, Relation.ENTAILMENT), longest))


def _senses(chains: Chains, nodes: Sequence[Node]) -> Ragged:
    """Return the senses of all lemmas of each node."""
    wordnet = chains.wordnet
    return Ragged.concatenate(_senses_of(wordnet, node.lemmas, _tag(node)) for node in nodes)


@lru_cache(maxsize=KEPT_WORDS)
def _senses_of(wordnet: WordNet, lemmas: tuple[str, ...], tag: str) -> IntArray:
    """Return the senses of some lemmas with the same part of speech."""
    parts = parts_of_tags([tag] * len(lemmas))
    senses = wordnet.senses_of_words(wordnet.words.rows(lemmas), parts).values
    senses.flags.writeable = False
    return senses


def _tag(node: Node) -> str:
    if node.level is Level.PREDICATE:
        return "VERB"
    return _TAGS_OF_PHRASES.get(node.type, "") if node.level is Level.PHRASE else node.type
