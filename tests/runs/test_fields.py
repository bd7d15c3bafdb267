"""Which column or field holds the predictions, and when that is in doubt."""

import json

import pytest

from rte_baselines.errors import InputError
from rte_baselines.runs import read_gold, read_run, read_runs

PREDICTIONS = [
    *("prediction", "predicted_label", "pred_label", "prediction_label", "predicted", "pred"),
    *("y_pred", "predicted_class", "model_prediction", "model_output", "output", "judgment"),
    "Pred_Label",
]
ROWS = {
    "unknown_name": [
        {"id": "1", "label": "entailment", "verdict": "neutral"},
        {"id": "2", "label": "neutral", "verdict": "neutral"},
    ],
    "gaps": [
        {"id": "1", "label": "entailment", "verdict": ""},
        {"id": "2", "label": "neutral", "verdict": "neutral"},
    ],
    "gold_label": [{"id": "1", "gold_label": "neutral", "verdict": "entailment"}],
    "beside_gold": [
        {"id": "1", "gold_label": "neutral", "label": "neutral", "verdict": "entailment"}
    ],
    "numbered_classes": [{"id": "1", "label": "neutral", "verdict": "LABEL_0"}],
    "two_names_of_either": [{"id": "1", "label": "neutral", "entailment": "neutral"}],
    "with_texts": [{"id": "1", "premise": "a", "label": "neutral", "verdict": "entailment"}],
}
TEXTS = [
    {"id": "1", "premise": "A cat slept.", "hypothesis": "It slept.", "label": "entailment"},
    {"pairID": "1", "gold_label": "neutral", "Sentence1": "A cat slept.", "Sentence2": "It sat."},
    {"id": "1", "text": "A cat slept.", "label": "entailment"},
]


def as_csv(rows):
    lines = [list(rows[0]), *(row.values() for row in rows)]
    return "".join(",".join(line) + "\n" for line in lines)


def as_json_lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


every_format = pytest.mark.parametrize("written", [as_csv, as_json_lines, json.dumps])


@every_format
@pytest.mark.parametrize("gold", ["label", "gold_label"])
@pytest.mark.parametrize("name", PREDICTIONS)
def test_predictions_by_their_names(read, written, gold, name):
    run = read(written([{"id": "1", gold: "entailment", "premise": "a", name: "neutral"}]))
    assert run.labels.tolist() == ["UNKNOWN"]


@every_format
@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_labels_of_an_unknown_name_may_be_the_predictions(read, written, rows):
    with pytest.raises(InputError) as caught:
        read(written(rows))
    taken = "label" if "label" in rows[0] else "gold_label"
    rival = "entailment" if "entailment" in rows[0] else "verdict"
    assert (
        f"run.txt: '{taken}' may hold the gold labels, as '{rival}' holds labels, too; name the "
        f"column or field of the predictions: label_column='{rival}'"
    ) in str(caught.value)


@every_format
@pytest.mark.parametrize("row", TEXTS)
def test_a_label_beside_the_texts_may_be_the_gold_label(read, written, row):
    taken = "label" if "label" in row else "gold_label"
    with pytest.raises(InputError) as caught:
        read(written([row]))
    message = str(caught.value)
    assert f"'{taken}' may hold the gold labels, as there are the pairs' texts (" in message
    assert message.endswith("label_column=COLUMN")
    assert "\n" not in message
    assert len(read(written([row]), label_column=taken)) == 1


PROBABLE = [
    {"id": "1", "label": "entailment", "p_entailment": "0.2", "p_not_entailment": "0.8"},
    {"id": "2", "label": "entailment", "p_entailment": "0.9", "p_not_entailment": "0.1"},
    {"id": "3", "label": "not_entailment", "p_entailment": "0.7", "p_not_entailment": "0.3"},
    {"id": "4", "label": "not_entailment", "p_entailment": "0.1", "p_not_entailment": "0.9"},
    {"id": "5", "label": "not_entailment", "p_entailment": "0.1", "p_not_entailment": "0.9"},
]


def shares_as_json(rows):
    return as_json_lines(
        [
            {
                "id": row["id"],
                "label": row["label"],
                "probs": {name[2:]: float(row[name]) for name in row if name.startswith("p_")},
            }
            for row in rows
        ]
    )


