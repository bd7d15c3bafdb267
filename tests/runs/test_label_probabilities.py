"""Files that say how probable each label is, and perhaps no label."""

import json
import warnings
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction, Run

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
CONTRADICTION, UNKNOWN = Label.CONTRADICTION, Label.UNKNOWN
ORDER = ["contradiction", "neutral", "entailment"]
SHARES = [[0.1, 0.2, 0.7], [0.5, 0.3, 0.2], [0.2, 0.6, 0.2]]
LABELS = ["ENTAILMENT", "CONTRADICTION", "UNKNOWN"]


def json_lines(field, values):
    return "".join(
        json.dumps({"id": number, field: value}) + "\n" for number, value in enumerate(values)
    )


def named(values):
    return [dict(zip(ORDER, row, strict=True)) for row in values]


def top_k(values):
    return [
        [
            {"label": name, "score": share}
            for name, share in sorted(zip(ORDER, row, strict=True), key=lambda one: -one[1])
        ]
        for row in values
    ]


def csv(prefixed, values):
    header = ",".join(["id", *prefixed])
    rows = (",".join(map(str, [number, *row])) for number, row in enumerate(values))
    return "\n".join([header, *rows, ""])


@pytest.mark.parametrize(
    ("content", "needs_order"),
    [
        (json_lines("probabilities", SHARES), True),
        (json_lines("probs", named(SHARES)), False),
        (json_lines("scores", top_k(SHARES)), False),
        (csv(["p_0", "p_1", "p_2"], SHARES), True),
        (csv(ORDER, SHARES), False),
        (csv([f"prob_{name}" for name in ORDER], SHARES).replace(",", ";"), False),
    ],
)
def test_the_label_is_the_most_probable_one(read, content, needs_order, recwarn):
    run = read(content, label_order=ORDER if needs_order else None)
    assert run.labels.tolist() == LABELS
    assert run.probabilities[:, 0].tolist() == [0.7, 0.2, 0.2]
    assert run.scores.tolist() == [0.7, 0.2, 0.2]
    assert run.ranking.tolist() == [1, 2, 2]
    assert run.confidences.tolist() == [0.7, 0.5, 0.6]
    assert not recwarn
    if needs_order:
        with pytest.raises(InputError, match="state the order of the labels"):
            read(content)


LOGITS = [[-1.5, 0.25, 2.0], [3.0, -1.0, 0.5], [1000.0, 1001.0, -1000.0]]


@pytest.mark.parametrize(
    "content",
    [
        json_lines("logits", LOGITS),
        json_lines("Logits", named(LOGITS)),
        csv(["logit_0", "logit_1", "logit_2"], LOGITS),
        csv(["logit_contradiction", "logits_neutral", "logit_entailment"], LOGITS),
    ],
)
def test_logits_become_probabilities(read, content):
    run = read(content, label_order=ORDER)
    powers = [exp(logit) for logit in LOGITS[0]]
    assert run.probabilities[0, 0] == pytest.approx(powers[2] / sum(powers))
    assert run.probabilities.sum(axis=1).tolist() == pytest.approx([1, 1, 1])
    assert run.labels.tolist() == ["ENTAILMENT", "CONTRADICTION", "UNKNOWN"]


@pytest.mark.slow
@given(
    st.lists(st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3), min_size=1, max_size=5).filter(
        lambda rows: all(sorted(row)[1] < sorted(row)[2] - 1e-6 for row in rows)
    )
)
def test_the_greatest_logit_gives_the_label(rows):
    records = [{"id": str(number), "logits": row} for number, row in enumerate(rows)]
    run = Run.from_records(records, label_order=ORDER)
    names = {"contradiction": "CONTRADICTION", "neutral": "UNKNOWN", "entailment": "ENTAILMENT"}
    assert run.labels.tolist() == [names[ORDER[row.index(max(row))]] for row in rows]


def test_labels_that_are_given_win(read):
    (prediction,) = read('{"id": 1, "label": "neutral", "logits": [3, 2, 1]}\n', label_order=ORDER)
    assert prediction.label is UNKNOWN
    assert prediction.probabilities[CONTRADICTION] > 0.6


def test_labels_that_are_equally_probable_are_warned_of(read):
    with pytest.warns(
        InputWarning, match="in 1 prediction several labels are most probable, and one"
    ):
        run = read(csv(ORDER, [[0.4, 0.4, 0.2], [0.2, 0.3, 0.5]]))
    assert run.labels.tolist() == ["CONTRADICTION", "ENTAILMENT"]


def test_no_beside_unknown_is_contradiction_where_it_is_most_probable(read):
    run = read('{"id": 1, "probs": {"YES": 0.1, "NO": 0.6, "UNKNOWN": 0.3}}\n')
    assert run.labels.tolist() == ["CONTRADICTION"]


def test_entailment_alone_gives_two_way_labels(read):
    run = read("id,p_entailment\n1,0.25\n2,0.75\n")
    assert run.labels.tolist() == ["NO_ENTAILMENT", "ENTAILMENT"]
    assert run.ranking.tolist() == [2, 1]


