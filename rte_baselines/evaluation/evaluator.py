"""Score runs against gold labels."""

from collections.abc import Iterable, Sequence

from rte_baselines.errors import RunError
from rte_baselines.evaluation.gold import Gold
from rte_baselines.evaluation.measure import Measure, select_measures
from rte_baselines.evaluation.report import Report
from rte_baselines.evaluation.scoring import score_run, score_trivial
from rte_baselines.evaluation.signature import signature
from rte_baselines.evaluation.trivial import trivial_systems
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.runs import Prediction, Run, check_run, parse_judgments


def evaluate(
    gold: Iterable[Pair],
    runs: Run | Iterable[Run] | Iterable[str],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    by_task: bool = True,
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
        Names such as "cws"; by default all measures registered.
    by_task : bool
        Whether to score each task's pairs by themselves as well.

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
    checked = [check_run(run, standard.pairs) for run in _as_runs(runs, standard)]
    scheme = _report_scheme(standard, checked)
    gold_labels = standard.labels_in(scheme)
    return Report(
        runs=tuple(score_run(run, standard, chosen, tasks) for run in checked),
        trivial=tuple(
            score_trivial(system, gold_labels, chosen, tasks)
            for system in trivial_systems(gold_labels, scheme)
        ),
        pairs=len(standard.pairs),
        scheme=scheme,
        signature=signature(standard, scheme),
    )


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
