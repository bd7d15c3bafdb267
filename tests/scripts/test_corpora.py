"""The reader that the training config names: groups, letter case, and what is left open."""

from types import SimpleNamespace

import pytest
import spacy
from english_pipeline.corpora import annotated_doc, treebanks
from english_pipeline.treebanks import Sentence
from hypothesis import given
from hypothesis import strategies as st
from spacy.vocab import Vocab

EWT = """
# newdoc id = letter
# sent_id = letter-1
# text = Ida slept.
1  Ida    Ida    PROPN  NNP  Number=Sing  2  nsubj   _  _
2  slept  sleep  VERB   VBD  Tense=Past   0  root    _  SpaceAfter=No
3  .      .      PUNCT  .    _            2  punct   _  _

# sent_id = letter-2
# text = Long nights help.
1  Long    long   ADJ    JJ   Degree=Pos   2  amod   _  _
2  nights  night  NOUN   NNS  Number=Plur  3  nsubj  _  _
3  help    help   VERB   VBP  Tense=Pres   0  root   _  SpaceAfter=No
4  .       .      PUNCT  .    _            3  punct  _  _

# newdoc id = note
# sent_id = note-1
# text = Sleep!
1  Sleep  sleep  VERB   VB   VerbForm=Inf  0  root   _  SpaceAfter=No
2  !      !      PUNCT  .    _             1  punct  _  _
"""

GUM = """
# newdoc id = voyage
# sent_id = voyage-1
# text = The Elver floods Norland
1  The      the      DET    DT   _  2  det    _  Entity=(1-place-new-nnnnn-cf1-2-sgl
2  Elver    Elver    PROPN  NNP  _  3  nsubj  _  Entity=1)
3  floods   flood    VERB   VBZ  _  0  root   _  _
4  Norland  Norland  PROPN  NNP  _  3  obj    _  Entity=(2-place-new-nnnnn-cf2-1-sgl)
"""

EWT_DEV = """
# newdoc id = mail
# sent_id = mail-1
# text = Ida Holm won 3 Elver cups
1  Ida   Ida   PROPN  NNP  _  3  nsubj     _  _
2  Holm  Holm  PROPN  NNP  _  1  flat      _  _
3  won   win   VERB   VBD  _  0  root      _  _
4  3     3     NUM    CD   _  6  nummod    _  _
5  Elver Elver PROPN  NNP  _  6  compound  _  _
6  cups  cup   NOUN   NNS  _  3  obj       _  _
"""

SENTENCES = {"Ida slept.", "Long nights help.", "Sleep!", "The Elver floods Norland"}


@pytest.fixture(scope="module")
def nlp():
    return spacy.blank("en")


@pytest.fixture
def folder(write_treebank):
    """Both treebanks, whose dev parts hold the same as their train parts, but for EWT's."""
    for part in ("train", "dev"):
        write_treebank("en_gum_open", part, GUM)
    write_treebank("en_ewt", "train", EWT)
    return write_treebank("en_ewt", "dev", EWT_DEV)


@pytest.fixture
def examples(folder, nlp):
    """A function of the reader's settings to its examples by their text."""

    def read(part="train", **settings):
        found = list(treebanks(str(folder), part, **settings)(nlp))
        by_text = {example.reference.text.strip(): example for example in found}
        assert len(by_text) == len(found)
        return by_text

    return read


def long_document(sentences):
    """A document of so many sentences of one word."""
    lines = [f"# sent_id = {n}\n1 w{n} w X X _ 0 root _ _\n" for n in range(sentences)]
    return "\n".join(["# newdoc id = long", *lines])


def iob(doc):
    """The entity tag of each word, "" where it is left open."""
    return [
        f"{token.ent_iob_}-{token.ent_type_}" if token.ent_type_ else token.ent_iob_
        for token in doc
    ]


def test_the_pipeline_is_given_words_and_sentence_starts_only(examples):
    given_doc = examples(grouped=1.0)["Ida slept. Long nights help."].predicted
    assert given_doc.text.strip() == "Ida slept. Long nights help."
    assert [token.i for token in given_doc if token.is_sent_start] == [0, 3]
    for attribute in ("TAG", "POS", "LEMMA", "DEP", "ENT_IOB"):
        assert not given_doc.has_annotation(attribute)


def test_groups_stay_within_their_document_and_are_of_five_at_most(write_treebank, examples):
    of_gum = "The Elver floods Norland"
    assert set(examples(grouped=1.0)) == {"Ida slept. Long nights help.", "Sleep!", of_gum}
    write_treebank("en_ewt", "train", long_document(7))
    assert set(examples(grouped=1.0)) == {"w0 w1 w2 w3 w4", "w5 w6", of_gum}


