"""Validation and description of files of pairs and of runs."""

import warnings
from collections import Counter
from typing import Any

from rte_baselines.cli.reading import GoldPairs, ScoringOptions
from rte_baselines.errors import InputError, InputWarning
from rte_baselines.evaluation.evaluator import doubts_of_run
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.pairs import Label, scheme_of
from rte_baselines.pairs.columns import how_to_give
from rte_baselines.pairs.conflicting_labels import ConflictingLabels
from rte_baselines.runs import Run, check_run_on_ids
from rte_baselines.runs.columns import PairDigestCollector
from rte_baselines.runs.withheld import withheld_counts


def describe_pairs(source: str, options: ScoringOptions) -> dict[str, Any]:
    """Read and check all pairs, and count labels and tasks.

    A warning says if no pair has texts, or if equal pairs have several labels.
    """
    labels: Counter[Label | None] = Counter()
    tasks: Counter[str | None] = Counter()
    has_texts = False
    conflicts = ConflictingLabels()
    with options.reading_gold(source, "Checking") as pairs:
        for pair in pairs:
            labels[pair.label] += 1
            tasks[pair.task] += 1
            has_texts = has_texts or bool(pair.text or pair.hypothesis)
            conflicts.add(pair)
    try:
        scheme_of(label for label in labels if label)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None
    if not has_texts:
        named = how_to_give({"text": "COLUMN", "hypothesis": "COLUMN"})
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
    }


def describe_run(source: str, gold: str, options: ScoringOptions) -> dict[str, Any]:
    """Check a run against its pairs, and count predictions and labels."""
    (run,) = options.read_runs([source])
    with options.reading_gold(gold, "Checking") as pairs:
        notes = _notes_on(run, pairs, options)
    return {
        "file": source,
        "fits": gold,
        "predictions": len(run),
        "labels": dict(Counter(run.labels.tolist()).most_common()),
        **({"withheld": withheld_counts(run.withheld)} if run.withheld else {}),
        "ranked": run.ranking is not None,
        "confidences": run.confidences is not None,
        "probabilities": run.probabilities is not None,
        "knows its texts": bool(run.columns.has_texts.all()),
        **({"notes": notes} if notes else {}),
    }


def _notes_on(run: Run, pairs: GoldPairs, options: ScoringOptions) -> list[str]:
    """Check a run against the pairs, and return notes on it."""
    ids: list[str] = []
    labels: list[Label | None] = []
    collector = PairDigestCollector()
    for pair in pairs:
        ids.append(pair.id)
        labels.append(pair.label)
        collector.add(pair)
    digests = collector.digests()
    checked = check_run_on_ids(
        run, tuple(ids), partial=options.partial, ignored=pairs.skipped_ids, digests=digests
    )
    notes = list(checked.notes)
    if None not in labels:
        gold = Gold.from_columns(ids, [None] * len(ids), labels, digests)
        notes += [finding.text for finding in doubts_of_run(checked, gold, options.data_dir)]
    return notes