def test_probabilities_of_some_rank_nothing():
    run = Run([Prediction("a", YES, probabilities={YES: 1.0, NO: 0.0}), Prediction("b", NO)])
    assert (run.scores, run.confidences, run.ranking) == (None, None, None)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (json_lines("logits", [[1.0]]), "line 1: 1 logit; expected one for each label"),
        (json_lines("logits", [[1.0, float("inf"), 0]]), "line 1: a logit is inf; expected finite"),
        ("id,logit_0,logit_1\n1,2,\n", "line 2: column 'logit_1' is empty; expected a logit of"),
        ('{"id": 1, "probs": {"YES": 1}}\n{"id": 2}\n', "line 2: 'probs' is None; expected an"),
        ("id,p_entailment,p_neutral\n1,0.5,0.5\n2,,\n", "line 3: pair '2' has neither a label nor"),
        (
            '{"id": 1, "scores": [{"label": "YES", "score": 1}, {"label": "YES", "score": 0}]}\n',
            "line 1: field 'scores' repeats a label",
        ),
        (
            "id,p_neutral,p_unknown\n1,0.5,0.5\n",
            "line 1: 'p_neutral' and 'p_unknown' stand for one",
        ),
        (json_lines("scores", top_k(SHARES)).replace("neutral", "LABEL_1"), "state the order of"),
        ('{"id": 1, "scores": 0.5}\n', "line 1: field 'prediction' is missing; expected one of"),
    ],
)
def test_what_says_nothing_of_each_label(read, content, message):
    with pytest.raises(InputError) as caught:
        read(content, label_order=None if "state" in message else ORDER[:2])
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_named_column_of_labels_has_to_be_there(read):
    with pytest.raises(InputError, match="no column 'mine'; expected one of 'id'"):
        read(csv(ORDER, SHARES), label_column="mine")
    with pytest.raises(InputError, match="field 'mine' is missing"):
        read(json_lines("probs", named(SHARES)), label_column="mine")


def test_labels_that_only_some_lines_have_are_refused(read):
    first, second = ({"id": number, "probabilities": named(SHARES)[number]} for number in (0, 1))
    content = f"{json.dumps(first)}\n{json.dumps({**second, 'label': 'neutral'})}\n"
    with pytest.raises(InputError, match="line 2: field 'label' is missing in earlier lines"):
        read(content)


@pytest.mark.parametrize(
    ("labels", "shares", "contradicted"),
    [
        ("ENNNN", [[0.1, 0.9], [0.8, 0.2], [0.3, 0.7], [0.3, 0.7], [0, 1]], True),
        ("EN", [[0.9, 0.1], [0.2, 0.8]], False),
        # One may be due to rounding, and two follow from a cutoff of 0.2.
        ("ENE", [[0.4, 0.6], [0.4, 0.6], [1, 0]], False),
        ("EEN", [[0.4, 0.6], [0.3, 0.7], [0.1, 0.9]], False),
        # Rounded, the lowest above a cutoff and the highest below it may be equal.
        ("EENN", [[0.4, 0.6], [0.35, 0.65], [0.35, 0.65], [0.1, 0.9]], False),
    ],
)
def test_labels_that_contradict_the_probabilities_are_warned_of(labels, shares, contradicted):
    names = {"E": "entailment", "N": "not_entailment"}
    records = [
        {"id": str(number), "prediction": names[label], "probabilities": share}
        for number, (label, share) in enumerate(zip(labels, shares, strict=True))
    ]
    with warnings.catch_warnings(record=True) as issued:
        warnings.simplefilter("always")
        run = Run.from_records(records, label_order=list(names.values()))
    message = (
        "labels and probabilities may not belong together: 2 of 5 labels are not the most "
        "probable ones, such as ENTAILMENT of pair '0', where NO_ENTAILMENT is"
    )
    assert list(run.notes) == [message] * contradicted
    assert [str(warning.message) for warning in issued] == [f"records: {message}"] * contradicted


@pytest.mark.parametrize(("entailed", "expected"), [(1.0, 1), (0.9, 0)])
def test_a_single_label_contradicts_probabilities_that_are_not_rounded(entailed, expected):
    """Of 0 and 1, as codes of labels are: gold labels beside predictions, of which one is wrong."""
    labels = ["entailment", "not_entailment"] * 3
    shares = [entailed, 1 - entailed] * 3
    records = [
        {"id": str(number), "prediction": label, "p_entailment": share}
        for number, (label, share) in enumerate(
            zip(labels, [1 - entailed, *shares[1:]], strict=True)
        )
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = Run.from_records(records)
    found = [note for note in run.notes if "1 of 6 labels is not the most probable one" in note]
    assert len(found) == expected


def test_a_warning_says_in_which_order_of_the_columns_the_labels_fit():
    records = [
        {"id": "1", "prediction": "entailment", "probabilities": [0.1, 0.9]},
        {"id": "2", "prediction": "not_entailment", "probabilities": [0.8, 0.2]},
    ]
    message = (
        r"^records: labels and probabilities may not belong together: 2 of 2 labels are not the "
        r"most probable ones, such as ENTAILMENT of pair '1', where NO_ENTAILMENT is; they fit if "
        r"the columns of ENTAILMENT and NO_ENTAILMENT are exchanged$"
    )
    with pytest.warns(InputWarning, match=message):
        Run.from_records(records, label_order=["entailment", "not_entailment"])
