"""Functional subsumption: comparisons in the place of rules that would add too much.

desalvobraz2006 section 2: synonyms, more general words and other forms of a name are looked
up when a node of the text is compared with one of the hypothesis, instead of being added.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import compress
from types import MappingProxyType

import numpy as np

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.analysis.names import same_name
from rte_baselines.features.subsumption.concept_graph import Level, Node
from rte_baselines.kernels.ragged import FloatArray, Ragged
from rte_baselines.lexicon.wordnet.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.parts import Part, parts_of_tags
from rte_baselines.lexicon.wordnet.relations import HYPERNYMS, Relation

LIGHT_VERBS = frozenset({"be", "have", "do", "make", "take", "get", "go"})
"""Verbs that are above so many others that they subsume themselves only."""

_LONGEST_SIMILARITY = 1
_TAGS_OF_PHRASES = MappingProxyType({"NP": "NOUN", "ADJP": "ADJ", "ADVP": "ADV"})


def chain_lengths(text: Sequence[Node], hypothesis: Sequence[Node], longest: int) -> FloatArray:
    """Return how many relations of WordNet lead from nodes of the text to the hypothesis's.

    The relations are those of kinds (hypernyms), entailed verbs and, one at most, similar
    adjectives and verb groups; any sense of a lemma counts. Phrases are looked up as nouns,
    predicates as verbs, words as the parts of speech that they are.

    Parameters
    ----------
    text, hypothesis : sequence of Node
        Of one level.
    longest : int
        The most relations in a chain.

    Returns
    -------
    ndarray of float64, shape (nodes of the hypothesis, nodes of the text)
        0 for synonyms, infinite where there is no chain and for what WordNet lacks.

    Raises
    ------
    ResourceError
        If there is no WordNet, or it is damaged.
    """
    chains = _chains(wordnet_in_use(), longest)
    return chains.lengths(_senses(chains, text), _senses(chains, hypothesis))


@lru_cache(maxsize=KEPT_WORDS)
def subsuming_verbs(wordnet: WordNet, verbs: tuple[str, ...], verb: str) -> frozenset[str]:
    """Return those of some verbs that are a verb, its synonyms or right above it in WordNet.

    Only the most frequent sense of each counts: what a rule adds is added for good.

    Parameters
    ----------
    wordnet : WordNet
    verbs : tuple of str
    verb : str
    """
    others = [] if verb in LIGHT_VERBS else [one for one in verbs if one not in LIGHT_VERBS]
    chains = _chains(wordnet, 1)
    nodes = [Node(Level.PREDICATE, (one,), 0) for one in (verb, *others)]
    first = _first_senses(_senses(chains, nodes))
    of_verb = Ragged(first.values, first.offsets[:2])
    lengths = chains.lengths(of_verb, Ragged(first.values, first.offsets[1:]))[:, 0]
    return frozenset({verb, *compress(others, np.isfinite(lengths))})


@lru_cache(maxsize=KEPT_WORDS)
def compound_nouns(wordnet: WordNet, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the nouns that WordNet has of a word with one or more right before it.

    Parameters
    ----------
    wordnet : WordNet
    words : tuple of str
        The word itself comes last.

    Returns
    -------
    tuple of str
        The longest first: of "small", "cell", "lung" and "cancer", ``lung_cancer``.
    """
    ends = ("_".join(words[start:]) for start in range(len(words) - 1))
    return tuple(noun for noun in ends if len(wordnet.senses(noun, Part.NOUN)))


def are_named_alike(one: Node, other: Node) -> bool:
    """Whether two phrases may name the same: "J. F. Kennedy", "JFK", "President Kennedy"."""
    return any(same_name(name, another) for name in one.names for another in other.names)


def is_light(lemmas: Collection[str]) -> bool:
    """Whether a predicate is one of the `LIGHT_VERBS`."""
    return not LIGHT_VERBS.isdisjoint(lemmas)


@lru_cache(maxsize=4)
def _chains(wordnet: WordNet, longest: int) -> Chains:
    similarity = Chain((Relation.SIMILAR, Relation.VERB_GROUP), min(longest, _LONGEST_SIMILARITY))
    return Chains(wordnet, similarity, Chain((*HYPERNYMS, Relation.ENTAILMENT), longest))


def _senses(chains: Chains, nodes: Sequence[Node]) -> Ragged:
    """Return the senses of each node, those of all its lemmas."""
    wordnet = chains.wordnet
    lemmas = [lemma for node in nodes for lemma in node.lemmas]
    tags = [_tag(node) for node in nodes for _ in node.lemmas]
    senses = wordnet.senses_of_words(wordnet.words.rows(lemmas), parts_of_tags(tags))
    ends = np.cumsum([0, *(len(node.lemmas) for node in nodes)])
    return Ragged(senses.values, senses.offsets[ends])


def _tag(node: Node) -> str:
    if node.level is Level.PREDICATE:
        return "VERB"
    return _TAGS_OF_PHRASES.get(node.type, "") if node.level is Level.PHRASE else node.type


def _first_senses(senses: Ragged) -> Ragged:
    """Return the most frequent sense of each word that has any."""
    is_first = np.isin(np.arange(len(senses.values)), senses.offsets[:-1])
    return senses.keep(is_first)
