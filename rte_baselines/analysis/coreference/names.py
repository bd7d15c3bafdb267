"""Names of entities, and whether two names match."""

from collections.abc import Sequence
from dataclasses import dataclass

from rte_baselines.analysis.english.labels import MISC, ORG, PERSON, PLACE, TIME
from rte_baselines.analysis.tokens.word_classes import word_lists

_WORDS = word_lists("coreference/reference_words.txt")
MASCULINE_TITLES = _WORDS["masculine_titles"]
FEMININE_TITLES = _WORDS["feminine_titles"]
TITLES = _WORDS["titles"] | MASCULINE_TITLES | FEMININE_TITLES
MASCULINE_NAMES = _WORDS["masculine_names"]
FEMININE_NAMES = _WORDS["feminine_names"]
_CANONICAL = {
    variant: name
    for name, variants in word_lists("coreference/name_variants.txt").items()
    for variant in variants
}
_COMPANY_SUFFIXES = _WORDS["company_suffixes"]
# Suffixes after the last name: "Jr.", "II".
_GENERATIONS = frozenset("jr sr ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xxiii".split())
# These are not part of a name at its end.
_MARKS = frozenset({"'s", "'", "&"})
# Before and between titles: "the Vice-President".
_BESIDE_TITLES = frozenset({"the", "-"})
_FUNCTION_WORDS = frozenset("of the and for in on de la & 's".split())
# The name after one of these is not a short form: "America" in "Bank of America".
_BEFORE_PARTS = frozenset("of for and in on de & 's".split())


@dataclass(frozen=True)
class Name:
    """A normalized name: in lower case, without full stops and optional words.

    `words` are without titles, company suffixes, "the" and the generation, which is such as "jr" or
    "ii". `label` is the type of the entity; empty if unknown. `is_capitals` is whether it is a
    single word in capital letters, which may be an acronym.
    """

    words: tuple[str, ...]
    label: str = ""
    titles: frozenset[str] = frozenset()
    generation: str = ""
    is_capitals: bool = False

    @property
    def is_of_person(self) -> bool:
        """Whether it is the name of a person, by its label or a title."""
        return self.label == PERSON or bool(self.titles)


def name_of(words: Sequence[str], label: str = "") -> Name | None:
    """Return the normalized name; None if there are only titles or other optional words.

    The words are spelled as in the text. `label` is the type of the entity: "General" and "Duke"
    are titles of persons only.
    """
    # "Washington, D.C." and "Washington D.C." are the same, and so are "Berg, Jr." and "Berg Jr."
    norms = [word.lower().replace(".", "").replace("\u2019", "'") for word in words]
    norms = [norm for norm in norms if norm not in ("", ",")]
    optional = _WORDS["forms_of_address"] if label in (ORG, PLACE, MISC) else TITLES
    start, end = 0, len(norms)
    while start < end and (norms[start] in optional or norms[start] in _BESIDE_TITLES):
        start += 1
    while end > start + 1 and norms[end - 1] in _COMPANY_SUFFIXES | _MARKS:
        end -= 1
    generation = ""
    if end > start + 1 and norms[end - 1] in _GENERATIONS:
        end -= 1
        generation = norms[end]
    if start == end:
        return None
    titles = frozenset(norms[:start]) - _BESIDE_TITLES
    remaining = tuple(norms[start:end])
    is_company = norms[-1] in _COMPANY_SUFFIXES
    letters = [word.replace(".", "") for word in words]
    is_acronym = len(letters) == 1 and letters[0].isupper() and len(letters[0]) > 1
    kind = _kind_of(remaining, label, is_company=is_company, is_acronym=is_acronym)
    return Name(remaining, kind, titles, generation, is_acronym)


def same_name(first: Name, second: Name) -> bool:
    """Whether two names may be names of the same entity.

    They are if they are equal or known variants, or if one is an acronym or a short form of
    the other. A short form of a person's name is the first or the last name; given names may
    be omitted or be initials. A short form of another name is its beginning or its end. The
    name of a place has no short form ("Mexico", "Mexico City").
    """
    # Labels, generations or titles can show that two names differ.
    if TIME in (first.label, second.label) and first.label != second.label:
        return False
    if first.generation and second.generation and first.generation != second.generation:
        return False
    titles = first.titles | second.titles
    if titles & MASCULINE_TITLES and titles & FEMININE_TITLES:
        return False
    return (
        _canonical(first.words) == _canonical(second.words)
        or _is_acronym(first, second)
        or _is_acronym(second, first)
        or _is_short_form(first, second)
        or _is_short_form(second, first)
    )


def given_name_of(words: Sequence[str]) -> str:
    """Return the given name at the beginning of the words of a `Name`, in which a hyphen is a word.

    It is a known hyphenated name such as "jean-paul", or else the first word.
    """
    hyphenated = "".join(words[:3])
    is_known = words[1:2] == ("-",) and hyphenated in MASCULINE_NAMES | FEMININE_NAMES
    return hyphenated if is_known else words[0]


def _kind_of(words: tuple[str, ...], label: str, *, is_company: bool, is_acronym: bool) -> str:
    """Return the type of the entity: by its words if they are clear, else its label."""
    if is_company:
        return ORG
    if is_acronym and label == PERSON:
        return ""
    is_full_name = len(words) == 2 and words[0] in MASCULINE_NAMES | FEMININE_NAMES
    return PERSON if is_full_name and label in ("", PLACE) else label


def _canonical(words: tuple[str, ...]) -> str:
    name = "_".join(words)
    return _CANONICAL.get(name, name)


def _is_acronym(short: Name, long: Name) -> bool:
    """Whether a name is the initials of another, with or without those of function words."""
    if not short.is_capitals or len(long.words) < 2:
        return False
    initials = "".join(word[0] for word in long.words)
    capitals = "".join(word[0] for word in long.words if word not in _FUNCTION_WORDS)
    return short.words[0] in (initials, capitals)


def _is_short_form(short: Name, long: Name) -> bool:
    """Whether a name is a short form of another; see `same_name`."""
    if TIME in (short.label, long.label) or len(short.words) > len(long.words):
        return False
    if PERSON in (short.label, long.label) and long.is_of_person:
        return _is_short_person(short.words, long.words)
    if len(short.words) == len(long.words) or long.label == PLACE:
        return False
    if short.label in (PLACE, PERSON):
        return False
    # "Oslo Bank", but not "Bank of Oslo", is a beginning; likewise at the end.
    size, start = len(short.words), len(long.words) - len(short.words)
    begins = long.words[:size] == short.words and long.words[size] not in _BEFORE_PARTS
    return begins or (
        long.words[start:] == short.words and long.words[start - 1] not in _BEFORE_PARTS
    )


def _is_short_person(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    if len(short) == 1:
        return short[0] in (long[0], long[-1])
    if short[-1] != long[-1]:
        return False
    remaining = iter(long[:-1])
    # Given names are equal, or one is the initial of the other.
    return all(
        any(
            name == other or (1 in (len(name), len(other)) and name[0] == other[0])
            for other in remaining
        )
        for name in short[:-1]
    )
