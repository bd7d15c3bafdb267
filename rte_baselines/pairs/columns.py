"""The names of columns and fields: those that are known, and those that a user gives.

In tables and JSON Lines that no format describes, each part of a pair may have one of many
names. `NAMES` lists them for all readers.
"""

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence

from rte_baselines.advice import how_to_state
from rte_baselines.errors import InputError
from rte_baselines.pairs.labels import label_called
from rte_baselines.quoting import listed, quoted, shortened
from rte_baselines.suggestions import did_you_mean

Columns = Mapping[str, str]
"""The column, field or attribute that holds each part of a pair, such as ``text``.

An empty name means that there is none; only ``id``, ``task`` and ``label`` may have one.
"""

PARTS = ("id", "text", "hypothesis", "task", "label")

NAMES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "pair_id", "uid", "guid", "idx", "index"),
    "text": (
        *("text", "premise", "sentence1", "sentence_a", "text_a", "text1", "context"),
        *("document", "evidence", "passage", "article", "t"),
    ),
    "hypothesis": (
        *("hypothesis", "sentence2", "sentence_b", "text_b", "text2", "claim", "summary"),
        *("statement", "h"),
    ),
    "task": ("task",),
    "label": (
        *("gold_label", "gold", "gold_standard", "true_label", "y_true", "ground_truth"),
        *("label", "entailment_label", "entailment_judgment", "entailment"),
    ),
}
"""The known names of columns and fields, by the part of a pair that they hold.

Case, spaces, ``_`` and ``-`` do not matter: ``pair_id`` also means ``pairID``. Of several
ids, the first in this order is used; of any other part, a table may have only one.
"""

QUESTION_AND_SENTENCE: Columns = {"text": "sentence", "hypothesis": "question"}
"""The columns of GLUE's QNLI: whether the sentence contains the answer to the question.

These names are used only if both are there, and nothing else can be a text or a hypothesis.
"""

_REQUIRED = ("text", "hypothesis")
_NUMBER = re.compile(r"[0-9]{1,9}")
# Unlike the sentences in the first row of a table without header.
_LOOKS_LIKE_NAME = re.compile(r"\s*[^\W\d][\w -]{0,30}\s*$")
_WORD = re.compile(r"[^\W\d][\w-]*")
_PLACEHOLDER = "COLUMN"
# Names of label columns that are not labels themselves.
_LABEL_COLUMN_NAMES = {name for name in NAMES["label"] if label_called(name) is None}
# If there is a column of such a name, one called entailment has the probability of that label.
_PROBABILITY_COLUMN_NAMES = {"contradiction", "neutral", "unknown", "notentailment", "noentailment"}


def parse_columns(spelling: str) -> Columns:
    """Parse the command line's spelling of columns.

    Parameters
    ----------
    spelling : str
        Such as ``text=premise,hypothesis=claim,label=gold``. The parts are ``id``,
        ``text``, ``hypothesis``, ``task`` and ``label``, some or all of them; columns are
        given by name or, in a table without a header, by number from 1. Names must not
        contain a comma. ``label=`` means that there is no label, whatever the names of the
        columns; likewise ``id=`` and ``task=``.

    Raises
    ------
    InputError
        As `check_columns` does, or if an entry is not of the form ``part=column`` or a
        part is named twice.
    """
    columns: dict[str, str] = {}
    for entry in spelling.split(","):
        part, equals, column = (piece.strip() for piece in entry.partition("="))
        if not (part and equals):
            raise InputError(
                f"columns: {quoted(entry)} is not of the form part=column, as text=premise"
            )
        if part in columns:
            raise InputError(f"columns: {quoted(part)} is named twice")
        columns[part] = column
    return check_columns(columns)


def check_columns(columns: Columns) -> Columns:
    """Return `columns` if they name parts of a pair, and may belong to one table.

    Raises
    ------
    InputError
        If a part is unknown, text or hypothesis has an empty name, two parts have the
        same name, numbers and names are mixed, or text or hypothesis lacks a number.
    """
    for part, column in columns.items():
        if part not in PARTS:
            hint = did_you_mean(part, PARTS)
            raise InputError(
                f"columns: {quoted(part)} is unknown; {hint}expected {', '.join(PARTS)}"
            )
        if not column and part in _REQUIRED:
            raise InputError(f"columns: {part}= names no column; expected {part}=COLUMN")
    given = [column for column in columns.values() if column]
    if len(set(given)) < len(given):
        twice = next(column for column in given if given.count(column) > 1)
        raise InputError(f"columns: {quoted(twice)} is named for two parts; expected one for each")
    _check_numbers(columns, [_is_number(column) for column in given])
    return columns


