"""Tables with very many columns, and columns named and separated as people do."""

import json

import pytest

from rte_baselines.errors import InputError
from rte_baselines.runs import read_gold

COLUMNS = 100_000
ROWS = 20


@pytest.mark.slow
def test_many_columns_take_no_time(read):
    # Quadratic in the columns, this would run for hours.
    header = ",".join(["id", "label", *(f"feature {number}" for number in range(COLUMNS))])
    rows = "".join(f"{number},YES{',' * COLUMNS}\n" for number in range(2))
    assert len(read(f"{header}\n{rows}")) == 2


@pytest.mark.slow
def test_many_columns_that_may_hold_labels_take_no_time(read):
    header = ",".join(["id", "label", *(f"c{number}" for number in range(COLUMNS // 10))])
    rows = "".join(f"{number},YES{',NO' * (COLUMNS // 10)}\n" for number in range(ROWS))
    with pytest.raises(InputError, match="'label' may hold the gold labels, as 'c0' holds labels"):
        read(f"{header}\n{rows}")


@pytest.mark.slow
def test_many_columns_of_probabilities_take_no_time(read):
    shares = [f"p_{'0' * number}{place}" for number in range(3) for place in range(2)]
    header = ",".join(["id", *shares, *(f"c{number}" for number in range(COLUMNS))])
    with pytest.raises(InputError, match="line 1: label 0 is a number; state the order"):
        read(f"{header}\n1{',0.5' * len(shares)}{',' * COLUMNS}\n")


@pytest.mark.parametrize(
    "header",
    [
        *("Pair ID,Predicted Label", "pair-id,predicted-label", "PAIR_ID,predictedLabel"),
        *("id,Prediction", "ID,predictions", "id,Judgement", "Index,y hat", "uid,Labels"),
        *("id,Class", "idx,Model Prediction", "id,system-label"),
    ],
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_columns_named_as_people_name_them(read, header, separator):
    content = f"{header},Note\n1,entailment,x\n2,not entailment,y\n".replace(",", separator)
    assert read(content).labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT"]


def test_semicolons_separate_where_there_are_more_of_them(read):
    (first,) = read('id;label;"note, long";score\n1;YES;"a; b, c";0.5\n')
    assert (first.id, first.score) == ("1", 0.5)
    (first,) = read('id,label,"a; b"\n1,YES,x;y\n')
    assert first.id == "1"
    with pytest.raises(InputError, match="line 2: column 'score' is '0,5'; expected a number"):
        read("id;label;score\n1;YES;0,5\n")


def test_gold_labels_between_semicolons(tmp_path):
    path = tmp_path / "gold.csv"
    path.write_text("Pair ID;Gold Label;prediction\n1;entailment;neutral\n")
    (pair,) = read_gold(path)
    assert (pair.id, str(pair.label)) == ("1", "ENTAILMENT")


@pytest.mark.parametrize(
    "content",
    [
        'a,"b\nc"\n',
        f"id,{'x' * 100_000}\n",
        'id,"a\nb\u2028c"\n1,YES\n',
        'id,label,"score\n"\n1,YES,"x\ny"\n',
        'id,"lab\x1bel",label,p_yes\n1,x,YES,"\x1b[31m' + "0" * 1000 + '"\n',
        '{"id": "1", "label": "YES", "score": "a\\nb\\u001b' + "x" * 1000 + '"}\n',
        '{"id": "1", "label": "a\\u2028b\\u001b"}\n',
    ],
)
def test_messages_are_one_short_line_whatever_the_file_holds(read, content):
    with pytest.raises(InputError) as caught:
        read(content)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 700


@pytest.mark.slow
@pytest.mark.parametrize("written", [",".join, lambda names: json.dumps(dict.fromkeys(names, 1))])
def test_what_says_how_to_name_the_label_is_not_cut(read, written):
    with pytest.raises(InputError) as caught:
        read(f"{written(['id', *(f'column {number}' for number in range(COLUMNS))])}\n")
    assert "'label'" in str(caught.value)
    assert str(caught.value).endswith("or state its name: label_column=COLUMN")
