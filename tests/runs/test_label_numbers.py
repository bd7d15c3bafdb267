"""Probabilities and logits of labels, scores, and the labels that they give."""

import json
from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError, InputWarning, RunError
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction, Run, read_run, write_run

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
CONTRADICTION, UNKNOWN = Label.CONTRADICTION, Label.UNKNOWN
ORDER = ["contradiction", "neutral", "entailment"]
SHARES = [[0.1, 0.2, 0.7], [0.5, 0.3, 0.2], [0.2, 0.6, 0.2]]
LOGITS = [[-1.5, 0.25, 2.0], [3.0, -1.0, 0.5], [1000.0, 1001.0, -1000.0]]
LABELS = ["ENTAILMENT", "CONTRADICTION", "UNKNOWN"]


def json_lines(field, values):
    return "".join(
        json.dumps({"id": number, field: value}) + "\n" for number, value in enumerate(values)
    )


def named(values):
    return [dict(zip(ORDER, row, strict=True)) for row in values]


def top_k(values):
    return [
        [{"label": name, "score": share} for name, share in zip(ORDER, row, strict=True)][::-1]
        for row in values
    ]


def csv(names, values):
    header = ",".join(["id", *names])
    rows = (",".join(map(str, [number, *row])) for number, row in enumerate(values))
    return "\n".join([header, *rows, ""])


def npz(values):
    import io

    stream = io.BytesIO()
    np.savez(stream, probs=np.array(values), id=np.array(["0", "1", "2"]))
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "columns", "needs_order"),
    [
        (json_lines("probabilities", SHARES), {}, True),
        (json_lines("probs", named(SHARES)), {}, False),
        (json_lines("probs", top_k(SHARES)), {}, False),
        (json_lines("mine", named(SHARES)), {"probabilities": "mine"}, False),
        (csv(["p_0", "p_1", "p_2"], SHARES), {"probabilities": "p_0+p_1+p_2"}, True),
        (csv([f"p_{name}" for name in ORDER], SHARES), {}, False),
        (csv([f"Probability_{name}" for name in ORDER], SHARES).replace(",", ";"), {}, False),
        (npz(SHARES), {}, True),
    ],
)
def test_the_label_is_the_most_probable_one(read, content, columns, needs_order, recwarn):
    run = read(content, run_columns=columns, run_labels=ORDER if needs_order else None)
    assert run.labels.tolist() == LABELS
    assert run.probabilities[:, 0].tolist() == [0.7, 0.2, 0.2]
    assert run.scores.tolist() == [0.7, 0.2, 0.2]
    assert run.ranking.tolist() == [1, 2, 2]
    assert run.confidences.tolist() == [0.7, 0.5, 0.6]
    assert not recwarn
    if needs_order:
        with pytest.raises(InputError, match="label 0 is a number of no stated label; state those"):
            read(content, run_columns=columns)


def test_a_list_has_the_numbers_of_labels_0_and_1_however_these_are_stated(read):
    content = json_lines("probs", [[0.25, 0.75]])
    for stated in ("not_entailment,entailment", "1=entailment,0=not_entailment"):
        assert read(content, run_labels=stated).labels.tolist() == ["ENTAILMENT"]
    for stated in ("no=not_entailment,yes=entailment", "0=entailment,no=not_entailment"):
        with pytest.raises(InputError, match=r"label [01] is a number of no stated label"):
            read(content, run_labels=stated)
    with pytest.raises(InputError, match="'probs' has 2 numbers, and 3 labels are stated"):
        read(content, run_labels=ORDER)


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        (json_lines("logits", LOGITS), {}),
        (json_lines("Logits", named(LOGITS)), {}),
        (csv(["l_0", "l_1", "l_2"], LOGITS), {"logits": "l_0+l_1+l_2"}),
    ],
)
def test_logits_become_probabilities(read, content, columns):
    run = read(content, run_labels=ORDER, run_columns=columns)
    powers = [exp(logit) for logit in LOGITS[0]]
    assert run.probabilities[0, 0] == pytest.approx(powers[2] / sum(powers))
    assert run.probabilities.sum(axis=1).tolist() == pytest.approx([1, 1, 1])
    assert run.labels.tolist() == LABELS


@given(
    st.lists(st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3), min_size=1, max_size=5).filter(
        lambda rows: all(sorted(row)[1] < sorted(row)[2] - 1e-6 for row in rows)
    )
)
def test_the_greatest_logit_gives_the_label(rows):
    records = [{"id": str(number), "logits": row} for number, row in enumerate(rows)]
    run = Run.from_records(records, run_labels=ORDER)
    names = {"contradiction": "CONTRADICTION", "neutral": "UNKNOWN", "entailment": "ENTAILMENT"}
    assert run.labels.tolist() == [names[ORDER[row.index(max(row))]] for row in rows]


def test_labels_that_are_given_win(read):
    content = '{"id": 1, "label": "neutral", "logits": [3, 2, 1]}\n'
    (prediction,) = read(content, run_labels=ORDER)
    assert prediction.label is UNKNOWN
    assert prediction.probabilities[CONTRADICTION] > 0.6


