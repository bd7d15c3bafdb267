"""Estimators on disk whose numbers lead outside of arrays, or in circles, are refused."""

import numpy as np
import pytest
import skops.io
from scipy.sparse import csr_matrix
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import (
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from rte_baselines.recognizers import estimators
from rte_baselines.recognizers.estimators import (
    UnsafeEstimatorError,
    read_estimators,
    write_estimators,
)

pytestmark = pytest.mark.slow

RANDOM = np.random.default_rng(7)
ROWS = RANDOM.normal(size=(60, 4))
LABELS = np.array(["ENTAILMENT", "CONTRADICTION", "UNKNOWN"])[
    (ROWS[:, 0] > 0).astype(int) + (ROWS[:, 1] > 0.5)
]
FAR = 10**6


def read(estimator, folder):
    """Write an estimator as an attacker would, and read it."""
    skops.io.dump({"estimator_": estimator}, folder / "estimators.skops")
    return read_estimators(folder / "estimators.skops")["estimator_"]


def refused(estimator, folder, message):
    with pytest.raises(UnsafeEstimatorError, match=message):
        read(estimator, folder)


def change(tree, **fields):
    """Change fields of the nodes of a tree: the number of the node, and the value."""
    state = tree.__getstate__()
    nodes = state["nodes"].copy()
    for name, (node, value) in fields.items():
        nodes[name][node] = value
    tree.__setstate__({**state, "nodes": nodes})


TREES = [
    ({"left_child": (0, FAR)}, "nodes in no order"),
    ({"right_child": (0, -2)}, "nodes in no order"),
    ({"left_child": (0, 0)}, "nodes in no order"),  # an endless loop
    ({"left_child": (0, -1)}, "nodes with one child"),
    ({"feature": (0, FAR)}, "other features"),
    ({"feature": (0, -1)}, "other features"),
]


@pytest.mark.parametrize(("fields", "message"), TREES)
def test_trees(tmp_path, fields, message):
    """Alone and inside others."""
    alone = DecisionTreeClassifier(random_state=1).fit(ROWS, LABELS)
    forest = RandomForestClassifier(2, random_state=1).fit(ROWS, LABELS)
    calibrated = CalibratedClassifierCV(DecisionTreeClassifier(), cv=2).fit(ROWS, LABELS)
    boosted = GradientBoostingClassifier(n_estimators=2).fit(ROWS, LABELS)
    for whole, tree in (
        (alone, alone),
        (forest, forest.estimators_[1]),
        (calibrated, calibrated.calibrated_classifiers_[1].estimator),
        (boosted, boosted.estimators_[1, 1]),
    ):
        found = read(whole, tmp_path)
        np.testing.assert_array_equal(found.predict(ROWS), whole.predict(ROWS))
        change(tree.tree_, **fields)
        refused(whole, tmp_path, message)


def test_trees_of_other_features(tmp_path):
    found = DecisionTreeClassifier().fit(ROWS, LABELS)
    found.n_features_in_ = 2
    refused(found, tmp_path, "other features")
    boosted = GradientBoostingClassifier(n_estimators=2).fit(ROWS, LABELS)
    boosted.n_features_in_ = 2
    refused(boosted, tmp_path, "other features")


def test_stages_of_other_labels(tmp_path):
    three = GradientBoostingClassifier(n_estimators=2).fit(ROWS, LABELS)
    two = GradientBoostingClassifier(n_estimators=2).fit(ROWS, LABELS == "ENTAILMENT")
    two.estimators_ = three.estimators_
    refused(two, tmp_path, "trees of other labels")
    three.estimators_ = three.estimators_.ravel()
    refused(three, tmp_path, "no table of trees")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("left", FAR, "nodes in no order"),
        ("right", 0, "nodes in no order"),
        ("feature_idx", FAR, "other features"),
        ("is_categorical", 1, "has categories"),
    ],
)
def test_trees_of_histograms(tmp_path, field, value, message):
    found = HistGradientBoostingClassifier(max_iter=2, min_samples_leaf=5).fit(ROWS, LABELS)
    np.testing.assert_array_equal(read(found, tmp_path).predict(ROWS), found.predict(ROWS))
    nodes = found._predictors[1][0].nodes
    assert not nodes[0]["is_leaf"]
    nodes[field][0] = value
    refused(found, tmp_path, message)


@pytest.mark.parametrize("metric", ["minkowski", "manhattan"])
def test_neighbours_are_found_again(tmp_path, metric):
    found = KNeighborsClassifier(algorithm="kd_tree", metric=metric).fit(ROWS, LABELS)
    expected = found.predict_proba(ROWS)
    write_estimators({"estimator_": found}, tmp_path / "e.skops")
    assert "KDTree" in repr(found._tree)
    again = read_estimators(tmp_path / "e.skops")["estimator_"]
    np.testing.assert_array_equal(again.predict_proba(ROWS), expected)
    refused(found, tmp_path, r"not known to be safe: .*KDTree")
    found._tree, found._y = None, np.full(len(ROWS), FAR)
    with pytest.raises(IndexError):
        read(found, tmp_path)


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("_n_support", np.array([FAR, 1, 1], dtype=np.int32)),
        ("_dual_coef_", np.zeros((2, 3))),
        ("_intercept_", np.zeros(1)),
        ("shape_fit_", (60, 9)),
        ("support_", np.zeros(3, dtype=np.int32)),
        ("_probA", np.zeros(7)),
        ("_sparse", True),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_support_vectors(tmp_path, attribute, value):
    found = SVC(kernel="poly").fit(ROWS, LABELS)
    np.testing.assert_array_equal(read(found, tmp_path).predict(ROWS), found.predict(ROWS))
    setattr(found, attribute, value)
    refused(found, tmp_path, "SVC (has|is)")


def test_what_no_head_learns(tmp_path):
    pipeline = make_pipeline(PolynomialFeatures(2), LogisticRegression()).fit(ROWS, LABELS)
    refused(pipeline, tmp_path, "PolynomialFeatures is not a part of any head")
    sparse = make_pipeline(StandardScaler(), LogisticRegression()).fit(ROWS, LABELS)
    sparse[1].sparse_ = csr_matrix(np.eye(3))
    refused(sparse, tmp_path, "csr_matrix")
    for other in ([1, 2], StandardScaler(), "text", None):
        refused(other, tmp_path, "other objects than classifiers")


def test_equal_estimators_have_equal_bytes(tmp_path):
    """Wherever they are in memory, and at whatever time."""
    kept = []
    for number in range(2):
        found = {
            "cascade_": GradientBoostingClassifier(n_estimators=2, random_state=1),
            "estimator_": make_pipeline(StandardScaler(), SVC()),
            "neighbours_": KNeighborsClassifier(),
        }
        kept += [estimator.fit(ROWS, LABELS) for estimator in found.values()]
        write_estimators(found, tmp_path / f"{number}.skops")
        again = read_estimators(tmp_path / f"{number}.skops")
        for name, estimator in found.items():
            np.testing.assert_array_equal(again[name].predict(ROWS), estimator.predict(ROWS))
    first, second = ((tmp_path / f"{number}.skops").read_bytes() for number in range(2))
    assert first == second


def test_a_tree_that_says_that_it_has_more_nodes(tmp_path):
    found = DecisionTreeClassifier().fit(ROWS, LABELS)
    found.tree_.__setstate__({**found.tree_.__getstate__(), "node_count": FAR})
    # It cannot be written any more, as its arrays are as long as it says.
    with pytest.raises(UnsafeEstimatorError, match="another number of nodes than it says"):
        estimators._check_tree(found)
