"""Numbers of labels beside a column with their names."""

import pandas as pd
import pytest

from rte_baselines.errors import InputError
from rte_baselines.pairs import load_pairs
from rte_baselines.runs import read_gold, read_run
from tests.table_formats import TABLE_FORMATS, as_csv

RIGHT = ["entailment", "neutral", "contradiction"]
WRONG = RIGHT[::-1]
MESSAGE = (
    r"(line|row) \d: '{0}' is 0, CONTRADICTION in the stated order, and '{0}_text' is "
    r"'entailment'; all rows agree on another order: entailment,neutral,contradiction$"
)


def frame(column, names=("entailment", "contradiction", "neutral"), numbers=(0, 2, 1)):
    return pd.DataFrame(
        {
            "id": ["a", "b", "c"],
            "premise": ["t", "u", "v"],
            "hypothesis": ["h", "i", "j"],
            column: numbers,
            f"{column}_text": names,
        }
    )


every_source = pytest.mark.parametrize("source", TABLE_FORMATS)


@every_source
def test_pairs_with_numbers_in_another_order_are_refused(source, tmp_path):
    given = source(frame("label"), tmp_path)
    with pytest.raises(InputError, match=MESSAGE.format("label")):
        load_pairs(given, label_order=WRONG)
    assert [str(pair.label) for pair in load_pairs(given, label_order=RIGHT)] == [
        "ENTAILMENT",
        "CONTRADICTION",
        "UNKNOWN",
    ]


@every_source
def test_runs_with_numbers_in_another_order_are_refused(source, tmp_path):
    given = source(frame("prediction"), tmp_path)
    with pytest.raises(InputError, match=MESSAGE.format("prediction")):
        read_run(given, label_order=WRONG)
    labels = ["ENTAILMENT", "CONTRADICTION", "UNKNOWN"]
    assert read_run(given, label_order=RIGHT).labels.tolist() == labels


def test_gold_labels_with_numbers_in_another_order_are_refused(tmp_path):
    given = as_csv(frame("label")[["id", "label", "label_text"]], tmp_path)
    with pytest.raises(InputError, match=MESSAGE.format("label")):
        read_gold(given, label_order=WRONG)
    assert len(list(read_gold(given, label_order=RIGHT))) == 3


def test_one_missing_label_leaves_one_order():
    rows = frame("label", ["entailment", "contradiction", ""])
    with pytest.raises(
        InputError, match=r"agree on another order: entailment,neutral,contradiction$"
    ):
        load_pairs(rows, label_order=WRONG)


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        (["entailment", "contradiction", "neutral"], [0, 2, 2]),
        (["entailment", "", None], [0, 2, 1]),
    ],
)
def test_names_that_fit_no_order_or_several(names, numbers):
    with pytest.raises(InputError, match=r"is 'entailment'; expected the same label$"):
        load_pairs(frame("label", names, numbers), label_order=WRONG)


@pytest.mark.parametrize(
    ("names", "order"),
    [
        (["The text says so", "no idea", "see above"], WRONG),
        (["", "", ""], WRONG),
        (["yes", "no", "NEI"], RIGHT),
    ],
)
def test_names_that_agree_or_are_none(names, order):
    assert len(list(load_pairs(frame("label", names), label_order=order))) == 3


def test_two_way_names_beside_three_way_numbers():
    rows = frame("label", ["entailment", "contradiction", "neutral"], [0, 1, 1])
    assert len(list(load_pairs(rows, label_order=["entailment", "not_entailment"]))) == 3
    with pytest.raises(InputError, match=r": entailment,not_entailment$"):
        load_pairs(rows, label_order=["not_entailment", "entailment"])
