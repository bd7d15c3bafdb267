"""The confusion matrix."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix

from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.contingency import Confusion
from rte_baselines.pairs import Scheme, conflate


def test_gold_labels_are_in_the_rows(labels):
    judgments = Judgments.from_arrays(labels("EECUU"), labels("EUCCC"))
    assert Confusion.of(judgments, Scheme.THREE_WAY).to_dict() == {
        "labels": ["ENTAILMENT", "CONTRADICTION", "UNKNOWN"],
        "counts": [[1, 0, 1], [0, 1, 0], [0, 2, 0]],
    }
    assert Confusion.of(judgments, Scheme.TWO_WAY).to_dict() == {
        "labels": ["ENTAILMENT", "NO_ENTAILMENT"],
        "counts": [[1, 1], [0, 3]],
    }


@pytest.mark.slow
@pytest.mark.parametrize("scheme", list(Scheme))
@given(st.data())
def test_as_scikit_learn_has_it(scheme, data):
    label = st.sampled_from(Scheme.THREE_WAY.labels)
    judged = data.draw(st.lists(st.tuples(label, label), min_size=1))
    gold, labels = map(list, zip(*judged, strict=True))
    found = Confusion.of(Judgments.from_arrays(gold, labels), scheme)
    if scheme is Scheme.TWO_WAY:
        gold, labels = ([conflate(x) for x in column] for column in (gold, labels))
    expected = confusion_matrix(gold, labels, labels=list(scheme.labels))
    assert found.counts.tolist() == expected.tolist()
