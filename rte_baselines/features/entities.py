"""Named entities that the hypothesis has in common with the text, or has not."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Alignment, Output, PairFeature
from rte_baselines.features.batch import Selection
from rte_baselines.kernels.ragged import BoolArray
from rte_baselines.registry import registry

_NAME_WORDS = Selection("norms", "closed_class")
# What follows the last name: "Jr.", "II".
_GENERATION = re.compile(r"(?:jr|sr)\.?|[ivx]+")


@dataclass(frozen=True)
class _Mention:
    """A named entity in a snippet, without punctuation and words of the closed classes.

    Parameters
    ----------
    label : str
    norms : tuple of str
        Of its words.
    places : tuple of int
        Where in the snippet they stand.
    """

    label: str
    norms: tuple[str, ...]
    places: tuple[int, ...]

    @property
    def last_name(self) -> int:
        """Which of its words is the last name of a person."""
        last = len(self.norms) - 1
        while last and _GENERATION.fullmatch(self.norms[last]):
            last -= 1
        return last


@dataclass(frozen=True)
class _LookedUp:
    """A named entity of the hypothesis, looked up in the text.

    Parameters
    ----------
    mention : _Mention
    partners : mapping of int to int
        Which of its words met which of the text, by their places.
    has_rivals : bool
        Whether the text has entities with the same label.
    """

    mention: _Mention
    partners: dict[int, int]
    has_rivals: bool

    @property
    def found(self) -> float:
        """The share of its words that were met."""
        return len(self.partners) / len(self.mention.places)

    @property
    def is_replaced(self) -> bool:
        """Whether the text has others in its place."""
        return self.has_rivals and not self.partners


class _EntityFeature(PairFeature):
    """What features of entities have in common.

    Parameters
    ----------
    labels : sequence of str
        The entities that count.
    """

    source = "the toolkit's own"
    labels: Sequence[str]

    @property
    def layers(self) -> tuple[str, ...]:
        """Norms and entities, and the marks of what belongs to no name."""
        return (
            "norms",
            "sentence_starts",
            "entity_labels",
            "entity_starts",
            *_NAME_WORDS.layers,
        )

    def _look_up(self, text: Analysis, hypothesis: Analysis) -> list[_LookedUp]:
        """Look the hypothesis's entities up in the text."""
        mentions = [one for one in _mentions(hypothesis) if one.label in self.labels]
        if not mentions:
            return []
        stretches = _stretches(text)
        others = _mentions(text)
        looked_up = []
        for mention in mentions:
            rivals = [other for other in others if other.label == mention.label]
            partners = _partners(mention, stretches, rivals)
            looked_up.append(_LookedUp(mention, partners, bool(rivals)))
        return looked_up


@registry.features("entity_overlap.v1")
class EntityOverlap(_EntityFeature):
    """How much of the hypothesis's named entities the text has, in all and by label.

    An entity counts 1 if its words stand next to each other in the text, those of the
    closed classes aside, whether or not they are an entity there; no sentence begins
    between them, and no mark stands there but within an entity. Otherwise it counts the
    share of its words that an entity of the text with the same label has: of a person,
    the last name if it is the same ("Jr." and "II" are none); of anything else, the words
    of a shorter name that is part of it.

    Parameters
    ----------
    labels : sequence of str
        The entities that count.
    """

    def __init__(self, labels: Sequence[str] = ("PERSON", "ORG", "PLACE", "TIME")) -> None:
        self.labels = labels

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The mean of ``all`` entities and of each label's; 0 where there are none."""
        return tuple(map(Output, ("all", *(label.lower() for label in self.labels))))

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Look each entity up."""
        entities = self._look_up(text, hypothesis)
        by_label = [
            _mean([entity.found for entity in entities if entity.mention.label == label])
            for label in self.labels
        ]
        return [_mean([entity.found for entity in entities]), *by_label]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the words of the hypothesis's entities."""
        return tuple(
            Alignment(place, entity.partners[place], "same name")
            if place in entity.partners
            else Alignment(place, None, "missing")
            for entity in self._look_up(text, hypothesis)
            for place in entity.mention.places
        )


@registry.features("entity_mismatch.v1")
class EntityMismatch(_EntityFeature):
    """The share of the hypothesis's named entities that the text has others in place of.

    It has entities with the same label, but nothing of this one; see
    ``entity_overlap.v1``.

    Parameters
    ----------
    labels : sequence of str
        The entities that count; ``date_mismatch.v1`` knows more of times.
    """

    def __init__(self, labels: Sequence[str] = ("PERSON", "ORG", "PLACE")) -> None:
        self.labels = labels

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One share; 0 for a hypothesis without entities."""
        return (Output(""),)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Look each entity up."""
        return [_mean([entity.is_replaced for entity in self._look_up(text, hypothesis)])]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Point out the entities that the text has others in place of."""
        return tuple(
            Alignment(place, None, f"another {entity.mention.label.lower()}")
            for entity in self._look_up(text, hypothesis)
            if entity.is_replaced
            for place in entity.mention.places
        )


def _mentions(analysis: Analysis) -> list[_Mention]:
    """Return the entities of a snippet that are more than words of the closed classes."""
    labels = analysis.entity_labels
    if not any(labels):
        return []
    places = [place for place in _NAME_WORDS.positions(analysis).tolist() if labels[place]]
    groups = _grouped(places, analysis.entity_starts)
    return [_Mention(labels[group[0]], _norms(analysis, group), group) for group in groups]


def _stretches(analysis: Analysis) -> list[_Mention]:
    """Return the words of a snippet, parted where no name goes on."""
    is_outside = np.array([not label for label in analysis.entity_labels], np.bool_)
    starts = analysis.sentence_starts | (analysis.is_punctuation & is_outside)
    groups = _grouped(_NAME_WORDS.positions(analysis).tolist(), starts)
    return [_Mention("", _norms(analysis, group), group) for group in groups]


def _grouped(places: Sequence[int], starts: BoolArray) -> list[tuple[int, ...]]:
    """Part places where something starts."""
    numbers = np.cumsum(starts).tolist()
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for place in places:
        groups[numbers[place]].append(place)
    return list(map(tuple, groups.values()))


def _norms(analysis: Analysis, places: Sequence[int]) -> tuple[str, ...]:
    return tuple(analysis.norms[place] for place in places)


def _partners(
    mention: _Mention, stretches: Sequence[_Mention], rivals: Sequence[_Mention]
) -> dict[int, int]:
    """Return which words of an entity meet which of the text, by their places."""
    for stretch in stretches:
        if (start := _find(mention, stretch)) is not None:
            return dict(zip(mention.places, stretch.places[start:], strict=False))
    for rival in rivals:
        if mention.label == "PERSON":
            last, other = mention.last_name, rival.last_name
            if mention.norms[last] == rival.norms[other]:
                return {mention.places[last]: rival.places[other]}
        elif (start := _find(rival, mention)) is not None:
            return dict(zip(mention.places[start:], rival.places, strict=False))
    return {}


def _find(part: _Mention, whole: _Mention) -> int | None:
    """Return where the words of the one first stand in the other, if anywhere."""
    size = len(part.norms)
    for start in range(len(whole.norms) - size + 1):
        if whole.norms[start : start + size] == part.norms:
            return start
    return None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
