"""The pairs on the page: as JSON for its script, and some with the words that runs aligned."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup

from rte_baselines.evaluation.inputs.gold import Gold, ScoredRun
from rte_baselines.evaluation.inputs.judgments import LABELS
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Pair
from rte_baselines.rendering.drawings.alignments import draw_aligned_words
from rte_baselines.rendering.drawings.shapes import AlignedWords
from rte_baselines.runs.columns import Column

Aligners = Mapping[str, Callable[[Pair], AlignedWords]]
"""Functions that align the words of a pair, by the name of a run."""

_DIGITS = 4
_MOST_PAIRS = 6
# In CSS pixels: three drawings fit beside each other into a window of 1,280, and one into that of
# a phone.
_WIDTH = 320


def pairs_json(pairs: Sequence[Pair], runs: Sequence[ScoredRun], gold: Gold) -> str:
    """Return the pairs as JSON that is safe in an HTML script element.

    It is an object with arrays that have an element for each pair: ``ids``, ``texts``,
    ``hypotheses``, ``tasks``, null for none, and ``gold``, the places of their labels in
    ``labels``. ``runs`` are as `_run_columns` returns them.
    """
    tasks: list[str | None] = [None] * len(pairs)
    for task, positions in gold.tasks().items():
        for position in positions.tolist():
            tasks[position] = task
    content = {
        "labels": list(map(str, LABELS)),
        "ids": [pair.id for pair in pairs],
        "texts": [pair.text for pair in pairs],
        "hypotheses": [pair.hypothesis for pair in pairs],
        "tasks": tasks,
        "gold": gold.labels.tolist(),
        "runs": [_run_columns(run) for run in runs],
    }
    # Without "<", no text can close the script element.
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace(
        "<", "\\u003c"
    )


def _run_columns(scored: ScoredRun) -> dict[str, Any]:
    """Return a run's predictions as columns with an element for each pair, null where it has none.

    ``right`` has 1 for correct labels and 0 for others. It and ``labels`` are null for a run
    without labels.
    """
    run = scored.run

    def column(values: Iterable[Any]) -> list[Any]:
        elements: list[Any] = [None] * len(scored.gold.ids)
        for place, value in zip(scored.answered.tolist(), values, strict=True):
            elements[place] = value
        return elements

    return {
        "name": scored.name,
        "labels": column(run.columns.codes.tolist()) if run.has_labels else None,
        "right": column(map(int, scored.judgments.right.tolist())) if run.has_labels else None,
        "confidence": column(_numbers(run.confidences, run.columns.confidences)),
        "score": column(_numbers(run.scores, run.columns.scores)),
    }


def _numbers(values: FloatArray | None, own: Column) -> list[float | None]:
    """Return the numbers of all predictions, perhaps from their probabilities, or of some."""
    if values is None:
        values = np.where(own.has_number, own.values, np.nan)
    rounded = np.round(values, _DIGITS).tolist()
    return [None if np.isnan(value) else value for value in rounded]


class ExplainedAnswer(NamedTuple):
    """What a run says of a pair, and the words that its model aligned."""

    run: str
    label: str
    is_right: bool
    confidence: float
    words: AlignedWords

    @property
    def drawing(self) -> Markup:
        """The words as an ``<svg>`` element."""
        return draw_aligned_words(self.words, _WIDTH)


def explained_pairs(
    pairs: Sequence[Pair], runs: Sequence[ScoredRun], aligners: Aligners
) -> list[tuple[Pair, list[ExplainedAnswer]]]:
    """Return the pairs on which runs with aligned words are most confident of a wrong label.

    Each has the answers of these runs. If there are several such runs, at least one of them must be
    right on the pair, so that the words that they aligned can be compared.
    """
    explained = [run for run in runs if run.name in aligners]
    answers = list(map(_answers, explained))
    wrong: dict[int, float] = {}
    for place in range(len(pairs)):
        found = [by_place[place] for by_place in answers if place in by_place]
        sure = [confidence for _, is_right, confidence in found if not is_right]
        is_right_for_any = len(sure) < len(found) or len(found) == 1
        if sure and len(found) == len(answers) and is_right_for_any:
            wrong[place] = max(sure)
    # Equally sure ones stay in their order.
    chosen = sorted(wrong, key=lambda place: -wrong[place])[:_MOST_PAIRS]
    return [
        (
            pairs[place],
            [
                ExplainedAnswer(run.name, *by_place[place], aligners[run.name](pairs[place]))
                for run, by_place in zip(explained, answers, strict=True)
            ],
        )
        for place in chosen
    ]


def _answers(scored: ScoredRun) -> dict[int, tuple[str, bool, float]]:
    """Return the label, whether it is right, and the confidence in it, by the place of the pair."""
    confidences = scored.judgments.confidences
    values = np.zeros(len(scored.answered)) if confidences is None else confidences
    columns = (scored.run.labels, scored.judgments.right, values)
    answers = zip(*(column.tolist() for column in columns), strict=True)
    return dict(zip(scored.answered.tolist(), answers, strict=True))
