"""Check a recognizer on rewritten pairs, and report for which pairs each relation holds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import fmean
from typing import Any, Protocol

from rte_baselines.core.processes.workers import Pool
from rte_baselines.core.progress import Progress, no_progress
from rte_baselines.core.quoting import counted, shortened
from rte_baselines.core.representing import brief, named, plain
from rte_baselines.evaluation.metamorphic.relations import RELATIONS, Relation, Trial, subjects
from rte_baselines.evaluation.resampling.bootstrap import CONFIDENCE, SEED, Estimate, proportion
from rte_baselines.evaluation.scores import Printed, estimate_cell, number_cell
from rte_baselines.pairs import Label, Pair
from rte_baselines.pairs.pair import only_pairs
from rte_baselines.rendering.tables import Table, fixed
from rte_baselines.runs import Prediction

EXAMPLES = 3
"""The default number of pairs that are shown for each relation that does not hold."""

_LONGEST = 120
_FIGURES = ("tried", "skipped", "holds", "share", "entailed", "mean_change")


class Predicting(Protocol):
    """What is checked: a `Recognizer`, or another object with these two attributes."""

    name: str

    def predict_stream(
        self, pairs: Iterable[Pair], *, workers: int | Pool | None = None
    ) -> Iterator[Prediction]:
        """Yield a prediction for each pair, in order; several pairs may have the same id."""


@brief
@dataclass(frozen=True)
class RelationResult:
    """For which pairs a relation holds.

    `trials` has the rewritten pairs of each pair that was tried; `skipped` is the number of pairs
    to which the rewriting does not apply. Other pairs could not be entailed less, as they were not
    labelled ENTAILMENT in the first place.
    """

    relation: Relation
    trials: Sequence[Sequence[Trial]]
    skipped: int

    @property
    def tried(self) -> int:
        """The number of pairs that were rewritten."""
        return len(self.trials)

    @property
    def holds(self) -> int:
        """The number of pairs all of whose rewritings are as expected."""
        return sum(all(map(self.relation.expected.holds, trials)) for trials in self.trials)

    @property
    def share(self) -> Estimate | None:
        """The share of these among the tried pairs, with Wilson's interval; None without any."""
        return proportion(self.holds, self.tried) if self.trials else None

    @property
    def entailed(self) -> float | None:
        """The share of rewritten pairs labelled ENTAILMENT, in [0, 1]; None without any."""
        labels = [trial.after.label for trial in chain(*self.trials)]
        return labels.count(Label.ENTAILMENT) / len(labels) if labels else None

    @property
    def mean_change(self) -> float | None:
        """The mean change of the entailment score by the rewriting; None without scores."""
        changes = [trial.change for trial in chain(*self.trials) if trial.change is not None]
        return fmean(changes) if changes else None

    def worst(self, most: int) -> list[Trial]:
        """Return the rewritten pairs that are farthest from what is expected, worst first."""
        expected = self.relation.expected
        failed = [trial for trial in chain(*self.trials) if not expected.holds(trial)]
        return sorted(failed, key=expected.badness, reverse=True)[:most]


@dataclass(frozen=True, repr=False)
class CheckReport(Printed):
    """For which of so many `pairs` the metamorphic relations hold for a recognizer."""

    recognizer: str
    pairs: int
    results: Sequence[RelationResult]
    examples: int = EXAMPLES

    def tables(self) -> Iterator[Table]:
        """Yield a table of all relations, and the worst pairs of each that does not hold."""
        header = "relation expected tried skipped holds share entailed change".split()
        title = f"Relations that hold for {self.recognizer} on {counted(self.pairs, 'pair')}"
        yield Table(title, header, list(map(_row, self.results)), keys=2)
        for result in self.results:
            if worst := result.worst(self.examples):
                title = f"Worst pairs: {result.relation.name}"
                header = ["pair", "text", "hypothesis", "before", "after"]
                yield Table(title, header, list(map(_example_row, worst)), keys=len(header))

    def notes(self) -> Iterator[str]:
        """Yield the relations, and what the figures are."""
        for result in self.results:
            yield f"{result.relation.name}: {result.relation.sentence}"
        yield (
            "tried: pairs to which the rewriting applies, and which are labelled ENTAILMENT if "
            "they must be entailed less; skipped: other pairs to which it does not apply"
        )
        yield (
            f"share: of the tried pairs, with Wilson's interval at {CONFIDENCE:.0%}; entailed: "
            "share of the rewritten pairs labelled ENTAILMENT; change: mean change of their "
            "entailment score"
        )
        yield f"sentences and names of other pairs: drawn with seed {SEED}"

    def to_dict(self) -> dict[str, Any]:
        """Return all figures and the worst pairs as a JSON object."""
        return {
            "recognizer": self.recognizer,
            "pairs": self.pairs,
            "seed": SEED,
            "level": CONFIDENCE,
            "relations": [_result_dict(result, self.examples) for result in self.results],
            "notes": list(self.notes()),
        }

    def __repr__(self) -> str:
        return named(self, repr(self.recognizer), counted(self.pairs, "pair"))


