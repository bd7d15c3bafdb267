"""Score runs against gold labels."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rte_baselines.core.data_frames import check_index_of_labels, check_same_index
from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.quoting import quoted
from rte_baselines.evaluation.findings.finding import find, warn_of_training_pairs
from rte_baselines.evaluation.inputs.gold import Gold, ScoredRun
from rte_baselines.evaluation.inputs.judgments import LABELS
from rte_baselines.evaluation.inputs.parts import Parts, Phenomenon, slices_of
from rte_baselines.evaluation.items import items_of
from rte_baselines.evaluation.measures.accuracy import (
    COVERAGE,
    by_headline,
    headline,
    with_accuracies_of_all,
)
from rte_baselines.evaluation.measures.base import Measure, select_measures
from rte_baselines.evaluation.report.report import Report
from rte_baselines.evaluation.report.scoring import score_systems, score_trivial, signature
from rte_baselines.evaluation.resampling.bootstrap import keeping_weights, resamples_of
from rte_baselines.evaluation.scores import refuse_repeated_names
from rte_baselines.evaluation.significance.chance import adjusted, against_chance, trivial_systems
from rte_baselines.evaluation.significance.exact import slice_p_values
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.pairs.labels import is_in_order
from rte_baselines.runs import Run, Withheld


def evaluate(
    gold: Iterable[Pair] | Any,
    runs: Run | Iterable[Run] | Iterable[str],
    *,
    measures: str | Iterable[str | Measure] | None = None,
    by_task: bool = True,
    by_phenomenon: bool | None = False,
    slices: Mapping[str, Sequence[str | None]] | None = None,
    groups: Mapping[str, Sequence[str | None]] | None = None,
    partial: bool = False,
    label_order: Sequence[str] | None = None,
    intervals: bool = True,
) -> Report:
    """Score one or more runs, beside the trivial systems.

    Labels in different schemes are made comparable as the RTE-4 guidelines say: a
    three-way run on three-way gold labels is scored both ways; if either is two-way,
    the other is conflated and only two-way measures apply.

    Parameters
    ----------
    gold : iterable of Pair, or data frame, dataset or list of mapping
        Tables are read as by `load_pairs`. Pairs without a label are left out, and predictions on
        them are ignored.
    runs : Run, iterable of Run, or iterable of Label, str or int
        Bare labels are in the order of the pairs. A run without labels has values of measures that
        need none, such as those of its ranking, on all pairs and by task.
    measures : str, or iterable of str or Measure, optional
        Names such as "cws", or "all" for every registered measure; by default, the measures with
        `Measure.by_default`.
    by_task : bool
        Whether to score the pairs of each task separately as well.
    by_phenomenon : bool or None
        Whether to report the accuracy on the pairs with each syntactic phenomenon as well, which
        are known for RTE-1's test set only. None does so if the pairs are this test set.
    slices : mapping of str to sequence of (str or None), optional
        Properties of the pairs, by name, each with a value for each pair, in their order; None
        where it has none. The pairs of each value are scored by accuracy.
    groups : mapping of str to sequence of (str or None), optional
        Groups of pairs, such as contrast sets, in the form of `slices`. The report has the share of
        groups in which a run labels all pairs correctly. Labels are compared three-way if the gold
        labels and all runs are three-way.
    partial : bool
        Whether runs may leave pairs out; such a run is scored on those that it labels,
        as in RTE-1. `coverage`, the share of these, and the accuracy of all pairs for each
        accuracy are added to the measures if a run does: values on the labelled pairs alone do
        not show which run is better.
    label_order : sequence of str, or str, optional
        What the numbers 0, 1, 2 stand for where bare labels, or those of a table of gold
        pairs, are numbers; a `Run` has its labels already.
    intervals : bool
        Whether to compute confidence intervals and tests, which takes most of the time.

    Raises
    ------
    InputError
        If no pair has a label; if a pair has a repeated id; if a measure is unknown;
        if phenomena are requested for pairs whose phenomena are unknown; or if a property does
        not have one value for each pair.
    RunError
        If a run does not fit the pairs, or labelled other pairs with the same ids; if two runs have
        one name; or if bare labels are a set, a mapping or a DataFrame.

    Warns
    -----
    InputWarning
        If the recognizer that made a run was trained on some of the pairs, or if some pairs have
        no label.
    """
    check_same_index({"gold": gold, "labels": runs})
    standard = Gold.from_pairs(gold, label_order)
    check_index_of_labels(standard.given_ids, runs)
    phenomena: Mapping[Phenomenon, IntArray] = {}
    if by_phenomenon is not False:
        from rte_baselines.evaluation.inputs.phenomena import phenomena_of

        phenomena = phenomena_of(standard)
    if by_phenomenon and not phenomena:
        raise InputError(
            "which pairs show which phenomenon is known of RTE-1's test set only; expected its "
            "800 ids and tasks, as in rte1:test"
        )
    tasks = standard.tasks() if by_task else {}
    parts = Parts(tasks, phenomena, slices_of(standard.columns_of(slices)))
    columns = standard.columns_of(groups)
    chosen = select_measures(measures)
    given = _as_runs(runs, label_order)
    refuse_repeated_names([run.name for run in given], "runs")
    systems = [ScoredRun.of(run, standard, partial=partial) for run in given]
    for system in systems:
        warn_of_training_pairs(system.run)
    return report_on(standard, systems, chosen, parts, columns, intervals=intervals)


def report_on(
    standard: Gold,
    systems: Sequence[ScoredRun],
    measures: Sequence[Measure],
    parts: Parts,
    groups: Mapping[str, Sequence[str | None]],
    *,
    intervals: bool = True,
) -> Report:
    """Return the report on systems, of the pairs of the gold standard and of parts of them."""
    schemes = [system.judgments.scheme for system in systems]
    # The accuracies of slices and groups are in the scheme of the headline.
    common = headline(schemes).scheme
    measures = by_headline(measures, schemes)
    are_partial = any(len(system.answered) < len(standard.ids) for system in systems)
    if are_partial:
        measures = select_measures([COVERAGE, *with_accuracies_of_all(measures)])
    all_gold = standard.labels if are_partial else None
    tests = [against_chance(system.judgments, all_gold) if intervals else [] for system in systems]
    with keeping_weights(resamples_of(len(standard.ids))):
        scored = score_systems(systems, parts, measures, intervals=intervals)
    scored = [
        replace(
            scores,
            withheld=_withheld(system.run, standard, scores.scheme or Scheme.TWO_WAY),
            findings=find(system, measures),
            chance_tests=chance_tests,
            slice_tests=_slice_tests(system, parts.slices, common),
        )
        for scores, system, chance_tests in zip(scored, systems, adjusted(tests), strict=True)
    ]
    # A system that is all ENTAILMENT fits both schemes.
    given = [scheme or standard.scheme for scheme in schemes]
    scheme = Scheme.THREE_WAY if Scheme.THREE_WAY in given else Scheme.TWO_WAY
    gold_labels = standard.labels_in(scheme)
    drawn = trivial_systems(gold_labels, scheme)
    trivial = [score_trivial(system, gold_labels, scheme, parts, measures) for system in drawn]
    if groups:
        from rte_baselines.evaluation.report.groups import expected_group_scores, group_scores

        scored = [
            replace(scores, groups=group_scores(system, groups, common))
            for scores, system in zip(scored, systems, strict=True)
        ]
        trivial = [
            replace(scores, groups=expected_group_scores(system, gold_labels, groups, common))
            for scores, system in zip(trivial, drawn, strict=True)
        ]
    return Report(
        runs=tuple(scored),
        trivial=tuple(trivial),
        pairs=len(standard.ids),
        unlabelled=standard.unlabelled,
        scheme=scheme,
        signature=signature(standard, scheme, measures),
        items=items_of(systems),
    )


def _withheld(run: Run, standard: Gold, scheme: Scheme) -> dict[str, dict[str, int]]:
    """Return how many pairs with each gold label have no label, by what is in its place."""
    if not run.withheld:
        return {}
    gold = [LABELS[code] for code in standard.labels_in(scheme).tolist()]
    counts = Counter(zip(map(run.withheld.get, standard.ids), gold, strict=True))
    return {
        str(kind): {str(label): counts[kind, label] for label in scheme.labels}
        for kind in Withheld
        if any(counts[kind, label] for label in LABELS)
    }


def _slice_tests(
    system: ScoredRun, slices: Mapping[Phenomenon, IntArray], scheme: Scheme
) -> dict[Phenomenon, float]:
    """Test the accuracy of each slice of which the run labels a pair; empty without labels."""
    if not system.judgments.has_labels:
        return {}
    labelled = {
        part: inside
        for part, positions in slices.items()
        if len(inside := np.flatnonzero(np.isin(system.answered, positions)))
    }
    return slice_p_values(system.judgments.right_in(scheme), labelled) if labelled else {}


def _as_runs(
    runs: Run | Iterable[Run] | Iterable[str], label_order: Sequence[str] | None
) -> Sequence[Run]:
    if isinstance(runs, Run):
        return [runs]
    if isinstance(runs, (str, Path)):
        raise RunError(
            f"{quoted(str(runs))} is a name; expected a run, as of read_run({quoted(str(runs))})"
        )
    if not isinstance(runs, Iterable):
        raise RunError(f"{quoted(runs)} is no run; expected a run, or a label for each pair")
    given = list(runs)
    if not given:
        raise RunError("no run to score; expected one at least")
    found = [run for run in given if isinstance(run, Run)]
    if found and len(found) == len(given):
        return found
    if not is_in_order(runs):
        raise RunError(
            f"labels are a {type(runs).__name__}, which is not in the order of the pairs; "
            "expected a list or an array with one for each pair, or a run, as Run.from_records "
            "makes it of a data frame"
        )
    from rte_baselines.evaluation.inputs.arrays import run_of_labels

    return [run_of_labels(given, label_order)]
