"""The pairs and the runs' predictions for them, as JSON for the script of the page."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rte_baselines.evaluation.inputs.parts import Parts
from rte_baselines.evaluation.page.alignments import WordAlignment, located_links
from rte_baselines.evaluation.page.scored_runs import ScoredRun
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Pair

Alignments = Mapping[str, Mapping[str, WordAlignment]]
"""Word alignments by the name of a run, then by the id of a pair."""

_DIGITS = 4


def pairs_json(
    pairs: Sequence[Pair],
    runs: Sequence[ScoredRun],
    alignments: Alignments,
    parts: Parts[IntArray],
) -> str:
    """Return the pairs as JSON that is safe in an HTML script element.

    Parameters
    ----------
    pairs : sequence of Pair
    runs : sequence of ScoredRun
        The runs on these pairs.
    alignments : mapping of str to mapping of str to WordAlignment
        Alignments of any of the runs on any of the pairs.
    parts : Parts of ndarray of int64
        The positions of the pairs of each part.

    Raises
    ------
    InputError
        If an alignment refers to a word that does not exist.
    """
    records = [_record(pair) for pair in pairs]
    for task, positions in parts.tasks.items():
        for position in positions.tolist():
            records[position]["task"] = task
    for phenomenon, positions in parts.phenomena.items():
        for position in positions.tolist():
            records[position]["phenomena"].append(str(phenomenon))
    for number, scored in enumerate(runs):
        for position, verdict in _verdicts(scored):
            records[position]["verdicts"][number] = verdict
        for record, pair in zip(records, pairs, strict=True):
            alignment = alignments.get(scored.name, {}).get(pair.id)
            if alignment is not None:
                record["links"][number] = _links(pair, alignment)
    content = {"runs": [scored.name for scored in runs], "pairs": records}
    # Without "<", no text can close the script element.
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace(
        "<", "\\u003c"
    )


def _record(pair: Pair) -> dict[str, Any]:
    return {
        "id": pair.id,
        "task": "",
        "phenomena": [],
        "gold": str(pair.label),
        "text": pair.text,
        "hypothesis": pair.hypothesis,
        "verdicts": {},
        "links": {},
    }


def _verdicts(scored: ScoredRun) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the position and the run's prediction of each pair that it answers."""
    run = scored.run
    predictions = zip(scored.answered.tolist(), run, scored.right.tolist(), strict=True)
    for place, (position, prediction, is_right) in enumerate(predictions):
        yield (
            position,
            {
                "label": str(prediction.label),
                "right": is_right,
                "confidence": _rounded(run.confidences, place, prediction.confidence),
                "score": _rounded(run.scores, place, prediction.score),
            },
        )


def _links(pair: Pair, alignment: WordAlignment) -> list[list[Any]]:
    return [
        [list(link.hypothesis), link.text and list(link.text), link.relation]
        for link in located_links(pair, alignment)
    ]


def _rounded(of_all: FloatArray | None, place: int, own: float | None) -> float | None:
    """Return what all predictions have, be it from their probabilities, or this one alone."""
    value = own if of_all is None else float(of_all[place])
    return None if value is None else round(value, _DIGITS)
