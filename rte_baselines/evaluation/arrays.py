"""Score a system's output that is at hand as arrays."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.core.data_frames import check_same_index
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.evaluation.evaluator import report_on
from rte_baselines.evaluation.inputs.arrays import gold_of_arrays, judgments_of_arrays
from rte_baselines.evaluation.inputs.gold import ScoredRun
from rte_baselines.evaluation.inputs.parts import Parts
from rte_baselines.evaluation.measures.base import Measure, select_measures
from rte_baselines.evaluation.report.report import Report
from rte_baselines.runs import Run


def evaluate_arrays(
    gold: ArrayLike,
    labels: ArrayLike,
    ranking: ArrayLike | None = None,
    confidences: ArrayLike | None = None,
    probabilities: ArrayLike | None = None,
    *,
    label_order: Sequence[str] | None = None,
    tasks: Iterable[str] | None = None,
    measures: str | Iterable[str | Measure] | None = None,
    name: str = "system",
) -> Report:
    """Score a system's output that is at hand as arrays, beside the trivial systems.

    Parameters
    ----------
    gold, labels : array_like of Label, str or int, shape (n,)
        The gold labels and the system's labels, by any of their names in use. `labels`
        may be omitted for measures that do not need them.
    ranking : array_like of float, shape (n,), optional
        The rank of each pair, as in `Run.ranking`: the lowest is the most certain
        entailment, equal ranks are tied. Scores, which are higher for more certain
        entailment, are given with their sign changed: ``ranking=-scores``. By default, as
        in a `Run`, pairs are ranked by the probability of ENTAILMENT, if there are
        probabilities.
    confidences : array_like of float, shape (n,), optional
        The system's confidence in each label; higher is more confident. By default, the
        probability of the label.
    probabilities : array_like of float, shape (n,), (n, 2) or (n, 3), optional
        The predicted probability of ENTAILMENT, or of each label in the order of
        `label_order`; in [0, 1], and each row sums to 1.
    label_order : sequence of str, or str, optional
        The labels that the numbers 0, 1, 2 stand for if labels are numbers, and those
        of the columns of `probabilities`, such as
        ("entailment", "neutral", "contradiction"), or in one string with commas
        between. The names of a DataFrame's columns, where they are labels, state it,
        too. The columns of scikit-learn's ``predict_proba`` are in the order of
        ``classes_``, which is alphabetical.
    tasks : iterable of str, optional
        The task of each pair, None where there is none.
    measures : str, or iterable of str or Measure, optional
        As `evaluate` takes them.
    name : str
        The system's name in tables.

    Raises
    ------
    InputError
        If a label or measure is unknown, the name is not a string, or there are not as many
        tasks as pairs.
    RunError
        If there are no pairs, or the arrays do not fit each other.
    """
    check_same_index({"gold": gold, "tasks": tasks})
    judgments = judgments_of_arrays(
        gold, labels, ranking, confidences, probabilities, label_order=label_order
    )
    if not isinstance(name, str):
        raise InputError(f"name {quoted(name)} of the system is not a string; expected one")
    standard = gold_of_arrays(judgments.gold, tasks)
    system = ScoredRun(Run((), name=name), judgments, np.arange(len(judgments.gold)), standard)
    return report_on(standard, [system], select_measures(measures), Parts(standard.tasks(), {}), {})