def _check_numbers(columns: Columns, numbered: Sequence[bool]) -> None:
    if not any(numbered):
        return
    if not all(numbered):
        raise InputError(
            "columns: name all of them, or number all of them in a table without header"
        )
    if any(column and int(column) == 0 for column in columns.values()):
        raise InputError("columns: 0 is not a column; columns are numbered from 1")
    for part in _REQUIRED:
        if part not in columns:
            raise InputError(
                f"columns: {part} is missing; a table without header needs both, as in "
                "text=1,hypothesis=2"
            )


def _is_number(column: str) -> bool:
    """Whether a user's column is a number, which has at most nine digits."""
    return _NUMBER.fullmatch(column) is not None


def are_numbers(columns: Columns) -> bool:
    """Whether the columns are given by number, which means that a table has no header."""
    given = [column for column in columns.values() if column]
    return bool(given) and all(map(_is_number, given))


def is_attribute(name: str) -> bool:
    """Whether a column of this name is not a part of a pair, if ``id``, ``text`` etc. exist."""
    part = _part_called(name)
    return part is None or (part == "id" and _key(name) != "id")


def are_pairs(names: Iterable[str]) -> bool:
    """Whether columns of these names may hold texts and hypotheses."""
    candidates = _candidates(names, {})
    return bool(candidates["text"] and candidates["hypothesis"])


def are_those_of(own: Columns, names: Iterable[str]) -> bool:
    """Whether columns of these names are a format's `own`, and no others hold a part of a pair.

    A part that the format does not require, or does not have, must have no other name.
    """
    candidates = _candidates(names, {})
    return all(candidates[part] == [own[part]] for part in _REQUIRED) and all(
        candidates[part][:1] in ([], [own.get(part)]) for part in PARTS
    )


