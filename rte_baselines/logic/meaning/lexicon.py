"""Words with a meaning of their own, and lemmas, compounds and nominalizations by WordNet."""

from functools import cache, lru_cache

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.analysis.tokens.word_classes import word_lists
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import HYPERNYMS, Part, Relation
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import (
    antonym_pointers,
    nominalizations,
)

_LIVING = frozenset({"noun.person", "noun.animal", "noun.plant"})


@cache
def words(heading: str) -> frozenset[str]:
    """Return the words under a heading of ``meaning_words.txt``."""
    return word_lists("meaning_words.txt", "rte_baselines.logic.meaning")[heading]


def known_lemma(form: str, lemma: str, part: Part) -> str:
    """Return the lemma of a word: the given one if WordNet has it, else that of its form.

    Lemmatizers invent lemmas of forms that they do not know, such as "barke" of "barking". Of two
    verbs with the same form in -ing, such as "sing" and "singe", it is the more frequent one.

    Parameters
    ----------
    form, lemma : str
        In lower case.
    part : Part
    """
    return _known_lemma(wordnet_in_use(), form, lemma, part)


@lru_cache(maxsize=KEPT_WORDS)
def _known_lemma(wordnet: WordNet, form: str, lemma: str, part: Part) -> str:
    if part is Part.VERB and form.endswith("ing"):
        possible = wordnet.lemmas_of(form, part)
        if len(possible) > 1:
            return max(possible, key=lambda one: (_frequency(wordnet, one), one == lemma))
    if lemma and len(wordnet.senses(lemma, part)):
        return lemma
    return wordnet.morphy(form, part) or lemma or form


def _frequency(wordnet: WordNet, verb: str) -> int:
    return int(wordnet.tag_counts[wordnet.senses(verb, Part.VERB)].sum())


def verb_of_form(form: str) -> str:
    """Return the verb that a form can be of; empty if there is none."""
    return wordnet_in_use().morphy(form, Part.VERB) or ""


def is_adjective(form: str) -> bool:
    """Whether WordNet has an adjective."""
    return bool(len(wordnet_in_use().senses(form, Part.ADJECTIVE)))


def is_verb(lemma: str) -> bool:
    """Whether WordNet has a verb, such as "throw_away"."""
    return bool(len(wordnet_in_use().senses(lemma, Part.VERB)))


def has_antonym(form: str) -> bool:
    """Whether WordNet has an adjective whose first sense has an antonym."""
    wordnet = wordnet_in_use()
    return bool(antonym_pointers(wordnet, wordnet.senses(form, Part.ADJECTIVE)[:1]))


def is_noun(form: str) -> bool:
    """Whether a form is of a noun of WordNet."""
    return wordnet_in_use().morphy(form, Part.NOUN) is not None


def is_instance(noun: str) -> bool:
    """Whether WordNet has a noun as a name only, such as Everest."""
    wordnet = wordnet_in_use()
    synsets = wordnet.synsets(noun, Part.NOUN).tolist()
    return bool(synsets) and all(
        len(wordnet.related(synset, Relation.INSTANCE_HYPERNYM)) for synset in synsets
    )


def is_living(noun: str) -> bool:
    """Whether the first sense of a noun is a person, an animal or a plant."""
    return _is_living(wordnet_in_use(), noun)


@lru_cache(maxsize=KEPT_WORDS)
def _is_living(wordnet: WordNet, noun: str) -> bool:
    first = wordnet.synsets(noun, Part.NOUN)[:1].tolist()
    return any(wordnet.lexicographer_file(synset) in _LIVING for synset in first)


def is_unit(words: tuple[str, ...]) -> bool:
    """Whether some words are a noun that is no sort of its last word, such as "hot dog".

    A swimming pool is a pool, and needs no predicate of its own.

    Parameters
    ----------
    words : tuple of str
        The last one is a lemma.
    """
    return _is_unit(wordnet_in_use(), words)


@lru_cache(maxsize=KEPT_WORDS)
def _is_unit(wordnet: WordNet, words: tuple[str, ...]) -> bool:
    unit = "_".join(words)
    above = set(wordnet.synsets(unit, Part.NOUN).tolist())
    # A little dog is not the constellation.
    if not above or is_instance(unit):
        return False
    waiting = list(above)
    while waiting:
        hypernyms = set(wordnet.related(waiting.pop(), *HYPERNYMS).tolist()) - above
        above |= hypernyms
        waiting.extend(hypernyms)
    return above.isdisjoint(wordnet.synsets(words[-1], Part.NOUN).tolist())


def verb_of_event(noun: str) -> str:
    """Return the verb of a nominalization whose first sense names an event; empty for others."""
    found = nominalizations(noun, first_sense=True)
    return next((one.verb for one in found if one.kind == "event"), "")
