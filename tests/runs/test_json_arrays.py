"""Run files as one JSON array."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction, read_gold
from rte_baselines.runs.fields import FieldNames
from rte_baselines.runs.json_array import JsonArrayRuns

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
OBJECTS = [{"id": "a", "label": "YES", "score": 0.5}, {"id": "b", "label": "NO"}]


@pytest.mark.parametrize("indent", [None, 0, 4])
def test_arrays_are_read_over_any_number_of_lines(read, indent):
    expected = [Prediction("a", YES, score=0.5), Prediction("b", NO)]
    content = json.dumps(OBJECTS, indent=indent)
    for variant in (content, f" \n{content}\n\n", content.replace("\n", "\r\n")):
        assert list(read(variant)) == expected


def test_gold_labels_in_an_array(tmp_path):
    path = tmp_path / "gold.json"
    path.write_text(json.dumps(OBJECTS, indent=2))
    assert [pair.label for pair in read_gold(path)] == [YES, NO]


@pytest.mark.slow
def test_a_cut_off_array_is_refused_wherever_it_is_cut(read):
    whole = json.dumps(OBJECTS, indent=1)
    for end in range(1, len(whole)):
        with pytest.raises(InputError, match=r"run\.txt: (line \d|'\[)"):
            read(whole[:end])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[{"id": "a", "label": "YES"},\n\n{"id": "b"}]', "line 3: field 'label' is missing"),
        ('[\n{"id": "a", "label": "YES"},\n 7]', "line 3: '7' is not a JSON object"),
        (
            '[\n{"id": "a",\n "label" "YES"}]',
            "line 3, column 10: malformed JSON (Expecting ':' delimiter)",
        ),
        ('[{"id": "a", "label": "YES"}\n{"id": "b", "label": "YES"}]', "line 1: neither ','"),
        ('[{"id": "a", "label": "YES"}]\n[]', "line 1: neither ',' nor a final ']' after the obj"),
        ('[{"id": "a", "label": "YES"},]', "line 1, column 30: malformed JSON (Expecting value)"),
        ("[\n]", "line 2, column 1: malformed JSON"),
        ('["entailment"]', "is not the start of a known run format"),
    ],
)
def test_damaged_arrays_are_refused(read, content, message):
    with pytest.raises(InputError, match=r"run\.txt: ") as caught:
        read(content)
    assert message in str(caught.value)


def test_an_id_may_start_as_an_array_does(read):
    assert read("[a] YES\n[ NO\n").ids == ("[a]", "[")


@pytest.mark.slow
@given(
    st.lists(st.dictionaries(st.text(), st.text() | st.integers()), min_size=1), st.integers(0, 3)
)
def test_objects_are_those_of_the_array_and_know_their_lines(objects, indent):
    content = json.dumps(objects, indent=indent)
    found = list(JsonArrayRuns(FieldNames()).objects(io.StringIO(content)))
    assert [fields for _, fields in found] == objects
    lines = content.split("\n")
    assert all(lines[line - 1].lstrip().startswith("{") for line, _ in found)
    assert len({line for line, _ in found}) == len(objects)
