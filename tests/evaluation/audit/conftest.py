import pytest

from rte_baselines.evaluation.audit.baselines import collect, feature_set
from rte_baselines.pairs import Pair


@pytest.fixture(scope="session")
def features():
    return feature_set()


@pytest.fixture(scope="session")
def part_of(features):
    """A function of (text, hypothesis, label) tuples to a part with these pairs."""

    def part(*rows, name="pairs", tasks=None, annotations=None):
        pairs = [
            Pair(
                *(f"{name}{number}", text, hypothesis, tasks[number] if tasks else None, label),
                attributes={"annotator_labels": annotations[number]} if annotations else {},
            )
            for number, (text, hypothesis, label) in enumerate(rows)
        ]
        return collect(name, pairs, features)

    return part
