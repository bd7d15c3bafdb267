"""Sentences of CoNLL-U files: their words, the spaces between them and their annotation."""

import tempfile
from pathlib import Path

from english_pipeline.treebanks import read_sentences
from hypothesis import given
from hypothesis import strategies as st
from spacy.vocab import Vocab

CONTRACTION = """
# newdoc id = harbour
# sent_id = harbour-1
# text = "I don't," says Ida.
1    "      "      PUNCT  ``   _           4  punct      _  SpaceAfter=No
2    I      I      PRON   PRP  Person=1    4  nsubj      _  _
3-4  don't  _      _      _    _           _  _          _  SpaceAfter=No
3    do     do     AUX    VBP  _           0  root       _  _
4    n't    not    PART   RB   Polarity=Neg|Typo=Yes 3 advmod _ _
5    ,      ,      PUNCT  ,    _           3  punct      _  SpaceAfter=No
6    "      "      PUNCT  ''   _           3  punct      _  _
7    says   say    VERB   VBZ  _           3  parataxis  _  _
8    Ida    Ida    PROPN  NNP  _           7  nsubj      _  SpaceAfter=No|Note=a=b
9    .      .      PUNCT  .    _           3  punct      _  _
"""

ODD_WORDS = """
# text = Oslo wins _ Bergen
1    Oslo    Oslo    PROPN  NNP  _  2  nsubj   _  _
2    wins    win     VERB   VBZ  _  0  root    _  _
3    _       _       SYM    _    _  4  punct   _  _
3.1  loses   lose    VERB   VBZ  _  _  _       2:conj  _
4    Bergen  Bergen  PROPN  NNP  _  2  orphan  _  _
"""

DOCUMENTS = """
# newdoc id = first
# newpar
# sent_id = one
# text = Rain
1  Rain  rain  NOUN  NN  _  0  root  _  _

# newpar id = second paragraph
# sent_id = two
# text = Snow
1  Snow  snow  NOUN  NN  _  0  root  _  _

# newdoc id = other
# sent_id = three
# text = Hail
1  Hail  hail  NOUN  NN  _  0  root  _  _
"""


def joined(sentence):
    pairs = zip(sentence.words, sentence.spaces, strict=True)
    return "".join(word + " " * space for word, space in pairs).strip()


def test_the_parts_of_a_contraction_stand_together(read_conllu):
    (sentence,) = read_conllu(CONTRACTION)
    assert sentence.words == ['"', "I", "do", "n't", ",", '"', "says", "Ida", "."]
    assert joined(sentence) == sentence.text
    # A root is its own head.
    assert sentence.heads == [3, 3, 2, 2, 2, 2, 2, 6, 2]
    assert sentence.notes[7:] == [{"SpaceAfter": "No", "Note": "a=b"}, {}]


def test_a_space_follows_a_contraction_if_none_is_denied(read_conllu):
    spaced = CONTRACTION.replace("_  _          _  SpaceAfter=No", "_  _          _  _", 1)
    assert joined(read_conllu(spaced)[0]) == '"I don\'t ," says Ida.'


def test_a_document_has_all_annotation(read_conllu):
    (sentence,) = read_conllu(CONTRACTION)
    doc = sentence.doc(Vocab())
    assert doc.text.strip() == sentence.text
    assert [token.head.i for token in doc] == sentence.heads
    assert [token.dep_ for token in doc][:4] == ["punct", "nsubj", "ROOT", "advmod"]
    word = doc[3]
    assert (word.lemma_, word.pos_, word.tag_) == ("not", "PART", "RB")
    assert str(word.morph) == "Polarity=Neg|Typo=Yes"
    assert [token.is_sent_start for token in doc] == [True] + [False] * 8


def test_an_underscore_is_a_word_and_what_has_a_point_in_its_number_is_none(read_conllu):
    (sentence,) = read_conllu(ODD_WORDS)
    token = sentence.doc(Vocab())[2]
    assert (token.text, token.lemma_, token.tag_, token.pos_) == ("_", "_", "", "SYM")
    assert sentence.words == ["Oslo", "wins", "_", "Bergen"]
    assert sentence.heads == [1, 1, 3, 1]
    assert joined(sentence) == sentence.text


def test_paragraphs_do_not_start_documents(read_conllu):
    sentences = read_conllu(DOCUMENTS)
    assert [(one.document, one.name, one.text) for one in sentences] == [
        *(("first", "one", "Rain"), ("first", "two", "Snow"), ("other", "three", "Hail"))
    ]


SURFACE_WORDS = st.lists(
    st.tuples(
        st.lists(st.sampled_from(["ab", "c", "_", "n't"]), min_size=1, max_size=3), st.booleans()
    ),
    min_size=1,
    max_size=6,
)


@given(SURFACE_WORDS)
def test_words_and_spaces_spell_the_text(surface):
    text = "".join("".join(parts) + " " * space for parts, space in surface)
    lines, number = [f"# text = {text}"], 0
    for parts, space in surface:
        misc = "_" if space else "SpaceAfter=No"
        if len(parts) > 1:
            numbers = f"{number + 1}-{number + len(parts)}"
            lines.append("\t".join([numbers, "".join(parts), *"_" * 7, misc]))
            misc = "_"
        for part in parts:
            number += 1
            lines.append("\t".join([str(number), part, part, *"_" * 6, misc]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "treebank.conllu"
        path.write_text("\n".join([*lines, "", ""]), encoding="utf-8")
        (sentence,) = read_sentences(path)
    assert sentence.words == [part for parts, _ in surface for part in parts]
    assert joined(sentence) == text.strip()