def check(
    recognizer: Predicting,
    pairs: Iterable[Pair],
    *,
    examples: int = EXAMPLES,
    workers: int | Pool | None = None,
    progress: Progress = no_progress,
) -> CheckReport:
    """Check for which pairs metamorphic relations hold, without gold labels.

    Parameters
    ----------
    recognizer : Recognizer
        Or another object with a ``name`` and a method ``predict_stream``.
    pairs : iterable of Pair
        Two or more, of which each lends sentences and names to others. Gold labels are ignored.
    examples : int
        The number of pairs to show for each relation that does not hold.
    workers : int or Pool, optional
        The number of processes that compute features. Results do not depend on it.
    progress : callable, optional
        Shows the progress of predicting.

    Returns
    -------
    CheckReport
    """
    given = list(only_pairs(pairs))

    def predict(what: str, asked: Sequence[Pair]) -> list[Prediction]:
        predictions = []
        with progress(what, len(asked)) as advance:
            for prediction in recognizer.predict_stream(asked, workers=workers):
                predictions.append(prediction)
                advance()
        return predictions

    before = predict("Predicting", given)
    # All rewritings of a pair together, so that equal snippets are analysed once.
    attempts = [
        (relation, prediction, relation.rewrite(subject))
        for subject, prediction in zip(subjects(given), before, strict=True)
        for relation in RELATIONS
        if relation.expected.applies(prediction)
    ]
    rewritten = [pair for *_, found in attempts for pair in found]
    after = iter(predict("Predicting rewritten pairs", rewritten))
    trials: dict[str, list[list[Trial]]] = {relation.name: [] for relation in RELATIONS}
    for relation, prediction, found in attempts:
        trials[relation.name].append([Trial(pair, prediction, next(after)) for pair in found])
    results = [
        RelationResult(
            relation,
            trials=list(filter(None, trials[relation.name])),
            skipped=trials[relation.name].count([]),
        )
        for relation in RELATIONS
    ]
    return CheckReport(recognizer.name, len(given), results, examples)


def _row(result: RelationResult) -> list[str]:
    return [
        result.relation.name,
        result.relation.expected.value,
        str(result.tried),
        str(result.skipped),
        str(result.holds),
        estimate_cell(result.share),
        number_cell(result.entailed),
        number_cell(result.mean_change, lambda change: fixed(change, 3)),
    ]


def _example_row(trial: Trial) -> list[str]:
    return [
        trial.pair.id,
        shortened(trial.pair.text, _LONGEST),
        shortened(trial.pair.hypothesis, _LONGEST),
        *map(_labelled, (trial.before, trial.after)),
    ]


def _labelled(prediction: Prediction) -> str:
    """Return the label and, below it, the score."""
    label = str(prediction.label).replace("_", " ")
    return label if prediction.score is None else f"{label}\n{fixed(prediction.score, 3)}"


def _result_dict(result: RelationResult, examples: int) -> dict[str, Any]:
    relation = result.relation
    return {
        "name": relation.name,
        "sentence": relation.sentence,
        "expected": relation.expected.value,
        **{name: plain(getattr(result, name)) for name in _FIGURES},
        "worst": [trial.to_dict() for trial in result.worst(examples)],
    }
