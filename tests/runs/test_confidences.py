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
        (TWO_WAY, [0.3, *SHARES[1:]]),
        # One confidence for all labels of a kind, as of a rule.
        (TWO_WAY, [0.6] * 11 + [0.9] * 11),
        (TWO_WAY, [0.6, 0.65, 0.7, 0.75] * 2 + [0.6] * 3 + SHARES[:11]),
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


@pytest.mark.parametrize(
    ("labels", "shares", "expected"),
    [
        # A tuned cutoff, of probabilities that are rounded.
        (TWO_WAY[::-1], [0.4 + n / 20 for n in range(11)] + [n / 25 for n in range(11)], "highest"),
        (
            ["entailment"] * 8 + ["neutral", "contradiction"] * 6,
            [0.5 + n / 20 for n in range(7)] + [0.4] + [n / 26 for n in range(12)],
            "at least 1/3 for the label ENTAILMENT and at most 0.5, also below 1/3, for the others",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore::rte_baselines.errors.InputWarning")
def test_probabilities_of_entailment_with_other_cutoffs(labels, shares, expected):
    (note,) = Run.from_records(records(labels, shares)).notes
    assert note.startswith(
        f"the confidences seem to be probabilities of ENTAILMENT, as they are {expected}"
    )


@pytest.mark.filterwarnings("ignore::rte_baselines.errors.InputWarning")
def test_probabilities_of_no_entailment_with_another_cutoff():
    shares = [0.4 + n / 20 for n in range(11)] + [n / 30 for n in range(11)]
    (note,) = Run.from_records(records(TWO_WAY, shares)).notes
    assert "of NO ENTAILMENT, as they are highest for the label NO ENTAILMENT" in note


BY_LABEL = [
    {"entailment": 0.9, "neutral": 0.06, "contradiction": 0.04},
    {"entailment": 0.1, "neutral": 0.7, "contradiction": 0.2},
    {"entailment": 0.3, "neutral": 0.1, "contradiction": 0.6},
]
THREE_WAY = ["entailment", "neutral", "contradiction"]


def with_probabilities(shares, by_label=BY_LABEL):
    rows = records(THREE_WAY, shares)
    return [{**row, "probabilities": of} for row, of in zip(rows, by_label, strict=True)]


@pytest.mark.parametrize(
    ("shares", "label"),
    [
        ([0.9, 0.1, 0.3], "ENTAILMENT"),
        ([0.1, 0.9, 0.7], "NO ENTAILMENT"),
        ([0.04, 0.2, 0.6], "CONTRADICTION"),
    ],
)
@pytest.mark.filterwarnings("ignore::rte_baselines.errors.InputWarning")
def test_confidences_that_the_probabilities_show_to_be_of_one_label(shares, label):
    run = Run.from_records(with_probabilities(shares))
    assert run.confidences.tolist() == [0.9, 0.7, 0.6]
    (note,) = run.notes
    assert note.startswith(f"the confidences are the probabilities of {label}, also where")


@pytest.mark.parametrize("shares", [[0.9, 0.7, 0.6], [0.8, 0.4, 0.5]])
def test_other_confidences_beside_probabilities_are_read(shares, recwarn):
    assert Run.from_records(with_probabilities(shares)).confidences.tolist() == shares
    assert not recwarn


def test_separated_confidences_that_are_probabilities_of_the_labels(recwarn):
    shares = [0.5 + n / 30 for n in range(10)] + [0.85 + n / 100 for n in range(10)]
    rows = [
        {
            "id": str(n),
            "prediction": "entailment" if n >= 10 else "not_entailment",
            "confidence": share,
            "p_entailment": share if n >= 10 else 1 - share,
        }
        for n, share in enumerate(shares)
    ]
    assert Run.from_records(rows).confidences.tolist() == shares
    assert not recwarn


def test_confidences_beside_a_probability_of_entailment():
    rows = [
        {"id": "1", "prediction": "YES", "confidence": 0.9, "probability": 0.9},
        {"id": "2", "prediction": "NO", "confidence": 0.8, "probability": 0.2},
        {"id": "3", "prediction": "NO", "confidence": 0.6, "probability": 0.4},
    ]
    assert not Run.from_records(rows).notes
