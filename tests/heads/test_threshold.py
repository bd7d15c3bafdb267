import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, balanced_accuracy_score, f1_score

from rte_baselines.core.errors import ConfigError
from rte_baselines.heads.threshold import ThresholdHead, best_threshold
from rte_baselines.kernels.rankings.rankings import confidence_weighted_score
from tests.heads.tables import table_of

YES, NO = "ENTAILMENT", "NO_ENTAILMENT"
METRICS = {"accuracy": accuracy_score, "balanced_accuracy": balanced_accuracy_score, "f1": f1_score}


def labels_of(entailed):
    return np.where(np.array(entailed, dtype=bool), YES, NO)


def test_threshold_in_the_middle_of_the_gap_and_of_equally_good_ones_of_the_widest():
    head = ThresholdHead().fit(table_of([0.1, 0.3, 0.7, 0.9]), labels_of([0, 0, 1, 1]))
    assert head.threshold_ == pytest.approx(0.5)
    # Cuts above 0.1 and above 0.8 both get four of five right; the gap 0.1-0.5 is wider
    # than 0.8-0.9.
    head = ThresholdHead().fit(table_of([0.1, 0.5, 0.8, 0.9, 0.95]), labels_of([0, 1, 0, 1, 1]))
    assert head.threshold_ == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("entailed_if", "expected"),
    [("at_least", [YES, NO, YES]), ("above", [NO, NO, YES]), ("below", [NO, YES, NO])],
)
def test_which_side_of_the_threshold_is_entailed(entailed_if, expected):
    head = ThresholdHead(threshold=0.5, entailed_if=entailed_if)
    head.fit(table_of([0.0]), labels_of([1]))
    assert head.decide(table_of([0.5, 0.49999, 0.6])).labels.tolist() == expected


DISTANCES = [0.7, 0.1, 1.0, 0.0, 0.4]


@pytest.mark.parametrize(
    ("fields", "high", "scores", "confidences", "entailed", "ranked"),
    [
        # jijkoun2006 section 2 with t = 0.4: (0.7 - 0.4) / 0.6 and (0.4 - 0.1) / 0.4.
        ({"threshold": 0.4}, 1, DISTANCES, [0.5, 0.75, 1, 1, 0], "10101", [2, 0, 4, 1, 3]),
        # Its mirror image: distances from 0 to 1, entailed below 0.4.
        (
            {"threshold": 0.4, "entailed_if": "below"},
            *(1, DISTANCES, [0.5, 0.75, 1, 1, 0], "01010", [3, 1, 4, 0, 2]),
        ),
        # kouylekov2006: the surest are the pairs that are farthest apart.
        (
            {"threshold": 0.5, "entailed_if": "below", "confidence": "score"},
            *(1, [0.1, 0.5, 0.9], [0.1, 0.5, 0.9], "100", [0, 1, 2]),
        ),
        # perez2006 section 3, for BLEU+recall, whose range is from 0 to e.
        (
            {"threshold": 0.9, "entailed_if": "above", "confidence": "score"},
            *(np.e, [0.0, 0.9, 1.0, np.e], [0, 0.9 / np.e, 1 / np.e, 1], "0011", [3, 2, 1, 0]),
        ),
        # glickman2006 section 4: p above the threshold, 1 - p below.
        (
            {"threshold": 0.1, "confidence": "probability"},
            *(1, [0.3, 0.05], [0.3, 0.95], "10", [0, 1]),
        ),
    ],
)
def test_confidences_and_ranking(fields, high, scores, confidences, entailed, ranked):
    head = ThresholdHead(**fields).fit(table_of([0.0], high=high), labels_of([1]))
    decisions = head.decide(table_of(scores, high=high))
    np.testing.assert_allclose(decisions.confidences, confidences)
    assert decisions.labels.tolist() == [YES if mark == "1" else NO for mark in entailed]
    assert np.argsort(-decisions.scores).tolist() == ranked


@pytest.mark.parametrize(
    ("low", "training", "threshold", "scores", "confidences"),
    [
        (0.0, [2.0, 6.0], 4.0, [5.0, 60.0, 1.0], [0.5, 1.0, 0.75]),
        (-np.inf, [-50.0, -5.0], -20.0, [-5.0, -50.0], [1.0, 1.0]),
    ],
)
def test_a_range_without_an_end_is_that_of_the_training_scores(
    low, training, threshold, scores, confidences
):
    table, decided = (table_of(values, low=low, high=np.inf) for values in (training, scores))
    head = ThresholdHead(threshold=threshold).fit(table, labels_of([0, 1]))
    np.testing.assert_allclose(head.decide(decided).confidences, confidences)


def test_one_threshold_for_each_task():
    scores = [0.1, 0.3, 0.5, 0.7, 0.2, 0.9]
    tasks = ["IE", "IE", "QA", "QA", "IR", "IR"]
    table, labels = table_of(scores, tasks), labels_of([0, 1, 0, 1, 1, 1])
    assert ThresholdHead().fit(table, labels).task_thresholds_ == {}
    head = ThresholdHead(per_task=True).fit(table, labels)
    # IR has one label only, and so the common threshold, as has a task never seen.
    assert head.task_thresholds_ == pytest.approx({"IE": 0.2, "QA": 0.6})
    decided = head.decide(table_of([0.25, 0.25, 0.55], ["IE", "QA", "QA"])).labels.tolist()
    assert decided == [YES, NO, NO]
    unseen = head.decide(table_of([head.threshold_], ["SUM"])).labels.tolist()
    assert unseen == [YES]


