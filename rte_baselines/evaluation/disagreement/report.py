"""The report on runs scored against the labels of several annotators."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.importing import version
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import named
from rte_baselines.evaluation.disagreement.annotations import Annotations, system_output
from rte_baselines.evaluation.disagreement.scores import (
    MEASURES,
    DisagreementScores,
    is_majority,
    reference_scores,
    score_output,
)
from rte_baselines.evaluation.report.printed import Printed
from rte_baselines.evaluation.report.tables import estimate_cell
from rte_baselines.evaluation.resampling.bootstrap import SEED, resamples_of
from rte_baselines.pairs import Label, LabelMeanings, LabelReader, Pair, Scheme
from rte_baselines.rendering.tables import Table
from rte_baselines.runs import Run, check_run_on_ids


@dataclass(frozen=True, repr=False)
class DisagreementReport(Printed):
    """Runs scored against the distributions of annotators' labels.

    Parameters
    ----------
    runs, references : tuple of DisagreementScores
        The scores of the runs, and those of references: annotators, the best possible outputs,
        and constant probabilities.
    pairs : int
        The number of annotated pairs.
    fewest, most : int
        The lowest and the highest number of annotations of a pair.
    ties : int
        The number of pairs on which no single label is that of most annotators.
    """

    runs: tuple[DisagreementScores, ...]
    references: tuple[DisagreementScores, ...]
    pairs: int
    fewest: int
    most: int
    ties: int

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "runs": [asdict(of) for of in self.runs],
            "references": [asdict(of) for of in self.references],
            "pairs": self.pairs,
            "annotations": {"fewest": self.fewest, "most": self.most},
            "ties": self.ties,
            "signature": self.signature,
        }

    @property
    def signature(self) -> str:
        """What the figures depend on besides the files."""
        return (
            f"pairs:{self.pairs}|logarithms:natural|bootstrap:{resamples_of(self.pairs)}|"
            f"seed:{SEED}|version:{version('rte-baselines')}"
        )

    def tables(self) -> Iterator[Table]:
        """Yield a row for each run and each reference, a column for each measure."""
        rows = [
            [of.name, *(estimate_cell(of.measures.get(name)) for name in MEASURES)]
            for of in (*self.runs, *self.references)
        ]
        yield Table(
            f"{counted(self.pairs, 'pair')} with annotators' labels", ["run", *MEASURES], rows
        )

    def notes(self) -> Iterator[str]:
        """Yield the notes below the table."""
        annotations = counted(self.most, "annotation")
        if self.fewest != self.most:
            annotations = f"{self.fewest} to {annotations}"
        yield (
            f"each pair has {annotations}; expected_accuracy: share of annotators that gave the "
            "run's label; majority_accuracy: share of pairs with the label of most annotators, "
            f"without {counted(self.ties, 'pair')} on which labels tie"
        )
        yield (
            "cross_entropy, kl_divergence (of annotators from run), js_divergence: means over "
            "pairs, natural logarithms; js_distance: mean square root of js_divergence, as in "
            "ChaosNLI; entropy_spearman, entropy_kendall: rank correlations of entropies"
        )
        yield (
            "one annotator: each is left out in turn and compared with the others (if k labels tie "
            "among these, each counts 1/k); best single labels, annotators' shares: the best "
            "possible values with one label, or with probabilities, for each pair; shares of all "
            "pairs, uniform: the same probabilities for each pair; ranges: 95% bootstrap intervals "
            "over pairs"
        )
        for run in self.runs:
            if run.pairs < self.pairs:
                yield (
                    f"{run.name} labels {run.pairs} of {counted(self.pairs, 'pair')} and is scored "
                    "on these"
                )
            if run.labels != self.references[0].labels:
                yield f"{run.name} is scored two-way, and other rows three-way"
        yield from self._gaps()
        yield self.signature

    def _gaps(self) -> Iterator[str]:
        measures: dict[tuple[str, str], list[str]] = {}
        for run in self.runs:
            for measure, reason in run.unavailable.items():
                measures.setdefault((run.name, reason), []).append(measure)
        for (run_name, reason), missing in measures.items():
            yield f"{', '.join(missing)} of {run_name}: {reason}"

    def __repr__(self) -> str:
        return named(self, ", ".join(run.name for run in self.runs), counted(self.pairs, "pair"))


def evaluate_disagreement(
    gold: Iterable[Pair],
    runs: Run | Iterable[Run],
    *,
    annotations: str | Mapping[Label, str] | None = None,
    labels: LabelMeanings | None = None,
    partial: bool = False,
) -> DisagreementReport:
    """Score runs against the labels of several annotators.

    Parameters
    ----------
    gold : iterable of Pair
        With annotations as attributes; labels are not used.
    runs : Run or iterable of Run
        With probabilities of each label for measures that need them.
    annotations : str or mapping of Label to str, optional
        The attribute with a list of labels or counts by label, or one attribute with the count
        of each label; by default ``annotator_labels`` or ``label_counter``.
    labels : sequence of str, mapping of str to str, or str, optional
        What words, letters and numbers mean; see `LabelMeanings`.
    partial
        As in `evaluate`.

    Returns
    -------
    DisagreementReport

    Raises
    ------
    InputError
        If annotations are missing or ambiguous, or there is no run.
    RunError
        If a run does not fit the pairs.

    Notes
    -----
    E. Pavlick and T. Kwiatkowski, "Inherent disagreements in human textual inferences" (2019);
    Y. Nie, X. Zhou and M. Bansal, "What can we learn from collective human opinions on natural
    language inference data?" (2020).
    """
    given = [runs] if isinstance(runs, Run) else list(runs)
    if not given:
        raise InputError("no runs to score; expected one or more")
    for run in given:
        run.require_labels()
    standard = Annotations.from_pairs(gold, annotations, LabelReader(labels))
    scores = [
        _score(
            check_run_on_ids(run, standard.ids, partial=partial, digests=standard.digests),
            standard,
        )
        for run in given
    ]
    is_two_way = standard.scheme is Scheme.TWO_WAY or all(of.labels == 2 for of in scores)
    counts = standard.counts_in(Scheme.TWO_WAY if is_two_way else Scheme.THREE_WAY)
    totals = counts.sum(axis=1)
    return DisagreementReport(
        tuple(scores),
        tuple(reference_scores(counts)),
        len(counts),
        int(totals.min()),
        int(totals.max()),
        int((is_majority(counts).sum(axis=1) > 1).sum()),
    )


def _score(run: Run, standard: Annotations) -> DisagreementScores:
    places = {pair_id: place for place, pair_id in enumerate(standard.ids)}
    answered = standard
    if len(run) < len(standard.ids):
        answered = standard.select(np.array([places[pair_id] for pair_id in run.ids]))
    return score_output(system_output(run, answered))
