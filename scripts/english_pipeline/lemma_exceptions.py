"""Forms whose lemma the trained lemmatizer gets wrong, from the treebanks and WordNet."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc

from english_pipeline.treebanks import TREEBANKS, read_sentences, treebank_file
from rte_baselines.lexicon.wordnet import Part, WordNet

Lemmas = dict[str, dict[str, str]]
"""Lemmas by Penn tag and form."""

_VOWELS = frozenset("aeiou")
_PAST = ("VBD", "VBN")
_PRESENT = ("VB", "VBP")
# A form that occurs once may be a typing error, which the treebanks correct in the lemma.
_MIN_COUNT = 2
# Sentences in which a form typically has the tag.
_CARRIERS = {
    "VBD": "They {} it yesterday .",
    "VBN": "It was {} by them .",
    "VBG": "They are {} it now .",
    "VBZ": "She {} it often .",
    "NNS": "The {} were there .",
    "JJR": "It is {} than before .",
    "JJS": "It is the {} of all .",
}


def lemma_exceptions(nlp: Language, folder: Path, wordnet: WordNet) -> Lemmas:
    """Return the lemmas to store as exceptions.

    Parameters
    ----------
    nlp : Language
        With a trained tagger and lemmatizer.
    folder : Path
        The folder of the treebanks, whose train parts give the most frequent lemma of each
        form and tag.
    wordnet : WordNet
        Gives the inflected forms that are not in the train parts.
    """
    sentences = [
        sentence
        for treebank in TREEBANKS
        for sentence in read_sentences(treebank_file(folder, treebank, "train"))
    ]
    known = most_frequent_lemmas(
        (row[4], row[1], row[2]) for sentence in sentences for row in sentence.rows
    )
    regular_verbs_and_nouns = with_one_lemma(regular_forms(wordnet))
    regular = _without(known, regular_verbs_and_nouns)
    carrier_sentences = (
        _CARRIERS[tag].format(form).split() for tag, lemmas in regular.items() for form in lemmas
    )
    exceptions = wrongly_lemmatized(nlp, regular, carrier_sentences)
    _add(exceptions, wrongly_lemmatized(nlp, known, (sentence.words for sentence in sentences)))
    # All irregular forms are exceptions, with the lemmas of the treebanks if they have one.
    inflected = _without(regular_verbs_and_nouns, with_one_lemma(regular_variants(wordnet)))
    _add(inflected, with_one_lemma(irregular_forms(wordnet)))
    _add(exceptions, _corrected(inflected, known))
    return exceptions


def _without(known: Lemmas, lemmas: Lemmas) -> Lemmas:
    return {
        tag: {form: lemma for form, lemma in of_tag.items() if form not in known.get(tag, {})}
        for tag, of_tag in lemmas.items()
    }


def _corrected(lemmas: Lemmas, known: Lemmas) -> Lemmas:
    return {
        tag: {form: known.get(tag, {}).get(form, lemma) for form, lemma in of_tag.items()}
        for tag, of_tag in lemmas.items()
    }


def _add(lemmas: Lemmas, more: Lemmas) -> None:
    for tag, of_tag in more.items():
        lemmas.setdefault(tag, {}).update(of_tag)


def most_frequent_lemmas(words: Iterable[tuple[str, str, str]]) -> Lemmas:
    """Return the most frequent lemma of each tag and form, unless it may be a typing error.

    Parameters
    ----------
    words : iterable of (str, str, str)
        Tag, form and lemma.
    """
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for tag, form, lemma in words:
        counts[tag, form][lemma] += 1
    lemmas: Lemmas = {}
    for (tag, form), found in counts.items():
        lemma, count = found.most_common(1)[0]
        if count >= _MIN_COUNT:
            lemmas.setdefault(tag, {})[form] = lemma
    return lemmas


def wrongly_lemmatized(
    nlp: Language, lemmas: Mapping[str, Mapping[str, str]], sentences: Iterable[list[str]]
) -> Lemmas:
    """Return the lemmas that differ from those the pipeline predicts for the form and tag."""
    wrong: Lemmas = {}
    for doc in nlp.pipe(Doc(nlp.vocab, words=words) for words in sentences):
        for word in doc:
            lemma = lemmas.get(word.tag_, {}).get(word.text)
            if lemma is not None and lemma != word.lemma_:
                wrong.setdefault(word.tag_, {})[word.text] = lemma
    return wrong


def with_one_lemma(forms: Iterable[tuple[str, str, str]]) -> Lemmas:
    """Return the lemmas of those forms that belong to one lemma only.

    Parameters
    ----------
    forms : iterable of (str, str, str)
        Tag, form and lemma.
    """
    lemmas_of: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for tag, form, lemma in forms:
        lemmas_of[tag, form].add(lemma)
    certain: Lemmas = {}
    for (tag, form), lemmas in lemmas_of.items():
        if len(lemmas) == 1:
            certain.setdefault(tag, {})[form] = lemmas.pop()
    return certain


def irregular_forms(wordnet: WordNet) -> Iterator[tuple[str, str, str]]:
    """Yield tag, form and lemma of the forms that WordNet lists.

    A past form that is also the base form of a verb, such as "found", "lay" or "saw", has the
    listed lemma only under the tags of past forms. Any other, such as "ate", has it also under
    the tags of base and present forms, which a tagger may assign by mistake.
    """
    for form, lemma, part in wordnet.irregular_forms():
        if form.isalpha() and form != lemma:
            tags = _tags_of_irregular(form, part)
            if tags == _PAST and not len(wordnet.senses(form, Part.VERB)):
                tags += _PRESENT
            for tag in tags:
                yield tag, form, lemma


def regular_variants(wordnet: WordNet) -> Iterator[tuple[str, str, str]]:
    """Yield tag, form and lemma of the regular past forms of verbs that have irregular forms.

    For example "lied" of "lie", besides "lay", and "burned" of "burn", besides "burnt". Forms
    of verbs that double their consonant, whose past forms WordNet lists, and forms that are
    themselves verbs, such as "seed", are left out.
    """
    listed = {form for form, _, part in wordnet.irregular_forms() if part == Part.VERB}
    verbs = {lemma for _, lemma, part in wordnet.irregular_forms() if part == Part.VERB}
    for verb in sorted(verbs):
        doubles = f"{verb}{verb[-1]}ed" in listed
        for tag, form, _ in _past_forms(verb):
            if verb.isalpha() and not doubles and not len(wordnet.senses(form, Part.VERB)):
                yield tag, form, verb


def regular_forms(wordnet: WordNet) -> Iterator[tuple[str, str, str]]:
    """Yield tag, form and lemma of the verbs, and of the nouns that WordNet has counts of."""
    irregular_verbs = {lemma for _, lemma, part in wordnet.irregular_forms() if part == Part.VERB}
    for word in map(wordnet.words.string, range(len(wordnet.words))):
        if not (word.isalpha() and word.isascii()):
            continue
        if len(wordnet.senses(word, Part.VERB)):
            yield from _verb_forms(word, is_regular=word not in irregular_verbs)
        nouns = wordnet.senses(word, Part.NOUN)
        if wordnet.tag_counts[nouns].any() and not word.endswith("s"):
            yield "NNS", _with_s(word), word


def _tags_of_irregular(form: str, part: Part) -> tuple[str, ...]:
    if part == Part.VERB:
        ending = {"g": ("VBG",), "s": ("VBZ",)}
        return ending.get(form[-1], ()) if form.endswith(("ing", "s")) else _PAST
    if part == Part.NOUN:
        return ("NNS",)
    if part == Part.ADJECTIVE:
        return ("JJS",) if form.endswith("st") else ("JJR",)
    return ()


def _verb_forms(verb: str, *, is_regular: bool) -> Iterator[tuple[str, str, str]]:
    """Yield the regular forms; those that double their consonant are listed as irregular."""
    yield "VBZ", _with_s(verb), verb
    if not is_regular:
        return
    keeps_e = verb.endswith(("ee", "oe", "ye")) or not verb.endswith("e")
    yield "VBG", f"{verb if keeps_e else verb[:-1]}ing", verb
    yield from _past_forms(verb)


def _past_forms(verb: str) -> Iterator[tuple[str, str, str]]:
    past = f"{verb}d" if verb.endswith("e") else f"{verb}ed"
    past = f"{verb[:-1]}ied" if _ends_in_consonant_y(verb) else past
    for tag in _PAST:
        yield tag, past, verb


def _with_s(word: str) -> str:
    if _ends_in_consonant_y(word):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"


def _ends_in_consonant_y(word: str) -> bool:
    return len(word) > 1 and word[-1] == "y" and word[-2] not in _VOWELS
