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
# What was seen once may be a typing error, which the treebanks correct in the lemma.
_LEAST_COUNT = 2
# Each form is looked at where its tag commonly stands.
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
    """Return the lemmas that are to be known by heart.

    Parameters
    ----------
    nlp : Language
        With tagger and lemmatizer trained.
    folder : Path
        Holds the treebanks, of whose train parts the commonest lemma of each form and tag
        is taken.
    wordnet : WordNet
        Whose inflected forms are taken that the train parts have not.
    """
    sentences = [
        sentence
        for treebank in TREEBANKS
        for sentence in read_sentences(treebank_file(folder, treebank, "train"))
    ]
    known = commonest_lemmas(
        (row[4], row[1], row[2]) for sentence in sentences for row in sentence.rows
    )
    exceptions = where_wrong(nlp, known, (sentence.words for sentence in sentences))
    unseen = {
        tag: {form: lemma for form, lemma in lemmas.items() if form not in known.get(tag, {})}
        for tag, lemmas in inflected_forms(wordnet).items()
    }
    in_carriers = (
        _CARRIERS[tag].format(form).split() for tag, lemmas in unseen.items() for form in lemmas
    )
    for tag, lemmas in where_wrong(nlp, unseen, in_carriers).items():
        exceptions.setdefault(tag, {}).update(lemmas)
    return exceptions


def commonest_lemmas(words: Iterable[tuple[str, str, str]]) -> Lemmas:
    """Return the lemma that is the commonest of each tag and form, if it is no slip of the pen.

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
        if count >= _LEAST_COUNT:
            lemmas.setdefault(tag, {})[form] = lemma
    return lemmas


def where_wrong(
    nlp: Language, lemmas: Mapping[str, Mapping[str, str]], sentences: Iterable[list[str]]
) -> Lemmas:
    """Return those of the lemmas that the pipeline does not give to the form and tag."""
    wrong: Lemmas = {}
    for doc in nlp.pipe(Doc(nlp.vocab, words=words) for words in sentences):
        for word in doc:
            lemma = lemmas.get(word.tag_, {}).get(word.text)
            if lemma is not None and lemma != word.lemma_:
                wrong.setdefault(word.tag_, {})[word.text] = lemma
    return wrong


def inflected_forms(wordnet: WordNet) -> Lemmas:
    """Return the forms of WordNet's words that belong to one lemma only.

    They are the irregular ones that WordNet lists, and the regular ones of its verbs and of
    the nouns that it has found in texts.
    """
    lemmas_of: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for tag, form, lemma in _all_forms(wordnet):
        lemmas_of[tag, form].add(lemma)
    forms: Lemmas = {}
    for (tag, form), lemmas in lemmas_of.items():
        if len(lemmas) == 1:
            forms.setdefault(tag, {})[form] = lemmas.pop()
    return forms


def _all_forms(wordnet: WordNet) -> Iterator[tuple[str, str, str]]:
    irregular = set()
    for form, lemma, part in wordnet.irregular_forms():
        if form.isalpha() and form != lemma:
            irregular.add((part, lemma))
            for tag in _tags_of_irregular(form, part):
                yield tag, form, lemma
    for word in map(wordnet.words.string, range(len(wordnet.words))):
        if not (word.isalpha() and word.isascii()):
            continue
        if len(wordnet.senses(word, Part.VERB)):
            yield from _verb_forms(word, is_regular=(Part.VERB, word) not in irregular)
        nouns = wordnet.senses(word, Part.NOUN)
        is_plural_already = word.endswith("s")
        if wordnet.tag_counts[nouns].any() and not is_plural_already:
            yield "NNS", _with_s(word), word


def _tags_of_irregular(form: str, part: Part) -> tuple[str, ...]:
    if part == Part.VERB:
        ending = {"g": ("VBG",), "s": ("VBZ",)}
        return ending.get(form[-1], ()) if form.endswith(("ing", "s")) else ("VBD", "VBN")
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
    past = f"{verb}d" if verb.endswith("e") else f"{verb}ed"
    past = f"{verb[:-1]}ied" if _ends_in_consonant_y(verb) else past
    yield "VBD", past, verb
    yield "VBN", past, verb


def _with_s(word: str) -> str:
    if _ends_in_consonant_y(word):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"


def _ends_in_consonant_y(word: str) -> bool:
    return len(word) > 1 and word[-1] == "y" and word[-2] not in _VOWELS
