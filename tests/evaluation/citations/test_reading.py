"""Files of answers."""

import json

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.citations import Document, read_answers

FIRST = {"id": "a", "question": "Who?", "answer": "Ada [1].", "documents": [{"text": "Ada."}]}
SECOND = {"id": 7, "output": "Bob.", "docs": [{"title": "T", "text": "B."}, {"text": "C."}]}


def written(tmp_path, content):
    path = tmp_path / "answers.jsonl"
    path.write_text(content)
    return path


def test_both_names_of_fields(tmp_path):
    path = written(tmp_path, f"{json.dumps(FIRST)}\n\n{json.dumps(SECOND)}\n")
    first, second = read_answers(path)
    assert (first.id, first.text, first.documents) == ("a", "Ada [1].", (Document("Ada."),))
    assert (second.id, second.text) == ("7", "Bob.")
    assert second.documents == (Document("B.", "T"), Document("C."))


def test_without_ids_they_are_numbers(tmp_path):
    lines = [json.dumps({**each, "id": None}) for each in (FIRST, SECOND)]
    assert [each.id for each in read_answers(written(tmp_path, "\n".join(lines)))] == ["1", "2"]


def changed(**fields):
    left = {name: value for name, value in {**FIRST, **fields}.items() if value is not ...}
    return f"{json.dumps(FIRST)}\n{json.dumps({**left, 'id': fields.get('id', 'b')})}"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "has no answers; expected JSON objects with answer and documents"),
        ("[1]", "line 1: is not a JSON object; expected a JSON object on each line"),
        ('{"answer": "A."', "line 1: column 16: malformed JSON"),
        (f"{json.dumps(FIRST)} 2", "line 1: more than one JSON value"),
        (changed(answer=...), "line 2: has no answer; expected a field called answer or output"),
        (changed(output="A"), "line 2: has both answer and output; expected a field called"),
        (changed(answer=None), "line 2: has None as answer; expected a string"),
        (changed(documents=...), "line 2: has no documents; expected a field called documents or"),
        (changed(docs=[]), "line 2: has both documents and docs"),
        (changed(documents={}), "line 2: documents is not a list"),
        (changed(documents=["A."]), "line 2: document 1 is no JSON object; expected one with a"),
        (changed(documents=[{"text": " "}]), "line 2: document 1 has an empty text"),
        (changed(documents=[{"text": "A"}, {}]), "line 2: document 2 has None as text"),
        (changed(documents=[{"text": "A", "title": 1}]), "line 2: document 1 has 1 as title"),
        (changed(id="a"), "line 2: id 'a' is repeated; expected another one"),
        (changed(id=1.5), "line 2: id 1.5 is no id; expected a string or a whole number"),
        (changed(id=" "), "line 2: id ' ' is no id"),
    ],
)
def test_what_is_refused(tmp_path, content, message):
    path = written(tmp_path, content)
    with pytest.raises(InputError) as error:
        read_answers(path)
    assert str(error.value).startswith(f"{path}: {message}")
