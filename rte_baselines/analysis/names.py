"""Names, and whether two of them are the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rte_baselines.analysis.entity_labels import MISC, ORG, PERSON, PLACE, TIME
from rte_baselines.analysis.word_lists import word_lists

_WORDS = word_lists("reference_words.txt")
MASCULINE_TITLES = _WORDS["masculine_titles"]
FEMININE_TITLES = _WORDS["feminine_titles"]
TITLES = _WORDS["titles"] | MASCULINE_TITLES | FEMININE_TITLES
MASCULINE_NAMES = _WORDS["masculine_names"]
FEMININE_NAMES = _WORDS["feminine_names"]
_FORMS_OF_ADDRESS = _WORDS["forms_of_address"]
_COMPANY_SUFFIXES = _WORDS["company_suffixes"]
# What follows the last name: "Jr.", "II".
_GENERATIONS = frozenset("jr sr ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xxiii".split())
# At the end of a name, these are no part of it.
_MARKS = frozenset({"'s", "'", "&"})
# Before and between titles: "the Vice-President".
_BESIDE_TITLES = frozenset({"the", "-"})
_SMALL = frozenset("of the and for in on de la & 's".split())
# What stands behind these is not what the whole is: "America" in "Bank of America".
_BEFORE_PARTS = frozenset("of for and in on de & 's".split())


@dataclass(frozen=True)
class Name:
    """A name in lower case, without full stops and without what may be left out.

    Parameters
    ----------
    words : tuple of str
        Without titles, company suffixes, "the" and what tells a son from his father.
    label : str
        The kind of entity; empty where it is not known.
    titles : frozenset of str
    generation : str
        "jr", "ii"; empty without one.
    is_capitals : bool
        Whether it is one word in capital letters, which may be an acronym.
    """

    words: tuple[str, ...]
    label: str = ""
    titles: frozenset[str] = frozenset()
    generation: str = ""
    is_capitals: bool = False

    @property
    def is_of_person(self) -> bool:
        """Whether the label or a title says so."""
        return self.label == PERSON or bool(self.titles)


def name_of(words: Sequence[str], label: str = "") -> Name | None:
    """Return the name that words spell; None if there are only titles and the like.

    Parameters
    ----------
    words : sequence of str
        As they stand.
    label : str
        The kind of entity. Of what is no person, "General" and "Duke" are no titles.
    """
    # "Washington, D.C." and "Washington D.C." are the same, and so are "Berg, Jr." and "Berg Jr."
    norms = [norm for norm in map(_norm_of, words) if norm not in ("", ",")]
    left_out = _FORMS_OF_ADDRESS if label in (ORG, PLACE, MISC) else TITLES
    start, end = 0, len(norms)
    while start < end and (norms[start] in left_out or norms[start] in _BESIDE_TITLES):
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
    is_acronym = _is_capitals(words)
    kind = _kind_of(remaining, label, is_company=is_company, is_acronym=is_acronym)
    return Name(remaining, kind, titles, generation, is_acronym)


def same_name(one: Name, other: Name) -> bool:
    """Whether two names may be of the same: equal, a known variant, an acronym, or a part.

    Part of the name of a person is the last name or the first; given names may be left out
    or be initials. Part of another name is its beginning or its end; part of the name of a
    place is none ("Mexico", "Mexico City").
    """
    if _is_contradicted(one, other):
        return False
    return (
        _canonical(one.words) == _canonical(other.words)
        or _is_acronym(one, other)
        or _is_acronym(other, one)
        or _is_short_form(one, other)
        or _is_short_form(other, one)
    )


def given_name_of(words: Sequence[str]) -> str:
    """Return the given name that a name begins with: "jean-paul" where that is a known one.

    Parameters
    ----------
    words : sequence of str
        Those of a `Name`, of which a hyphen is one; at least one.

    Returns
    -------
    str
        The first word if the name is not known, or begins with a known one of one word.
    """
    hyphenated = "".join(words[:3])
    is_known = words[1:2] == ("-",) and hyphenated in MASCULINE_NAMES | FEMININE_NAMES
    return hyphenated if is_known else words[0]


def _kind_of(words: tuple[str, ...], label: str, *, is_company: bool, is_acronym: bool) -> str:
    """Return the kind of entity, which a name may tell better than its label."""
    if is_company:
        return ORG
    if is_acronym and label == PERSON:
        return ""
    is_full_name = len(words) == 2 and words[0] in MASCULINE_NAMES | FEMININE_NAMES
    return PERSON if is_full_name and label in ("", PLACE) else label


def _norm_of(word: str) -> str:
    return word.lower().replace(".", "").replace("\u2019", "'")


def _is_capitals(words: Sequence[str]) -> bool:
    letters = [word.replace(".", "") for word in words]
    return len(letters) == 1 and letters[0].isupper() and len(letters[0]) > 1


def _is_contradicted(one: Name, other: Name) -> bool:
    if TIME in (one.label, other.label) and one.label != other.label:
        return True
    if one.generation and other.generation and one.generation != other.generation:
        return True
    sexes = one.titles | other.titles
    return bool(sexes & MASCULINE_TITLES) and bool(sexes & FEMININE_TITLES)


@cache
def _variants() -> dict[str, str]:
    """Return the name that stands for each of its variants."""
    lists = word_lists("name_variants.txt")
    return {variant: name for name, variants in lists.items() for variant in variants}


def _canonical(words: tuple[str, ...]) -> str:
    name = "_".join(words)
    return _variants().get(name, name)


def _is_acronym(short: Name, long: Name) -> bool:
    """Whether the one is made of the initials of the other, small words left out or not."""
    if not short.is_capitals or len(long.words) < 2:
        return False
    initials = "".join(word[0] for word in long.words)
    capitals = "".join(word[0] for word in long.words if word not in _SMALL)
    return short.words[0] in (initials, capitals)


def _is_short_form(short: Name, long: Name) -> bool:
    """Whether the one is a part of the other that stands for the whole."""
    if TIME in (short.label, long.label) or len(short.words) > len(long.words):
        return False
    if PERSON in (short.label, long.label) and long.is_of_person:
        return _is_short_person(short.words, long.words)
    if len(short.words) == len(long.words) or long.label == PLACE:
        return False
    if short.label in (PLACE, PERSON):
        return False
    return _begins(short.words, long.words) or _ends(short.words, long.words)


def _is_short_person(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    if len(short) == 1:
        return short[0] in (long[0], long[-1])
    if short[-1] != long[-1]:
        return False
    remaining = iter(long[:-1])
    return all(any(_is_given_name(name, one) for one in remaining) for name in short[:-1])


def _is_given_name(one: str, other: str) -> bool:
    """Whether two given names are equal, or the one is the initial of the other."""
    return one == other or (1 in (len(one), len(other)) and one[0] == other[0])


def _begins(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether a name begins the other, and is more than what its kind is called."""
    return long[: len(short)] == short and long[len(short)] not in _BEFORE_PARTS


def _ends(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    start = len(long) - len(short)
    return long[start:] == short and long[start - 1] not in _BEFORE_PARTS
