"""Validation and description of files of pairs and of runs."""

import warnings
from collections import Counter
from typing import Any

from rte_baselines.cli.reading import ScoringOptions
from rte_baselines.core.errors import InputWarning, RunError
from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.findings.finding import find_exchange
from rte_baselines.evaluation.inputs.gold import Gold, ScoredRun
from rte_baselines.pairs import Label, Pair
from rte_baselines.pairs.pair import pair_digest
from rte_baselines.records.columns import PAIR_NAMES
from rte_baselines.records.rows import Faults
from rte_baselines.runs import Prediction, Run, check_run
from rte_baselines.runs.prediction import withheld_counts

_SHOWN = 3


def describe_pairs(source: str, options: ScoringOptions, faults: Faults) -> dict[str, Any]:
    """Read and check all pairs, show the first, and count labels and tasks.

    A warning says if no pair has texts, or if equal pairs have several labels.
    """
    labels: Counter[Label | None] = Counter()
    tasks: Counter[str | None] = Counter()
    first: list[Pair] = []
    has_texts = False
    conflicts = ConflictingLabels()
    with options.reading_gold(source, "Checking", needs_labels=False, faults=faults) as pairs:
        for pair in pairs:
            first += [pair] if len(first) < _SHOWN else []
            labels[pair.label] += 1
            tasks[pair.task] += 1
            has_texts = has_texts or bool(pair.text or pair.hypothesis)
            conflicts.add(pair)
    if labels and not has_texts:
        named = PAIR_NAMES.how_to_give({"text": "COLUMN", "hypothesis": "COLUMN"})
        warnings.warn(
            f"{source}: has labels without texts, which can be gold labels for runs and nothing "
            f"else; if it has columns with the texts, name them: {named}",
            InputWarning,
            stacklevel=2,
        )
    if (conflict := conflicts.warning()) is not None:
        warnings.warn(f"{source}: {conflict}", InputWarning, stacklevel=2)
    return {
        "file": source,
        "pairs": labels.total(),
        "texts": has_texts,
        "labels": {str(label or "without a label"): n for label, n in labels.most_common()},
        "tasks": {task or "without a task": n for task, n in tasks.most_common()},
        "first": [_row_of_pair(pair) for pair in first],
        **({"faults": faults.lines()} if faults.total else {}),
    }


def describe_run(source: str, gold: str, options: ScoringOptions, faults: Faults) -> dict[str, Any]:
    """Check a run against its pairs, show its first predictions, and count labels."""
    run = options.read_run(source, faults)
    notes, problem = [], None
    try:
        # Which pairs rows with faults are on is not known.
        notes = _notes_on(run, gold, options, partial=options.partial or faults.total > 0)
    except RunError as error:
        problem = str(error)
    labels = Counter(run.labels.tolist()) if run.has_labels else Counter()
    return {
        "file": source,
        **({} if problem or faults.total else {"fits": gold}),
        "predictions": len(run),
        "labels": dict(labels.most_common()),
        **({"withheld": withheld_counts(run.withheld)} if run.withheld else {}),
        "ranked": run.ranking is not None,
        "confidences": run.confidences is not None,
        "probabilities": run.probabilities is not None,
        "knows its texts": bool(run.columns.has_texts.all()),
        "first": [
            _row_of_prediction(prediction, has_label=run.has_labels) for prediction in run[:_SHOWN]
        ],
        **({"notes": notes} if notes else {}),
        **({"problem": problem} if problem else {}),
        **({"faults": faults.lines()} if faults.total else {}),
    }


def _notes_on(run: Run, gold: str, options: ScoringOptions, *, partial: bool) -> list[str]:
    """Check a run against the pairs, labelled or not, and return notes on it."""
    with options.reading_gold(gold, "Checking", needs_labels=False) as stream:
        pairs = list(stream)
    missing = len(pairs) - len(run) - len(run.withheld)
    notes = [f"no prediction for {missing} of {counted(len(pairs), 'pair')}"] if missing > 0 else []
    if not any(pair.label for pair in pairs):
        return [*notes, *check_run(run, pairs, partial=partial).notes]
    standard = Gold.from_pairs(pairs)
    scored = ScoredRun.of(run, standard, partial=partial)
    exchange = find_exchange(scored.judgments)
    return [*notes, *scored.run.notes, *([exchange.text] if exchange else [])]


def _row_of_pair(pair: Pair) -> dict[str, str]:
    parts = {"id": pair.id, "text": pair.text, "hypothesis": pair.hypothesis}
    return {**parts, "task": pair.task or "", "label": str(pair.label or "")}


def _row_of_prediction(prediction: Prediction, *, has_label: bool) -> dict[str, str]:
    numbers = {"confidence": prediction.confidence, "score": prediction.score}
    row = {"id": prediction.id, "label": str(prediction.label) if has_label else ""}
    for label, number in (prediction.probabilities or {}).items():
        numbers[f"P({label})"] = number
    return row | {name: f"{value:.4g}" for name, value in numbers.items() if value is not None}


class ConflictingLabels:
    """Finds pairs with equal texts and different labels, by digests of the texts."""

    def __init__(self) -> None:
        self._count = 0
        self._first: dict[int, tuple[Label, int]] = {}
        self._conflicts: dict[int, str] = {}

    def add(self, pair: Pair) -> None:
        """Add a pair; one without texts or label is only counted."""
        self._count += 1
        digest = pair_digest(pair)
        if digest is None or pair.label is None:
            return
        label, position = self._first.setdefault(digest, (pair.label, self._count))
        if label is not pair.label:
            places = f"pairs {position} and {self._count} of the file"
            self._conflicts.setdefault(digest, f"{label} and {pair.label} ({places})")

    def warning(self) -> str | None:
        """Return a warning with an example; None if no equal pairs have different labels."""
        if not self._conflicts:
            return None
        number = len(self._conflicts)
        return (
            f"{counted(number, 'pair')} of text and hypothesis {'is' if number == 1 else 'are'} "
            "given several times with different labels, such as "
            f"{next(iter(self._conflicts.values()))}; correct the labels, or leave these pairs out"
        )
