"""Runs as JSON Lines, JSON arrays and tables: what is read, and what is damaged."""

import json

import numpy as np
import pytest

from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.records.rows import Faults
from rte_baselines.runs import Prediction, read_run, write_run

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
CONTRADICTION, UNKNOWN = Label.CONTRADICTION, Label.UNKNOWN


def test_all_fields_are_read(read):
    first, second = read(
        '{"id": " x y\\t", "label": " ENTAILMENT ", "confidence": 0.5, "score": -2,'
        ' "probabilities": {"ENTAILMENT": 0.75, "no": 0.25}}\n'
        '\n{"id": 2, "label": "not_entailment", "confidence": null, "more": []}\n'
    )
    assert first == Prediction("x y", YES, 0.5, -2.0, {YES: 0.75, NO: 0.25})
    assert second == Prediction("2", NO)


@pytest.mark.parametrize(
    "content",
    [
        '"","id","Label"\n"0","1","entailment"\n"1","2","non-entailment"\n',
        'id,note,pred\n1,"a, ""b""\n and c",YES\n2,,NO\n',
        '[{"id": 1, "label": true}, {"id": 2, "label": false}]',
    ],
)
def test_submissions_of_all_kinds(read, content):
    run = read(content)
    assert list(run) == [Prediction("1", YES), Prediction("2", NO)]
    assert run.ranking is None


def test_columns_that_the_user_names(read):
    content = "id,label,a.b,Sure\n1,neutral,entailment,0.5\n"
    run = read(content, run_columns="label=a.b,confidence=Sure")
    assert list(run) == [Prediction("1", YES, 0.5)]
    nested = '{"pair": {"ids": ["1"]}, "out": {"label": "neutral"}, "label": "entailment"}\n'
    run = read(nested, run_columns={"id": "pair.ids.0", "label": "out.label"})
    assert list(run) == [Prediction("1", UNKNOWN)]
    assert list(read("1,neutral\n", run_columns="id=1,label=2")) == [Prediction("1", UNKNOWN)]
    scored = read("id,label,score\n1,neutral,0.5\n", run_columns={"score": ""})
    assert list(scored) == [Prediction("1", UNKNOWN)]


def test_probabilities_in_one_column_are_of_entailment(read):
    run = read("id,label,p\n1,yes,0.75\n2,no,0.25\n", run_columns="label=label,probabilities=p")
    assert run.probabilities[:, 0].tolist() == [0.75, 0.25]
    assert run[1].probabilities == {YES: 0.25, NO: 0.75}


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("id,output\n1,neutral\n", ["'id', 'output'", "label=COLUMN"]),
        ("name,label\n1,neutral\n", ["'name', 'label'", "id=COLUMN", "in_order=True|--in-order"]),
        ("id,label,pred\n1,neutral,neutral\n", ["'label', 'pred'", "label=label"]),
        ("id,label,score\n1,neutral,0.5\n", ["score=score", "confidence=score"]),
        ("id,text,label\n1,neutral,neutral\n", ["'text'", "label=label"]),
        ("id,label\n1,sure\n", ["'sure' is no label", "sure=LABEL"]),
        ("id,label\n1,0\n", ["label 0", "LABEL,LABEL,LABEL"]),
    ],
)
def test_what_is_not_clear_is_refused_with_what_to_type(read, content, named):
    for advised in (False, True):
        with advising_options(advised), pytest.raises(InputError) as caught:
            read(content)
        message = str(caught.value)
        assert message.isprintable()
        assert ("--run-" in message) == advised
        for part in named:
            spelled = part.split("|")[advised] if "|" in part else part
            in_python = spelled.replace("=", "': '") if "=" in spelled else spelled
            assert spelled in message or (not advised and in_python in message), message


def test_a_named_column_that_is_not_there(read):
    with pytest.raises(InputError, match="'verdikt' for the label; did you mean 'verdict'"):
        read("id,verdict\n1,neutral\n", run_columns="label=verdikt")
    with pytest.raises(InputError, match="run_columns: 'lable' is no part; did you mean 'label'"):
        read("id,verdict\n1,neutral\n", run_columns="lable=verdict")


LINES = [
    ('{"id": "2", "label": "ENTAIL', "malformed JSON"),
    ("[]", "is not a JSON object"),
    ('{"label": "ENTAILMENT"}', "'id' is empty; expected the pair's id"),
    ('{"id": " ", "label": "YES"}', "'id' is empty; expected the pair's id"),
    ('{"pair_id": "2", "idx": "3", "label": "YES"}', "'id' is empty"),
    ('{"id": "2"}', "'label' has no label"),
    ('{"id": "2", "label": ["YES"]}', "label ['YES'] is neither a string nor a number"),
    ('{"id": "2", "label": "MAYBE"}', "'MAYBE' is no label"),
    (
        '{"id": "2", "label": "YES", "confidence": "high"}',
        "'confidence' is 'high'; expected a numb",
    ),
    ('{"id": "2", "label": "YES", "confidence": 1' + "0" * 400 + "}", "too large"),
    ('{"id": "2", "label": "YES", "pair_digest": 7}', "pair_digest is '7'; expected an x and 16"),
]


