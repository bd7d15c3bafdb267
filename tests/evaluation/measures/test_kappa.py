"""Cohen's kappa of a run and the gold labels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.accuracy import cohens_kappa
from rte_baselines.pairs import Scheme
from tests.evaluation.figure_2 import CONFLATED, GOLD, LABELS

kappa = available_measures()["kappa"]


def label_arrays(scheme):
    label = st.sampled_from(scheme.labels)
    return st.lists(st.tuples(label, label), min_size=2, max_size=30)


def test_bergmairs_example():
    # Chance agreement is .5 * .3 + .36 * .5 + .14 * .2 = .358, and with UNKNOWN conflated
    # .5 * .8 + .14 * .2 = .428. The paper cuts 0.14336 to 0.1433.
    assert kappa(GOLD, LABELS) == pytest.approx((0.44 - 0.358) / (1 - 0.358))
    assert kappa(GOLD, LABELS) == pytest.approx(0.1277, abs=5e-5)
    assert kappa(GOLD, CONFLATED) == pytest.approx((0.51 - 0.428) / (1 - 0.428))
    assert kappa(GOLD, CONFLATED) == pytest.approx(0.1433, abs=1e-4)


def test_an_accuracy_on_balanced_labels_in_its_range(labels):
    # bergmair2009, section 3: an accuracy of 70% is 40% of the way from 50% to 100%.
    gold = labels("E" * 10 + "N" * 10)
    assert kappa(gold, labels("EEEEEEENNN" + "NNNNNNNEEE")) == pytest.approx(0.4)


def test_worse_than_chance_and_no_better(labels):
    assert kappa(labels("EENN"), labels("NNEE")) == -1
    assert kappa(labels("EENN"), labels("ENEN")) == 0
    assert kappa(labels("EEUC"), labels("UUUU")) == 0


def test_two_way_labels_conflate_three_way_ones(labels):
    assert kappa(labels("EUCE"), labels("ENNN")) == kappa(labels("ENNE"), labels("ENNN"))


@pytest.mark.parametrize("letter", "ECUN")
def test_kappa_is_undefined_if_chance_agreement_is_one(labels, letter):
    with pytest.raises(RunError, match="kappa is undefined: all labels, gold and the run's, are"):
        kappa(labels(letter * 3), labels(letter * 3))


@pytest.mark.slow
@given(st.sampled_from(Scheme).flatmap(label_arrays))
def test_as_scikit_learn_has_it(judged):
    gold, said = zip(*judged, strict=True)
    if len({*gold, *said}) == 1:
        assert kappa.why_undefined(Judgments.from_arrays(gold, said))
    else:
        assert kappa(gold, said) == pytest.approx(cohen_kappa_score(gold, said))


@pytest.mark.slow
@given(label_arrays(Scheme.THREE_WAY), st.permutations(range(4)))
def test_what_changes_nothing(judged, renamed):
    """Exchanging gold and run, naming the labels otherwise, doubling the pairs."""
    table = Judgments.from_arrays(*zip(*judged, strict=True)).table
    value = cohens_kappa(table)
    for other in (table.T, table[renamed][:, renamed], 2 * table):
        assert cohens_kappa(other) == pytest.approx(value, nan_ok=True)
