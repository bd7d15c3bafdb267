"""Runs and their negations."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.findings.finding import broken_symmetries, negate
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.pairs import Scheme

MEASURES = available_measures()
KEPT = [MEASURES[name] for name in ("accuracy_3way", "mutual_information", "kappa")]

from_arrays = partial(Judgments.from_arrays, label_order=Scheme.THREE_WAY.labels)

three_way = st.sampled_from(Scheme.THREE_WAY.labels)
judged_pairs = st.lists(
    st.tuples(three_way, three_way, st.integers(1, 5), st.integers(0, 3)), min_size=1, max_size=20
)


def judgments_of(pairs):
    gold, labels, ranking, confidences = zip(*pairs, strict=True)
    probabilities = np.random.default_rng(0).dirichlet([1, 1, 1], size=len(gold))
    return from_arrays(gold, labels, ranking, confidences, probabilities)


def test_what_is_negated(labels):
    judgments = from_arrays(
        labels("ECU"), labels("EUC"), [1, 2, 2], [0.9, 0.8, 0.7], np.eye(3)[[0, 2, 1]]
    )
    negation = negate(judgments)
    expected = from_arrays(
        labels("CEU"), labels("CUE"), [3, 1, 1], [0.9, 0.8, 0.7], np.eye(3)[[1, 2, 0]]
    )
    assert negation.gold.tolist() == expected.gold.tolist()
    assert negation.labels.tolist() == expected.labels.tolist()
    assert negation.ranking.argsort(kind="stable").tolist() == [1, 2, 0]
    assert negation.ranking[1] == negation.ranking[2]
    assert negation.confidences.tolist() == expected.confidences.tolist()
    assert negation.probabilities.tolist() == expected.probabilities.tolist()


def test_what_breaks_it(labels):
    # Entailed is the first pair, at rank 2; the second is said to be. Negated, the second
    # and the third are entailed, at ranks 4 and 1, and the third is said to be.
    judgments = Judgments.from_arrays(labels("ECCU"), labels("UECU"), ranking=[2, 1, 4, 3])
    names = ["accuracy_3way", "accuracy_2way", "precision", "average_precision", "kappa"]
    (found,) = broken_symmetries(judgments, [MEASURES[name] for name in names])
    assert found.details["measures"] == [
        {"measure": "accuracy_2way", "value": 2 / 4, "negated": 3 / 4},
        {"measure": "precision", "value": 0, "negated": 1},
        {"measure": "average_precision", "value": 1 / 2, "negated": (1 / 1 + 2 / 4) / 2},
    ]
    assert found.text.endswith(": accuracy_2way, precision, average_precision")


def test_undefined_on_one_side_is_broken_and_on_both_is_not(labels):
    judgments = Judgments.from_arrays(labels("EU"), labels("EU"))
    (found,) = broken_symmetries(judgments, [MEASURES["recall"], MEASURES["average_precision"]])
    expected = {"measure": "recall", "value": 1, "negated": None}
    assert found.details["measures"] == [expected]
    assert found.text == (
        "other values if ENTAILMENT and CONTRADICTION traded places, as if all hypotheses were "
        "negated (bergmair2009, section 4.2): recall"
    )


@pytest.mark.parametrize(("gold", "said"), [("EN", "EC"), ("EC", "EN")])
def test_two_way_labels_have_no_negation(labels, gold, said):
    judgments = Judgments.from_arrays(labels(gold), labels(said))
    assert negate(judgments) is None
    assert list(broken_symmetries(judgments, MEASURES.values())) == []


def test_two_way_probabilities_have_none_either(labels):
    judgments = Judgments.from_arrays(labels("EC"), labels("EU"), probabilities=[0.9, 0.2])
    assert negate(judgments) is None


@pytest.mark.slow
@given(judged_pairs)
def test_three_way_accuracy_information_and_kappa_keep_it(pairs):
    judgments = judgments_of(pairs)
    negation = negate(judgments)
    for measure in KEPT:
        if measure.why_undefined(judgments):
            assert measure.why_undefined(negation)
        else:
            assert measure.score(negation) == measure.score(judgments)
    assert list(broken_symmetries(judgments, KEPT)) == []