@pytest.mark.parametrize(("line", "message"), LINES)
def test_damaged_lines_are_refused(read, line, message):
    with pytest.raises(InputError, match=r"run\.txt: line 2[:,] ") as caught:
        read('{"id": "1", "label": "ENTAILMENT"}\n' + line)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_faults_of_single_rows_can_be_collected(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text("\n".join(['{"id": "1", "label": "YES"}', *(line for line, _ in LINES)]))
    faults = Faults(are_collected=True)
    assert read_run(path, faults=faults).ids == ("1",)
    assert faults.total == len(LINES)
    first = faults.lines()[0]
    assert first.startswith("3 faults, such as ")
    assert "run.jsonl: line 4: 'id' is empty" in first
    path.write_text("id,label\n1,\n2,\n")
    with pytest.raises(InputError, match=rf"^{path}: 2 faults, such as {path}: line 2: "):
        read_run(path, faults=Faults(are_collected=True))
    # Columns that are not those of a run are no fault of its rows.
    path.write_text("id,output\n1,YES\n2,NO\n")
    with pytest.raises(InputError, match=rf"^{path}: line 2: no column for the label"):
        read_run(path, faults=Faults(are_collected=True))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id,label\n", "holds no predictions"),
        ("id,label\n1,YES\n,NO\n", "line 3: 'id' is empty; expected the pair's id"),
        ("id,label\n1,YES\n2,\n", "line 3: 'label' has no label"),
        ("id,label\n\n1,entailment\n2,neu", "line 4: 'neu' is no label"),
        ("id;label;confidence\n1;YES;0,5\n", "line 2: 'confidence' is '0,5'; expected a number"),
        ("id,label\n1,not enough info\n2,no", "line 3: 'no' is a two-way label and 'not enough"),
        ('[{"id": "a", "label": "YES"},\n\n{"id": "b"}]', "line 3: 'label' has no label"),
    ],
)
def test_damaged_tables_and_arrays_are_refused(read, content, message):
    with pytest.raises(InputError, match=r"run\.txt: ") as caught:
        read(content)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("number", ["1_0", "0_1.5", "1e1_0"])
@pytest.mark.parametrize(
    "content",
    [
        "id,prediction,confidence\n1,yes,{}\n",
        "id,p_entailment,p_not_entailment\n1,{},0\n",
        '<c><pair id="1" entailment="YES" confidence="{}"/></c>',
    ],
)
def test_numbers_have_no_underscores(read, content, number):
    with pytest.raises(InputError, match=f"is '{number}'; expected a number"):
        read(content.format(number))
    assert len(read(content.format("1.5e-1"))) == 1


@pytest.mark.slow
def test_many_columns_take_no_time(read):
    # Quadratic in the columns, this would run for hours.
    header = ",".join(["id", "label", *(f"feature {number}" for number in range(100_000))])
    rows = "".join(f"{number},YES{',' * 100_000}\n" for number in range(2))
    assert len(read(f"{header}\n{rows}")) == 2


@pytest.mark.parametrize(
    "content",
    [
        f"id,{'x' * 100_000}\n1,2\n",
        'id,label,"score\n"\n1,YES,"x\ny"\n',
        'id,"lab\x1bel",label,p_yes\n1,x,YES,"\x1b[31m' + "0" * 1000 + '"\n',
        '{"id": "1", "label": "a\\u2028b\\u001b"}\n',
    ],
)
def test_messages_are_one_short_line_whatever_the_file_holds(read, content):
    with pytest.raises(InputError) as caught:
        read(content)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 700


def test_what_is_not_known_is_not_written(tmp_path):
    path = tmp_path / "run.jsonl"
    shares = {YES: 0.0, NO: 1.0}
    predictions = [
        Prediction("1", YES),
        Prediction("2", NO, confidence=np.float32(0.5), probabilities=shares),
        Prediction("3", NO, score=1.0),
    ]
    write_run(iter(predictions), path)
    assert [json.loads(line) for line in path.read_text().splitlines()] == [
        {"id": "1", "label": "ENTAILMENT"},
        {
            "id": "2",
            "label": "NO_ENTAILMENT",
            "confidence": 0.5,
            "probabilities": {"ENTAILMENT": 0.0, "NO_ENTAILMENT": 1.0},
        },
        {"id": "3", "label": "NO_ENTAILMENT", "confidence": None, "score": 1.0},
    ]


@pytest.mark.parametrize(
    "content",
    [
        "index\tprediction\n1\t0.0\n2\tLABEL_2\n3\tlabel_1\n",
        '{"id": 1, "label": 0}\n{"id": 2, "label": "2"}\n{"id": 3, "label": 1.0}\n',
    ],
)
def test_numbers_count_from_0(read, content):
    order = ["entailment", "neutral", "contradiction"]
    labels = read(content, run_labels=order).labels
    assert labels.tolist() == ["ENTAILMENT", "CONTRADICTION", "UNKNOWN"]
    for options in ({}, {"run_labels": order[:2]}):
        with pytest.raises(InputError, match=r"line \d: label (0|0.0|2|LABEL_2) is a number of no"):
            read(content, **options)
