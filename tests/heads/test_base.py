import numpy as np
import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.heads.base import label_array
from rte_baselines.pairs import Label


@pytest.mark.parametrize("convert", [list, np.array, lambda names: np.array(names, dtype=object)])
def test_labels_may_have_any_of_their_names(convert):
    found = label_array(convert(["yes", "ENTAILMENT", "neutral", "yes", "no"]))
    expected = [Label.ENTAILMENT, Label.ENTAILMENT, Label.UNKNOWN, Label.ENTAILMENT]
    assert found.tolist() == [label.value for label in [*expected, Label.NO_ENTAILMENT]]


@pytest.mark.parametrize("convert", [list, np.array])
def test_what_is_no_label(convert):
    with pytest.raises(InputError, match="unknown label 'maybe'"):
        label_array(convert(["yes", "maybe"]))


def test_no_labels():
    assert label_array([]).tolist() == label_array(np.array([], dtype=np.str_)).tolist() == []
