import pytest

from rte_baselines.recognizers import Recognizer
from rte_baselines.recognizers.explaining import align_words

pytestmark = pytest.mark.slow


def test_threshold_by_hand(train):
    recognizer = Recognizer.from_config("word-overlap", {"recognizer.head.threshold": 0.5})
    recognizer.fit(train)
    explanation = recognizer.explain("Two old ferries sank.", "Two ferries burned.")
    # Two of three words are found; the score is a third of the way from 0.5 to 1.
    assert explanation.label == "ENTAILMENT"
    assert explanation.confidence == pytest.approx((2 / 3 - 0.5) / 0.5)
    (pull,) = explanation.features
    mean = recognizer.feature_means_[0]
    assert (pull.name, pull.value, pull.mean) == ("overlap", pytest.approx(2 / 3), mean)
    # Both this value and the mean of the sample are above the threshold.
    assert mean > 0.5
    assert pull.pull == pytest.approx((2 / 3 - mean) / 0.5 / 2)
    met = [(link.hypothesis, link.text) for link in explanation.alignments["overlap"]]
    assert explanation.text == ("Two", "old", "ferries", "sank", ".")
    assert explanation.hypothesis == ("Two", "ferries", "burned", ".")
    assert met == [(0, 0), (1, 2), (2, None)]
    # Features that have found nothing are left out.
    assert explanation.illustrations == {}


def test_the_task_pulls_where_the_head_looks_at_it(train):
    text, hypothesis = train[0].text, train[0].hypothesis
    recognizer = Recognizer.from_config("lexical-logistic").fit(train)
    pulls = [recognizer.explain(text, hypothesis, task).task_pull for task in ("IE", "SUM", None)]
    assert pulls[0] != pulls[1]
    assert pulls[2] == 0
    said = recognizer.explain(text, hypothesis, "IE").sentence
    assert f"; the task IE pulls {pulls[0]:+.3f}" in said
    assert "the task" not in recognizer.explain(text, hypothesis).sentence
    blind = Recognizer.from_config("word-overlap").fit(train)
    assert blind.explain(text, hypothesis, "IE").task_pull == 0


def test_the_probabilities_of_three_labels_are_said():
    recognizer = Recognizer.load("strongest-3way")
    pair = "Two old ferries sank.", "No ferries sank."
    explanation, (predicted,) = recognizer.explain(*pair), recognizer.predict([pair])
    (best, first), *others = sorted(predicted.probabilities.items(), key=lambda of: -of[1])
    assert explanation.label == best == "CONTRADICTION"
    said = "".join(f", {value:.3f} {label}" for label, value in others)
    assert explanation.sentence.endswith(f"; probabilities {first:.3f} CONTRADICTION{said}.")


def test_features_that_see_the_same_two_words_meet_once(train):
    features = Recognizer.from_config("lexical-logistic").features
    for pair in train[:4]:
        words = align_words(features, pair)
        places = [(link.hypothesis, link.text) for link in words.links]
        assert len(set(places)) == len(places)
        met = {hypothesis for hypothesis, text in places if text is not None}
        assert not {hypothesis for hypothesis, text in places if text is None} & met