def test_a_rounded_threshold_is_the_lowest_of_the_best():
    # 0.32 to 0.68 are equally good, and 0.4, 0.5 and 0.6 the tenths among them.
    table, labels = table_of([0.11, 0.32, 0.68, 0.93]), labels_of([0, 0, 1, 1])
    assert ThresholdHead(decimals=1).fit(table, labels).threshold_ == 0.4
    assert ThresholdHead(decimals=2).fit(table, labels).threshold_ == 0.33
    # Neither 0 nor 1 separates the scores.
    assert ThresholdHead(decimals=0).fit(table, labels).threshold_ in (0.0, 1.0)
    # A score equal to it is entailed.
    head = ThresholdHead(decimals=1).fit(table_of([0.25, 0.3]), labels_of([0, 1]))
    assert head.threshold_ == 0.3
    assert head.decide(table_of([0.3])).labels.tolist() == [YES]


def scored(scores):
    """Scores, and whether a pair is entailed, of pairs with both labels."""
    rows = st.lists(st.tuples(scores, st.booleans()), min_size=2, max_size=14)
    return rows.filter(lambda rows: len({label for _, label in rows}) == 2)


SCORED = scored(st.integers(0, 10).map(lambda n: n / 10))


@pytest.mark.parametrize("objective", [*METRICS, "cws"])
@given(rows=SCORED)
def test_no_threshold_is_better_than_the_tuned_one(rows, objective):
    scores, entailed = map(np.array, zip(*rows, strict=True))
    head = ThresholdHead(optimize=objective).fit(table_of(scores), labels_of(entailed))

    def value(threshold):
        if objective == "cws":
            correct = (scores >= threshold) == entailed
            return confidence_weighted_score(head._confidences(scores, threshold), correct)
        return METRICS[objective](entailed, scores >= threshold)

    # Every way to cut eleven possible scores; confidence depends on the place within a
    # gap as well, so for cws only the candidates themselves are compared.
    distinct = np.unique(scores)
    middles = (distinct[1:] + distinct[:-1]) / 2
    candidates = [distinct[0], *middles, np.nextafter(distinct[-1], 2)]
    assert value(head.threshold_) == pytest.approx(max(map(value, candidates)))


@given(rows=SCORED, objective=st.sampled_from([*METRICS, "cws"]))
def test_which_side_is_entailed_changes_nothing_but_the_sign(rows, objective):
    scores, entailed = map(np.array, zip(*rows, strict=True))
    heads = {
        (side, sign): ThresholdHead(optimize=objective, entailed_if=side)
        for side, sign in [("at_least", 1), ("above", 1), ("below", -1)]
    }
    decided = []
    for (_, sign), head in heads.items():
        table = table_of(sign * scores, low=min(sign, 0), high=max(sign, 0))
        decided.append(head.fit(table, labels_of(entailed)).decide(table))
    # At a score, the threshold itself has to move to keep it on the same side.
    at_a_score = np.isin(scores, heads["at_least", 1].threshold_).any()
    for decisions in decided[1:]:
        assert decisions.labels.tolist() == decided[0].labels.tolist()
        if not at_a_score:
            np.testing.assert_allclose(decisions.confidences, decided[0].confidences, atol=1e-9)


@pytest.mark.slow
def test_many_scores_are_thinned_for_cws_only():
    scores = np.linspace(0, 1, 5_001)
    entailed = scores > 0.5
    threshold = best_threshold(scores, entailed, "accuracy", lambda s, t: np.abs(s - t))
    assert (scores >= threshold).tolist() == entailed.tolist()
    threshold = best_threshold(scores, entailed, "cws", lambda s, t: np.abs(s - t))
    assert threshold == pytest.approx(0.5, abs=1e-3)


def test_the_feature_must_be_named_where_there_are_several():
    two = table_of([[0.1, 0.2], [0.8, 0.9]])
    with pytest.raises(ConfigError, match="names no feature; feature must be one of: f0, f1"):
        ThresholdHead().fit(two, labels_of([0, 1]))
    with pytest.raises(ConfigError, match=r"no feature 'F1' for the .*; did you mean 'f1'\?"):
        ThresholdHead(feature="F1").fit(two, labels_of([0, 1]))
    assert ThresholdHead(feature="f1").fit(two, labels_of([0, 1])).threshold_ == pytest.approx(0.55)


@given(
    rows=scored(st.floats(-3, 3)),
    decimals=st.integers(0, 2),
    objective=st.sampled_from(["accuracy", "f1"]),
)
def test_no_rounded_threshold_is_better_than_the_tuned_one(rows, decimals, objective):
    scores, entailed = map(np.array, zip(*rows, strict=True))
    metric = accuracy_score if objective == "accuracy" else f1_score
    head = ThresholdHead(optimize=objective, decimals=decimals)
    head.fit(table_of(scores, low=-3.0, high=3.0), labels_of(entailed))
    every = np.arange(-4 * 10**decimals, 4 * 10**decimals + 1) / 10**decimals
    assert head.threshold_ in every
    # Many thresholds give the same labels.
    labellings = np.unique(scores >= every[:, None], axis=0)
    best = max(metric(entailed, labelling) for labelling in labellings)
    assert metric(entailed, scores >= head.threshold_) == pytest.approx(best)
