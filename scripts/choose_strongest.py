"""Compare classifiers for configs/strongest.cfg, on the development parts alone.

    python scripts/choose_strongest.py [--data-dir FOLDER] [--repeats N]

Prints the accuracy, in percent, of classifiers on the features of the config and the task, in
ten-fold cross-validation on the development parts of RTE-1, 2 and 3. Pairs whose texts share a
quarter of their content words stay in one fold, because several pairs may have one source text.
Then prints the effect of training on more pairs: those of the other challenges, and fewer or more
of RTE-3.
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.ensemble import (
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold, StratifiedShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from rte_baselines import Label, Recognizer, load_pairs
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.pairs import Pair, conflate

CHALLENGES = ("rte1", "rte2", "rte3")
MIN_OVERLAP = 0.25
FOLDS = 10


@dataclass(frozen=True)
class Development:
    """The development part of a challenge: features and tasks, labels, groups of similar texts."""

    inputs: np.ndarray
    entailed: np.ndarray
    groups: np.ndarray


def candidates() -> Mapping[str, BaseEstimator]:
    """Return the classifiers by name."""
    logistic = make_pipeline(StandardScaler(), LogisticRegression(C=0.003, max_iter=2000))
    boosting = GradientBoostingClassifier(
        n_estimators=200,
        max_depth=2,
        learning_rate=0.03,
        subsample=0.5,
        max_features=0.2,
        random_state=0,
    )
    return {
        "logistic regression": logistic,
        "support vectors, RBF kernel": strongest(),
        "support vectors, narrower": make_pipeline(StandardScaler(), SVC(C=1, gamma=0.01)),
        "random forest": RandomForestClassifier(300, min_samples_leaf=5, random_state=0),
        "gradient boosting": boosting,
        "extremely randomized trees": ExtraTreesClassifier(
            300, max_features=0.5, min_samples_leaf=10, random_state=0
        ),
        "boosting and regression, mean": VotingClassifier(
            [("boosting", boosting), ("logistic", logistic)], voting="soft"
        ),
    }


def strongest() -> BaseEstimator:
    """Return the classifier of the config."""
    return make_pipeline(StandardScaler(), SVC(C=1, gamma=0.003))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data-dir")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    pairs = {
        name: list(load_pairs(f"{name}:dev", data_dir=arguments.data_dir)) for name in CHALLENGES
    }
    tasks = sorted({pair.task or "" for part in pairs.values() for pair in part})
    parts = {name: development(part, tasks) for name, part in pairs.items()}
    print(f"{'':30}{'   '.join(CHALLENGES)}   mean")
    for name, classifier in candidates().items():
        show(name, [accuracy(classifier, parts[part], arguments.repeats) for part in CHALLENGES])
    more = [
        accuracy(
            strongest(),
            parts[part],
            arguments.repeats,
            [other for name, other in parts.items() if name != part],
        )
        for part in CHALLENGES
    ]
    show("vectors, with the other parts", more)
    for size in (200, 400, 700):
        percent = 100 * accuracy_at(size, parts["rte3"])
        print(f"support vectors on {size} pairs of rte3: {percent:.1f}")


def show(name: str, accuracies: list[float]) -> None:
    """Print a line of accuracies and their mean."""
    values = [*accuracies, float(np.mean(accuracies))]
    print(f"{name:30}{'   '.join(f'{100 * value:.1f}' for value in values)}", flush=True)


def development(pairs: list[Pair], tasks: list[str]) -> Development:
    """Extract the features of a development part."""
    values = Recognizer.from_config("strongest").features.extract(pairs, default_analyzer()).values
    one_hot = np.array([[pair.task == task for task in tasks] for pair in pairs], dtype=float)
    labels = [pair.label for pair in pairs]
    entailed = np.array([label and conflate(label) is Label.ENTAILMENT for label in labels])
    return Development(np.hstack([values, one_hot]), entailed, groups_of_similar_texts(pairs))


def groups_of_similar_texts(pairs: list[Pair]) -> np.ndarray:
    """Return a group number for each pair, the same for texts that share many content words."""
    analyses = default_analyzer().analyze([pair.text for pair in pairs], ["content_tokens"])
    words = [set(analysis.layer("content_tokens")) for analysis in analyses]
    groups = np.arange(len(pairs))
    for later, later_words in enumerate(words):
        for earlier, earlier_words in enumerate(words[:later]):
            shared, union = later_words & earlier_words, later_words | earlier_words
            if len(shared) > MIN_OVERLAP * len(union):
                groups[groups == groups[later]] = groups[earlier]
    return groups


def accuracy(
    classifier: BaseEstimator,
    part: Development,
    repeats: int,
    more: list[Development] | None = None,
) -> float:
    """Return the mean accuracy in cross-validation, trained on `more` as well."""
    correct = []
    for seed in range(repeats):
        folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=seed)
        for train, test in folds.split(part.inputs, part.entailed, part.groups):
            inputs = [part.inputs[train], *(other.inputs for other in more or [])]
            entailed = [part.entailed[train], *(other.entailed for other in more or [])]
            fitted = clone(classifier).fit(np.vstack(inputs), np.concatenate(entailed))
            correct.append(fitted.score(part.inputs[test], part.entailed[test]))
    return float(np.mean(correct))


def accuracy_at(size: int, part: Development) -> float:
    """Return the mean accuracy on 100 pairs after training on `size` others."""
    splits = StratifiedShuffleSplit(20, train_size=size, test_size=100, random_state=0)
    return float(
        np.mean(
            [
                strongest()
                .fit(part.inputs[train], part.entailed[train])
                .score(part.inputs[test], part.entailed[test])
                for train, test in splits.split(part.inputs, part.entailed)
            ]
        )
    )


if __name__ == "__main__":
    main()
