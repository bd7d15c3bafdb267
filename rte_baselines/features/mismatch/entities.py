"""Mismatch of named entities."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Output, PairFeature, mean
from rte_baselines.features.batch import Selection
from rte_baselines.kernels.ragged import BoolArray

_NAME_WORDS = Selection("norms", "closed_class")
# Suffixes after the last name: "Jr.", "II".
_NAME_SUFFIX = re.compile(r"(?:jr|sr)\.?|[ivx]+")


@dataclass(frozen=True)
class _Mention:
    """A named entity in a snippet, without punctuation and closed-class words.

    `norms`: the norms of its words. `positions`: the positions of its words in the snippet.
    """

    label: str
    norms: tuple[str, ...]
    positions: tuple[int, ...]

    @property
    def last_name(self) -> str:
        """The last name of a person."""
        last = len(self.norms) - 1
        while last and _NAME_SUFFIX.fullmatch(self.norms[last]):
            last -= 1
        return self.norms[last]


@registry.features("entity_mismatch.v1")
@dataclass(eq=False, repr=False)
class EntityMismatch(PairFeature):
    """The share of the hypothesis's named entities that mismatch those of the text.

    An entity mismatches if the text has entities with the same label but none of its words match.
    All match if they are consecutive in the text, closed-class words aside, whether or not they
    are an entity there. No sentence may begin between them, and no punctuation mark may stand
    between them outside of an entity. Otherwise words match an entity of the text with the same
    label: of a person the last name (the suffixes "Jr." and "II" are skipped), of other labels
    the words of a shorter name contained in it.

    Parameters
    ----------
    labels : sequence of str
        The labels of the entities that count; for times see ``date_mismatch.v1``.
    """

    source = "the toolkit's own"
    layers = ("norms", "sentence_starts", "entity_labels", "entity_starts", *_NAME_WORDS.layers)
    outputs = (Output("", direction=-1),)
    """One share; 0 for a hypothesis without entities."""

    labels: Sequence[str] = ("PERSON", "ORG", "PLACE")

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Return the share of mismatches."""
        verdicts = self._look_up(text, hypothesis)
        return [mean([is_mismatch for _, is_mismatch in verdicts])]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Mark the words of the entities that mismatch."""
        return tuple(
            Alignment(position, None, f"another {entity.label.lower()}")
            for entity, is_mismatch in self._look_up(text, hypothesis)
            if is_mismatch
            for position in entity.positions
        )

    def _look_up(self, text: Analysis, hypothesis: Analysis) -> list[tuple[_Mention, bool]]:
        """Return the entities of the hypothesis that count, and whether they mismatch."""
        entities = [entity for entity in _mentions(hypothesis) if entity.label in self.labels]
        if not entities:
            return []
        names, spans = _mentions(text), _spans(text)
        verdicts = []
        for entity in entities:
            same_label = [name for name in names if name.label == entity.label]
            is_mismatch = bool(same_label) and not _has_match(entity, spans, same_label)
            verdicts.append((entity, is_mismatch))
        return verdicts


def _mentions(analysis: Analysis) -> list[_Mention]:
    """Return the entities of a snippet that have other than closed-class words."""
    labels = analysis.entity_labels
    positions = _NAME_WORDS.positions(analysis).tolist() if any(labels) else []
    in_entities = [position for position in positions if labels[position]]
    return _grouped(analysis.norms, in_entities, analysis.entity_starts, labels)


def _spans(analysis: Analysis) -> list[_Mention]:
    """Return the words of a snippet, split at sentences and marks outside of entities."""
    is_outside = np.array([not label for label in analysis.entity_labels], np.bool_)
    starts = analysis.sentence_starts | (analysis.is_punctuation & is_outside)
    positions = _NAME_WORDS.positions(analysis).tolist()
    return _grouped(analysis.norms, positions, starts, [""] * len(analysis))


def _grouped(
    norms: Sequence[str], positions: Sequence[int], starts: BoolArray, labels: Sequence[str]
) -> list[_Mention]:
    """Split positions into groups, each beginning at a start."""
    numbers = np.cumsum(starts).tolist()
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for position in positions:
        groups[numbers[position]].append(position)
    return [
        _Mention(labels[group[0]], tuple(norms[position] for position in group), tuple(group))
        for group in groups.values()
    ]


def _has_match(entity: _Mention, spans: Sequence[_Mention], same_label: Sequence[_Mention]) -> bool:
    """Whether words of an entity match those of a text."""
    if any(_contains(span, entity) for span in spans):
        return True
    if entity.label == "PERSON":
        return any(entity.last_name == name.last_name for name in same_label)
    return any(_contains(entity, name) for name in same_label)


def _contains(longer: _Mention, shorter: _Mention) -> bool:
    """Whether the words of one occur in the other, one after another."""
    size = len(shorter.norms)
    starts = range(len(longer.norms) - size + 1)
    return any(longer.norms[start : start + size] == shorter.norms for start in starts)
