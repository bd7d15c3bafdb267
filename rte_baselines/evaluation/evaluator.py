"""Score runs against gold labels."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from rte_baselines.errors import RunError
from rte_baselines.evaluation.gold import Gold, judgments_of
from rte_baselines.evaluation.measure import Measure, select_measures
from rte_baselines.evaluation.report import Report
from rte_baselines.evaluation.scores import SystemScores
from rte_baselines.evaluation.scoring import score_system, score_trivial
from rte_baselines.evaluation.signature import signature
from rte_baselines.evaluation.trivial import trivial_systems
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.runs import Prediction, Run, check_run, parse_judgments


def evaluate(
    gold: Iterable[Pair],
    runs: Run | Iterable[Run] | Iterable[str],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    by_task: bool = True,
    partial: bool = False,
) -> Report:
    """Score one or more runs, beside the trivial systems.

    Labels in different schemes are made comparable as the RTE-4 guidelines say: a
    three-way run on three-way gold labels is scored both ways; if either is two-way,
    the other is conflated and only two-way measures apply.

    Parameters
    ----------
    gold : iterable of Pair
        Labelled pairs.
    runs : Run, iterable of Run, or iterable of Label or str
        Bare labels are in the order of the pairs.
    measures : str, or iterable of str or Measure, optional
        Names such as "cws", "all" for all that are registered; by default a few that
        together say most.
    by_task : bool
        Whether to score each task's pairs by themselves as well.
    partial : bool
        Whether runs may leave pairs out; such a run is scored on those that it labels,
        as in RTE-1, and `coverage` says which share these are.

    Returns
    -------
    Report

    Raises
    ------
    InputError
        If there are no pairs, one has no label or a repeated id, or a measure is
        unknown.
    RunError
        If a run does not fit the pairs.
    """
    standard = Gold.from_pairs(gold)
    chosen = select_measures(measures)
    tasks = standard.tasks() if by_task else {}
    checked = [check_run(run, standard.pairs, partial=partial) for run in _as_runs(runs, standard)]
    if measures is None and any(len(run) < len(standard.pairs) for run in checked):
        chosen = select_measures(["coverage", *chosen])
    scheme = _report_scheme(standard, checked)
    gold_labels = standard.labels_in(scheme)
    return Report(
        runs=tuple(_score(run, standard, tasks, chosen) for run in checked),
        trivial=tuple(
            score_trivial(system, gold_labels, tasks, chosen)
            for system in trivial_systems(gold_labels, scheme)
        ),
        pairs=len(standard.pairs),
        scheme=scheme,
        signature=signature(standard, scheme),
    )


def _score(
    run: Run, standard: Gold, tasks: Mapping[str, IntArray], measures: Sequence[Measure]
) -> SystemScores:
    """Score a run whose predictions are in the order of the gold pairs."""
    answered = standard.answered_by(run)
    judgments = judgments_of(run, standard, answered)
    parts = {
        task: judgments.select(
            np.flatnonzero(np.isin(answered, positions)),
            unanswered=len(positions) - int(np.isin(positions, answered).sum()),
        )
        for task, positions in tasks.items()
    }
    return score_system(run.name, judgments, parts, measures)


def _as_runs(runs: Run | Iterable[Run] | Iterable[str], standard: Gold) -> Sequence[Run]:
    if isinstance(runs, Run):
        return [runs]
    given = list(runs)
    found = [run for run in given if isinstance(run, Run)]
    if found and len(found) == len(given):
        return found
    labels = parse_judgments(map(str, given))
    if len(labels) != len(standard.pairs):
        raise RunError(
            f"{len(labels)} labels for {len(standard.pairs)} pairs; expected one for each"
        )
    predictions = map(Prediction, (pair.id for pair in standard.pairs), labels)
    return [Run(predictions, name="given labels")]


def _report_scheme(standard: Gold, runs: Sequence[Run]) -> Scheme:
    """Return three-way if any run is scored so; a run that is all ENTAILMENT fits both."""
    schemes = [run.scheme or standard.scheme for run in runs]
    if standard.scheme is Scheme.TWO_WAY or Scheme.THREE_WAY not in schemes:
        return Scheme.TWO_WAY
    return Scheme.THREE_WAY
