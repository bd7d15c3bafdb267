"""Named entities of the treebanks: names and dates among GUM's mentions, and UNER's spans."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from english_pipeline.treebanks import Sentence

_OTHER = "MISC"
_GUM_LABELS = {"person": "PERSON", "organization": "ORG", "place": "PLACE", "time": "TIME"}
"""GUM's types with hundreds of names; all other types are merged into one."""

_UNER_LABELS = {"PER": "PERSON", "ORG": "ORG", "LOC": "PLACE"}

# "(7-person-new-nnnnn-cf1-1,2-coref-Ada_Lovelace" opens mention 7; it is closed at the same
# word by a bare bracket, or at a later word by "7)".
_BRACKET = re.compile(
    r"\((?P<opened>\d+)-(?P<type>[a-z]+)-[^()]*(?P<closed_at_once>\))?|(?P<closed>\d+)\)"
)

_NAME_TAGS = {"NNP", "NNPS", "CD"}
_ALWAYS_INSIDE = {"flat", "goeswith"}
_INSIDE_IF_NAMES = {"compound", "amod", "nummod", "nmod:unmarked", "nmod:desc", "nmod:poss"}
_FUNCTION_WORDS = {"case", "cc", "det"}
_NEVER_AT_EDGES = _FUNCTION_WORDS | {"punct"}
# "Bank of England" is one name, "Paris in France" two.
_WITHIN_NAMES = {"of", "for", "de", "&"}


@dataclass(frozen=True)
class Entity:
    """A named entity: words `start` up to, not including, `end` of a sentence."""

    start: int
    end: int
    label: str


def gum_entities(sentence: Sentence) -> list[Entity]:
    """Return the named mentions in a sentence of GUM; of nested ones, the longest.

    A mention is named if its head is a proper noun or, for times, a number. It is reduced
    to the name: the head and those of its dependents that belong to the name, without
    articles, clauses and other descriptions.
    """
    entities = []
    for start, end, kind in _mentions(sentence):
        head = _head_of(sentence, start, end)
        named = {"PROPN", "NUM"} if kind == "time" else {"PROPN"}
        if sentence.parts[head] in named:
            first, last = _name_around(sentence, head, start, end)
            entities.append(Entity(first, last + 1, _GUM_LABELS.get(kind, _OTHER)))
    return _longest(entities)


def _mentions(sentence: Sentence) -> Iterator[tuple[int, int, str]]:
    """Yield the start, the end and the type of each mention."""
    opened: dict[str, list[tuple[int, str]]] = {}
    for position, notes in enumerate(sentence.notes):
        for bracket in _BRACKET.finditer(notes.get("Entity", "")):
            if bracket["closed_at_once"]:
                yield position, position + 1, bracket["type"]
            elif bracket["opened"]:
                opened.setdefault(bracket["opened"], []).append((position, bracket["type"]))
            elif opened.get(bracket["closed"]):
                start, kind = opened[bracket["closed"]].pop()
                yield start, position + 1, kind


def _head_of(sentence: Sentence, start: int, end: int) -> int:
    """Return the first word of a span whose head is outside it."""
    heads = sentence.heads
    outside = (
        position
        for position in range(start, end)
        if not start <= heads[position] < end or heads[position] == position
    )
    return next(outside, start)


def _name_around(sentence: Sentence, head: int, start: int, end: int) -> tuple[int, int]:
    """Return the first and the last word of the name whose head is given."""
    inside = {head}
    # Names have at most three levels of dependents.
    for _ in range(3):
        inside |= {
            position
            for position in range(start, end)
            if sentence.heads[position] in inside and _is_of_name(sentence, position, head)
        }
    first = last = head
    while first - 1 in inside:
        first -= 1
    while last + 1 in inside:
        last += 1
    # Remove function words and punctuation at the edges, where the next part was left out.
    while first < head and sentence.relations[first] in _NEVER_AT_EDGES:
        first += 1
    while last > head and sentence.relations[last] in _NEVER_AT_EDGES:
        last -= 1
    return first, last


def _is_of_name(sentence: Sentence, position: int, head: int) -> bool:
    """Whether a dependent of a part of a name is part of it as well."""
    relation = sentence.relations[position]
    if relation in _FUNCTION_WORDS:
        # "of the" is part of a name between two of its words, not before the first.
        return sentence.heads[position] != head
    if relation == "punct":
        return sentence.words[position] in ("-", ",") and head < position
    is_name = sentence.rows[position][4] in _NAME_TAGS
    if relation in ("nmod", "conj"):
        markers = _markers(sentence, position)
        return is_name and bool(markers) and markers <= _WITHIN_NAMES
    return relation in _ALWAYS_INSIDE or (relation in _INSIDE_IF_NAMES and is_name)


def _markers(sentence: Sentence, position: int) -> set[str]:
    """Return the prepositions and conjunctions that depend on a word, in lower case."""
    return {
        word.lower()
        for word, head, relation in zip(
            sentence.words, sentence.heads, sentence.relations, strict=True
        )
        if head == position and relation in ("case", "cc")
    }


def _longest(entities: list[Entity]) -> list[Entity]:
    kept: list[Entity] = []
    for entity in sorted(entities, key=lambda entity: (entity.start - entity.end, entity.start)):
        if all(entity.end <= other.start or other.end <= entity.start for other in kept):
            kept.append(entity)
    return sorted(kept, key=lambda entity: entity.start)


def with_uner_entities(
    path: Path, sentences: Iterable[Sentence]
) -> list[tuple[Sentence, list[Entity]]]:
    """Return sentences with their entities in a Universal NER file, whose order may differ.

    The few sentences that it splits into other words than the treebank are left out.
    """
    rows_by_name: dict[str, list[list[str]]] = {}
    name = ""
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            if line.startswith("# sent_id"):
                name = line.partition("=")[2].strip()
            elif line.strip() and not line.startswith("#"):
                rows_by_name.setdefault(name, []).append(line.split("\t"))
    return [
        (sentence, list(_spans([row[2] for row in rows_by_name[sentence.name]])))
        for sentence in sentences
        if [row[1] for row in rows_by_name.get(sentence.name, [])] == sentence.words
    ]


def _spans(tags: list[str]) -> Iterator[Entity]:
    start = 0
    for end in range(1, len(tags) + 1):
        if end < len(tags) and tags[end].startswith("I-"):
            continue
        label = _UNER_LABELS.get(tags[start].removeprefix("B-"))
        if label is not None:
            yield Entity(start, end, label)
        start = end
