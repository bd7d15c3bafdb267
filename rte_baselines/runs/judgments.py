"""The words that run files use for labels, which one file may not mix."""

from collections.abc import Iterable
from dataclasses import replace

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, parse_label
from rte_baselines.runs.run import Prediction

_SPELLINGS = {
    "YES": "YES and NO",
    "NO": "YES and NO",
    "TRUE": "TRUE and FALSE",
    "FALSE": "TRUE and FALSE",
}
_OTHER_SPELLING = "ENTAILMENT and NO ENTAILMENT"


class JudgmentParser:
    """Turn the judgments of one file into labels.

    A file keeps to one spelling. That matters for a half-written one, whose last line
    may say NO where NO ENTAILMENT was meant. Beside UNKNOWN, the NO of RTE-3's
    three-way pilot means CONTRADICTION, which is known only when all lines are read;
    hence `settle`.
    """

    def __init__(self) -> None:
        self._labels: dict[str, Label] = {}
        self._spelling: str | None = None

    def parse(self, judgment: str) -> Label:
        """Return the label that a judgment stands for.

        Raises
        ------
        InputError
            If it is no label, or is spelled otherwise than those before it.
        """
        if judgment not in self._labels:
            label = parse_label(judgment)
            self._check_spelling(judgment, label)
            self._labels[judgment] = label
        return self._labels[judgment]

    def settle(self, label: Label) -> Label:
        """Return a label as the whole file means it."""
        if label is Label.NO_ENTAILMENT and self._no_is_contradiction:
            return Label.CONTRADICTION
        return label

    def settle_predictions(self, predictions: Iterable[Prediction]) -> list[Prediction]:
        """Return the predictions with their labels as the whole file means them."""
        if not self._no_is_contradiction:
            return list(predictions)
        return [self._settle_prediction(prediction) for prediction in predictions]

    @property
    def _no_is_contradiction(self) -> bool:
        return self._spelling == _SPELLINGS["NO"] and Label.UNKNOWN in self._labels.values()

    def _settle_prediction(self, prediction: Prediction) -> Prediction:
        probabilities = prediction.probabilities
        if probabilities is not None:
            probabilities = {self.settle(label): p for label, p in probabilities.items()}
        return replace(prediction, label=self.settle(prediction.label), probabilities=probabilities)

    def _check_spelling(self, judgment: str, label: Label) -> None:
        if label is Label.UNKNOWN:
            return
        spelling = _SPELLINGS.get(judgment.upper(), _OTHER_SPELLING)
        if self._spelling not in (None, spelling):
            raise InputError(
                f"judgment {judgment!r} in a file that writes {self._spelling}; "
                "expected one spelling throughout (is the line cut off?)"
            )
        self._spelling = spelling


def parse_judgments(judgments: Iterable[str]) -> list[Label]:
    """Return the labels that the judgments of one list stand for.

    Raises
    ------
    InputError
        If one is no label, or they mix spellings.
    """
    parser = JudgmentParser()
    labels = [parser.parse(judgment) for judgment in judgments]
    return [parser.settle(label) for label in labels]
