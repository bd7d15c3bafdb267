"""Overlap and mismatch of named entities."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Output, PairFeature, align_by, mean
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
    def last_name(self) -> int:
        """The index of the word that is the last name of a person."""
        last = len(self.norms) - 1
        while last and _NAME_SUFFIX.fullmatch(self.norms[last]):
            last -= 1
        return last


@dataclass(frozen=True)
class _EntityMatch:
    """The result of looking up a named entity of the hypothesis in the text.

    `mention`: the entity of the hypothesis. `partners`: the positions in the text of its words that
    match, by their positions in the hypothesis. `text_has_label`: whether the text has entities
    with the same label.
    """

    mention: _Mention
    partners: dict[int, int]
    text_has_label: bool

    @property
    def matched_share(self) -> float:
        """The share of its words that match."""
        return len(self.partners) / len(self.mention.positions)

    @property
    def is_mismatch(self) -> bool:
        """Whether the text has entities with its label, but none of its words match."""
        return self.text_has_label and not self.partners


class _EntityFeature(PairFeature):
    """Base class of the entity features: looks up the hypothesis's entities in the text.

    `labels`: the labels of the entities that count.
    """

    source = "the toolkit's own"
    labels: Sequence[str]

    layers = ("norms", "sentence_starts", "entity_labels", "entity_starts", *_NAME_WORDS.layers)

    def _look_up(self, text: Analysis, hypothesis: Analysis) -> list[_EntityMatch]:
        """Look up the hypothesis's entities in the text."""
        mentions = [mention for mention in _mentions(hypothesis) if mention.label in self.labels]
        if not mentions:
            return []
        names, spans = _mentions(text), _spans(text)
        matches = []
        for mention in mentions:
            same_label = [name for name in names if name.label == mention.label]
            partners = _partners(mention, spans, same_label)
            matches.append(_EntityMatch(mention, partners, bool(same_label)))
        return matches


@registry.features("entity_overlap.v1")
@dataclass(eq=False, repr=False)
class EntityOverlap(_EntityFeature):
    """The share of the hypothesis's named entities that the text contains, total and by label.

    An entity counts 1 if its words are consecutive in the text, closed-class words aside,
    whether or not they are an entity there. No sentence may begin between them, and no
    punctuation mark may stand between them outside of an entity. Otherwise it counts the share
    of its words that match an entity of the text with the same label. For a person that is the
    last name (the suffixes "Jr." and "II" are skipped), for other labels the words of a
    shorter name contained in it.

    Parameters
    ----------
    labels : sequence of str
        The labels of the entities that count.
    """

    labels: Sequence[str] = ("PERSON", "ORG", "PLACE", "TIME")

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The mean over ``all`` entities and over those of each label; 0 without any.

        Without a direction: a text has 0 with itself if none is found in it, although one is
        found, with the same words, in a hypothesis.
        """
        return tuple(map(Output, ("all", *(label.lower() for label in self.labels))))

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Return the mean of all and of each label."""
        matches = self._look_up(text, hypothesis)
        by_label = [
            mean([match.matched_share for match in matches if match.mention.label == label])
            for label in self.labels
        ]
        return [mean([match.matched_share for match in matches]), *by_label]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the words of the hypothesis's entities."""
        aligned = (
            align_by(match.mention.positions, match.partners, "same name")
            for match in self._look_up(text, hypothesis)
        )
        return tuple(chain.from_iterable(aligned))


@registry.features("entity_mismatch.v1")
@dataclass(eq=False, repr=False)
class EntityMismatch(_EntityFeature):
    """The share of the hypothesis's named entities that mismatch those of the text.

    An entity mismatches if the text has entities with the same label but none of its words
    match (see ``entity_overlap.v1``).

    Parameters
    ----------
    labels : sequence of str
        The labels of the entities that count; for times see ``date_mismatch.v1``.
    """

    outputs = (Output("", direction=-1),)
    """One share; 0 for a hypothesis without entities."""

    labels: Sequence[str] = ("PERSON", "ORG", "PLACE")

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Return the share of mismatches."""
        return [mean([match.is_mismatch for match in self._look_up(text, hypothesis)])]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Mark the words of the entities that mismatch."""
        return tuple(
            Alignment(position, None, f"another {match.mention.label.lower()}")
            for match in self._look_up(text, hypothesis)
            if match.is_mismatch
            for position in match.mention.positions
        )


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


def _partners(
    mention: _Mention, spans: Sequence[_Mention], same_label: Sequence[_Mention]
) -> dict[int, int]:
    """Return the positions in the text of an entity's words that match, by their positions."""
    for span in spans:
        if (start := _find(mention, span)) is not None:
            return dict(zip(mention.positions, span.positions[start:], strict=False))
    for candidate in same_label:
        if mention.label == "PERSON":
            last, text_last = mention.last_name, candidate.last_name
            if mention.norms[last] == candidate.norms[text_last]:
                return {mention.positions[last]: candidate.positions[text_last]}
        elif (start := _find(candidate, mention)) is not None:
            return dict(zip(mention.positions[start:], candidate.positions, strict=False))
    return {}


def _find(needle: _Mention, haystack: _Mention) -> int | None:
    """Return the index at which the words of one first occur in the other, None if nowhere."""
    size = len(needle.norms)
    starts = range(len(haystack.norms) - size + 1)
    found = (start for start in starts if haystack.norms[start : start + size] == needle.norms)
    return next(found, None)
