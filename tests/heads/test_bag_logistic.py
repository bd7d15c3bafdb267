import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from rte_baselines import Recognizer, load_pairs
from rte_baselines.features import FeatureTable
from rte_baselines.features.base import Output
from rte_baselines.heads.bag_logistic import BagLogisticHead
from rte_baselines.kernels.ragged import Ragged

YES, NO = "ENTAILMENT", "NO_ENTAILMENT"
THREE = ("ENTAILMENT", "CONTRADICTION", "UNKNOWN")
# Digests may be any 64 bits.
ITEMS = [-(2**63), -5, 0, 7, 2**63 - 1]


def table_of(bags, spellings=None):
    ragged = Ragged.concatenate([np.array(sorted(set(bag)), np.int64) for bag in bags])
    return FeatureTable(
        ids=tuple(map(str, range(len(bags)))),
        tasks=(None,) * len(bags),
        columns=(Output("words", 0, np.inf),),
        values=ragged.lengths.astype(float)[:, None],
        bags={"words": ragged},
        spellings={} if spellings is None else {"words": spellings},
    )


def test_an_item_that_decides():
    # Item 7 is in entailed pairs only; the bags are of equal size.
    table = table_of([[7, 0], [7, 0], [-5, 0], [-5, 0]])
    head = BagLogisticHead().fit(table, [YES, YES, NO, NO])
    assert head.decide(table).labels.tolist() == [YES, YES, NO, NO]
    assert head.items_["words"].tolist() == [-5, 0, 7]
    weights = head.weights_["words"][:, 0]
    # Columns of probabilities are sorted: the decision is that of NO_ENTAILMENT.
    assert weights[0] == pytest.approx(-weights[2])
    assert weights[0] > 0
    assert weights[1] == pytest.approx(0, abs=1e-6)


def test_rare_and_unknown_items_count_nothing():
    table = table_of([[7, 1], [7], [-5], [-5]])
    head = BagLogisticHead(min_pairs=2).fit(table, [YES, YES, NO, NO])
    assert head.items_["words"].tolist() == [-5, 7]
    first, second = head.decide(table_of([[7, 1], [7, 99]])).entailment
    assert first == second
    assert head.decide(table_of([[2**63 - 1, 3]])).entailment[0] < 1


@settings(max_examples=15)
@given(data=st.data(), labels=st.sampled_from([(YES, NO), THREE]))
def test_as_scikit_learn(data, labels):
    bag = st.lists(st.sampled_from(ITEMS), max_size=4)
    bags = data.draw(st.lists(bag, min_size=6, max_size=12))
    gold = np.array([labels[row % len(labels)] for row in range(len(bags))])
    table = table_of(bags)
    scheme = "two-way" if len(labels) == 2 else "three-way"
    head = BagLogisticHead(scheme, min_pairs=1).fit(table, gold)
    indicators = DictVectorizer(sparse=False).fit_transform(
        [{str(item): 1 for item in bag} for bag in bags]
    )
    inputs = np.hstack([StandardScaler().fit_transform(table.values), indicators])
    expected = LogisticRegression(max_iter=1000).fit(inputs, gold).predict_proba(inputs)
    np.testing.assert_allclose(head.decide(table).probabilities, expected, atol=1e-3)


@given(order=st.permutations(range(4)))
def test_a_decision_does_not_depend_on_the_other_pairs(order):
    table = table_of([[7, 0], [7, -5], [-5], [0]])
    head = BagLogisticHead(min_pairs=1).fit(table, [YES, YES, NO, NO])
    np.testing.assert_array_equal(
        head.decide(table.select(list(order))).probabilities,
        head.decide(table).probabilities[list(order)],
    )


def test_the_reason_names_items():
    table = table_of([[7, 0], [7, 0], [-5, 0], [-5, 0]])
    head = BagLogisticHead().fit(table, [YES, YES, NO, NO])
    one = table_of([[7, -5, 99]], {7: "outdoors", -5: "sleeping", 99: "unseen"})
    text = head.reason(one, [2.0]).text
    assert "'sleeping' pulls most away from entailment" in text
    assert "'outdoors' pulls most towards entailment" in text
    assert "unseen" not in text
    (pull,) = head.pulls(table.select([0]), [2.0])
    # Of two equal classes, the average bag decides nothing, so that all the log-odds are its own.
    assert pull == pytest.approx(head.leaning(table.select([0]))[0], abs=1e-6)


@pytest.mark.slow
def test_a_saved_model_holds_items_without_pickle(tmp_path):
    pairs = load_pairs("sample:train")[:60]
    recognizer = Recognizer.from_config("hypothesis-only").fit(pairs)
    recognizer.save(tmp_path / "model")
    assert not (tmp_path / "model" / "estimators.skops").exists()
    with np.load(tmp_path / "model" / "arrays.npz", allow_pickle=False) as arrays:
        assert arrays["head.items_.words"].dtype == np.int64
    assert list(Recognizer.load(tmp_path / "model").predict(pairs)) == list(
        recognizer.predict(pairs)
    )
