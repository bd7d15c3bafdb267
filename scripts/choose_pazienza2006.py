"""Choose the parameters of configs/pazienza2006, on the development part of RTE-1 alone.

    python scripts/choose_pazienza2006.py [--data-dir FOLDER] [--repeats N]

Prints first the parameters of the rule-based system: those with the highest accuracy at the best
threshold. Then, with these alpha and gamma, the paper's Table 1: the accuracy in percent, mean
and standard deviation, of support vector machines on the feature spaces, by degree of the
polynomial kernel, in three-fold cross-validation that is repeated ten times; and below each
accuracy, C on all pairs. The best space is chosen among those of graphs: L is the baseline.
"""

import argparse
from collections.abc import Iterator
from itertools import product

import numpy as np
from sklearn.model_selection import RepeatedStratifiedKFold
from sklearn.svm import SVC

from rte_baselines import Label, load_pairs
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import PairBatch
from rte_baselines.features.graph_matching.distance_space import DistanceSpace
from rte_baselines.features.graph_matching.graph_similarity import GraphSimilarity
from rte_baselines.heads.threshold import best_threshold
from rte_baselines.pairs import Pair

STEPS = (0.3, 0.6, 0.9)
BETAS = (0.5, 0.8)
DEGREES = range(1, 7)
FOLDS = 3
BASELINE = "L"


def main() -> None:
    """Choose the parameters and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data-dir")
    parser.add_argument("--repeats", type=int, default=10)
    arguments = parser.parse_args()
    pairs = list(load_pairs("rte1:dev", data_dir=arguments.data_dir))
    entailed = np.array([pair.label is Label.ENTAILMENT for pair in pairs])
    batch = analysed(pairs)
    chosen = choose_parameters(batch, entailed)
    best = (0.0, "", 0)
    for name, inputs in spaces(pairs, batch, chosen["alpha"], chosen["gamma"]):
        mean, degree = show_space(name, inputs, entailed, arguments.repeats)
        if name != BASELINE:
            best = max(best, (mean, name, degree), key=lambda each: each[0])
    mean, name, degree = best
    print(f"best: {name}, degree {degree}, {100 * mean:.2f}")


def analysed(pairs: list[Pair]) -> PairBatch:
    """Analyse all snippets at once."""
    snippets = [snippet for pair in pairs for snippet in (pair.text, pair.hypothesis)]
    analyses = default_analyzer().analyze(snippets, DistanceSpace().layers)
    return PairBatch(analyses[0::2], analyses[1::2])


def choose_parameters(batch: PairBatch, entailed: np.ndarray) -> dict[str, float]:
    """Return the best parameters of the graph similarity; the first of equally good ones."""
    best: tuple[float, dict[str, float]] = (0.0, {})
    for alpha, beta, gamma, delta in product(STEPS, BETAS, STEPS, STEPS):
        parameters = {"alpha": alpha, "beta": beta, "gamma": gamma, "delta": delta}
        scores = GraphSimilarity(**parameters).compute(batch)[:, 0]
        threshold = best_threshold(scores, entailed, "accuracy", lambda values, _: values)
        accuracy = float(np.mean((scores >= threshold) == entailed))
        if accuracy > best[0]:
            best = accuracy, parameters
            print(f"{100 * accuracy:.2f} at {threshold:.3f} with {parameters}", flush=True)
    return best[1]


def spaces(
    pairs: list[Pair], batch: PairBatch, alpha: float, gamma: float
) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the feature spaces of Table 1 by name; T is the task, one-hot encoded."""
    tasks = sorted({pair.task or "" for pair in pairs})
    one_hot = np.array([[pair.task == task for task in tasks] for pair in pairs], dtype=float)
    yield BASELINE, DistanceSpace(("L",)).compute(batch)
    for beta in (0.5, 1.0):
        distances = DistanceSpace(("L", "G"), alpha, beta, gamma).compute(batch)
        yield f"L, T, G, beta {beta}", np.hstack([distances, one_hot])
    everything = DistanceSpace(("L", "G", "A"), alpha, 1.0, gamma).compute(batch)
    yield "L, T, G, A, beta 1.0", np.hstack([everything, one_hot])


def show_space(
    name: str, inputs: np.ndarray, entailed: np.ndarray, repeats: int
) -> tuple[float, int]:
    """Print a line of Table 1, and C; return the highest mean accuracy and its degree."""
    by_degree = {degree: accuracies(degree, inputs, entailed, repeats) for degree in DEGREES}
    cells = (f"{100 * np.mean(each):.2f} ({100 * np.std(each):.2f})" for each in by_degree.values())
    costs = (f"{svm_light_cost(inputs, degree):<12.3g}" for degree in DEGREES)
    print(f"{name:20}  {'  '.join(cells)}", flush=True)
    print(f"{'C':>20}  {'  '.join(costs)}".rstrip(), flush=True)
    means = {degree: float(np.mean(each)) for degree, each in by_degree.items()}
    best = max(means, key=means.__getitem__)
    return means[best], best


def accuracies(degree: int, inputs: np.ndarray, entailed: np.ndarray, repeats: int) -> list[float]:
    """Return the accuracy on each held-out fold."""
    folds = RepeatedStratifiedKFold(n_splits=FOLDS, n_repeats=repeats, random_state=0)
    found = []
    for train, test in folds.split(inputs, entailed):
        cost = svm_light_cost(inputs[train], degree)
        machine = SVC(C=cost, kernel="poly", degree=degree, gamma=1.0, coef0=1.0)
        fitted = machine.fit(inputs[train], entailed[train])
        found.append(float(fitted.score(inputs[test], entailed[test])))
    return found


def svm_light_cost(inputs: np.ndarray, degree: int) -> float:
    """Return SVM-light's default C for the kernel (x y + 1) ** degree.

    It is the reciprocal of the squared mean distance, in the feature space of the kernel, of
    the vectors from the null vector.
    """
    squared = (np.sum(inputs**2, axis=1) + 1) ** degree - 1
    return float(1 / np.mean(np.sqrt(squared)) ** 2)


if __name__ == "__main__":
    main()
