"""Choose the features and the classifier of configs/strongest.cfg, on development parts alone.

    python scripts/choose_strongest.py [--data-dir FOLDER] [--repeats N]

The candidates are the config, and what it would be without each group of its features or with
another classifier.
The accuracy of each is measured, in percent, on the development parts of RTE-1, 2 and 3 in three
ways:

within   ten-fold cross-validation within each part
pooled   ten-fold cross-validation on the three parts together
left out each part, trained on the other two; with the share of pairs labelled as entailed, in
         brackets, which shows a threshold that does not suit the new part

Each is measured again on distracted pairs, whose texts stand between those of two other pairs.
"Taught" candidates learn from rewritten pairs as well, as the shipped model does. With --three-way,
the accuracy of strongest-3way in ten-fold cross-validation on RTE-3, its kappa, and the recall and
precision of CONTRADICTION, with and without captions of SNLI.

Pairs whose texts share a quarter of their content words stay in one fold, because several pairs may
have one source text. The standard error of an accuracy of 70% is 1.9 points on 567 pairs, 2.3 on
400 and 1.6 on 800, and 1.1 of their mean.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from build_recognizers import MODELS, read, rewritten, training_pairs
from sklearn.base import BaseEstimator, clone
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import cohen_kappa_score
from sklearn.model_selection import StratifiedGroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from rte_baselines import Label, Recognizer, load_pairs
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.heads.monotone import MonotoneLogisticRegression
from rte_baselines.pairs import Pair, Scheme, conflate

CHALLENGES = ("rte1", "rte2", "rte3")
MIN_OVERLAP = 0.25
FOLDS = 10

VECTORS = ("sentence_similarity",)
ALIGNMENT = "word_alignment"
TASK = "task"
TAUGHT = "taught"
BLOCKS = {
    "latent semantics": ("lsi_cosine",),
    "lengths": ("lengths",),
    "names": ("entity_mismatch",),
    "numbers": ("number_mismatch", "date_mismatch"),
    "negation": ("negation_mismatch", "polarity_mismatch", "antonymy_mismatch"),
}
"""Groups of features without vectors."""


Classifier = Callable[[Sequence[int]], BaseEstimator]
"""Returns a classifier, given the direction of each of its inputs."""


@dataclass(frozen=True)
class Development:
    """The development parts of all challenges.

    Parameters
    ----------
    columns, distracted, further : mapping of str to ndarray of float64, shape (pairs, outputs)
        The values of each feature on the pairs, on the distracted and on further ones, and of
        `TASK`, one-hot encoded.
    directions : mapping of str to sequence of int
        Those of the outputs of each feature; 0 for each task.
    labels : ndarray of str, shape (pairs,)
    challenges : ndarray of int64, shape (pairs,)
    groups : ndarray of int64, shape (pairs,)
        The same for similar texts.
    further_labels : ndarray of str, shape (further pairs,)
    origins : ndarray of int64, shape (further pairs,)
        The pair that each was made of, which it is learned from with; -1 for none.
    """

    columns: Mapping[str, np.ndarray]
    distracted: Mapping[str, np.ndarray]
    further: Mapping[str, np.ndarray]
    directions: Mapping[str, Sequence[int]]
    labels: np.ndarray
    challenges: np.ndarray
    groups: np.ndarray
    further_labels: np.ndarray
    origins: np.ndarray


@dataclass(frozen=True)
class Candidate:
    """A classifier on some of the features.

    Parameters
    ----------
    development : Development
    features : sequence of str
    classifier : sklearn estimator
    is_taught : bool
        Whether it learns from the further pairs, too.
    """

    development: Development
    features: Sequence[str]
    classifier: BaseEstimator
    is_taught: bool = False

    def predicted(self, train: np.ndarray, test: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Fit on the rows `train`, and return the labels of `test`, plain and distracted."""
        development = self.development
        inputs, distracted, further = (
            np.hstack([columns[feature] for feature in self.features])
            for columns in (development.columns, development.distracted, development.further)
        )
        values, labels = inputs[train], development.labels[train]
        if self.is_taught:
            is_learned = np.isin(development.origins, [-1, *train])
            values = np.vstack([values, further[is_learned]])
            labels = np.concatenate([labels, development.further_labels[is_learned]])
        fitted = clone(self.classifier).fit(values, labels)
        return fitted.predict(inputs[test]), fitted.predict(distracted[test])

    def correct(self, train: np.ndarray, test: np.ndarray) -> np.ndarray:
        """Return which of `test` are right, plain and distracted, shape (2, pairs)."""
        return np.equal(self.predicted(train, test), self.development.labels[test])


def monotone(c: float) -> Classifier:
    """Return the classifier of the config, with features limited to their range in training."""
    return lambda directions: make_pipeline(
        *(MinMaxScaler(clip=True), StandardScaler()),
        MonotoneLogisticRegression(directions, C=c, max_iter=3000),
    )


