import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import model_selection
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.heads.cascade import CascadeHead
from rte_baselines.heads.classifier import ClassifierHead, find_classifier
from rte_baselines.heads.threshold import ThresholdHead
from tests.heads.tables import table_of

generator = np.random.default_rng(7)
VALUES = generator.random((120, 3))
TWO_WAY = np.where(VALUES[:, 0] > 0.5, "ENTAILMENT", "NO_ENTAILMENT")
THREE_WAY = np.select(
    [VALUES[:, 0] > 0.5, VALUES[:, 1] > 0.5], ["ENTAILMENT", "CONTRADICTION"], "UNKNOWN"
)
# Of one of the labels.
ONE_PAIR = np.array(["ENTAILMENT", "NO_ENTAILMENT", "NO_ENTAILMENT"])


def test_is_the_scikit_learn_pipeline():
    head = ClassifierHead(parameters={"C": 0.5}).fit(table_of(VALUES), TWO_WAY)
    pipeline = make_pipeline(StandardScaler(), LogisticRegression(C=0.5)).fit(VALUES, TWO_WAY)
    decisions = head.decide(table_of(VALUES))
    assert decisions.labels.tolist() == pipeline.predict(VALUES).tolist()
    np.testing.assert_allclose(decisions.probabilities, pipeline.predict_proba(VALUES))
    np.testing.assert_allclose(decisions.entailment, pipeline.predict_proba(VALUES)[:, 0])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "scaling", "steps"),
    [
        ("DecisionTreeClassifier", "auto", None),
        ("RandomForestClassifier", "auto", None),
        ("SVC", "auto", 2),
        ("SVC", "never", None),
        ("DecisionTreeClassifier", "always", 2),
    ],
)
def test_scaling_where_it_is_needed(name, scaling, steps):
    head = ClassifierHead(name, scaling=scaling).fit(table_of(VALUES), TWO_WAY)
    assert (len(head.estimator_.steps) if hasattr(head.estimator_, "steps") else None) == steps


@pytest.mark.slow
@pytest.mark.parametrize("name", ["LinearSVC", "RidgeClassifier", "Perceptron"])
def test_without_probabilities_the_decision_function_is_squashed(name):
    for scheme, labels in (("two-way", TWO_WAY), ("three-way", THREE_WAY)):
        head = ClassifierHead(name, scheme_name=scheme).fit(table_of(VALUES), labels)
        decisions = head.decide(table_of(VALUES))
        np.testing.assert_allclose(decisions.probabilities.sum(axis=1), 1)
        assert decisions.labels.tolist() == head.estimator_.predict(VALUES).tolist()


@pytest.mark.slow
def test_search_is_that_of_scikit_learn():
    # Ten folds, accuracy, and the first listed of equally good values.
    search = {"max_depth": [1, 2, 3], "min_samples_leaf": [30, 1]}
    head = ClassifierHead("DecisionTreeClassifier", search=search, scheme_name="three-way")
    head.fit(table_of(VALUES), THREE_WAY)
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    twin = GridSearchCV(DecisionTreeClassifier(random_state=0), search, cv=folds)
    twin.fit(VALUES, THREE_WAY)
    assert head.chosen_ == twin.best_params_
    assert head.estimator_.get_params() == twin.best_estimator_.get_params()


@pytest.mark.parametrize(("rarest", "folds"), [(12, 10), (10, 10), (9, 9), (2, 2)])
def test_search_has_ten_folds_or_as_many_as_the_rarest_label_has_pairs(monkeypatch, rarest, folds):
    seen = []

    def record(estimator, inputs, labels, *, cv, **_):
        seen.append(cv.get_n_splits(inputs, labels))
        return np.zeros(1)

    monkeypatch.setattr(model_selection, "cross_val_score", record)
    labels = np.array(["ENTAILMENT"] * rarest + ["NO_ENTAILMENT"] * 15)
    inputs = np.arange(len(labels) * 2, dtype=np.float64).reshape(-1, 2)
    ClassifierHead(search={"C": [1.0, 2.0]}).fit(table_of(inputs), labels)
    assert seen == [folds, folds]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["platt", "isotonic"])
def test_calibration(method):
    table, labels = table_of(VALUES[:60]), TWO_WAY[:60]
    probabilities = (
        ClassifierHead("LinearSVC", calibration=method).fit(table, labels).decide(table)
    ).probabilities
    # LinearSVC itself has none; calibrated ones agree with the labels most of the time.
    assert ((probabilities[:, 0] > 0.5) == (labels == "ENTAILMENT")).mean() > 0.9


def test_task_as_a_feature():
    # The label is the task; the numbers say nothing.
    tasks = ["IE", "QA"] * 20
    labels = np.array(["ENTAILMENT", "NO_ENTAILMENT"] * 20)
    constant = np.zeros((40, 1))
    head = ClassifierHead(task=True).fit(table_of(constant, tasks), labels)
    assert head.tasks_ == ["IE", "QA"]
    assert head.decide(table_of(constant, tasks)).labels.tolist() == labels.tolist()
    assert len(head.decide(table_of(constant[:2], ["SUM", None])).labels) == 2


