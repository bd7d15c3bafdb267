"""Confidences that are probabilities of one label."""

import json

import pytest

from rte_baselines.runs import Run

SHARES = [0.5 + n / 25 for n in range(11)] + [n / 25 for n in range(11)]
TWO_WAY = ["not_entailment"] * 11 + ["entailment"] * 11


def records(labels, shares):
    return [
        {"id": str(n), "prediction": label, "confidence": share}
        for n, (label, share) in enumerate(zip(labels, shares, strict=True))
    ]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (
            TWO_WAY,
            "the confidences seem to be probabilities of NO ENTAILMENT, as they are at least 0.5 "
            "exactly for the label NO ENTAILMENT; they are read as confidences in the label; if "
            "they are probabilities of NO ENTAILMENT, name the field 'probability_not_entailment'",
        ),
        (
            TWO_WAY[::-1],
            "the confidences seem to be probabilities of ENTAILMENT, as they are at least 0.5 "
            "exactly for the label ENTAILMENT; they are read as confidences in the label; if they "
            "are probabilities of ENTAILMENT, name the field 'probability'",
        ),
        (
            ["neutral", *["contradiction"] * 10, *TWO_WAY[11:]],
            "the confidences seem to be probabilities of NO ENTAILMENT, as they are at least 0.5 "
            "exactly for the labels CONTRADICTION and UNKNOWN; they are read as confidences in "
            "the label; if they are probabilities of NO ENTAILMENT, give 1 minus each as "
            "'probability' instead",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore::rte_baselines.errors.InputWarning")
def test_confidences_that_follow_one_label(read, labels, expected):
    rows = records(labels, SHARES)
    assert Run.from_records(rows).notes == (expected,)
    assert read("".join(json.dumps(row) + "\n" for row in rows)).notes == (expected,)


@pytest.mark.parametrize(
    ("labels", "shares"),
    [
        (TWO_WAY[2:-1], SHARES[2:-1]),
        (["not_entailment"] * 22, SHARES[:11] * 2),
        (TWO_WAY, [*SHARES[:-1], 0.6]),
        (TWO_WAY, [0.4, *SHARES[1:]]),
    ],
)
def test_confidences_that_may_be_those_of_labels(labels, shares):
    assert not Run.from_records(records(labels, shares)).notes


def test_the_advised_name_is_read():
    rows = records(TWO_WAY, SHARES)
    named = [
        {"id": row["id"], "prediction": row["prediction"], "probability_not_entailment": share}
        for row, share in zip(rows, SHARES, strict=True)
    ]
    run = Run.from_records(named)
    assert not run.notes
    assert run.probabilities[0, 0] == pytest.approx(0.5)
