"""Rankings of which the surest entailment is last."""

import numpy as np
import pytest

from rte_baselines.errors import InputWarning, RunError
from rte_baselines.evaluation import (
    EntailmentMetric,
    available_measures,
    cws_score,
    evaluate_arrays,
)

GOLD = ["entailment", "not_entailment", "entailment", "not_entailment"]
SHARES = np.array([0.9, 0.1, 0.8, 0.2])
MEASURES = ["average_precision", "roc_auc"]


def overall(**given):
    (scored,) = evaluate_arrays(GOLD, GOLD, measures=MEASURES, **given).runs
    return [scored.overall.measures[name].value for name in MEASURES]


def test_a_ranking_opposite_to_the_probabilities_is_refused():
    with pytest.raises(RunError, match="ranking is opposite to the probabilities"):
        overall(ranking=SHARES, probabilities=SHARES)
    with pytest.raises(RunError, match=r"opposite to the probabilities: .* the lowest rank is"):
        overall(ranking=[4, 1, 3, 2], probabilities=SHARES)
    # Rounding makes some of either equal.
    with pytest.raises(RunError, match="opposite to the probabilities"):
        overall(ranking=SHARES, probabilities=SHARES.round())


def test_fractions_are_no_ranks():
    measure = available_measures()["roc_auc"]
    with pytest.raises(RunError, match=r"ranking holds fractions in \[0, 1\]"):
        overall(ranking=SHARES)
    with pytest.raises(RunError, match=r"ranking holds fractions in \[0, 1\]"):
        measure(GOLD, ranking=SHARES)


@pytest.mark.parametrize(
    "given",
    [
        {"ranking": [1, 4, 2, 3]},
        {"ranking": [0, 1, 0, 1]},
        {"ranking": -SHARES},
        {"ranking": [-2.5, 1.5, -0.5, 0.5]},
        {"ranking": 1 - SHARES, "probabilities": SHARES},
        {"ranking": [1, 4, 2, 3], "probabilities": SHARES},
        {"probabilities": SHARES},
    ],
)
def test_other_rankings_are_in_no_doubt(given, recwarn):
    assert overall(**given) == [1, 1]
    assert not recwarn


def test_ranks_that_differ_from_the_probabilities_are_read(recwarn):
    assert overall(ranking=[2, 4, 1, 3], probabilities=SHARES) == [1, 1]
    assert not recwarn


@pytest.mark.slow
def test_a_ranking_opposite_to_the_labels_is_warned_of():
    labels = ["entailment", "neutral", "contradiction"] * 3
    with pytest.warns(InputWarning, match="ranking seems to hold scores") as caught:
        evaluate_arrays(labels, labels, ranking=[2.5, -1.5, -0.5] * 3, measures=MEASURES)
    assert len(caught) == 1
    assert caught[0].filename == __file__


def test_a_ranking_nearly_opposite_to_many_labels_is_warned_of(recwarn):
    logits = np.arange(24) - 12.0
    labels = np.where(np.arange(24) < 12, "not_entailment", "entailment")
    labels[[11, 12]] = labels[[12, 11]]
    measure = available_measures()["roc_auc"]
    assert measure(labels, ranking=-logits) > 0.9
    assert measure(labels[6:18], ranking=logits[6:18]) < 0.1
    assert not recwarn
    with pytest.warns(InputWarning, match="ranking seems to hold scores"):
        measure(labels, ranking=logits)


@pytest.mark.parametrize("labels", [["YES", "NO"], ["YES", "YES", "NO", "NO"]])
def test_few_labels_may_be_opposite_by_chance(labels, recwarn):
    measure = available_measures()["roc_auc"]
    assert measure(labels, ranking=range(len(labels), 0, -1)) == 0
    assert not recwarn


LABELS = ["entailment"] * 10 + ["neutral", "contradiction"] * 6
ENTAILED = [0.95 - n / 25 for n in range(10)] + [0.33 - n / 40 for n in range(12)]
OTHERS = [max(share, 1 - share) for share in ENTAILED]


def scored(labels, confidences, **given):
    return evaluate_arrays(labels, labels, confidences=confidences, measures="cws", **given)


@pytest.mark.slow
@pytest.mark.parametrize("confidences", [ENTAILED, [1 - share for share in ENTAILED]])
def test_confidences_that_seem_to_be_probabilities_are_warned_of(confidences):
    with pytest.warns(InputWarning, match="confidences seem to be probabilities of") as caught:
        scored(LABELS, confidences)
    assert len(caught) == 1
    with pytest.warns(InputWarning, match="confidences seem to be probabilities of"):
        available_measures()["cws"](LABELS, LABELS, confidences=confidences)


def test_confidences_of_scorers_and_metrics_are_checked():
    with pytest.warns(InputWarning, match="confidences seem to be probabilities of ENTAILMENT"):
        cws_score(LABELS, LABELS, confidences=ENTAILED)
    with pytest.warns(InputWarning, match="confidences seem to be probabilities of ENTAILMENT"):
        EntailmentMetric("cws").compute(predictions=LABELS, references=LABELS, confidences=ENTAILED)


def test_confidences_that_are_probabilities_of_one_label_are_refused():
    with pytest.raises(RunError, match="confidences are the probabilities of ENTAILMENT, also"):
        scored(GOLD, SHARES, probabilities=SHARES)


@pytest.mark.parametrize(
    ("labels", "confidences", "given"),
    [
        (LABELS, OTHERS, {}),
        (LABELS, [10 * share for share in ENTAILED], {}),
        (LABELS[5:15], ENTAILED[5:15], {}),
        (GOLD, [0.9, 0.9, 0.8, 0.8], {"probabilities": SHARES}),
        (GOLD, [0.5, 0.4, 0.3, 0.2], {"probabilities": SHARES}),
    ],
)
def test_other_confidences_are_in_no_doubt(labels, confidences, given, recwarn):
    scored(labels, confidences, **given)
    assert not recwarn
