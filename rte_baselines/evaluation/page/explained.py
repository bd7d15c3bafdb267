"""Pairs that runs get wrong, with the words that each run aligned, drawn as in explanations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rte_baselines.evaluation.comparison.common_pairs import ScoredRun
from rte_baselines.evaluation.page.pair_records import Alignments
from rte_baselines.pairs import Pair
from rte_baselines.rendering.drawings.alignments import draw_aligned_words
from rte_baselines.rendering.drawings.shapes import AlignedWords

if TYPE_CHECKING:
    from markupsafe import Markup

_MOST_PAIRS = 6
# In CSS pixels: two wide drawings, or three narrow ones, fit beside each other into a window of
# 1,280, and a narrow one into that of a phone.
_WIDE, _NARROW = 560, 320
_MOST_WIDE = 2


@dataclass(frozen=True)
class ExplainedAnswer:
    """What a run says of a pair.

    `wide` shows the words that the run's model aligned, as an ``<svg>`` element; None if there are
    too many answers to stand beside each other. `narrow` is the same for narrow windows, and for
    many answers.
    """

    run: str
    label: str
    is_right: bool
    wide: "Markup | None"
    narrow: "Markup"


@dataclass(frozen=True)
class ExplainedPair:
    """A pair with the answers of the runs whose models are known."""

    pair: Pair
    answers: Sequence[ExplainedAnswer]


@dataclass(frozen=True)
class _Aligned:
    """A run whose word alignments are known, with its answers by the place of the pair."""

    scored: ScoredRun
    alignments: Mapping[str, AlignedWords]
    right: Mapping[int, bool]
    sureness: Mapping[int, float]

    @classmethod
    def of(cls, scored: ScoredRun, alignments: Mapping[str, AlignedWords]) -> "_Aligned":
        places = scored.answered.tolist()
        confidences = scored.judgments.confidences
        sure = np.zeros(len(places)) if confidences is None else confidences
        return cls(
            scored,
            alignments,
            dict(zip(places, scored.right.tolist(), strict=True)),
            dict(zip(places, sure.tolist(), strict=True)),
        )


def explained_pairs(
    pairs: Sequence[Pair], runs: Sequence[ScoredRun], alignments: Alignments
) -> list[ExplainedPair]:
    """Return the pairs on which runs with aligned words are most confident of a wrong label.

    If there are several such runs, at least one of them must be right on the pair, so that the
    words that they aligned can be compared. `alignments` are by the name of a run and the id of a
    pair, as `located_links` has checked them.
    """
    aligned = [_Aligned.of(run, alignments[run.name]) for run in runs if alignments.get(run.name)]
    wrong = {
        place: surest
        for place, pair in enumerate(pairs)
        if (surest := _surest_error(aligned, place, pair.id)) is not None
    }
    chosen = sorted(wrong, key=lambda place: (-wrong[place], place))[:_MOST_PAIRS]
    return [ExplainedPair(pairs[place], list(_answers(aligned, place, pairs))) for place in chosen]


def _surest_error(aligned: Sequence[_Aligned], place: int, pair_id: str) -> float | None:
    """Return the highest confidence in a wrong label of the pair, None if it is not shown."""
    if not all(place in run.right and pair_id in run.alignments for run in aligned):
        return None
    wrong = [run.sureness[place] for run in aligned if not run.right[place]]
    if not wrong or len(wrong) == len(aligned) > 1:
        return None
    return max(wrong)


def _answers(
    aligned: Sequence[_Aligned], place: int, pairs: Sequence[Pair]
) -> Iterator[ExplainedAnswer]:
    for run in aligned:
        number = int(np.searchsorted(run.scored.answered, place))
        words = run.alignments[pairs[place].id]
        yield ExplainedAnswer(
            run.scored.name,
            str(run.scored.run.labels[number]),
            run.right[place],
            draw_aligned_words(words, _WIDE) if len(aligned) <= _MOST_WIDE else None,
            draw_aligned_words(words, _NARROW),
        )