def test_labels_that_are_equally_probable_are_warned_of_where_the_run_is_read():
    rows = [{"id": 1, "probs": {"yes": 0.5, "no": 0.5}}, {"id": 2, "probs": {"yes": 0, "no": 1}}]
    for read in (read_run, Run.from_records):
        with pytest.warns(InputWarning, match="in 1 prediction several labels are mo") as caught:
            run = read(rows)
        assert [warning.filename for warning in caught] == [__file__]
        assert run.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT"]


@pytest.mark.parametrize(
    ("label", "shares"), [("entailment", "25 75"), ("not_entailment", "75 25")]
)
def test_one_of_two_probabilities_leaves_the_rest_to_the_other(read, label, shares):
    first, second = (f"0.{share}" for share in shares.split())
    run = read(f"id,p_{label}\n1,{first}\n2,{second}\n")
    assert run.labels.tolist() == ["NO_ENTAILMENT", "ENTAILMENT"]
    assert run.probabilities[:, 0].tolist() == [0.25, 0.75]
    assert run.ranking.tolist() == [2, 1]


def test_probabilities_of_some_pairs_rank_nothing(read):
    first, second = read("id,label,p_entailment\n1,not_entailment,0.25\n2,entailment,\n")
    assert first.probabilities == {YES: 0.25, NO: 0.75}
    assert second.probabilities is None
    run = Run([first, second])
    assert (run.scores, run.confidences, run.ranking) == (None, None, None)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (json_lines("logits", [{"yes": 1, "no": float("inf")}]), "line 1: a logit is inf; exp"),
        (json_lines("logits", named([[3, 2, 1]])).replace("neutral", "no"), "logits of CONTRADIC"),
        (json_lines("probs", [5]), "'probs' is 5; expected numbers by label"),
        (json_lines("probs", [[0.2, None]]), "line 1: 'probs' does not have one number for each"),
        (json_lines("probs", [[{"label": "yes", "score": 1}] * 2]), "does not have one number"),
        (json_lines("probs", [{"maybe": 1}]), "line 1: 'probs': 'maybe' is no label"),
        ('{"id": 1, "probs": {"YES": 1, "NO": 0}}\n{"id": 2}\n', "pair '2' has neither a label"),
        ("id,p_neutral,p_unknown\n1,0.5,0.5\n", "'p_neutral' and 'p_unknown' are probabilities of"),
        ("id,p_neutral\n1,0.5\n", "probabilities of UNKNOWN alone; expected those of ENTAILMENT"),
        ("id,pred,p_entailment\n1,neutral,0.5\n", "alone; expected those of CONTRADICTION and UNK"),
        ("id,pred,p_not_entailment\n1,neutral,0.5\n", "probabilities of NO_ENTAILMENT alone"),
        ('{"id": 1, "probs": {"YES": 1}}\n{"id": 2, "pred": "yes"}\n', "'1' has no label, and"),
    ],
)
def test_what_says_nothing_of_each_label(read, content, message):
    with pytest.raises(InputError) as caught:
        read(content, run_labels=["entailment", "contradiction"])
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_labels_of_three_may_be_all_there_are(read):
    run = read("id,pred,p_entailment,p_contradiction\n1,entailment,0.9,0.1\n2,refuted,0.2,0.8\n")
    assert run.probabilities[:, 0].tolist() == [0.9, 0.2]


SCORES = "id,score\na,0.5\nb,-2\nc,0.75\n"


def test_scores_without_labels_rank(read, tmp_path):
    run = read(SCORES)
    assert run.ranking.tolist() == [2, 3, 1]
    assert (run.has_labels, run.confidences) == (False, None)
    assert "3 predictions; id = id, score = score: no labels" in run.understood
    for use in (lambda: run.labels, lambda: write_run(run, tmp_path / "my.jsonl")):
        with pytest.raises(RunError, match="no labels; a threshold gives them: threshold="):
            use()
    assert list(tmp_path.iterdir()) == [tmp_path / "run.txt"]
    frame = run.to_pandas()
    assert list(frame.columns) == ["id", "confidence", "score"]
    assert read_run(frame).scores.tolist() == run.scores.tolist()
    assert "no labels" in run._repr_html_()


def test_a_threshold_gives_labels(read):
    run = read(SCORES, threshold=0.5)
    assert list(run) == [
        Prediction("a", YES, score=0.5),
        Prediction("b", NO, score=-2.0),
        Prediction("c", YES, score=0.75),
    ]
    beside = read("id,label,score\na,NO,0.5\n", run_columns="label=,score=score", threshold=0.5)
    assert list(beside) == [Prediction("a", YES, score=0.5)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id,label,score,confidence\n1,YES,1,1\n", "has labels, and needs no threshold"),
        ("id,p_entailment\n1,0.5\n", "has probabilities, and needs no threshold"),
        ("id,score\n1,0.5\n2,\n", "pair '2' has no score; expected one for each pair"),
    ],
)
def test_what_needs_no_threshold_or_has_no_scores(read, content, message):
    with pytest.raises(InputError, match=message):
        read(content, threshold=0.5)


@pytest.mark.parametrize("others", [{"probs": SHARES[0]}, dict.fromkeys(["p_yes", "p_no"], 0.5)])
def test_logits_that_are_named_take_the_place_of_other_probabilities(read, others):
    content = json.dumps({"id": "1", "z": [3.0, -1.0, 0.5], **others})
    run = read(content, run_columns="logits=z", run_labels=ORDER)
    assert run.labels.tolist() == ["CONTRADICTION"]
