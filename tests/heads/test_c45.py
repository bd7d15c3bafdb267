import numpy as np
import pytest

from rte_baselines.core.errors import ConfigError
from rte_baselines.heads.c45 import C45Head
from tests.heads.c45_data import ROWS
from tests.heads.tables import table_of

YES, NO = "ENTAILMENT", "NO_ENTAILMENT"
OUTLOOKS = [row[0] for row in ROWS]
WEATHER = [[float(value) for value in row[1:4]] for row in ROWS]
PLAY = np.array([NO if row[4] == "1" else YES for row in ROWS])


@pytest.fixture
def weather():
    """The weather data with the outlook as task: temperature, humidity and wind."""
    return table_of(WEATHER, OUTLOOKS, high=100.0)


@pytest.fixture
def golfer(weather):
    return C45Head(task=True).fit(weather, PLAY)


def test_learns_the_weather_data(golfer, weather):
    assert golfer.tasks_ == ["overcast", "rain", "sunny"]
    decisions = golfer.decide(weather)
    assert decisions.labels.tolist() == PLAY.tolist()
    assert (decisions.confidences == 1).all()


def test_probabilities_are_the_shares_in_the_leaf():
    # A quarter of the pairs below 0.5 are entailed, and all above.
    values = [0.1] * 12 + [0.9] * 12
    labels = np.array([YES] * 3 + [NO] * 9 + [YES] * 12)
    head = C45Head().fit(table_of(values), labels)
    decisions = head.decide(table_of([0.1, 0.9]))
    assert decisions.labels.tolist() == [NO, YES]
    np.testing.assert_allclose(decisions.confidences, [0.75, 1.0])
    np.testing.assert_allclose(decisions.entailment, [0.25, 1.0])


def test_pairs_without_a_task_have_a_branch_of_their_own():
    tasks = [None, "IE", ""] * 4
    labels = np.array([YES, NO, YES] * 4)
    table = table_of([0.5] * 12, tasks)
    head = C45Head(task=True).fit(table, labels)
    assert head.tasks_ == ["", "IE"]
    assert head.decide(table).labels.tolist() == labels.tolist()
    assert head.reason(table.select([0]), [0.5]).text.startswith("there is no task; 8 of the 8 ")


@pytest.mark.slow
def test_a_confidence_factor_prunes_and_none_does_not():
    generator = np.random.default_rng(1)
    table = table_of(generator.integers(0, 5, (300, 8)))
    labels = generator.choice([YES, NO], 300)
    correct = [
        (C45Head(confidence_factor=factor).fit(table, labels).decide(table).labels == labels).sum()
        for factor in (0.0001, 0.25, None)
    ]
    assert correct[0] < correct[1] < correct[2]


def test_minimum_pairs():
    values, labels = [0.1] * 3 + [0.9] * 9, np.array([YES] * 3 + [NO] * 9)
    for minimum, expected in ((3, YES), (4, NO)):
        head = C45Head(minimum_pairs=minimum).fit(table_of(values), labels)
        assert head.decide(table_of([0.1])).labels.tolist() == [expected]


def test_a_split_of_a_binary_column_may_be_small():
    # Weka's J48 splits on a nominal feature with 3 of 100 pairs, and not on a numeric one: that
    # needs a tenth of 50 pairs on either side.
    values = [0.0] * 97 + [1.0] * 3
    labels = np.array([NO] * 50 + [YES] * 50)
    name = table_of(values).columns[0].name
    numeric, nominal = C45Head(), C45Head(binary=[name])
    assert numeric.fit(table_of(values), labels).tree_ == {"counts": [50, 50]}
    decided = nominal.fit(table_of(values), labels).decide(table_of([1.0, 0.0]))
    assert decided.labels.tolist() == [YES, NO]
    # 50 of the 97 other pairs are not entailed.
    np.testing.assert_allclose(decided.confidences, [1, 50 / 97])


@pytest.mark.parametrize(
    ("names", "values", "message"),
    [
        (["proved"], [0.0, 1.0], "no feature 'proved' to be binary; expected one of:"),
        (None, [0.0, 2.0], "has other values than 0 and 1"),
    ],
)
def test_binary_columns_exist_and_have_two_values(names, values, message):
    table = table_of(values)
    head = C45Head(binary=names or [table.columns[0].name])
    with pytest.raises(ConfigError, match=message):
        head.fit(table, np.array([YES, NO]))


def test_the_reason_is_the_path_to_the_leaf(golfer, weather):
    reasons = [golfer.reason(weather.select([row]), [0, 0, 0]) for row in (0, 2, 3)]
    assert [reason.text for reason in reasons] == [
        "the task is sunny; f1 is 85.000, above 75.000; "
        "3 of the 3 training pairs in this leaf are NO_ENTAILMENT",
        "the task is overcast; 4 of the 4 training pairs in this leaf are ENTAILMENT",
        "the task is rain; f2 is 0.000, at most 0.000; "
        "3 of the 3 training pairs in this leaf are ENTAILMENT",
    ]


def test_several_tests_of_a_column_are_said_as_one():
    values = [0.1] * 5 + [0.5] * 5 + [0.5001] * 5
    labels = np.array([YES] * 5 + [NO] * 5 + [YES] * 5)
    head = C45Head().fit(table_of(values), labels)
    reason = head.reason(table_of([0.3]), [0])
    said = "f0 is 0.300, above 0.100 and at most 0.500; 5 of the 5 training pairs"
    assert reason.text.startswith(said)
    assert reason.columns == ("f0",)
    # Three digits would not tell these apart.
    reason = head.reason(table_of([0.5001]), [0])
    assert reason.text.startswith("f0 is 0.5001, above 0.5; 5 of the 5")


@pytest.mark.parametrize(
    ("task", "said"), [("snow", "the task is snow"), (None, "there is no task")]
)
def test_branches_are_averaged_for_a_task_without_training_pairs(golfer, task, said):
    table = table_of([[70, 90, 0]], [task])
    # Of 14 pairs, the 5 rainy and the 4 overcast ones are in branches that entail this one.
    assert golfer.decide(table).entailment == pytest.approx([(5 + 4) / 14])
    assert golfer.reason(table, [0, 0, 0]).text == (
        f"{said}; no training pair is like that, so that the leaves of all tasks are averaged"
    )


def test_the_reason_of_a_leaf_without_training_pairs():
    # The tasks matter only above 0.5, where no pair is of IR.
    values = [0.1] * 12 + [0.9] * 8
    tasks = ["IE", "QA", "IR"] * 4 + ["IE"] * 4 + ["QA"] * 4
    labels = np.array([NO] * 12 + [YES] * 4 + [NO] * 4)
    table = table_of(values, tasks)
    head = C45Head(task=True, confidence_factor=None).fit(table, labels)
    reason = head.reason(table_of([0.9], ["IR"]), [0.5])
    assert reason.text.endswith(
        "4 of the 8 training pairs above this leaf, which has none, are ENTAILMENT"
    )
    assert head.decide(table_of([0.9], ["IR"])).entailment.tolist() == [0.5]
