"""Scores of doctored parses, worked out by hand."""

import pytest
from english_pipeline.corpora import annotated_doc
from english_pipeline.entities import Entity
from english_pipeline.scores import (
    entity_scores,
    gold_word_scores,
    gum_test_entities,
    raw_text_scores,
    uner_test_entities,
)
from spacy.scorer import Scorer
from spacy.tokens import Span
from spacy.training import Example
from spacy.vocab import Vocab

GOLD = """
# newdoc id = harbour
# sent_id = harbour-1
# text = Old ferries sink, sadly.
1  Old      old    ADJ    JJ   Degree=Pos   2  amod    _  _
2  ferries  ferry  NOUN   NNS  Number=Plur  3  nsubj   _  _
3  sink     sink   VERB   VBP  Tense=Pres   0  root    _  SpaceAfter=No
4  ,        ,      PUNCT  ,    _            5  punct   _  _
5  sadly    sadly  ADV    RB   _            3  advmod  _  SpaceAfter=No
6  .        .      PUNCT  .    _            3  punct   _  _
"""

# Wrong are the relation of "Old", the subtype of "ferries", and the heads of the comma and
# of "sadly"; then parts of speech 1, tags 2, lemmas 3, morphology 4.
DOCTORED = """
1  Old      Old    PROPN  NNP  Number=Sing  2  nmod         _  _
2  ferries  ferry  NOUN   NN   Number=Sing  3  nsubj:outer  _  _
3  sink     sank   VERB   VBP  _            0  root         _  SpaceAfter=No
4  ,        ,      PUNCT  ,    _            3  punct        _  _
5  sadly    sad    ADV    RB   Degree=Pos   2  advmod       _  SpaceAfter=No
6  .        .      PUNCT  .    _            3  punct        _  _
"""

TEXT = """
# newdoc id = animals
# sent_id = animals-1
# text = Cats can't swim.
1    Cats   cat   NOUN   NNS  _  4  nsubj   _  _
2-3  can't  _     _      _    _  _  _       _  _
2    ca     can   AUX    MD   _  4  aux     _  _
3    n't    not   PART   RB   _  4  advmod  _  _
4    swim   swim  VERB   VB   _  0  root    _  SpaceAfter=No
5    .      .     PUNCT  .    _  4  punct   _  _

# newpar
# sent_id = animals-2
# text = Dogs can bark.
1    Dogs   dog   NOUN   NNS  _  3  nsubj   _  _
2    can    can   AUX    MD   _  3  aux     _  _
3    bark   bark  VERB   VB   _  0  root    _  SpaceAfter=No
4    .      .     PUNCT  .    _  3  punct   _  _
"""

# "can't" is left whole, "Dogs" a sentence, and "can" has a wrong relation.
RAW_PARSE = """
1    Cats   cat   NOUN   NNS  _  3  nsubj   _  _
2    can't  can   AUX    MD   _  3  aux     _  _
3    swim   swim  VERB   VB   _  0  root    _  SpaceAfter=No
4    .      .     PUNCT  .    _  3  punct   _  _

1    Dogs   dog   NOUN   NNS  _  0  root    _  _

1    can    can   AUX    MD   _  2  cop     _  _
2    bark   bark  VERB   VB   _  0  root    _  SpaceAfter=No
3    .      .     PUNCT  .    _  2  punct   _  _
"""


class Doctored:
    """A pipeline that parses each document as it was told, in order."""

    def __init__(self, parses):
        self.vocab = Vocab()
        self.given = []
        self._parses = iter(parses)

    def __call__(self, given):
        self.given.append(given)
        return annotated_doc(self, next(self._parses))

    def pipe(self, given):
        return map(self, given)


@pytest.fixture
def gold_scores(write_treebank, read_conllu):
    def scores(gold, doctored):
        folder = write_treebank("en_ewt", "test", gold)
        nlp = Doctored([read_conllu(doctored)])
        return gold_word_scores(nlp, folder, "en_ewt", "test")

    return scores


