import json

import pytest

from rte_baselines.pairs import Pair
from rte_baselines.recognizers import Recognizer, explain


def test_threshold_by_hand(train):
    recognizer = Recognizer.from_config("word-overlap", {"recognizer.head.threshold": 0.5})
    recognizer.fit(train)
    explanation = explain(recognizer, Pair("1", "Two old ferries sank.", "Two ferries burned."))
    # Two of three words are found; the score is a third of the way from 0.5 to 1.
    assert explanation.label == "ENTAILMENT"
    assert explanation.confidence == pytest.approx((2 / 3 - 0.5) / 0.5)
    (pull,) = explanation.features
    mean = recognizer.feature_means_[0]
    assert (pull.name, pull.value, pull.mean) == ("overlap", pytest.approx(2 / 3), mean)
    # Both this value and the mean of the sample are above the threshold.
    assert mean > 0.5
    assert pull.pull == pytest.approx((2 / 3 - mean) / 0.5 / 2)
    met = [
        (
            explanation.hypothesis[a.hypothesis],
            a.text if a.text is None else explanation.text[a.text],
        )
        for a in explanation.alignments["overlap"]
    ]
    assert met == [("Two", "Two"), ("ferries", "ferries"), ("burned", None)]


def test_columns_without_influence_pull_nothing(train):
    # A tree that may not split looks at no feature.
    stump = {"recognizer.head.parameters.max_depth": 1}
    recognizer = Recognizer.from_config("lexical-tree", stump).fit(train)
    explanation = explain(recognizer, train[0])
    used = recognizer.head_.estimator_.tree_.feature[0]
    others = [pull.pull for index, pull in enumerate(explanation.features) if index != used]
    assert others == [0.0] * len(others)


def test_is_plain_data(train):
    recognizer = Recognizer.from_config("lexical-logistic").fit(train)
    explanation = explain(recognizer, train[0])
    loaded = json.loads(json.dumps(explanation.to_json()))
    assert loaded["label"] == explanation.label
    assert [feature["name"] for feature in loaded["features"]] == [
        column.name for column in recognizer.features.columns
    ]
