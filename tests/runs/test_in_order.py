"""Predictions in the order of the pairs, without their ids."""

import json

import pytest

from rte_baselines.errors import InputError, RunError
from rte_baselines.pairs import Label, Pair, pair_digest
from rte_baselines.runs import Prediction, Run, check_run, check_run_on_ids, read_run

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
PAIRS = [Pair(pair_id, f"text {pair_id}", "hypothesis") for pair_id in "bca"]
HUGGING_FACE = [
    {"label": "entailment", "score": 0.9},
    {"label": "not_entailment", "score": 0.8},
    {"label": "entailment", "score": 0.6},
]
ALL_SCORES = [
    [
        {"label": "entailment", "score": 0.9},
        {"label": "not_entailment", "score": 0.1},
    ],
    [
        {"label": "not_entailment", "score": 0.8},
        {"label": "entailment", "score": 0.2},
    ],
    [
        {"label": "entailment", "score": 0.6},
        {"label": "not_entailment", "score": 0.4},
    ],
]
CONTENTS = {
    "array": json.dumps(HUGGING_FACE),
    "indented": json.dumps(HUGGING_FACE, indent=2),
    "lines": "".join(json.dumps(one) + "\n" for one in HUGGING_FACE),
    "nested": json.dumps(ALL_SCORES),
    "nested_indented": json.dumps(ALL_SCORES, indent=1),
    "csv": "label,confidence\nentailment,0.9\nnot_entailment,0.8\nentailment,0.6\n",
    "one_column": "prediction\nentailment\nnot_entailment\nentailment\n",
    "labels": "ENTAILMENT\nNO ENTAILMENT\nENTAILMENT\n",
    "shares": "entailment,not_entailment\n0.9,0.1\n0.2,0.8\n0.6,0.4\n",
    "logits": "logit_entailment,logit_not_entailment\n3,0\n-3,0\n1,0\n",
}


@pytest.mark.filterwarnings("ignore:.*the scores (are read as|may be) those of the labels")
@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_predictions_without_ids_are_matched_by_their_order(read, content):
    run = check_run(read(content, in_order=True), PAIRS)
    assert run.ids == ("b", "c", "a")
    assert run.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT", "ENTAILMENT"]
    assert not run.in_order


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_that_they_are_in_order_has_to_be_said(read, content):
    with pytest.raises(InputError) as caught:
        read(content)
    assert "state it: in_order=True" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_ranks_come_from_the_scores_of_all_labels(read):
    run = check_run(read(CONTENTS["nested"], in_order=True), PAIRS)
    assert run.ranking.tolist() == [1, 3, 2]
    assert run.confidences.tolist() == [0.9, 0.8, 0.6]


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("partial", [False, True])
def test_there_is_one_for_each_pair(count, partial):
    run = Run([Prediction("", YES)] * count, in_order=True, name="mine")
    with pytest.raises(RunError) as caught:
        check_run(run, PAIRS, partial=partial)
    message = f"mine: {count} predictions in the order of 3 pairs; expected one for each pair"
    assert str(caught.value) == message


def test_pairs_that_are_left_out_are_spoken_of():
    run = Run([Prediction("", YES)] * 4, in_order=True, name="mine")
    with pytest.raises(RunError, match=r"order of 3 pairs \(1 more have no agreed label and"):
        check_run(run, PAIRS, ignored=["x"])


def test_ids_of_another_numbering_do_not_count(read):
    content = "index,label\n0,entailment\n1,not_entailment\n2,entailment\n"
    assert check_run(read(content, in_order=True), PAIRS).ids == ("b", "c", "a")


def test_ids_in_another_order_than_the_pairs_are_refused(read):
    content = "id,label\na,entailment\nb,not_entailment\nc,entailment\n"
    with pytest.raises(RunError, match="prediction 1 has the id 'a' of another pair"):
        check_run(read(content, in_order=True), PAIRS)
    assert check_run(read(content), PAIRS).labels.tolist()[2] == "ENTAILMENT"


def test_texts_are_compared_in_order_too():
    digests = [pair_digest(pair) for pair in PAIRS]
    run = Run([Prediction("", YES, pair_digest=digest) for digest in digests], in_order=True)
    assert check_run(run, PAIRS).ids == ("b", "c", "a")
    with pytest.raises(
        RunError, match=r"text differs from the one that was labelled: 2 \('c', 'b'"
    ):
        check_run(run, [PAIRS[1], PAIRS[0], PAIRS[2]])


def test_ids_at_hand():
    run = Run([Prediction("", YES)], in_order=True)
    assert check_run_on_ids(run, ("x",)).ids == ("x",)


@pytest.mark.filterwarnings("ignore:.*the scores (are read as|may be) those of the labels")
def test_records_as_pipelines_return_them():
    for records in (HUGGING_FACE, ALL_SCORES, iter(HUGGING_FACE)):
        run = check_run(Run.from_records(records, in_order=True), PAIRS)
        assert run.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT", "ENTAILMENT"]
    run = Run.from_records([{"id": 7, "prediction": 1}], label_order=["yes", "no"], name="mine")
    assert (run.ids, run.labels.tolist(), run.name) == (("7",), ["NO_ENTAILMENT"], "mine")
    with pytest.raises(InputError, match="records: line 1: field 'id' is missing; expected one of"):
        Run.from_records(HUGGING_FACE)
    with pytest.raises(InputError, match="records: line 1: 'entailment' is not a JSON object"):
        Run.from_records(["entailment"], in_order=True)
    with pytest.raises(InputError, match="records: holds no judgments"):
        Run.from_records([])


def test_a_run_without_ids_cannot_be_written(read, tmp_path):
    from rte_baselines.runs import write_run

    run = read(CONTENTS["one_column"], in_order=True)
    with pytest.raises(InputError, match="id '' is empty"):
        write_run(run, tmp_path / "run.jsonl")


def test_half_a_line_is_no_label(tmp_path):
    path = tmp_path / "labels.txt"
    path.write_text("ENTAILMENT\nNO ENTAILMENT\nNO")
    with pytest.raises(InputError, match="line 3: judgment 'NO' in a file that writes ENTAILMENT"):
        read_run(path, in_order=True)


def test_ids_of_other_pairs_are_refused_in_order():
    shuffled = Run(
        [Prediction("b", YES), Prediction("a", NO), Prediction("zzz", YES)], in_order=True
    )
    with pytest.raises(RunError, match="prediction 2 has the id 'a' of another pair"):
        check_run(shuffled, PAIRS)
    counted = [Pair(str(number), f"text {number}", "hypothesis") for number in (1, 2, 3)]
    from_zero = Run([Prediction(str(number), YES) for number in (0, 1, 2)], in_order=True)
    assert check_run(from_zero, counted).ids == ("1", "2", "3")


def test_ids_that_count_up_are_refused_if_they_are_those_of_the_pairs():
    counted = [Pair(str(number), f"text {number}", "hypothesis") for number in (3, 1, 2)]
    run = Run([Prediction(str(number), YES) for number in (1, 2, 3)], in_order=True)
    with pytest.raises(RunError, match="prediction 1 has the id '1' of another pair"):
        check_run(run, counted)


@pytest.mark.parametrize("content", ["YES\nYES\nNO\n", "1 YES\n2 YES\n3 NO\n"])
def test_the_order_of_the_pairs_is_no_ranking(read, content):
    assert read(content, in_order=True).ranking is None
    for ranked in (
        read(content, in_order=True, ranked=True),
        read("ranked: yes\n" + content, in_order=True),
    ):
        assert check_run(ranked, PAIRS).ranking.tolist() == [1, 2, 3]