def test_scores_on_gold_words(gold_scores):
    assert gold_scores(GOLD, DOCTORED) == pytest.approx(
        {
            "UAS": 100 * 3 / 4,
            "LAS": 100 * 1 / 4,
            "UAS, all words": 100 * 4 / 6,
            "LAS, all words": 100 * 2 / 6,
            "LAS, main relations": 100 * 3 / 6,
            "part of speech": 100 * 5 / 6,
            "tag": 100 * 4 / 6,
            "lemma": 100 * 3 / 6,
            "morphology": 100 * 2 / 6,
        }
    )


def test_the_treebank_says_what_is_punctuation(gold_scores):
    # The comma is parsed as a word, and "sadly" as punctuation.
    doctored = GOLD.replace("5  punct   _  _", "3  dep     _  _")
    doctored = doctored.replace("3  advmod  _", "3  punct   _")
    scores = gold_scores(GOLD, doctored)
    assert scores["UAS"] == 100
    assert scores["LAS"] == 100 * 3 / 4


def test_spacy_agrees_where_it_takes_the_same_words_for_punctuation(gold_scores, read_conllu):
    vocab = Vocab()
    gold, parse = (read_conllu(text)[0].doc(vocab) for text in (GOLD, DOCTORED))
    theirs = Scorer.score_deps(
        [Example(parse, gold)], "dep", getter=lambda token, _: token.dep_, ignore_labels=("punct",)
    )
    ours = gold_scores(GOLD, DOCTORED)
    assert ours["UAS"] == pytest.approx(100 * theirs["dep_uas"])
    assert ours["LAS"] == pytest.approx(100 * theirs["dep_las"])


def test_scores_on_raw_text(write_treebank, read_conllu):
    folder = write_treebank("en_gum_open", "test", TEXT)
    nlp = Doctored([read_conllu(RAW_PARSE)])
    scores = raw_text_scores(nlp, folder, "en_gum_open", "test")
    assert nlp.given == ["Cats can't swim. Dogs can bark. "]
    # F is twice what is right over what there is in either: words 7 of 9 and 8, sentences
    # 1 of 2 and 3, dependencies 4 (3 with their relations) of 7 and 6.
    assert scores == pytest.approx(
        {
            "words F": 100 * 14 / 17,
            "sentences F": 100 * 2 / 5,
            "UAS F": 100 * 8 / 13,
            "LAS F": 100 * 6 / 13,
        }
    )


class Namer:
    """A pipeline that gives the words it knows the labels it was told."""

    def __init__(self, labels):
        self.vocab = Vocab()
        self._labels = labels

    def __call__(self, doc):
        known = [token for token in doc if token.text in self._labels]
        doc.set_ents([Span(doc, x.i, x.i + 1, label=self._labels[x.text]) for x in known])
        return doc


def test_scores_of_entities(sentence_of):
    words = "Ida Mats Elver Acme today".split()
    sentence = sentence_of("\n".join(f"{word} PROPN NNP 1 dep" for word in words))
    gold = [Entity(0, 1, "PERSON"), Entity(1, 2, "PERSON"), Entity(2, 4, "ORG")]
    nlp = Namer({"Ida": "PERSON", "Elver": "PERSON", "Acme": "PERSON", "today": "TIME"})
    scores = entity_scores(nlp, [(sentence, gold)], ["PERSON", "ORG"])
    # One of three persons found is right, of two there are; times are not asked for.
    assert scores == {
        "PERSON": pytest.approx({"precision": 100 / 3, "recall": 50, "F": 40}),
        "ORG": pytest.approx({"precision": 0, "recall": 0, "F": 0}),
        "all": pytest.approx({"precision": 100 / 3, "recall": 100 / 3, "F": 100 / 3}),
    }


def test_gold_entities_come_from_the_test_parts(write_treebank, write_uner):
    note = "Entity=(1-place-new-nnnnn-cf1-1-sgl)"
    write_treebank("en_gum_open", "test", f"1 Elver Elver PROPN NNP _ 0 root _ {note}")
    named = "# sent_id = mail-1\n1 Ida Ida PROPN NNP _ 0 root _ _"
    folder = write_treebank("en_ewt", "test", named)
    ((place, places),) = gum_test_entities(folder)
    ((person, persons),) = uner_test_entities(folder, write_uner({"mail-1": "Ida/B-PER"}))
    assert (place.words, places) == (["Elver"], [Entity(0, 1, "PLACE")])
    assert (person.words, persons) == (["Ida"], [Entity(0, 1, "PERSON")])
