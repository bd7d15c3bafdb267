"""Problems in the manner of FraCaS, written for these tests before the system was run on them.

Those for development were used to improve the system; the others are only scored.
"""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from rte_baselines.features.proofs.proofs import Proofs
from rte_baselines.pairs import Label, read_pairs
from tests.features.computing import numbers_of

FOLDER = Path(__file__).parents[2] / "logic" / "problems"
LABELS = {(1, 0): Label.ENTAILMENT, (0, 1): Label.CONTRADICTION, (0, 0): Label.UNKNOWN}


@pytest.mark.slow
@pytest.mark.parametrize(("part", "at_least"), [("development", 0.9), ("test", 0.75)])
def test_problems(record_property, part, at_least):
    pairs = list(read_pairs(FOLDER / f"{part}.jsonl"))
    texts = [(pair.text, pair.hypothesis) for pair in pairs]
    # No limit of time suffices to decide one of the problems, and the others need a tenth of it.
    found = [LABELS[int(a), int(b)] for a, b in numbers_of(Proofs(seconds=0.5), *texts).tolist()]
    right = defaultdict(list)
    for pair, label in zip(pairs, found, strict=True):
        right[pair.task].append(label == pair.label)
    accuracies = {task: float(np.mean(values)) for task, values in right.items()}
    record_property("accuracies", accuracies)
    assert len(pairs) == 60
    assert np.mean([one for values in right.values() for one in values]) >= at_least
