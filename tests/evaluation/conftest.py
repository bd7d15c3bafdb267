"""Short names for labels, and judgments of all kinds."""

import pytest

from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run

_LABELS = {label.value[0]: label for label in Label}


@pytest.fixture(autouse=True)
def hidden_data(only_data_asked_for):
    """Hide the RTE data unless a test asks for it."""


@pytest.fixture(scope="session")
def labels():
    """Labels by their first letters: "ENCU" is one of each."""
    return lambda letters: [_LABELS[letter] for letter in letters]


@pytest.fixture(scope="session")
def pairs(labels):
    """Pairs with these gold labels, of these tasks, with ids "1", "2" and so on."""

    def build(letters, tasks=None):
        tasks = tasks or [None] * len(letters)
        return [
            Pair(str(number), "A text.", "A hypothesis.", task, label)
            for number, (label, task) in enumerate(zip(labels(letters), tasks, strict=True), 1)
        ]

    return build


@pytest.fixture(scope="session")
def run_of(labels):
    """A run of these labels, a space where there is none, with confidences and scores if given."""

    def build(letters, name="run", *columns):
        rows = enumerate(zip(letters, *columns, strict=True), 1)
        return Run(
            (Prediction(str(n), *labels(of), *rest) for n, (of, *rest) in rows if of != " "),
            name=name,
        )

    return build
