"""Two columns or fields that may each hold the label, or the id, and differ."""

import json

import pandas as pd
import pytest

from rte_baselines.advice import advising_options
from rte_baselines.errors import InputError
from rte_baselines.runs import Run, read_gold, read_run

LABELS = ["entailment", "not_entailment", "entailment"]
OTHERS = ["entailment", "entailment", "entailment"]
TWO_WAY = ["entailment", "not_entailment"]
THREE_WAY = ["entailment", "neutral", "contradiction"]


def csv_file(frame, folder):
    frame.to_csv(folder / "run.csv", index=False)
    return folder / "run.csv"


def tsv_file(frame, folder):
    frame.to_csv(folder / "run.tsv", index=False, sep="\t")
    return folder / "run.tsv"


def json_lines(frame, folder):
    rows = map(json.dumps, frame.to_dict("records"))
    (folder / "run.jsonl").write_text("\n".join(rows) + "\n", "utf-8")
    return folder / "run.jsonl"


def parquet(frame, folder):
    frame.to_parquet(folder / "run.parquet")
    return folder / "run.parquet"


@pytest.fixture(
    params=[csv_file, tsv_file, json_lines, parquet, lambda frame, _: frame],
    ids=["csv", "tsv", "json_lines", "parquet", "frame"],
)
def read_columns(request, tmp_path):
    """Read a run of three pairs with these columns, from any format."""

    def read_frame(columns, **options):
        columns = {"id": ["1", "2", "3"], **columns}
        return read_run(request.param(pd.DataFrame(columns), tmp_path), **options)

    return read_frame


def test_two_labels_that_differ_are_refused(read_columns):
    columns = {"pred_label": LABELS, "prediction": OTHERS}
    with pytest.raises(InputError) as caught:
        read_columns(columns)
    assert (
        str(caught.value)
        .partition(": ")[2]
        .startswith("'prediction' and 'pred_label' may each hold the label, and differ (on line ")
    )
    assert str(caught.value).endswith(
        ": 'entailment' and 'not_entailment'); name the right one: label_column='prediction'"
    )
    stated = read_columns(columns, label_column="pred_label")
    assert stated.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT", "ENTAILMENT"]
    assert set(read_columns(columns, label_column="prediction").labels) == {"ENTAILMENT"}


def test_two_labels_that_agree_are_read(read_columns):
    run = read_columns({"pred_label": LABELS, "prediction": LABELS, "y_pred": ["yes", None, "yes"]})
    assert run.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT", "ENTAILMENT"]


def test_ids_in_two_orders_are_refused(read_columns):
    columns = {"guid": ["3", "2", "1"], "prediction": LABELS}
    with pytest.raises(InputError, match=r"'id' and 'guid' may each hold the id, and differ \(on"):
        read_columns(columns)
    assert read_columns(columns, id_column="guid").ids == ("3", "2", "1")
    assert read_columns(columns, id_column="id").ids == ("1", "2", "3")
    assert len(read_columns(columns, in_order=True)) == 3


def test_of_several_kinds_of_ids_the_first_decides(read_columns):
    run = read_columns({"index": ["0", "1", "2"], "guid": ["a", "b", "c"], "prediction": LABELS})
    assert run.ids == ("1", "2", "3")


def test_ids_as_numbers_are_equal_to_text(read_columns):
    run = read_columns({"guid": [1.0, 2.0, 3.0], "prediction": LABELS})
    assert run.ids == ("1", "2", "3")


@pytest.mark.parametrize(
    ("labels", "others", "options"),
    [
        (LABELS, ["YES", "NO", "True"], {}),
        (LABELS, ["0", "1", "0"], {}),
        (LABELS, ["LABEL_1", "LABEL_0", "LABEL_1"], {}),
        (["0", "1", "0"], LABELS, {"label_order": TWO_WAY}),
        (LABELS, ["entailment", "contradiction", "entailment"], {}),
        (LABELS, ["entailment", "neutral", "entailment"], {}),
        (["neutral", "neutral", "ABSTAIN"], ["neutral", "", "abstain"], {}),
        (LABELS, ["The text says so: yes", "I think no", "yes"], {}),
        (LABELS, ["0.9", "0.2", "0.7"], {}),
    ],
)
def test_other_values_that_say_the_same_or_no_label(read_columns, labels, others, options):
    assert len(read_columns({"prediction": labels, "output": others}, **options).labels)


@pytest.mark.parametrize(
    ("labels", "others", "options"),
    [
        (LABELS, ["NO", "YES", "NO"], {}),
        (LABELS, ["0", "1", "1"], {}),
        (LABELS, ["1", "0", "1"], {"label_order": TWO_WAY}),
        (LABELS, ["N", "E", "N"], {"label_order": TWO_WAY}),
        (["neutral", "contradiction", "neutral"], ["neutral", "neutral", "n/a"], {}),
        (LABELS, ["ABSTAIN", "not_entailment", "entailment"], {}),
        (["entailment", "2", "0"], ["0", "1", "0"], {"label_order": THREE_WAY}),
    ],
)
def test_other_values_that_say_another_label(read_columns, labels, others, options):
    with pytest.raises(InputError, match="'prediction' and 'output' may each hold the label"):
        read_columns({"prediction": labels, "output": others}, **options)


@pytest.mark.parametrize("name", ["pred-label", "Pred Label"])
def test_spellings_of_one_name(read, name):
    content = f"id,pred_label,{name}\n1,entailment,neutral\n"
    with pytest.raises(InputError, match=r"'pred_label' and .* may each hold the label"):
        read(content)
    assert read(content, label_column="pred_label").labels.tolist() == ["ENTAILMENT"]
    assert read(content, label_column=name).labels.tolist() == ["UNKNOWN"]
    with pytest.raises(InputError, match="may each hold the label"):
        read(content, label_column="predlabel")
    ids = "pair_id,pair-id,label\n1,x,entailment\n"
    with pytest.raises(InputError, match=r"'pair_id' and 'pair-id' may each hold the id"):
        read(ids)
    assert read(ids, id_column="pair-id").ids == ("x",)
    assert read(ids.replace("x", "1")).ids == ("1",)


def test_advice_on_the_command_line(read):
    with advising_options():
        with pytest.raises(InputError, match=r"right one: --label-column 'prediction'$"):
            read("id,pred,prediction\n1,yes,no\n")
        with pytest.raises(InputError, match=r"remove or rename one of them$"):
            read("id,guid,prediction\n1,2,no\n2,1,no\n")


def test_records_are_named(read):
    with pytest.raises(InputError, match=r"run.txt: 'prediction' and 'pred' .*on line 3: 'no'"):
        read("id,pred,prediction\n1,yes,yes\n2,yes,no\n")
    rows = [{"id": "1", "pred": "yes", "prediction": "no"}]
    with pytest.raises(InputError, match=r"records: 'prediction' and 'pred' may each"):
        Run.from_records(rows)


def test_two_columns_of_gold_labels(tmp_path):
    path = tmp_path / "gold.csv"
    path.write_text("id,gold_label,true_label\n1,neutral,entailment\n")
    with pytest.raises(InputError, match=r"may each hold the label.*; remove or rename one of th"):
        read_gold(path)
    path.write_text("id,gold_label,true_label,label\n1,neutral,neutral,entailment\n")
    assert [str(pair.label) for pair in read_gold(path)] == ["UNKNOWN"]