@pytest.mark.filterwarnings("ignore:.*labels and probabilities may not belong together")
@pytest.mark.parametrize("written", [as_csv, shares_as_json])
def test_a_label_that_is_not_the_most_probable_one_may_be_the_gold_label(read, written):
    with pytest.raises(InputError) as caught:
        read(written(PROBABLE))
    assert (
        "'label' may hold the gold labels, as 2 of 5 labels are not the most probable "
        "ones, such as ENTAILMENT of pair '1', where NO_ENTAILMENT is; name the column or field of "
        "the predictions: "
        "label_column=COLUMN; without 'label', the "
        "probabilities decide"
    ) in str(caught.value)
    assert len(read(written(PROBABLE), label_column="label")) == 5
    assert len(read(written(PROBABLE).replace("label", "prediction"))) == 5
    assert len(read(written(PROBABLE[:2]))) == 2


@every_format
@pytest.mark.parametrize(
    "beside",
    [
        {"gold_label": "neutral", "text": "A cat slept.", "hypothesis": "It slept."},
        {"gold": "neutral", "premise": "A cat slept."},
        {"y_true": "neutral"},
        {"task": "IE", "verdict": "no idea"},
        {"fold": "0"},
        {"index": "0", "verdict": ""},
    ],
)
def test_labels_that_are_in_no_doubt(read, written, beside):
    run = read(written([{"id": "1", "label": "entailment", **beside}]))
    assert run.labels.tolist() == ["ENTAILMENT"]


def test_one_value_that_is_no_label_settles_the_doubt(read):
    run = read("id,label,negated\n1,entailment,yes\n2,neutral,maybe\n3,neutral,no\n")
    assert run.labels.tolist() == ["ENTAILMENT", "UNKNOWN", "UNKNOWN"]


def test_numbers_are_labels_where_an_order_is_stated(read):
    content = "id,label,verdict\n1,entailment,1\n2,neutral,0\n"
    with pytest.raises(InputError, match="as 'verdict' holds labels, too"):
        read(content, label_order=["entailment", "neutral"])
    with pytest.raises(InputError, match="as 'verdict' holds labels, too"):
        read(
            '{"id": 1, "label": 0, "verdict": 1}\n',
            label_order=["entailment", "not_entailment"],
        )


@every_format
def test_columns_that_the_user_names(read, written):
    rows = [{"Number": "7", "Verdict": "neutral", "id": "x", "prediction": "entailment"}]
    run = read(written(rows), label_column="verdict", id_column="number")
    assert (run.ids, run.labels.tolist()) == (("7",), ["UNKNOWN"])
    with pytest.raises(InputError, match=r"(?i)'absent'.*; expected one of 'number', 'verdict'"):
        read(written(rows), label_column="absent")
    with pytest.raises(InputError, match=r"(?i)'verdikt'.*did you mean 'verdict'\? expected"):
        read(written(rows), label_column="verdikt", id_column="number")


@every_format
@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_a_named_column_is_in_no_doubt(read, written, rows):
    assert len(read(written(rows), label_column="LABEL" if "label" in rows[0] else "gold_label"))


@pytest.mark.parametrize("content", ["1 ENTAILMENT\n", '<c><pair id="1" value="TRUE"/></c>'])
def test_formats_without_names_have_one_place_for_the_label(read, content):
    assert read(content, label_column="verdict").labels.tolist() == ["ENTAILMENT"]


def test_several_runs_with_a_named_column(tmp_path):
    (tmp_path / "a.csv").write_text("number,verdict\n1,neutral\n")
    (tmp_path / "b.run").write_text("1 ENTAILMENT\n")
    runs = read_runs(
        [tmp_path / "a.csv", tmp_path / "b.run"], label_column="verdict", id_column="number"
    )
    assert [run.labels.tolist() for run in runs] == [["UNKNOWN"], ["ENTAILMENT"]]


@pytest.mark.parametrize("name", ["gold_label", "gold", "true_label", "label", "entailment"])
def test_gold_labels_by_their_names(tmp_path, name):
    path = tmp_path / "gold.csv"
    path.write_text(f"id,prediction,{name},pred_label\n1,neutral,entailment,neutral\n")
    (pair,) = read_gold(path)
    assert str(pair.label) == "ENTAILMENT"


