"""Choose the features and the classifier of configs/strongest.cfg, on development parts alone.

    python scripts/choose_strongest.py [--data-dir FOLDER] [--repeats N]

The candidates are combinations of features of scripts/strongest_candidates.cfg and classifiers.
The accuracy of each is measured, in percent, on the development parts of RTE-1, 2 and 3 in three
ways:

within   ten-fold cross-validation within each part
pooled   ten-fold cross-validation on the three parts together
left out each part, trained on the other two; with the share of pairs labelled as entailed, in
         brackets, which shows a threshold that does not suit the new part

Pairs whose texts share a quarter of their content words stay in one fold, because several pairs may
have one source text. The standard error of an accuracy of 70% is 1.9 points on 567 pairs, 2.3 on
400 and 1.6 on 800, and 1.1 of their mean.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier, VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import SVC

from rte_baselines import Label, Recognizer, load_pairs
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.pairs import Pair, conflate

CONFIG = Path(__file__).with_name("strongest_candidates.cfg")
CHALLENGES = ("rte1", "rte2", "rte3")
MIN_OVERLAP = 0.25
FOLDS = 10

VECTORS = ("sentences", "contextual", "input")
ALIGNMENT = "word_alignment"
TASK = "task"
BLOCKS = {
    "overlap": ("words", "stems", "lemmas", "tagged", "senses", "idf"),
    "wordnet": ("wordnet", "wordnet_lin", "derivation"),
    "paths": ("hso",),
    "thesaurus": ("icf", "not_rule", "lsi", "alignment"),
    "ngrams": (
        *("ngrams", "bleu", "bleu_recall", "bleu_smoothed"),
        *("rouge_l", "rouge_w", "rouge_s", "rouge_2"),
    ),
    "strings": ("strings",),
    "counts": ("lengths", "nltk", "pos"),
    "names": ("entities", "entity_mismatch", "names", "numbers", "dates"),
    "negation": ("negation", "negations", "polarity", "antonymy"),
    "verbs": ("verbs", "lcs"),
    "trees": ("nodes", "inclusion", "tree", "tree_idf"),
    "structures": (
        *("structures", "graph", "distance", "subsumption"),
        *("transduction", "translation", "linguistic"),
    ),
    "proofs": ("proofs",),
}
"""Groups of features without vectors."""

LEFT_OUT = ("paths", "ngrams", "verbs", "trees", "structures", "proofs")
"""The groups that `strongest` does not have: without them, it is as accurate, and faster."""


@dataclass(frozen=True)
class Development:
    """The development parts of all challenges.

    Parameters
    ----------
    columns : mapping of str to ndarray of float64, shape (pairs, outputs)
        The values of each feature, and of `TASK`, one-hot encoded.
    entailed : ndarray of bool, shape (pairs,)
    challenges : ndarray of int64, shape (pairs,)
    groups : ndarray of int64, shape (pairs,)
        The same for similar texts.
    """

    columns: Mapping[str, np.ndarray]
    entailed: np.ndarray
    challenges: np.ndarray
    groups: np.ndarray

    def inputs(self, features: Sequence[str]) -> np.ndarray:
        """Return the values of some features."""
        return np.hstack([self.columns[name] for name in features])


def logistic(c: float, clip: bool = True) -> BaseEstimator:
    """Return a logistic regression, with features limited to their range in training."""
    regression = make_pipeline(StandardScaler(), LogisticRegression(C=c, max_iter=3000))
    return make_pipeline(MinMaxScaler(clip=True), *regression) if clip else regression


def vectors_machine(c: float, gamma: float) -> BaseEstimator:
    """Return a support vector machine."""
    return make_pipeline(StandardScaler(), SVC(C=c, gamma=gamma))


def without(*left_out: str) -> tuple[str, ...]:
    """Return the features of all groups but some, the vectors, their alignment and the task."""
    kept = (names for block, names in BLOCKS.items() if block not in left_out)
    return (*(name for names in kept for name in names), *VECTORS, ALIGNMENT, TASK)


def but_for(features: Sequence[str], *left_out: str) -> list[str]:
    """Return the features without some."""
    return [name for name in features if name not in left_out]


def candidates() -> Iterator[tuple[str, Sequence[str], BaseEstimator]]:
    """Yield the name, the features and the classifier of each candidate."""
    chosen, best = without(*LEFT_OUT), logistic(0.05)
    yield "strongest", chosen, best
    yield "without clipping", chosen, logistic(0.05, clip=False)
    for c in (0.005, 0.01, 0.02, 0.1):
        yield f"regression, C = {c:g}", chosen, logistic(c)
    yield "support vectors", chosen, vectors_machine(1, 0.003)
    trees = ExtraTreesClassifier(300, max_features=0.5, min_samples_leaf=8, random_state=0)
    yield "extremely randomized trees", chosen, trees
    boosting = HistGradientBoostingClassifier(
        max_iter=150, learning_rate=0.04, max_depth=3, l2_regularization=1.0, random_state=0
    )
    yield "boosting", chosen, boosting
    both = VotingClassifier([("regression", best), ("trees", trees)], voting="soft")
    yield "mean of regression and trees", chosen, both
    for block in BLOCKS:
        if block in LEFT_OUT:
            remaining = [other for other in LEFT_OUT if other != block]
            yield f"with {block}", without(*remaining), best
        else:
            yield f"without {block}", without(*LEFT_OUT, block), best
    yield "without word alignment", but_for(chosen, ALIGNMENT), best
    yield "without vectors", but_for(chosen, *VECTORS, ALIGNMENT), best
    yield "vectors alone", (*VECTORS, ALIGNMENT, TASK), best
    yield "without the task", but_for(chosen, TASK), best
    for name in ("contextual_idf", "contextual_words"):
        yield f"with {name}", (*chosen, name), best
    everything = without()
    yield "everything", everything, best
    yield "everything, support vectors", everything, vectors_machine(1, 0.003)
    yield (
        "everything but vectors, sup. v.",
        but_for(everything, *VECTORS, ALIGNMENT),
        vectors_machine(1, 0.003),
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data-dir")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    parts = [list(load_pairs(f"{name}:dev", data_dir=arguments.data_dir)) for name in CHALLENGES]
    development = extracted(parts)
    print(f"{'':32}  within              pooled              left out")
    print(f"{'':32}{'   rte1 rte2 rte3 mean' * 2}   rte1     rte2     rte3     mean")
    for name, features, classifier in candidates():
        inputs = development.inputs(features)
        within, pooled = np.zeros(3), np.zeros(3)
        for seed in range(arguments.repeats):
            within += correct_within(classifier, inputs, development, seed) / arguments.repeats
            pooled += correct_pooled(classifier, inputs, development, seed) / arguments.repeats
        accuracies, shares = left_out(classifier, inputs, development)
        cells = [f"{100 * a:.1f} ({100 * s:.0f})" for a, s in zip(accuracies, shares, strict=True)]
        print(
            f"{name:32}{shown(within)}{shown(pooled)}  {' '.join(cells)} "
            f"{100 * np.mean(accuracies):.1f}",
            flush=True,
        )


def shown(accuracies: np.ndarray) -> str:
    """Return accuracies and their mean in percent."""
    return "  " + "".join(f" {100 * value:.1f}" for value in [*accuracies, np.mean(accuracies)])


def extracted(parts: Sequence[Sequence[Pair]]) -> Development:
    """Extract the features of the development parts."""
    pairs = [pair for part in parts for pair in part]
    feature_set = Recognizer.from_config(CONFIG).features
    table = feature_set.extract(pairs, default_analyzer())
    names = [column.name.partition(".")[0] for column in table.columns]
    columns = {
        name: table.values[:, [each == name for each in names]] for name in dict.fromkeys(names)
    }
    tasks = sorted({pair.task or "" for pair in pairs})
    columns[TASK] = np.array([[pair.task == task for task in tasks] for pair in pairs], dtype=float)
    labels = [pair.label for pair in pairs]
    return Development(
        columns,
        np.array([label and conflate(label) is Label.ENTAILMENT for label in labels], dtype=bool),
        np.repeat(np.arange(len(parts)), [len(part) for part in parts]),
        groups_of_similar_texts(pairs),
    )


def groups_of_similar_texts(pairs: Sequence[Pair]) -> np.ndarray:
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


def correct_within(
    classifier: BaseEstimator, inputs: np.ndarray, development: Development, seed: int
) -> np.ndarray:
    """Return the accuracy in cross-validation within each part."""
    accuracies = []
    for challenge in range(len(CHALLENGES)):
        part = development.challenges == challenge
        labels, groups = development.entailed[part], development.groups[part]
        accuracies.append(np.mean(correct(classifier, inputs[part], labels, labels, groups, seed)))
    return np.array(accuracies)


def correct_pooled(
    classifier: BaseEstimator, inputs: np.ndarray, development: Development, seed: int
) -> np.ndarray:
    """Return the accuracy on each part in cross-validation on all of them."""
    labels, challenges = development.entailed, development.challenges
    strata = 2 * challenges + labels
    found = correct(classifier, inputs, labels, strata, development.groups, seed)
    return np.array([found[challenges == challenge].mean() for challenge in range(len(CHALLENGES))])


def correct(
    classifier: BaseEstimator,
    inputs: np.ndarray,
    labels: np.ndarray,
    strata: np.ndarray,
    groups: np.ndarray,
    seed: int,
) -> np.ndarray:
    """Return whether each pair is labelled correctly in ten-fold cross-validation."""
    found = np.zeros(len(labels), bool)
    folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=seed)
    for train, test in folds.split(inputs, strata, groups):
        fitted = clone(classifier).fit(inputs[train], labels[train])
        found[test] = fitted.predict(inputs[test]) == labels[test]
    return found


def left_out(
    classifier: BaseEstimator, inputs: np.ndarray, development: Development
) -> tuple[list[float], list[float]]:
    """Return the accuracy on each part after training on the others, and the share entailed."""
    accuracies, shares = [], []
    for challenge in range(len(CHALLENGES)):
        test = development.challenges == challenge
        fitted = clone(classifier).fit(inputs[~test], development.entailed[~test])
        predicted = fitted.predict(inputs[test])
        accuracies.append(float(np.mean(predicted == development.entailed[test])))
        shares.append(float(predicted.mean()))
    return accuracies, shares


if __name__ == "__main__":
    main()