def test_entities_are_left_open_where_none_are_annotated(examples):
    found = examples()
    assert iob(found["Ida slept."].reference) == ["", "", ""]
    assert iob(found["The Elver floods Norland"].reference) == ["O", "B-PLACE", "O", "B-PLACE"]


def test_entities_of_later_sentences_of_a_group_are_shifted(write_treebank, examples, folder):
    second = GUM.replace("# newdoc id = voyage", "").replace("voyage-1", "voyage-2")
    write_treebank("en_gum_open", "train", f"{GUM}\n{second.strip()}")
    found = examples(grouped=1.0)
    gold = found["The Elver floods Norland The Elver floods Norland"].reference
    assert iob(gold) == ["O", "B-PLACE", "O", "B-PLACE"] * 2


@pytest.mark.parametrize(("recased", "cases"), [(1.0, {str.lower}), (0.5, {str.lower, str.upper})])
def test_recased_documents_replace_the_originals(examples, recased, cases):
    found = set(examples(recased=recased))
    assert len(found) == len(SENTENCES)
    assert {text.lower() for text in found} == {text.lower() for text in SENTENCES}
    assert all(any(text == case(text) for case in cases) for text in found)


def test_only_the_words_of_recased_documents_change(examples):
    example = examples(recased=1.0)["the elver floods norland"]
    assert [token.text for token in example.predicted] == ["the", "elver", "floods", "norland"]
    gold = example.reference
    assert [token.lemma_ for token in gold] == ["the", "Elver", "flood", "Norland"]
    assert [token.tag_ for token in gold] == ["DT", "NNP", "VBZ", "NNP"]
    assert [token.head.i for token in gold] == [1, 2, 2, 2]
    assert iob(gold) == ["O", "B-PLACE", "O", "B-PLACE"]


def test_of_uner_sentences_only_entities_are_shown(examples, write_uner):
    names = "Ida/B-PER Holm/I-PER won/O 3/O Elver/B-OTH cups/O"
    found = examples(uner=str(write_uner({"mail-1": names})))
    assert set(found) == SENTENCES | {"Ida Holm won 3 Elver cups"}
    gold = found["Ida Holm won 3 Elver cups"].reference
    for attribute in ("TAG", "POS", "LEMMA", "MORPH", "DEP", "HEAD"):
        assert not gold.has_annotation(attribute)
    # A number and a name that may be of kinds that were not marked are left open.
    assert iob(gold) == ["B-PERSON", "I-PERSON", "O", "", "", "O"]


def test_training_examples_are_shuffled_the_same_way_each_time(write_treebank, folder, nlp):
    for part in ("train", "dev"):
        write_treebank("en_ewt", part, long_document(30))
    orders = {}
    for part in ("train", "dev"):
        read = treebanks(str(folder), part, grouped=0.5, recased=0.2)
        first, second = ([one.reference.text for one in read(nlp)] for _ in range(2))
        assert first == second
        orders[part] = " ".join(first).lower().split()
    in_order = [f"w{number}" for number in range(30)] + "the elver floods norland".split()
    assert orders["dev"] == in_order
    assert orders["train"] != in_order
    assert sorted(orders["train"]) == sorted(in_order)


def test_the_config_names_the_reader():
    assert spacy.registry.readers.get("english_pipeline.Treebanks.v1") is treebanks


@st.composite
def parsed_sentences(draw):
    """A sentence with any tree: each word hangs from one that was placed before it."""
    order = draw(st.permutations(range(draw(st.integers(1, 7)))))
    heads = {order[0]: 0}
    for rank, place in enumerate(order[1:], 1):
        heads[place] = order[draw(st.integers(0, rank - 1))] + 1
    rows = [
        f"{place + 1} w{place} w X X _ {head} {'dep' if head else 'root'} _ _".split()
        for place, head in sorted(heads.items())
    ]
    spaces = draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    return Sentence("", "", "", rows, spaces)


@given(st.lists(parsed_sentences(), min_size=1, max_size=5))
def test_a_group_is_parsed_as_its_sentences_are(sentences):
    group = annotated_doc(SimpleNamespace(vocab=Vocab()), sentences)
    offset, starts = 0, set()
    for sentence in sentences:
        words = group[offset : offset + len(sentence.rows)]
        assert [token.head.i - offset for token in words] == sentence.heads
        assert [token.dep_ == "ROOT" for token in words] == [
            relation == "root" for relation in sentence.relations
        ]
        assert [bool(token.whitespace_) for token in words] == sentence.spaces
        starts.add(offset)
        offset += len(sentence.rows)
    assert offset == len(group)
    assert {token.i for token in group if token.is_sent_start} == starts
