"""The check that no other column or field may be the one read as the label or the id.

`FieldNames` has several names for each, the first of which is read: ``prediction`` before
``pred_label``, and ``id`` before ``guid``. Where both are there and differ, either may be meant,
and the wrong one would give wrong figures.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rte_baselines.advice import how_to_state
from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.pairs.ids import id_digest
from rte_baselines.pairs.label_texts import LabelTexts
from rte_baselines.pairs.labels import (
    are_compatible,
    is_without_agreement,
    label_called,
    parse_label,
)
from rte_baselines.pairs.unread_ids import ColumnOfIds
from rte_baselines.quoting import quoted
from rte_baselines.runs.fields import (
    FieldNames,
    label_column,
    names_like,
    names_of_ids,
    names_of_kind,
    similar_names,
)
from rte_baselines.runs.withheld import Withheld, withheld_called

# Sums of digests, which do not depend on the order, are taken modulo this.
_DIGESTS = 1 << 64
# Without an order, numbers and initials stand for labels that are not known.
_CODES = {*("0", "1", "2", "0.0", "1.0", "2.0", "label_0", "label_1", "label_2"), *"ecnu"}

_Answer = Label | Withheld | str
"""What a cell says: a label, a withheld answer, or the code of an unknown label."""


class RivalCheck:
    """Check that no other column or field may be the one read as the label or the id.

    Labels are compared as labels: ``yes`` is ``entailment``, and NO_ENTAILMENT is compatible with
    CONTRADICTION. Numbers, if no order is stated, must each stand beside one label. A column
    of which most cells are no labels, such as the text of which a chat model's label was read,
    is no rival.

    Numbers of labels must mean what ``prediction_text`` beside them says.

    A file may have several kinds of ids, of which the first name decides, as in files of pairs.
    Two of them fit the same pairs only if they are the same ids in another order, or if their
    names are spellings of one.

    Parameters
    ----------
    names : FieldNames
    label_name, id_name : str or None
        The fields read as the label and the id.
    others : iterable of str
        All fields but those with probabilities of labels.
    """

    def __init__(
        self, names: FieldNames, label_name: str | None, id_name: str | None, others: Iterable[str]
    ) -> None:
        others = list(others)
        self._rivals: list[
            _LabelRival | _NumberedLabel | _IdRival | _UnknownIdRival | _OrderRival
        ] = []
        if label_name is not None:
            self._rivals.append(_NumberedLabel(names, label_name, others))
            self._rivals += [
                _LabelRival(names, label_name, rival)
                for rival in _rivals(label_name, names_of_kind(label_name, names), others)
            ]
        unread = [name for name in others if name not in (label_name, id_name)]
        # In order, ids that are there are compared with those of the pairs.
        if id_name is None:
            self._rivals += map(_OrderRival, unread)
        elif not names.in_order and (known := names_of_ids(id_name, names)):
            rivals = _rivals(id_name, known, others)
            self._rivals += [_IdRival(id_name, rival) for rival in rivals]
            unknown = [name for name in unread if name not in rivals]
            self._rivals += [_UnknownIdRival(id_name, name) for name in unknown]

    def add(self, line: int, row: Mapping[str, Any]) -> None:
        """Compare the fields of a row."""
        for rival in self._rivals:
            rival.add(line, row)

    def finish(self) -> None:
        """Raise an error if there is a rival.

        Raises
        ------
        InputError
            The message names both columns or fields, and how to state which one is meant.
        """
        for rival in self._rivals:
            rival.finish()


class _LabelRival:
    """Compares the field read as the label with another one."""

    def __init__(self, names: FieldNames, name: str, rival: str) -> None:
        self._names, self._name, self._rival = names, name, rival
        self._labels = self._other_values = 0
        self._of_codes: dict[str, _Answer] = {}
        self._example = ""

    def add(self, line: int, row: Mapping[str, Any]) -> None:
        value, other = row.get(self._name), row.get(self._rival)
        if _is_empty(other) or _is_empty(value):
            return
        read, said = (_answer(one, self._names) for one in (value, other))
        if said is None:
            self._other_values += 1
            return
        self._labels += 1
        # Other values in the place of the label are refused by the reader.
        if not self._example and read is not None and not self._agree(read, said):
            self._example = f"on line {line}: {quoted(value)} and {quoted(other)}"

    def _agree(self, read: _Answer, said: _Answer) -> bool:
        if isinstance(read, Label) and isinstance(said, Label):
            return are_compatible(read, said)
        if isinstance(said, (Label, Withheld)):
            return read is said
        return self._of_codes.setdefault(said, read) == read

    def finish(self) -> None:
        if not self._example or self._labels < self._other_values:
            return
        # There is no option for the names of gold labels.
        advice = (
            "remove or rename one of them"
            if self._names.is_gold
            else f"name the right one: {label_column(self._name)}"
        )
        raise _rival_error(self._name, self._rival, "label", self._example, advice)


class _NumberedLabel:
    """Compares the numbers of labels with their names in another field; see `LabelTexts`."""

    def __init__(self, names: FieldNames, name: str, others: Iterable[str]) -> None:
        self._name = name
        self._texts = LabelTexts(names.label_order)
        self._fields = list(self._texts.fields_of(name, others))

    def add(self, line: int, row: Mapping[str, Any]) -> None:
        value = row.get(self._name)
        if self._fields and value is not None and not isinstance(value, bool):
            self._texts.add(line, self._name, str(value), row)

    def finish(self) -> None:
        self._texts.finish()


class _IdRival:
    """Compares the field read as the id with another one."""

    def __init__(self, name: str, rival: str) -> None:
        self._name, self._rival = name, rival
        self._is_same_name = bool(similar_names(name, [rival]))
        self._sum = self._rival_sum = 0
        self._example = ""

    def add(self, line: int, row: Mapping[str, Any]) -> None:
        value, other = (_id(row.get(name)) for name in (self._name, self._rival))
        self._sum = (self._sum + id_digest(value)) % _DIGESTS
        self._rival_sum = (self._rival_sum + id_digest(other)) % _DIGESTS
        if not self._example and value != other:
            self._example = f"on line {line}: {quoted(value)} and {quoted(other)}"

    def finish(self) -> None:
        # Equal sums of digests are those of the same ids in another order.
        if not self._example or not (self._is_same_name or self._sum == self._rival_sum):
            return
        stated = f"id_column={quoted(self._name)}"
        advice = how_to_state(f"name the right one: {stated}", "remove or rename one of them")
        raise _rival_error(self._name, self._rival, "id", self._example, advice)


class _UnknownIdRival:
    """Compares the field read as the id with one whose name is not known."""

    def __init__(self, name: str, rival: str) -> None:
        self._name, self._rival = name, rival
        self._column, self._other = ColumnOfIds(), ColumnOfIds()

    def add(self, line: int, row: Mapping[str, Any]) -> None:
        if self._other.may_hold_ids:
            self._column.add(_id(row.get(self._name)))
            self._other.add(_id(row.get(self._rival)))

    def finish(self) -> None:
        # The numbers of the rows are no ids beside a column of another order that is called id.
        if self._other.may_be_other_ids and self._other.is_reordered(self._column):
            stated = " or ".join(f"id_column={quoted(name)}" for name in (self._rival, self._name))
            raise InputError(
                f"{quoted(self._name)} and {quoted(self._rival)} have the same values in different "
                "orders, and either may hold the id; "
                + how_to_state(f"name the right one: {stated}", "remove or rename one of them")
            )


class _OrderRival:
    """Looks for the numbers of rows that are not in their order, in a run without ids."""

    def __init__(self, rival: str) -> None:
        self._rival = rival
        self._column = ColumnOfIds()

    def add(self, line: int, row: Mapping[str, Any]) -> None:
        if self._column.may_hold_ids:
            self._column.add(_id(row.get(self._rival)))

    def finish(self) -> None:
        if self._column.numbers_rows_in_another_order():
            raise InputError(
                f"{quoted(self._rival)} numbers the rows in another order than theirs, so that the "
                "predictions may not be in the order of the pairs; sort them by it, or remove it"
            )


def _rival_error(name: str, rival: str, part: str, example: str, advice: str) -> InputError:
    return InputError(
        f"{quoted(name)} and {quoted(rival)} may each hold the {part}, and differ ({example}); "
        f"{advice}"
    )


def _rivals(name: str, known: Iterable[str], others: Iterable[str]) -> list[str]:
    return [other for other in names_like(known, others) if other != name]


def _is_empty(value: Any) -> bool:
    # NaN, with which data frames fill empty cells, is the number that does not equal itself.
    if value is None or (isinstance(value, float) and value != value):
        return True
    return isinstance(value, str) and is_without_agreement(value.strip() or "-")


def _answer(value: Any, names: FieldNames) -> _Answer | None:
    """Return what a cell says, None if it is no label."""
    word = str(value).strip()
    if (kind := withheld_called(word)) is not None:
        return kind
    if (label := label_called(word)) is not None:
        return label
    if not names.label_order:
        return word.casefold() if word.casefold() in _CODES else None
    try:
        return parse_label(word, names.label_order)
    except InputError:
        return None


def _id(value: Any) -> str:
    # Columns of integers with missing values become floats.
    is_whole = isinstance(value, float) and value.is_integer()
    return str(int(value) if is_whole else value).strip()
