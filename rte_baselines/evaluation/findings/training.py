"""The trained models that made a run, and whether they have seen its pairs in training."""

import warnings
from collections.abc import Iterator, Sequence

import numpy as np

from rte_baselines.core.errors import InputWarning
from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.findings.finding import Finding
from rte_baselines.runs import Run
from rte_baselines.runs.prediction import SEEN, UNSEEN

TRAINING = "training"
"""The topic of the finding whether the model of a run has seen the pairs in training."""


def training_findings(run: Run) -> tuple[Finding, ...]:
    """Return a finding for each trained model that made predictions of a run.

    The run is as `check_run` returns it: on the pairs that it is scored on.
    """
    return tuple(_findings(run))


def warn_of_training_pairs(run: Run, findings: Sequence[Finding]) -> None:
    """Warn of models that have seen some of the pairs in training, by `training_findings`."""
    for finding in findings:
        if finding.details["seen"]:
            warnings.warn(f"{run.name}: {finding.text}", InputWarning, stacklevel=3)


def _findings(run: Run) -> Iterator[Finding]:
    training = run.columns.training
    for place, model in enumerate(training.models):
        codes = training.seen[training.of_prediction == place]
        if not len(codes):
            continue
        seen, pairs = int(np.sum(codes == SEEN)), len(codes)
        yield Finding(
            TRAINING,
            _describe(model, seen, int(np.sum(codes == UNSEEN)), pairs),
            {"model": model, "pairs": pairs, "seen": seen},
        )


def _describe(model: str, seen: int, unseen: int, pairs: int) -> str:
    if seen:
        consequence = "say nothing" if seen == pairs else "say less"
        return (
            f"{seen} of {counted(pairs, 'pair')} were in the training data of its model {model}, "
            f"so its scores {consequence} about new pairs"
        )
    if unseen == pairs:
        return (
            f"its model is {model}; none of the {counted(pairs, 'pair')} was in its training data"
        )
    return f"its model is {model}; it is not known which pairs were in its training data"