def test_predictions_are_no_gold_labels_where_others_stand_beside_them(tmp_path):
    path = tmp_path / "gold.csv"
    path.write_text("id,prediction,expert\n1,neutral,entailment\n")
    with pytest.raises(
        InputError, match=r"'expert' holds labels, too; rename the gold labels to 'gold"
    ):
        read_gold(path)
    path.write_text("id,prediction,premise\n1,neutral,A cat slept.\n")
    assert len(list(read_gold(path))) == 1


@pytest.mark.parametrize(
    "content",
    [
        "id,label\n1,{}\n",
        "1 {}\n",
        "{} {}",
        '{{"id": 1, "label": "{}"}}\n',
        '{{"id": 1, "label": ["{}"]}}\n',
        "[1, {}]",
        "id,answer,{}\n1,neutral,x\n",
        "id,label,score\n1,neutral,{}\n",
        "1 YES\n{}\n",
    ],
)
def test_what_messages_quote_is_cut(tmp_path, content):
    path = tmp_path / "run"
    path.write_text(content.format("x" * 100_000, "y" * 100_000))
    with pytest.raises(InputError) as caught:
        read_run(path)
    assert len(str(caught.value)) < 600
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("answers", [[True, False], ["0", "1"], ["Yes.", "No."]])
def test_answers_beside_a_doubtful_label_are_seen(read, answers):
    rows = [{"id": str(n), "label": "entailment", "answer": a} for n, a in enumerate(answers)]
    with pytest.raises(InputError, match="'label' may hold the gold labels, as 'answer' holds"):
        read(as_json_lines(rows))
    assert len(read(as_json_lines(rows), label_column="label")) == 2


@pytest.mark.parametrize(
    "answers",
    [
        ["I think yes", "I think no"],
        ["The text contradicts it.", "Neutral, as nothing is said of it"],
        ["Not entailed", "It is entailed."],
    ],
)
def test_answers_in_free_words_beside_a_doubtful_label_are_seen(read, answers):
    rows = [{"id": str(n), "label": "entailment", "mine": a} for n, a in enumerate(answers)]
    with pytest.raises(InputError, match="'label' may hold the gold labels, as 'mine' holds"):
        read(as_json_lines(rows))
    assert len(read(as_json_lines(rows), label_column="label")) == 2


def test_some_of_the_answers_of_a_generative_system_need_say_no_label(read):
    answers = ["I think yes", "Hard to say", "No"]
    rows = [{"id": str(n), "label": "entailment", "Response": a} for n, a in enumerate(answers)]
    with pytest.raises(InputError, match="'label' may hold the gold labels, as 'Response' holds"):
        read(as_json_lines(rows))
    other = [{**row, "Response": "Paris"} for row in rows]
    assert len(read(as_json_lines(other))) == 3


def test_explanations_beside_a_label_are_no_answers(read):
    explanations = ["No man is there.", "Dogs bark.", "Cats do not."]
    rows = [{"id": str(n), "label": "neutral", "why": a} for n, a in enumerate(explanations)]
    assert len(read(as_json_lines(rows))) == 3


def test_texts_under_any_name_make_a_label_doubtful(read):
    rows = [{"id": "1", "document": "a b", "summary": "b", "label": "entailment"}]
    with pytest.raises(InputError, match="as there are the pairs' texts"):
        read(as_json_lines(rows))


@every_format
@pytest.mark.parametrize("name", ["target", "reference", "expected", "truth", "gold_answer"])
def test_a_column_called_like_gold_labels_is_not_suggested(read, written, name):
    row = {"id": "1", "label": "entailment", name: "neutral"}
    with pytest.raises(InputError, match=f"as '{name}' holds labels, too.*: label_column=COLUMN$"):
        read(written([row]))
    with pytest.raises(InputError, match=r"label_column='verdict'$"):
        read(written([{**row, "verdict": "neutral"}]))


def test_a_doubtful_label_may_be_left_out_beside_probabilities(read):
    header = "id,premise,hypothesis,label,p_entailment\n"
    with pytest.raises(InputError, match=r"without 'label', the probabilities decide$"):
        read(header + "1,a,b,not_entailment,0.2\n")
    assert len(read("id,premise,hypothesis,p_entailment\n1,a,b,0.2\n")) == 1