@pytest.mark.parametrize("name", ["LogisticRegression", "GaussianNB"])
def test_clipped_features_stay_in_the_range_of_training(name):
    training = [[0.1, 5.0], [0.2, 9.0], [0.8, 4.0], [0.9, 7.0]]
    labels = ["NO_ENTAILMENT", "NO_ENTAILMENT", "ENTAILMENT", "ENTAILMENT"]
    far = [[-3.0, 1000.0], [0.5, -1000.0], [0.5, 6.0]]
    limited = [[0.1, 9.0], [0.5, 4.0], [0.5, 6.0]]
    clipping = ClassifierHead(name, clip=True).fit(table_of(training), labels)
    plain = ClassifierHead(name).fit(table_of(training), labels)
    np.testing.assert_array_equal(
        clipping.probabilities(table_of(far)), plain.probabilities(table_of(limited))
    )
    assert not np.array_equal(
        plain.probabilities(table_of(far)), plain.probabilities(table_of(limited))
    )


def searching(**search):
    return ClassifierHead(search=search)


@pytest.mark.parametrize(
    ("head", "labels", "error", "message"),
    [
        (
            ClassifierHead("SVC", {"decision_function_shape": "ovo"}, "three-way"),
            *(THREE_WAY, ConfigError, "decision_function_shape must be 'ovr'"),
        ),
        (ClassifierHead("VotingClassifier"), TWO_WAY, ConfigError, r"be created: .*estimators"),
        (
            *(ClassifierHead(parameters={"max_itr": 3}), TWO_WAY, ConfigError),
            r"no parameter 'max_itr'; did you mean 'max_iter'\?",
        ),
        (searching(C=1.0), TWO_WAY, ConfigError, r"head\.search\.C: 1\.0 is not a list of values"),
        (searching(C=[]), TWO_WAY, ConfigError, r"head\.search\.C: \[\] is not a list of values"),
        (searching(depth=[1]), TWO_WAY, ConfigError, "Regression has no parameter 'depth'"),
        (searching(C=[-1.0]), TWO_WAY, InputError, "Regression cannot be fitted: The 'C' param"),
        (searching(C=[1.0]), ONE_PAIR, InputError, "needs at least two training pairs of each"),
    ],
)
def test_what_cannot_be_fitted(head, labels, error, message):
    def use():
        head.check_fields("head")
        head.fit(table_of(VALUES[: len(labels)]), labels)

    with pytest.raises(error, match=message):
        use()


@pytest.mark.parametrize(
    "name", ["MaximumEntropy", "StandardScaler", "LinearRegression", "os", "ClassifierMixin"]
)
def test_only_classifiers_of_scikit_learn(name):
    with pytest.raises(ConfigError, match=f"scikit-learn has no classifier '{name}'"):
        find_classifier(name)
    with pytest.raises(ConfigError, match=r"did you mean 'LinearSVC'\? try LogisticRegression"):
        find_classifier("LinerSVC")


def test_cascade_by_its_steps():
    table = table_of(VALUES)
    head = CascadeHead(ThresholdHead("f0"), ClassifierHead()).fit(table, THREE_WAY)
    decisions = head.decide(table)
    first = head.entailment_.decide(table)
    second = head.contradiction_.decide(table)
    is_entailed = first.labels == "ENTAILMENT"
    expected = np.where(is_entailed, "ENTAILMENT", second.labels)
    np.testing.assert_array_equal(decisions.labels, expected)
    assert decisions.classes == ("ENTAILMENT", "CONTRADICTION", "UNKNOWN")
    np.testing.assert_allclose(decisions.probabilities[:, 0], first.entailment)
    np.testing.assert_allclose(
        decisions.probabilities[:, 1],
        (1 - first.entailment) * second.probabilities[:, second.classes.index("CONTRADICTION")],
    )


def test_cascade_wants_three_labels_and_a_two_way_start():
    with pytest.raises(InputError, match="a cascade needs pairs labelled CONTRADICTION"):
        CascadeHead(ThresholdHead("f0"), ClassifierHead()).fit(
            table_of(VALUES[:2]), np.array(["ENTAILMENT", "UNKNOWN"])
        )
    cascade = CascadeHead(ClassifierHead(scheme_name="three-way"), ClassifierHead())
    with pytest.raises(ConfigError, match=r"head\.entailment: must be a two-way head"):
        cascade.check_fields("head")


WIDE = generator.standard_normal((200, 40))
LABELS_OF_WIDE = np.where(WIDE @ generator.standard_normal(40) > 0, "ENTAILMENT", "NO_ENTAILMENT")


@pytest.fixture(scope="module")
def fitted_to_wide():
    """Heads, and the probabilities that each has for all rows at once."""
    heads = [
        ClassifierHead(name).fit(table_of(WIDE), LABELS_OF_WIDE)
        for name in ("LogisticRegression", "SVC", "RidgeClassifier", "DecisionTreeClassifier")
    ]
    return [(head, head.probabilities(table_of(WIDE))) for head in heads]


@settings(max_examples=10)
@given(size=st.integers(1, len(WIDE) - 1))
def test_a_probability_does_not_depend_on_the_rows_beside_it(fitted_to_wide, size):
    for head, whole in fitted_to_wide:
        parts = [
            head.probabilities(table_of(WIDE[start : start + size]))
            for start in range(0, len(WIDE), size)
        ]
        np.testing.assert_array_equal(np.vstack(parts), whole)
