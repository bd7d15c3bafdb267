"""Files of answers."""

import json

import pytest

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.evaluation.citations import Document, read_answers

FIRST = {"id": "a", "question": "Who?", "answer": "Ada [1].", "documents": [{"text": "Ada."}]}
SECOND = {"id": 7, "output": "Bob.", "docs": [{"title": "T", "text": "B."}, {"text": "C."}]}


def written(tmp_path, content):
    path = tmp_path / "answers.jsonl"
    path.write_text(content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        f"{json.dumps(FIRST)}\n\n{json.dumps(SECOND)}\n",
        json.dumps([FIRST, SECOND]),
        json.dumps([FIRST, SECOND], indent=2),
        json.dumps({"args": {}, "data": [FIRST, SECOND]}, indent=2),
        f'{{"data": 1, {json.dumps(FIRST)[1:]}\n{json.dumps(SECOND)}',
    ],
    ids=["lines", "list", "indented", "released", "a field called data"],
)
def test_every_form(tmp_path, content):
    first, second = read_answers(written(tmp_path, content))
    assert (first.id, first.question, first.text) == ("a", "Who?", "Ada [1].")
    assert (second.id, second.question, second.text) == ("7", "", "Bob.")
    assert second.documents == (Document("B.", "T"), Document("C."))


def test_without_ids_they_are_numbers(tmp_path):
    lines = [json.dumps({**each, "id": None}) for each in (FIRST, SECOND)]
    assert [each.id for each in read_answers(written(tmp_path, "\n".join(lines)))] == ["1", "2"]


def test_output_goes_before_a_reference_answer(tmp_path):
    path = written(tmp_path, json.dumps({**FIRST, "output": "Bob [1]."}))
    with pytest.warns(InputWarning, match="of output and answer, output is read"):
        (found,) = read_answers(path)
    assert found.text == "Bob [1]."


def changed(**fields):
    left = {name: value for name, value in {**FIRST, **fields}.items() if value is not ...}
    return f"{json.dumps(FIRST)}\n{json.dumps({**left, 'id': fields.get('id', 'b')})}"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "has no answers; expected JSON objects with answer and documents"),
        ("[ ]", "has no answers"),
        ('{"data": []}', "has no answers"),
        ('{"data": [3]}', "data, answer 1: is no JSON object"),
        ('{"data": [{"answer": 3}]}', "data, answer 1: has 3 as answer; expected a string"),
        ('{"answer": "A."', "line 1, column 16: malformed JSON"),
        (f"{json.dumps(FIRST)} 2", "line 1: more than a JSON object; expected one on each line"),
        (f"{json.dumps(FIRST)}\n[2]", "line 2: is not a JSON object"),
        (changed(answer=...), "line 2: has no answer; expected a string"),
        (changed(answer=None), "line 2: has None as answer"),
        (changed(question=1), "line 2: has 1 as question"),
        (changed(documents=...), "line 2: has no documents; expected a list called documents or"),
        (changed(docs=[]), "line 2: has both 'documents' and 'docs'"),
        (changed(documents={}), "line 2: documents is not a list"),
        (changed(documents=["A."]), "line 2: document 1 is no JSON object; expected one with a"),
        (changed(documents=[{"text": " "}]), "line 2: document 1 has an empty text"),
        (changed(documents=[{"text": "A"}, {}]), "line 2: document 2 has no text"),
        (changed(documents=[{"text": "A", "title": 1}]), "line 2: document 1 has 1 as title"),
        (changed(id="a"), "line 2: id 'a' is that of line 1, too"),
        (changed(id=None), "line 2: has no id, and the first answer has one; expected ids in all"),
        (changed(id=1.5), "line 2: id 1.5 is no id; expected a string or a whole number"),
        (changed(id=" "), "line 2: id ' ' is no id"),
    ],
)
def test_what_is_refused(tmp_path, content, message):
    path = written(tmp_path, content)
    with pytest.raises(InputError) as error:
        read_answers(path)
    assert str(error.value).startswith(f"{path}: {message}")


def test_an_id_after_an_answer_without_is_refused(tmp_path):
    path = written(tmp_path, json.dumps({**FIRST, "id": None}) + "\n" + json.dumps(SECOND))
    with pytest.raises(InputError, match="line 2: has an id, and the first answer has none"):
        read_answers(path)
