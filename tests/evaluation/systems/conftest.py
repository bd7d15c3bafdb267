"""Systems of several seeds, whose right and wrong answers are drawn."""

import numpy as np
import pytest

from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, NO_ENTAILMENT, Judgments
from rte_baselines.evaluation.seeds import System
from rte_baselines.evaluation.systems.judged import JudgedSystem
from rte_baselines.pairs import Scheme


@pytest.fixture(scope="session")
def judged():
    """A system that is right where a row for each seed says so; half of the gold labels entail."""

    def build(rows, name="system", seeds=None):
        right = np.asarray(rows, dtype=bool)
        gold = np.resize(np.array([ENTAILMENT, NO_ENTAILMENT], dtype=np.int8), right.shape[1])
        other = np.resize(np.array([NO_ENTAILMENT, ENTAILMENT], dtype=np.int8), right.shape[1])
        judgments = tuple(
            Judgments(gold, np.where(row, gold, other), known_scheme=Scheme.TWO_WAY)
            for row in right
        )
        names = tuple(seeds or map(str, range(1, len(right) + 1)))
        return JudgedSystem(name, names, judgments, np.arange(right.shape[1]))

    return build


@pytest.fixture(scope="session")
def system(run_of):
    """A system that gives labels by their first letters, a string for each seed."""

    def build(name, *letters, seeds=None):
        runs = [run_of(of_seed, f"{name}-{number}") for number, of_seed in enumerate(letters, 1)]
        names = tuple(seeds or map(str, range(1, len(runs) + 1)))
        return System(name, tuple(runs), names)

    return build
