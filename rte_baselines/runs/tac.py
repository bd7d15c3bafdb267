"""The run files of the challenges: a line for each pair, with its id and its judgment.

RTE-4 (TAC 2008 guidelines) writes ``pair_id judgment`` and, in a ranked run, puts the
surest entailment first. RTE-2 and RTE-3 begin with a line ``ranked: yes`` or
``ranked: no``; RTE-1 adds a confidence in [0, 1] to each line.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.runs.judgments import JudgmentParser
from rte_baselines.runs.run import Prediction, Run

_HEADER = re.compile(r"ranked\s*:\s*(?P<answer>yes|no)", re.IGNORECASE)


class TacParser:
    """Read the lines of one file."""

    def __init__(self) -> None:
        self._judgments = JudgmentParser()
        self._first: Prediction | None = None
        self._declared_ranked: bool | None = None

    def parse(self, line: str) -> Prediction | None:
        """Return the prediction of a line, or None for the header.

        Raises
        ------
        InputError
            If the line holds no judgment that fits the lines before it.
        """
        header = _HEADER.fullmatch(line) if self._first is None else None
        if header:
            self._declared_ranked = header["answer"].lower() == "yes"
            return None
        fields = line.split()
        confidence = _number(fields[-1]) if len(fields) > 2 else None
        pair_id, *judgment = fields if confidence is None else fields[:-1]
        if not judgment:
            raise InputError(f"no judgment in {line!r}; expected 'pair_id judgment'")
        label = self._judgments.parse(" ".join(judgment))
        prediction = Prediction(pair_id, label, confidence)
        self._check_confidence(prediction)
        return prediction

    def finish(self, predictions: Iterable[Prediction]) -> tuple[list[Prediction], bool]:
        """Return the predictions as the whole file means them, and whether it is ranked.

        A file without a header is taken as ranked if its order is what the guidelines
        expect of a ranked run: all pairs labelled ENTAILMENT come before all others, and
        there are some of both. RTE-1's files, which have confidences, rank nothing.
        """
        settled = self._judgments.settle_predictions(predictions)
        if self._declared_ranked is not None:
            return settled, self._declared_ranked
        has_confidences = self._first is not None and self._first.confidence is not None
        return settled, not has_confidences and _entailments_lead(settled)

    def _check_confidence(self, prediction: Prediction) -> None:
        if self._first is None:
            self._first = prediction
        if (prediction.confidence is None) != (self._first.confidence is None):
            raise InputError(
                f"pair {prediction.id!r} has {_with_or_without(prediction)}, the first pair "
                f"has {_with_or_without(self._first)}; expected one for all pairs or for none"
            )


def tac_lines(predictions: Iterable[Prediction], *, ranked: bool) -> Iterator[str]:
    """Yield the lines of an RTE-4 run file.

    Parameters
    ----------
    predictions : iterable of Prediction
    ranked : bool
        Whether the predictions are put in the order of their ranking, if they have one,
        surest entailment first; then all of them are held at once.

    Raises
    ------
    InputError
        If an id is empty or holds white space or unprintable characters.
    """
    if ranked:
        predictions = _by_rank(predictions if isinstance(predictions, Run) else Run(predictions))
    for prediction in predictions:
        if not prediction.id or " " in prediction.id or not prediction.id.isprintable():
            raise InputError(
                f"id {prediction.id!r} is empty or holds white space or unprintable characters, "
                "which a TAC run file cannot; write the run as jsonl"
            )
        yield f"{prediction.id} {prediction.label.value.replace('_', ' ')}\n"


def _by_rank(run: Run) -> Iterator[Prediction]:
    if run.ranking is None:
        return iter(run)
    return (run[position] for position in np.argsort(run.ranking, kind="stable"))


def _entailments_lead(predictions: Sequence[Prediction]) -> bool:
    entailed = [prediction.label is Label.ENTAILMENT for prediction in predictions]
    return 0 < sum(entailed) < len(entailed) and all(entailed[: sum(entailed)])


def _number(field: str) -> float | None:
    try:
        return float(field)
    except ValueError:
        return None


def _with_or_without(prediction: Prediction) -> str:
    return "no confidence" if prediction.confidence is None else "a confidence"
