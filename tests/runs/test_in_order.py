"""Predictions in the order of the pairs, without their ids."""

import json

import pytest

from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError, RunError
from rte_baselines.pairs import Label, Pair, pair_digest
from rte_baselines.runs import Prediction, Run, check_run, check_run_on_ids, read_run, write_run

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
PAIRS = [Pair(pair_id, f"text {pair_id}", "hypothesis") for pair_id in "bca"]
HUGGING_FACE = [
    {"label": "entailment", "score": 0.9},
    {"label": "not_entailment", "score": 0.8},
    {"label": "entailment", "score": 0.6},
]
CONTENTS = {
    "array": json.dumps(HUGGING_FACE),
    "one_column": "prediction\nentailment\nnot_entailment\nentailment\n",
}
OF_LABELS = {"confidence": "score"}


every_content = pytest.mark.parametrize("name", CONTENTS)


@every_content
def test_predictions_without_ids_are_matched_by_their_order(read, name):
    options = {"run_columns": OF_LABELS} if name == "array" else {}
    run = check_run(read(CONTENTS[name], in_order=True, **options), PAIRS)
    assert run.ids == ("b", "c", "a")
    assert run.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT", "ENTAILMENT"]
    assert not run.in_order


def test_labels_without_a_header(read):
    content = "ENTAILMENT\nNO ENTAILMENT\nENTAILMENT\n"
    run = check_run(read(content, in_order=True, run_columns="label=1"), PAIRS)
    assert run.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT", "ENTAILMENT"]
    with pytest.raises(InputError, match="line 3: 'NEU' is no label"):
        read("ENTAILMENT\nNEUTRAL\nNEU", in_order=True, run_columns="label=1")


@every_content
def test_that_they_are_in_order_has_to_be_said(read, name):
    with pytest.raises(InputError) as caught:
        read(CONTENTS[name])
    assert "are in the order of the pairs: in_order=True" in str(caught.value)
    assert "\n" not in str(caught.value)


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
    with pytest.raises(RunError, match=r"order of 3 pairs \(1 more have no label and"):
        check_run_on_ids(run, tuple(pair.id for pair in PAIRS), ignored=["x"])


def test_ids_of_another_numbering_do_not_count(read):
    content = "index,label\n0,entailment\n1,not_entailment\n2,entailment\n"
    run = read(content, in_order=True, run_columns="id=")
    assert check_run(run, PAIRS).ids == ("b", "c", "a")


def test_ids_beside_the_order_are_refused(read):
    content = "id,label\na,entailment\nb,not_entailment\nc,entailment\n"
    with pytest.raises(InputError, match="ids are in 'id'; leave out in_order=True, or state"):
        read(content, in_order=True)
    for columns, text in (("id=", content), (None, "a YES\nb NO\nc YES\n")):
        run = read(text, in_order=True, run_columns=columns)
        with pytest.raises(RunError, match="column 'id' holds the ids of the pairs; leave out in_"):
            check_run(run, PAIRS)
    assert check_run(read(content), PAIRS).labels.tolist()[2] == "ENTAILMENT"


def test_texts_are_compared_in_order_too():
    digests = [pair_digest(pair) for pair in PAIRS]
    run = Run([Prediction("", YES, pair_digest=digest) for digest in digests], in_order=True)
    assert check_run(run, PAIRS).ids == ("b", "c", "a")
    with pytest.raises(RunError, match=r"differs from the one that was labelled: 2 \('c', 'b'"):
        check_run(run, [PAIRS[1], PAIRS[0], PAIRS[2]])
    assert check_run_on_ids(run, ("x", "y", "z")).ids == ("x", "y", "z")


def test_records_in_memory():
    run = Run.from_records(iter(HUGGING_FACE), in_order=True, run_columns=OF_LABELS)
    assert check_run(run, PAIRS).confidences.tolist() == [0.9, 0.8, 0.6]
    run = Run.from_records([{"id": 7, "prediction": 1}], run_labels=["yes", "no"], name="mine")
    assert (run.ids, run.labels.tolist(), run.name) == (("7",), ["NO_ENTAILMENT"], "mine")
    with pytest.raises(InputError, match="records: row 1: no column for the id among 'label'"):
        Run.from_records(HUGGING_FACE)
    with pytest.raises(InputError, match="expected a path, a data frame, a dataset or a list of d"):
        Run.from_records(["entailment"], in_order=True)


def test_a_run_without_ids_cannot_be_written(read, tmp_path):
    run = read(CONTENTS["one_column"], in_order=True)
    with pytest.raises(InputError, match="are in the order of the pairs, and have no ids"):
        write_run(run, tmp_path / "run.jsonl")


def test_predictions_in_order_are_in_one_file(tmp_path):
    for number in (2, 10):
        (tmp_path / f"part-{number}.csv").write_text("prediction\nentailment\n")
    with pytest.raises(InputError, match="is one of several files"):
        read_run(tmp_path, in_order=True)


def test_the_order_of_the_pairs_is_no_ranking(read):
    content = "1 YES\n2 YES\n3 NO\n"
    assert read(content, in_order=True).ranking is None
    for ranked in (
        read(content, in_order=True, ranked=True),
        read("ranked: yes\n" + content, in_order=True),
    ):
        assert check_run(ranked, PAIRS).ranking.tolist() == [1, 2, 3]


@pytest.mark.parametrize("size", [6, 800])
def test_a_column_that_holds_the_ids_is_refused(size):
    pairs = [Pair(f"{number}n", "text", "hypothesis") for number in range(size)]
    values = [pair.id for pair in reversed(pairs)]

    def run(**columns):
        return Run(
            [Prediction(str(number), YES) for number in range(size)],
            name="mine",
            in_order=True,
            other_columns=columns,
        )

    message = "mine: column 'pairID' holds the ids of the pairs; leave out "
    with pytest.raises(RunError) as caught:
        check_run(run(genre=["fiction"] * size, pairID=values), pairs)
    assert str(caught.value) == (f"{message}in_order, and name it: run_columns={{'id': 'pairID'}}")
    with advising_options(), pytest.raises(RunError) as caught:
        check_run(run(pairID=values), pairs)
    assert str(caught.value) == f"{message}--in-order, and name it: --run-columns id=pairID"
    with pytest.raises(RunError, match="column 'pairID' holds the ids of the pairs"):
        check_run(run(pairID=values[::-1]), pairs)
    others = run(pairID=[*values[1:], "other"])
    assert check_run(others, pairs).ids == tuple(pair.id for pair in pairs)
