"""Files of answers, their sentences, and which citations belong to them."""

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.citations import Answer, Document, read_answers
from tests.evaluation.citations.examples import answer


def sentences(text, documents=3):
    return [(each.text, each.cited, each.missing) for each in answer(text, documents).sentences]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada sang [1]. Bob danced [2].", [("Ada sang.", (1,)), ("Bob danced.", (2,))]),
        ("Ada sang.[1] Bob danced.[2]", [("Ada sang.", (1,)), ("Bob danced.", (2,))]),
        ("Ada sang. [1] Bob danced. [2]", [("Ada sang.", (1,)), ("Bob danced.", (2,))]),
        ("Ada sang.[1][2]Bob danced.", [("Ada sang.", (1, 2)), ("Bob danced.", ())]),
        ("Ada [3] sang [1, 3]. Bob danced.", [("Ada sang.", (1, 3)), ("Bob danced.", ())]),
        ("Ada[1]sang", [("Ada sang", (1,))]),
        ("Ada sang (loudly [2]).\n\n---\n", [("Ada sang (loudly).", (2,))]),
        ("Lie et al. [1] agree.", [("Lie et al. agree.", (1,))]),
        # At the beginning of a line, and in a line of their own.
        ("[2] Ada sang. Bob danced.", [("Ada sang.", (2,)), ("Bob danced.", ())]),
        ("Ada sang.\n[1] Bob danced.", [("Ada sang.", ()), ("Bob danced.", (1,))]),
        ("Ada sang.\n[1]\n\nBob danced.", [("Ada sang.", (1,)), ("Bob danced.", ())]),
        ("Ada sang. Bob danced.\n[1]", [("Ada sang.", ()), ("Bob danced.", (1,))]),
        ("[3]\nAda sang [1].", [("Ada sang.", (1, 3))]),
        # A line break ends a sentence.
        ("Ada sang\nBob danced [1-2]", [("Ada sang", ()), ("Bob danced", (1, 2))]),
        ("Sources:\n- Ada [1]", [("Sources:", ()), ("- Ada", (1,))]),
        ("[1]", []),
        ("", []),
        (" \n", []),
    ],
)
def test_sentences_by_hand(text, expected):
    assert sentences(text) == [(*each, ()) for each in expected]


@pytest.mark.parametrize(
    ("mark", "cited", "missing"),
    [
        ("[3,1]", (1, 3), ()),
        ("[1-3]", (1, 2, 3), ()),
        ("[1\u20132, 3]", (1, 2, 3), ()),
        ("[3-2]", (2, 3), ()),
        ("[7]", (), (7,)),
        ("[0][2, 7]", (2,), (0, 7)),
        ("[1-999]", (1, 2, 3), (999,)),
        ("[5-9]", (), (9,)),
        ("[0-2]", (1, 2), (0,)),
    ],
)
def test_numbers_by_hand(mark, cited, missing):
    assert sentences(f"Ada sang {mark}.") == [("Ada sang.", cited, missing)]


@pytest.mark.parametrize(
    "bracket", ["[sic]", "[2019]", "[1, 2019]", "[]", "[1,]", "[-1]", "[1.5]", "[^1]", "[ 1 ]"]
)
def test_other_brackets_stay(bracket):
    found = answer(f"Ada {bracket} sang [2].")
    assert sentences(found.text) == [(f"Ada {bracket} sang.", (2,), ())]
    assert found.other_brackets == (bracket,)


def test_documents_are_paragraphs_with_their_titles():
    found = Answer("1", "", [Document(" A. ", "T"), Document("B."), Document("C.", " ")])
    assert found.passage({3, 1}) == "T\n\nA.\n\nC."


@pytest.mark.slow
@given(
    st.lists(st.lists(st.integers(0, 5), max_size=3), min_size=1, max_size=4),
    st.sampled_from([("", "."), (".", ""), (". ", "")]),
)
def test_every_citation_belongs_to_its_sentence(numbers, around):
    """Before the stop, after it, and after a space."""
    cited = ("".join(f"[{number}]" for number in each) for each in numbers)
    text = " ".join(f"Ada sang{marks.join(around)}" for marks in cited)
    found = answer(text, 3).sentences
    assert [{*each.cited, *each.missing} for each in found] == list(map(set, numbers))
    assert {each.text for each in found} == {"Ada sang."}


@pytest.mark.slow
@given(st.text(alphabet="ab .,[]-123\n\u2013", max_size=40))
@example("[[1]]")
def test_only_citations_are_taken_out(text):
    found = answer(text)
    letters = re.sub("[^ab]", "", text)
    assert re.sub("[^ab]", "", "".join(each.text for each in found.sentences)) == letters
    assert all(bracket in text for bracket in found.other_brackets)


FIRST = {"id": "a", "question": "Who?", "answer": "Ada [1].", "documents": [{"text": "Ada."}]}
SECOND = {
    "id": 7,
    "output": "Bob.",
    "docs": [{"title": "T", "text": "B."}, {"title": None, "text": "C."}],
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "answers.jsonl"


def test_both_names_of_fields(path):
    path.write_text(f"{json.dumps(FIRST)}\n\n{json.dumps(SECOND)}\n")
    first, second = read_answers(path)
    assert (first.id, first.text, first.documents) == ("a", "Ada [1].", (Document("Ada."),))
    assert (second.id, second.text) == ("7", "Bob.")
    assert second.documents == (Document("B.", "T"), Document("C."))


def test_without_ids_they_are_numbers(path):
    path.write_text("\n".join(json.dumps({**each, "id": None}) for each in (FIRST, SECOND)))
    assert [each.id for each in read_answers(path)] == ["1", "2"]


def changed(**fields):
    left = {name: value for name, value in {**FIRST, **fields}.items() if value is not ...}
    return f"{json.dumps(FIRST)}\n{json.dumps({**left, 'id': fields.get('id', 'b')})}"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[1]", "line 1: is not a JSON object; expected a JSON object on each line"),
        ('{"answer": "A."', "line 1: column 16: malformed JSON"),
        (changed(answer=...), "line 2: has no answer; expected a field called answer or output"),
        (changed(output="A"), "line 2: has both answer and output; expected a field called"),
        (changed(documents=...), "line 2: has no documents; expected a field called documents or"),
        (changed(documents={}), "line 2: has {} as documents; expected a list of"),
        (changed(documents=["A."]), "line 2: document 1 is no JSON object; expected one with a"),
        (changed(documents=[{"text": " "}]), "line 2: document 1 has an empty text"),
        (changed(documents=[{"text": "A", "title": 1}]), "line 2: document 1 has 1 as title"),
        (changed(id="a"), "line 2: id 'a' is repeated; expected another one"),
        (changed(id=1.5), "line 2: id 1.5 is no id; expected a string or a whole number"),
    ],
)
def test_what_is_refused(path, content, message):
    path.write_text(content)
    with pytest.raises(InputError) as error:
        read_answers(path)
    assert str(error.value).startswith(f"{path}: {message}")
