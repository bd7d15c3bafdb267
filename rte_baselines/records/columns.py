"""The columns of rows: their default names, those that a user names, and paths to nested values.

A part of a pair or of a prediction stands in a column. The user names columns by paths:

- the name of a column;
- its number, from 1, in a table without a header;
- keys and positions, from 0, with dots between for nested values: ``example.premise``;
- several of these, with + between, for a list of numbers: ``p_entailment+p_neutral``.
"""

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rte_baselines.core.advice import did_you_mean, how_to_state
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import listed, quoted, shortened

Columns = Mapping[str, str]
"""The path of each part, by the name of the part; an empty path means that there is none."""

_PLACEHOLDER = "COLUMN"
_JOINT = "+"


@dataclass(frozen=True)
class Names:
    """The default names of columns, by part.

    They are compared without case, spaces, ``_`` and ``-``. Others are named by `parameter` in
    Python, and by `option` on the command line.
    """

    by_part: Mapping[str, tuple[str, ...]]
    parameter: str
    option: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts."""
        return tuple(self.by_part)

    def called(self, part: str, names: Iterable[str]) -> list[str]:
        """Return those of the names that are default names of a part."""
        known = {_key(name) for name in self.by_part[part]}
        return [name for name in names if _key(name) in known]

    def how_to_give(self, columns: Columns) -> str:
        """Return how the reader of a message names these columns."""
        spelled = {part: columns[part] for part in self.parts if part in columns}
        entries = ",".join(f"{part}={path}" for part, path in spelled.items())
        return how_to_state(f"{self.parameter}={spelled}", f"{self.option} {shlex.quote(entries)}")


_IDS = ("id", "pair_id", "uid", "guid", "idx", "index")

PAIR_NAMES = Names(
    {
        "id": _IDS,
        "text": (
            *("text", "premise", "sentence1", "sentence_a", "text_a", "text1", "context"),
            *("document", "evidence", "passage", "article", "grounding", "t"),
        ),
        "hypothesis": (
            *("hypothesis", "sentence2", "sentence_b", "text_b", "text2", "claim", "summary"),
            *("statement", "generated_text", "h"),
        ),
        "task": ("task",),
        "label": (
            *("label", "gold_label", "gold", "gold_standard", "true_label", "y_true"),
            *("ground_truth", "entailment_label", "entailment_judgment"),
        ),
    },
    "columns",
    "--columns",
)

RUN_NAMES = Names(
    {
        "id": _IDS,
        "label": (
            *("label", "prediction", "predicted_label", "pred_label", "predicted", "pred"),
            "y_pred",
        ),
        "score": ("score",),
        "confidence": ("confidence",),
        "probabilities": ("probabilities", "probs"),
        "logits": ("logits",),
        "answer": ("response",),
    },
    "run_columns",
    "--run-columns",
)


def parse_columns(given: Columns | str | None, names: Names = PAIR_NAMES) -> Columns:
    """Return the columns that a user names, or refuse an unknown part or one named twice.

    They are paths by part, or the spelling of the command line: ``text=premise,hypothesis=claim``.
    """
    if isinstance(given, str):
        entries = [tuple(map(str.strip, entry.partition("="))) for entry in given.split(",")]
    else:
        entries = [
            (str(part), "=", "" if path is None else str(path))
            for part, path in (given or {}).items()
        ]
    columns: dict[str, str] = {}
    for part, equals, path in entries:
        if not (part and equals):
            form = f"PART=COLUMN, as {names.parts[1]}=NAME"
            raise InputError(f"{names.parameter}: {quoted(part)} is not of the form {form}")
        if part not in names.parts:
            known = f"{did_you_mean(part, names.parts)}expected {', '.join(names.parts)}"
            raise InputError(f"{names.parameter}: {quoted(part)} is no part; {known}")
        if part in columns:
            raise InputError(f"{names.parameter}: {quoted(part)} is named twice; expected it once")
        columns[part] = path
    return columns


def are_numbers(columns: Columns) -> bool:
    """Whether columns are named by number, which means that a table has no header."""
    paths = [path for path in columns.values() if path]
    return bool(paths) and all(path.replace(_JOINT, "").isdecimal() for path in paths)


def find_columns(
    present: Sequence[str], names: Names, given: Columns, required: Sequence[str] = ()
) -> Columns:
    """Return the path of each part that a source has.

    Parts that the user does not name in `given` are found by their default names; ``id`` itself
    comes before other ids. A named column that is not there, a required part that is not found,
    and two columns with default names of one part are refused; the message lists the columns
    present, and says what to type.
    """
    used: set[str] = set()
    for part, path in given.items():
        used.update(columns := [path] if path in present else path.split(_JOINT))
        for column in filter(None, columns):
            if column not in present and column.partition(".")[0] not in present:
                hint = did_you_mean(column, present)
                raise InputError(
                    f"no column {quoted(column)} for the {part}; {hint}it has {listed(present)}; "
                    f"name one: {names.how_to_give({**given, part: _PLACEHOLDER})}"
                )
    free = [name for name in present if name not in used]
    found: dict[str, str] = {}
    for part in names.parts:
        candidates = [given[part]] if part in given else names.called(part, free)
        if part == "id" and len(candidates) > 1:
            same = [name for name in candidates if _key(name) == part]
            candidates = [part] if part in candidates else same or candidates
        if len(candidates) > 1:
            raise InputError(
                f"columns {listed(candidates)} may each hold the {part}; it has {listed(present)}; "
                f"name one: {names.how_to_give({**given, part: candidates[0]})}"
            )
        if candidates and candidates[0]:
            found[part] = candidates[0]
    missing = [part for part in required if part not in found]
    if missing:
        unused = [name for name in free if name not in found.values()]
        fit = unused[0] if len(unused) == len(missing) == 1 else _PLACEHOLDER
        wanted = {**given, **dict.fromkeys(missing, fit)}
        raise InputError(
            f"no column for the {' and the '.join(missing)} among {listed(present)}; name "
            f"{'it' if len(missing) == 1 else 'them'}: {names.how_to_give(wanted)}"
            + hint_of_quotes(present)
        )
    return found


class ColumnFinder:
    """Finds the columns of rows, again where a row has columns that earlier ones do not have.

    `columns`, the path of each part, is known after the first row; `present` has all columns so
    far.
    """

    def __init__(self, names: Names, given: Columns, required: Sequence[str] = ()) -> None:
        self._names, self._given, self._required = names, given, required
        self._seen: Iterable[str] | None = None
        self.columns: Columns = {}
        self.present: list[str] = []

    def look_at(self, fields: Mapping[str, Any]) -> bool:
        """Find the columns of a row; return whether they may be others than those before."""
        if fields.keys() == self._seen:
            return False
        is_first = self._seen is None
        new = [name for name in fields if name not in self.present]
        if not (new or is_first):
            self._seen = fields.keys()
            return False
        if is_first:
            check_keys(fields, self._names, self._given)
        present = [*self.present, *new]
        found = find_columns(present, self._names, self._given, self._required)
        if not is_first and found.get("id") != self.columns.get("id"):
            raise InputError(f"{quoted(found['id'])} holds the id, and did not in rows before")
        self._seen, self.present, self.columns = fields.keys(), present, found
        return True


def check_keys(fields: Mapping[str, Any], names: Names, given: Columns) -> None:
    """Refuse paths that a user names if an object on the way does not have the next key."""
    for part, path in given.items():
        for column in [] if path in fields else path.split(_JOINT):
            keys = column.split(".")
            for place in range(1, len(keys) if column not in fields else 0):
                above = ".".join(keys[:place])
                value = walk(fields, above)[0]
                if isinstance(value, Mapping) and keys[place] not in value:
                    raise InputError(
                        f"{quoted(above)} has no {quoted(keys[place])} for the {part}; "
                        f"{did_you_mean(keys[place], list(value))}it has {listed(value)}; name "
                        f"one: {names.how_to_give({**given, part: f'{above}.{_PLACEHOLDER}'})}"
                    )


def hint_of_quotes(values: Iterable[str]) -> str:
    """Return how to read values that are all in quotation marks, as pandas writes tables."""
    given = [value.strip() for value in values]
    if not given or not all(len(value) > 1 and value[0] == value[-1] == '"' for value in given):
        return ""
    how = how_to_state("quotes=True", "--quotes")
    return f"; the fields are in quotation marks, which are read as in CSV with {how}"


def walk(fields: Mapping[str, Any], path: str) -> tuple[Any, list[str]]:
    """Follow a path into a row; return the value that is reached, and the keys beyond it."""
    if path in fields:
        return fields[path], []
    value: Any = fields
    keys = path.split(".")
    for place, key in enumerate(keys):
        if isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, (list, tuple)) and key.isdecimal():
            value = value[int(key)] if int(key) < len(value) else None
        else:
            return value, keys[place:]
    return value, []


def value_at(fields: Mapping[str, Any], path: str) -> Any:
    """Return the value at a path of a row, None if there is none; a list for joined paths."""
    if path in fields:
        return fields[path]
    if _JOINT in path:
        return [value_at(fields, column) for column in path.split(_JOINT)]
    value, rest = walk(fields, path)
    return None if rest else value


def row_id(value: Any, column: str) -> str | None:
    """Return an id as a string, None if there is none; refuse other values than whole numbers."""
    if value is None or isinstance(value, str):
        return None if value is None else value.strip()
    # Many tools convert a column of integers with missing values to floats.
    if isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1:
        return str(int(value))
    found = f"{quoted(column)} is {shortened(json.dumps(value))}"
    raise InputError(f"{found}, which is no id; expected a string or a whole number")


def _key(name: str) -> str:
    """Return a name without case, spaces, ``_`` and ``-``."""
    return name.strip().casefold().replace(" ", "").replace("_", "").replace("-", "")