def unbounded(c: float) -> Classifier:
    """Return a logistic regression whose weights may have any sign."""
    regression = LogisticRegression(C=c, max_iter=3000)
    return lambda _: make_pipeline(MinMaxScaler(clip=True), StandardScaler(), regression)


def without(*left_out: str) -> tuple[str, ...]:
    """Return the features of all groups but some, the vectors, their alignment and the task."""
    kept = (names for block, names in BLOCKS.items() if block not in left_out)
    return (*(name for names in kept for name in names), *VECTORS, ALIGNMENT, TASK)


def but_for(features: Sequence[str], *left_out: str) -> list[str]:
    """Return the features without some."""
    return [name for name in features if name not in left_out]


def candidates() -> Iterator[tuple[str, Sequence[str], Classifier]]:
    """Yield the name, the features and the classifier of each candidate."""
    chosen, best = without(), monotone(0.03)
    yield "strongest", chosen, best
    yield f"strongest, {TAUGHT}", chosen, best
    yield "weights of any sign", chosen, unbounded(0.03)
    for c in (0.01, 0.1):
        yield f"C = {c:g}", chosen, monotone(c)
    for block in BLOCKS:
        yield f"without {block}", without(block), best
    yield "without word alignment", but_for(chosen, ALIGNMENT), best
    yield "without vectors", but_for(chosen, *VECTORS, ALIGNMENT), best
    yield "vectors alone", (*VECTORS, ALIGNMENT, TASK), best
    yield "without the task", but_for(chosen, TASK), best


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data-dir")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--three-way", action="store_true")
    arguments = parser.parse_args()
    choose = three_way if arguments.three_way else two_way
    choose(arguments.data_dir, range(arguments.repeats))


def two_way(data_dir: str | None, seeds: Sequence[int]) -> None:
    """Measure the candidates for `strongest`, and print."""
    parts = [list(load_pairs(f"{name}:dev", data_dir=data_dir)) for name in CHALLENGES]
    pairs = [replace(pair, id=str(row)) for row, pair in enumerate(chain(*parts))]
    copies = rewritten(pairs)
    origins = [int(copy.id.removesuffix("-rewritten")) for copy in copies]
    development = extracted(parts, copies, origins)
    print(f"{'':26}within       pooled       left out                             ")
    print(f"{'':26}{'plain distr. ' * 2}rte1     rte2     rte3     plain distr.")
    for name, features, make in candidates():
        candidate = built(development, features, make, is_taught=TAUGHT in name)
        within, pooled = (
            np.mean([way(candidate, seed) for seed in seeds], 0)
            for way in (correct_within, correct_pooled)
        )
        accuracies, distracted, shares = left_out(candidate)
        cells = [f"{100 * a:.1f} ({100 * s:.0f})" for a, s in zip(accuracies, shares, strict=True)]
        means = [np.mean(accuracies), np.mean(distracted)]
        print(f"{name:26}{shown(within)}{shown(pooled)}{' '.join(cells)}{shown(means)}", flush=True)


def three_way(data_dir: str | None, seeds: Sequence[int]) -> None:
    """Measure `strongest-3way` with and without captions, and print."""
    pairs = read(["rte3-3way:dev"], data_dir)
    (model,) = (model for model in MODELS if model.captions)
    captions = training_pairs(model, data_dir)[len(pairs) :]
    development = extracted([pairs], captions, [-1] * len(captions), Scheme.THREE_WAY)
    print(f"{'':26} acc. distr. kappa recall precision")
    for name, is_taught in (("strongest-3way", True), ("without captions", False)):
        candidate = built(development, without(), monotone(0.03), is_taught=is_taught)
        found = np.mean([of_contradictions(candidate, seed) for seed in seeds], 0)
        print(f"{name:26}{shown(found)}", flush=True)


def of_contradictions(candidate: Candidate, seed: int) -> list[float]:
    """Return the accuracy, plain and distracted, kappa, and recall and precision of contradictions.

    They are of labels in ten-fold cross-validation.
    """
    gold = candidate.development.labels
    plain, distracted = labels_in_folds(candidate, np.arange(len(gold)), seed)
    is_gold, is_said = (labels == Label.CONTRADICTION.value for labels in (gold, plain))
    right = float((is_gold & is_said).sum())
    return [
        float((plain == gold).mean()),
        float((distracted == gold).mean()),
        float(cohen_kappa_score(gold, plain)),
        right / is_gold.sum(),
        right / max(is_said.sum(), 1),
    ]


def built(
    development: Development, features: Sequence[str], make: Classifier, *, is_taught: bool
) -> Candidate:
    """Return a candidate with a classifier of the directions of its features."""
    directions = [each for feature in features for each in development.directions[feature]]
    return Candidate(development, features, make(directions), is_taught)


