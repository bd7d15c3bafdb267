"""Damages of the arrays of resources, and what asks each resource."""

import numpy as np

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.kernels.ragged import Ragged, offsets_of
from rte_baselines.lexicon.frequency.cooccurrence import Cooccurrence
from rte_baselines.lexicon.frequency.term_statistics import TermStatistics
from rte_baselines.lexicon.latent_semantics.model import LatentSemantics
from rte_baselines.lexicon.thesaurus.thesaurus import Thesaurus
from rte_baselines.lexicon.translation.model import AlignmentModel
from rte_baselines.lexicon.translation.ngram_information import NgramInformation
from rte_baselines.lexicon.word_comparison import WordComparison
from rte_baselines.lexicon.wordnet import WordNet
from rte_baselines.lexicon.wordnet.database.relations import Part
from tests.lexicon.words import similarity

WORDS = "the ferry boat sank ship raft harbour coast dog pilot".split()
IDS = TokenIds()(WORDS)


def ask_thesaurus(folder):
    thesaurus = Thesaurus.open(folder)
    return [similarity(thesaurus, one, other, "noun") for one in WORDS for other in WORDS]


def ask_cooccurrence(folder):
    return Cooccurrence.open(folder).probabilities(IDS, IDS).tolist()


def ask_term_statistics(folder):
    return TermStatistics.open(folder, "norms").collection_frequencies(WORDS).tolist()


def ask_latent_semantics(folder):
    sentences = Ragged(IDS, offsets_of(np.array([4, len(IDS) - 4])))
    return LatentSemantics.open(folder).vectors(sentences).tolist()


def ask_alignment_model(folder):
    sides = (Ragged.concatenate([ids]) for ids in (IDS, IDS[2:]))
    found = NgramInformation.open(folder).nist(*sides).tolist()
    for model in ("model_1", "hidden_markov"):
        for direction in ("hypothesis_given_text", "text_given_hypothesis"):
            aligned = AlignmentModel.open(direction, model, folder)
            emissions = aligned.emissions(IDS, IDS)
            found.append(aligned.mean_log_probability(emissions))
            found.append(aligned.partners(emissions).tolist())
    return found


def ask_word_comparison(folder):
    return WordComparison.open(folder).gaps(np.eye(3), np.ones((3, 3))).tolist()


def ask_wordnet(folder):
    wordnet = WordNet.open(folder)
    return [wordnet.synsets(word, Part.NOUN).tolist() for word in WORDS]


ASK = {
    "thesaurus": ask_thesaurus,
    "cooccurrence": ask_cooccurrence,
    "term-statistics": ask_term_statistics,
    "latent-semantics": ask_latent_semantics,
    "alignment-model": ask_alignment_model,
    "word-comparison": ask_word_comparison,
    "wordnet": ask_wordnet,
}

# What may be any number of its type: another resource says other things.
SIGNED = {"projections", "importances"}
FREE = {
    *("sense_tag_counts", "synset_database_offsets", "synset_is_satellite", "similarities"),
    *("gloss_lemma_digests", "training_pairs", *SIGNED),
}
ORDERED = (
    "training_pairs",
    "offsets",
    "digests",
    "keys",
    "starts",
    "model_1_targets",
    "markov_targets",
    "neighbours",
)


def forgeries(arrays):
    """Yield the name of an array, what is wrong with it, and the arrays with it."""
    for name, array in arrays.items():
        yield name, "left out", {other: arrays[other] for other in arrays if other != name}
        for damage, changed in damages(name, array) if array.size else ():
            if changed.dtype != array.dtype or not np.array_equal(changed, array):
                yield name, damage, {**arrays, name: changed}


def damages(name, array):
    """Yield what an array could be instead, under the name of what is wrong with it."""
    yield "truncated", array[:-1]
    yield "longer", np.concatenate((array, array[-1:]))
    yield "empty", array[:0]
    yield "nested", array[np.newaxis]
    yield "of the other byte order", array.astype(array.dtype.newbyteorder(">"))
    yield "of another type", array.astype("complex64" if array.dtype.kind == "f" else "float64")
    if name not in FREE:
        yield "out of range", with_number(array, -1, highest(array.dtype))
    if name.endswith(ORDERED) and name != "synset_database_offsets":
        yield "falling", np.ascontiguousarray(array[::-1])
    if array.dtype.kind in "if" and not name.endswith("digests") and name not in SIGNED:
        yield "negative", with_number(array, 0, -2)
    if array.dtype.kind == "f":
        for number in (np.nan, np.inf, -np.inf):
            yield str(number), with_number(array, 0, number)


def highest(kind):
    return np.iinfo(kind).max if kind.kind in "iu" else 2


def with_number(array, place, number):
    changed = array.copy()
    changed.reshape(-1)[place] = number
    return changed
