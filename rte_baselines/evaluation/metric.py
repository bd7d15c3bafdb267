"""The measures as a metric with the methods of Hugging Face's library ``evaluate``."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import named
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.base import Measure, select_measures

_OPTIONAL = ("scores", "confidences", "probabilities")
_INPUTS = ("predictions", "references", *_OPTIONAL)


class EntailmentMetric:
    """A metric that collects batches and computes several measures.

    Parameters
    ----------
    measures : str, or iterable of str or Measure, optional
        As in `rte_baselines.evaluate`. By default, those shown by default that have a value.
    label_order : sequence of str, optional
        The labels that the numbers 0, 1, 2 and the columns of probabilities stand for.

    Examples
    --------
    >>> metric = EntailmentMetric(["accuracy_2way", "recall"])
    >>> metric.compute(predictions=["yes", "no"], references=["yes", "yes"])
    {'accuracy_2way': 0.5, 'recall': 0.5}
    """

    name = "rte_baselines"

    def __init__(
        self,
        measures: str | Iterable[str | Measure] | None = None,
        *,
        label_order: Sequence[str] | None = None,
    ) -> None:
        self._measures = select_measures(measures)
        self._are_chosen = measures is not None
        self._label_order = label_order
        self._collected: dict[str, list[Any]] = {}

    def add(self, *, prediction: Any, reference: Any, **further: Any) -> None:
        """Add a predicted and a gold label.

        Further are the pair's ``score``, ``confidence`` and ``probabilities``, as in `add_batch`.
        """
        plural = {"score": "scores", "confidence": "confidences"}
        batch = {plural.get(name, name): [value] for name, value in further.items()}
        self.add_batch(predictions=[prediction], references=[reference], **batch)

    def add_batch(self, *, predictions: Any, references: Any, **further: Any) -> None:
        """Add a batch of predicted and gold labels.

        Parameters
        ----------
        predictions, references : array_like of str or int, shape (pairs,)
            The predicted labels and the gold labels, by any of their names, or numbers.
        **further
            ``scores``, shape (pairs,), the higher the more certain entailment;
            ``confidences``, shape (pairs,), in the labels; ``probabilities``, shape (pairs,)
            of entailment, or (pairs, classes) in the order of the labels. Missing scores and
            confidences are derived from the probabilities, as in a `Run`. All batches must have
            the same arguments. A measure that needs a missing argument has no value.

        Raises
        ------
        InputError
            If an argument is unknown, or another batch has other ones.
        RunError
            If the arguments differ in length.
        """
        batch = {"predictions": predictions, "references": references, **further}
        columns = {name: _items(name, values) for name, values in batch.items()}
        if self._collected and columns.keys() != self._collected.keys():
            raise InputError(
                f"a batch with {', '.join(columns)} after one with {', '.join(self._collected)}; "
                "expected the same in each"
            )
        sizes = {name: len(items) for name, items in columns.items()}
        if len(set(sizes.values())) > 1:
            lengths = ", ".join(
                f"{counted(size, 'value')} of {name}" for name, size in sizes.items()
            )
            raise RunError(f"there are {lengths}; expected as many of each")
        for name, items in columns.items():
            self._collected.setdefault(name, []).extend(items)

    def compute(
        self, *, predictions: Any = None, references: Any = None, **further: Any
    ) -> dict[str, float]:
        """Return the value of each measure on all pairs, by name, and forget them.

        The arguments are a last batch, or the only one; see `add_batch`.

        Raises
        ------
        InputError
            As `add_batch`, or if a label is unknown.
        RunError
            As `add_batch`, if there is no pair, or a measure that was chosen has no value.
        """
        if predictions is not None or references is not None or further:
            self.add_batch(predictions=predictions, references=references, **further)
        collected, self._collected = self._collected, {}
        scores = collected.get("scores")
        judgments = Judgments.from_arrays(
            collected.get("references", []),
            collected.get("predictions", []),
            None if scores is None else -np.asarray(scores, dtype=np.float64),
            collected.get("confidences"),
            collected.get("probabilities"),
            label_order=self._label_order,
        )
        values = {}
        for measure in self._measures:
            if reason := measure.why_undefined(judgments):
                if self._are_chosen:
                    raise RunError(f"{measure.name} is undefined: {reason}")
                continue
            values[measure.name] = measure.score(judgments)
        return values

    def __repr__(self) -> str:
        return named(self, ", ".join(measure.name for measure in self._measures))


def _items(name: str, values: Any) -> list[Any]:
    if name not in _INPUTS:
        raise InputError(f"{quoted(name)} is unknown; expected {', '.join(_INPUTS)}")
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputError(f"{name} are {quoted(values)}; expected a list with one for each pair")
    return list(values)