def shown(accuracies: Sequence[float]) -> str:
    """Return accuracies in percent."""
    return "".join(f"{100 * value:6.1f}" for value in accuracies) + " "


def extracted(
    parts: Sequence[Sequence[Pair]],
    further: Sequence[Pair] = (),
    origins: Sequence[int] = (),
    scheme: Scheme = Scheme.TWO_WAY,
) -> Development:
    """Extract the features of the development parts, and of further pairs."""
    pairs = [pair for part in parts for pair in part]
    features = Recognizer.from_config("strongest").features
    names = [column.name.partition(".")[0] for column in features.columns]
    tasks = sorted({pair.task or "" for pair in pairs})

    def columns_of(given: Sequence[Pair]) -> dict[str, np.ndarray]:
        values = features.extract(given, default_analyzer()).values
        one_hot = np.array([[pair.task == task for task in tasks] for pair in given], dtype=float)
        found = {name: values[:, np.equal(names, name)] for name in dict.fromkeys(names)}
        return {**found, TASK: one_hot.reshape(len(given), len(tasks))}

    def labels_of(given: Sequence[Pair]) -> np.ndarray:
        labels = [pair.label or Label.NO_ENTAILMENT for pair in given]
        is_two_way = scheme is Scheme.TWO_WAY
        return np.array([conflate(label) if is_two_way else label for label in labels], dtype=str)

    directions: dict[str, list[int]] = {name: [] for name in names}
    for name, column in zip(names, features.columns, strict=True):
        directions[name].append(column.direction)
    return Development(
        columns_of(pairs),
        columns_of([pair for part in parts for pair in between_others(part)]),
        columns_of(further),
        {**directions, TASK: [0] * len(tasks)},
        labels_of(pairs),
        np.repeat(np.arange(len(parts)), [len(part) for part in parts]),
        groups_of_similar_texts(pairs),
        labels_of(further),
        np.array(origins, dtype=np.int64),
    )


def between_others(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs with each text between those of two random pairs with other texts."""
    chosen = random.Random(0)
    distracted = []
    for pair in pairs:
        before, after = chosen.sample([other.text for other in pairs if other.text != pair.text], 2)
        distracted.append(replace(pair, text=f"{before}\n\n{pair.text}\n\n{after}"))
    return distracted


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


def correct_within(candidate: Candidate, seed: int) -> tuple[float, float]:
    """Return the mean accuracy in cross-validation within each part, plain and distracted."""
    challenges = candidate.development.challenges
    accuracies = [
        correct(candidate, np.flatnonzero(challenges == challenge), seed)
        for challenge in range(len(CHALLENGES))
    ]
    plain, distracted = np.mean([found.mean(axis=1) for found in accuracies], axis=0)
    return float(plain), float(distracted)


def correct_pooled(candidate: Candidate, seed: int) -> tuple[float, float]:
    """Return the mean accuracy on the parts in cross-validation on all of them."""
    challenges = candidate.development.challenges
    found = correct(candidate, np.arange(len(challenges)), seed)
    plain, distracted = np.mean(
        [found[:, challenges == challenge].mean(axis=1) for challenge in range(len(CHALLENGES))], 0
    )
    return float(plain), float(distracted)


def correct(candidate: Candidate, rows: np.ndarray, seed: int) -> np.ndarray:
    """Return which of some pairs are right in ten folds, plain and distracted, shape (2, pairs)."""
    return np.equal(labels_in_folds(candidate, rows, seed), candidate.development.labels[rows])


def labels_in_folds(candidate: Candidate, rows: np.ndarray, seed: int) -> np.ndarray:
    """Return the labels of some pairs in ten folds, plain and distracted, shape (2, pairs)."""
    development = candidate.development
    found = np.empty((2, len(rows)), development.labels.dtype)
    folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=seed)
    strata = np.char.add(development.labels, development.challenges.astype(str))[rows]
    for train, test in folds.split(rows, strata, development.groups[rows]):
        found[:, test] = candidate.predicted(rows[train], rows[test])
    return found


def left_out(candidate: Candidate) -> tuple[list[float], list[float], list[float]]:
    """Return accuracies on each part after training on the others, and the share entailed."""
    development = candidate.development
    accuracies, distracted, shares = [], [], []
    for challenge in range(len(CHALLENGES)):
        is_test = development.challenges == challenge
        plain, around = candidate.correct(*map(np.flatnonzero, (~is_test, is_test)))
        is_entailed = development.labels[is_test] == Label.ENTAILMENT.value
        accuracies.append(float(plain.mean()))
        distracted.append(float(around.mean()))
        shares.append(float((is_entailed == plain).mean()))
    return accuracies, distracted, shares


if __name__ == "__main__":
    main()