def candidate_columns(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the columns or fields that may hold each part of a pair, the likeliest first.

    Parameters
    ----------
    names : iterable of str

    Returns
    -------
    dict of str to list of str
        For each of `PARTS`, the given names that `NAMES` lists for it; may be empty.
    """
    return _candidates(names, {})


def find_columns(names: Sequence[str], given: Columns | None = None) -> Columns:
    """Find the parts of a pair among the columns of a table or the fields of an object.

    Parameters
    ----------
    names : sequence of str
        The names of the columns or fields.
    given : mapping of str to str, optional
        Those that the user names, which are looked up exactly and, failing that,
        ignoring case, spaces, ``_`` and ``-``. The other parts are found by `NAMES`.

    Returns
    -------
    mapping of str to str
        The name of each part that was found, which includes text and hypothesis.

    Raises
    ------
    InputError
        If a column that the user names is not there, text or hypothesis is not found, or
        two columns may hold the same part. The message lists the columns and gives the
        command-line option that names the right ones.
    """
    given = given or {}
    assigned = {
        part: _given_column(part, name, names) if name else "" for part, name in given.items()
    }
    candidates = _candidates(names, assigned)
    for part, columns in candidates.items():
        _refuse_ambiguous(part, columns, given, candidates)
    found = {**assigned, **{part: columns[0] for part, columns in candidates.items() if columns}}
    if missing := [part for part in _REQUIRED if part not in found]:
        raise InputError(_advice(missing, names, given, candidates))
    return {part: found[part] for part in PARTS if found.get(part)}


def how_to_name(names: Sequence[str]) -> str:
    """Return a message that lists the columns, none of which is known as text or hypothesis.

    Parameters
    ----------
    names : sequence of str
        The fields of a first line, which may not be a header.
    """
    candidates = _candidates(names, {})
    missing = [part for part in _REQUIRED if not candidates[part]]
    return _advice(missing, names, {}, candidates)


def how_to_name_numbered(first_row: Sequence[str], numbered: Columns) -> str | None:
    """Return how to name columns that the user numbers, if the first row is a header after all.

    Parameters
    ----------
    first_row : sequence of str
        Its fields, at least as many as the highest number.
    numbered : mapping of str to str

    Returns
    -------
    str or None
        None unless the fields of text and hypothesis, or that of the id or of the label, are
        known names of such columns.
    """
    named = _names_of_numbered(first_row, numbered)
    known = {part for part, name in named.items() if _part_called(name) == part}
    # A single text or label may be such a word: "entailment" is a label, too.
    if not (known >= set(_REQUIRED) or "id" in known or named.get("label") in _LABEL_COLUMN_NAMES):
        return None
    return f"is a header, though the columns are numbered; name them: {how_to_give(named)}"


def warning_of_header(first_row: Sequence[str], numbered: Columns) -> str | None:
    """Return a warning that the first row may be a header, if text and hypothesis are one word.

    Parameters are those of `how_to_name_numbered`, which recognizes the known names.
    """
    named = _names_of_numbered(first_row, numbered)
    if not all(_WORD.fullmatch(named[part].strip()) for part in _REQUIRED):
        return None
    return (
        "is read as a pair, as the columns are numbered; if it is a header, name them: "
        f"{how_to_give(named)}"
    )


def _names_of_numbered(first_row: Sequence[str], numbered: Columns) -> dict[str, str]:
    return {part: first_row[int(number) - 1] for part, number in numbered.items() if number}


def _key(name: str) -> str:
    """Return the normalized form of a name, without case, spaces, ``_`` and ``-``."""
    # Several times as fast as a regular expression, which matters if there are many columns.
    return name.strip().casefold().replace(" ", "").replace("_", "").replace("-", "")


def _part_called(name: str) -> str | None:
    key = _key(name)
    return next((part for part, keys in _KEYS.items() if key in keys), None)


_KEYS = {part: tuple(map(_key, names)) for part, names in NAMES.items()}
_ALL_KEYS = {key for keys in _KEYS.values() for key in keys}
_ALL_KEYS |= {*QUESTION_AND_SENTENCE.values(), *_PROBABILITY_COLUMN_NAMES}


def _candidates(names: Iterable[str], assigned: Columns) -> dict[str, list[str]]:
    """Return the columns that may hold each part that is not `assigned`, the likeliest first."""
    by_key: dict[str, list[str]] = {}
    for name in names:
        if (key := _key(name)) in _ALL_KEYS:
            by_key.setdefault(key, []).append(name)
    if by_key.keys() & _PROBABILITY_COLUMN_NAMES:
        by_key.pop("entailment", None)
    used = set(assigned.values())
    found = {
        part: [name for key in keys for name in by_key.get(key, []) if name not in used]
        for part, keys in _KEYS.items()
        if part not in assigned
    }
    if not any(found.get(part) for part in _REQUIRED):
        found |= _question_and_sentence(by_key, assigned)
    return {part: found.get(part, []) for part in PARTS}


def _question_and_sentence(
    by_key: Mapping[str, list[str]], assigned: Columns
) -> dict[str, list[str]]:
    found = {part: by_key.get(key, []) for part, key in QUESTION_AND_SENTENCE.items()}
    if not all(found.values()) or any(assigned.get(p, c[0]) not in c for p, c in found.items()):
        return {}
    return {part: columns for part, columns in found.items() if part not in assigned}


def _refuse_ambiguous(
    part: str, columns: Sequence[str], given: Columns, candidates: Mapping[str, Sequence[str]]
) -> None:
    # Any of several ids identifies a pair, so their order decides.
    ambiguous = [name for name in columns if part != "id" or _key(name) == _key(columns[0])]
    if len(ambiguous) > 1:
        wanted = _most_likely(candidates) if part in _REQUIRED else {part: columns[0]}
        raise InputError(
            f"columns {listed(ambiguous)} may each hold the {part}; name one of them: "
            f"{how_to_give({**wanted, **given})}"
        )


def _given_column(part: str, column: str, names: Sequence[str]) -> str:
    if column in names:
        return column
    similar = [name for name in names if _key(name) == _key(column)]
    if len(similar) == 1:
        return similar[0]
    problem = f"{listed(similar)} are similar" if similar else f"no column {quoted(column)}"
    raise InputError(f"{problem} for the {part}; it has {listed(names)}")


def _advice(
    missing: Sequence[str],
    names: Sequence[str],
    given: Columns,
    candidates: Mapping[str, Sequence[str]],
) -> str:
    used = {*given.values(), *(name for columns in candidates.values() for name in columns)}
    unknown = [name.strip() for name in names if _LOOKS_LIKE_NAME.match(name) and name not in used]
    guesses = dict(zip(missing, unknown, strict=False)) if len(unknown) <= len(missing) else {}
    how = how_to_give({**_most_likely(candidates), **guesses, **given})
    return (
        f"no column of a known name for the {' and the '.join(missing)} among {listed(names)}; "
        f"name {'it' if len(missing) == 1 else 'them'}: {how}"
    )


def _most_likely(candidates: Mapping[str, Sequence[str]]) -> Columns:
    return {part: [*candidates[part], _PLACEHOLDER][0] for part in _REQUIRED}


def how_to_give(columns: Columns) -> str:
    """Return how the reader of a message gives these columns, in the order of `PARTS`."""
    spelled = {part: shortened(columns[part]) for part in PARTS if part in columns}
    entries = ",".join(f"{part}={column}" for part, column in spelled.items())
    return how_to_state(f"columns={spelled}", f"--columns {shlex.quote(entries)}")
