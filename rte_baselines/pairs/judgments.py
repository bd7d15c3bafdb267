"""Judgments, the words and numbers that files use for labels; one file uses one spelling."""

from collections.abc import Iterable, Mapping, Sequence, Set, Sized

from rte_baselines.errors import InputError
from rte_baselines.pairs.labels import (
    Label,
    label_called,
    label_name,
    label_number,
    parse_label,
    scheme_of,
)
from rte_baselines.quoting import quoted

_SPELLINGS = {
    "YES": "YES and NO",
    "NO": "YES and NO",
    "TRUE": "TRUE and FALSE",
    "FALSE": "TRUE and FALSE",
}
_OTHER_SPELLING = "ENTAILMENT and NO ENTAILMENT"
_INITIALS = "single letters"
_IN_ANY_SPELLING = {"UNKNOWN", "NEUTRAL"}
_EXPECTED_ORDER = "expected names of labels, such as ('entailment', 'not_entailment')"

FILE = "a file"
"""The default name of the source of judgments in messages."""


class JudgmentParser:
    """Turn the judgments of one file into labels.

    A file must use one spelling throughout. This detects an incomplete file, whose last
    line may be cut off after NO of NO ENTAILMENT. Together with UNKNOWN, NO means
    CONTRADICTION, as in RTE-3's three-way pilot; this is known only when all lines are
    read, so call `resolve_no` then.

    Parameters
    ----------
    label_order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for; without it they are an error.
    may_mix_spellings : bool
        Whether judgments may be in several spellings, as in Python, where no line is cut
        off. NO then means CONTRADICTION only if no other spelling is used.
    source : str
        The source of the judgments, for messages: "a file", "a data frame".
    """

    def __init__(
        self,
        label_order: Sequence[Label] = (),
        *,
        may_mix_spellings: bool = False,
        source: str = FILE,
    ) -> None:
        self._label_order = label_order
        self._may_mix_spellings = may_mix_spellings
        self._source = source
        self._labels: dict[str, Label] = {}
        self._spellings: set[str] = set()

    @property
    def has_unknown(self) -> bool:
        """Whether any judgment so far was UNKNOWN."""
        return Label.UNKNOWN in self._labels.values()

    @property
    def says_no(self) -> bool:
        """Whether the spelling is YES and NO."""
        return self._spellings == {_SPELLINGS["NO"]}

    def resolve_no(self, labels: Sequence[Label]) -> Sequence[Label]:
        """Return the parsed labels, with those of NO replaced if NO means CONTRADICTION."""
        if not (self.says_no and self.has_unknown):
            return labels
        return [Label.CONTRADICTION if label is Label.NO_ENTAILMENT else label for label in labels]

    def parse(self, judgment: str) -> Label:
        """Return the label that a judgment stands for.

        Raises
        ------
        InputError
            If it is not a label, is in another spelling than those before it, or is a number
            beyond the order of labels.
        """
        if judgment not in self._labels:
            label = parse_label(judgment, self._label_order)
            self._check_spelling(judgment)
            self._labels[judgment] = label
        return self._labels[judgment]

    def _check_spelling(self, judgment: str) -> None:
        name = judgment.strip().upper()
        if name in _IN_ANY_SPELLING or label_number(judgment) is not None:
            return
        # An initial may also be a cut name.
        is_initial = len(name) == 1
        spelling = _INITIALS if is_initial else _SPELLINGS.get(name, _OTHER_SPELLING)
        if not self._may_mix_spellings and self._spellings - {spelling}:
            what, hint = ("label", "")
            if self._source == FILE:
                what, hint = "judgment", " (is the line cut off?)"
            raise InputError(
                f"{what} {quoted(judgment)} in {self._source} that writes {min(self._spellings)}; "
                f"expected one spelling throughout{hint}"
            )
        self._spellings.add(spelling)


def parse_judgments(judgments: Iterable[str], label_order: Sequence[Label] = ()) -> list[Label]:
    """Return the labels that the judgments of one list stand for.

    Parameters
    ----------
    judgments : iterable of str
    label_order : sequence of Label, optional
        What the numbers 0, 1, 2 stand for; without it they are an error.

    Raises
    ------
    InputError
        If one is not a label, or they mix spellings.
    """
    parser = JudgmentParser(label_order, source="a list of labels")
    return list(parser.resolve_no([parser.parse(judgment) for judgment in judgments]))


def no_means_contradiction(names: Iterable[str]) -> bool:
    """Whether NO means CONTRADICTION in a file with these labels.

    It does if labels are spelled YES and NO, and one is UNKNOWN. If a label shows that
    another spelling is used, no further names are read.

    Parameters
    ----------
    names : iterable of str
        As written in the file; names that are not labels are skipped.
    """
    has_yes_or_no = has_unknown = False
    for name in map(str.strip, names):
        label = label_called(name)
        if label is Label.UNKNOWN:
            has_unknown = True
        elif is_no(name) or name.upper() == "YES":
            has_yes_or_no = True
        elif label is not None or label_number(name) is not None:
            return False
        if has_yes_or_no and has_unknown:
            return True
    return False


def is_no(name: str) -> bool:
    """Whether a label is NO, which has two meanings."""
    return name.strip().upper() == "NO"


def parse_label_order(order: Sequence[str] | None) -> tuple[Label, ...]:
    """Return the labels that the numbers 0, 1, 2 of a file stand for.

    Parameters
    ----------
    order : sequence of str or Label, or str, or None
        Labels by any of their names; in a single string, separated by commas.

    Returns
    -------
    tuple of Label
        Empty if no order is given.

    Raises
    ------
    InputError
        If a name is not a label, a label is repeated, or they are of two schemes; or if the
        order is a set, a mapping or an iterator, which have no stable order.
    """
    if order is None:
        return ()
    try:
        labels = tuple(parse_judgments(_names_in_order(order)))
        scheme_of(labels)
    except InputError as error:
        raise InputError(f"order of labels: {error}") from None
    if len(set(labels)) < len(labels):
        raise InputError(
            f"order of labels: {', '.join(labels)} repeats one; expected each label once"
        )
    return labels


def is_in_order(values: object) -> bool:
    """Whether values come one after another: not those of a set, a mapping or a DataFrame."""
    # Iterating a DataFrame yields the names of its columns.
    is_table = hasattr(values, "columns") and hasattr(values, "to_dict")
    return isinstance(values, Iterable) and not isinstance(values, (Set, Mapping)) and not is_table


def _names_in_order(order: Sequence[str]) -> list[str]:
    """Return the names of the labels in an order of labels."""
    given = order.split(",") if isinstance(order, str) else order
    if not isinstance(given, Sized) or not is_in_order(given):
        raise InputError(f"{quoted(order)} is not a sequence; {_EXPECTED_ORDER}")
    names = [label_name(name).strip() for name in given]
    for name in names:
        if label_number(name) is not None:
            raise InputError(f"{quoted(name)} is a number; {_EXPECTED_ORDER}")
    return names
