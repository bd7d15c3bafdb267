"""What the labels of one source mean: the known words, and what a user states."""

import shlex
from collections.abc import Iterable, Mapping, Sequence

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted, shortened
from rte_baselines.pairs.labels import (
    Label,
    Scheme,
    as_label,
    is_no_label,
    label_called,
    label_name,
    label_number,
    normalized,
    parse_label_order,
    scheme_of,
)

LabelMeanings = str | Sequence[str] | Mapping[str, str]
"""What labels mean: the order of those that 0, 1, 2 stand for, or a mapping of words to labels.

As a string, ``entailment,neutral,contradiction`` or ``NotMentioned=neutral,1=entailment``.
"""

_ORDER = "LABEL,LABEL,LABEL"


class LabelReader:
    """Reads the labels of one source.

    Parameters
    ----------
    stated : str, sequence of str, or mapping of str to str, optional
        See `LabelMeanings`. In a mapping, an empty meaning is that of no label.
    parameter, option : str
        Where it is stated, in Python and on the command line.

    Attributes
    ----------
    order : tuple of Label
        The labels that are stated, in their order.

    Raises
    ------
    InputError
        If a meaning is no label, or labels are of two schemes.
    """

    def __init__(
        self,
        stated: LabelMeanings | None = None,
        parameter: str = "labels",
        option: str = "--labels",
    ) -> None:
        self._parameter, self._option = parameter, option
        self._meanings: dict[str, Label | None] = {}
        self._known: dict[str, Label | None] = {}
        self._first: dict[Scheme, str] = {}
        try:
            if isinstance(stated, Mapping) or (isinstance(stated, str) and "=" in stated):
                self._state(_entries(stated))
            else:
                order = parse_label_order(stated)
                self._meanings = {str(number): label for number, label in enumerate(order)}
            self.order = tuple(dict.fromkeys(filter(None, self._meanings.values())))
            scheme_of(self.order)
        except InputError as error:
            raise InputError(f"{parameter}: {error}") from None

    def _state(self, entries: Iterable[tuple[str, str | None]]) -> None:
        for word, meaning in entries:
            key = _key(word)
            if not key or key in self._meanings:
                raise InputError(f"{quoted(word)} is empty or given twice; expected it once")
            self._meanings[key] = as_label(meaning) if meaning else None

    def read(self, value: object) -> Label | None:
        """Return the label that a value means; None if it says that there is none.

        Booleans are the words true and false.

        Raises
        ------
        InputError
            If it has no meaning, or the label is of another scheme than an earlier one.
        """
        if value is None:
            return None
        name = label_name(value)
        if name in self._known:
            return self._known[name]
        label = self.called(name)
        scheme = None if label is None else scheme_of([label])
        if scheme is not None and scheme not in self._first and self._first:
            both = {**self._first, scheme: name}
            two, three = both[Scheme.TWO_WAY], both[Scheme.THREE_WAY]
            raise InputError(
                f"{quoted(two)} is a two-way label and {quoted(three)} a three-way one; expected "
                f"labels of one scheme, or what {quoted(two)} means: "
                + self._how_to_state(two, "LABEL")
            )
        if scheme is not None:
            self._first.setdefault(scheme, name)
        self._known[name] = label
        return label

    def called(self, name: str) -> Label | None:
        """Return what a word means, as in `read`, in either scheme."""
        key = _key(name)
        if key in self._meanings:
            return self._meanings[key]
        if is_no_label(name):
            return None
        number = label_number(name)
        if number is not None:
            how = how_to_state(f"{self._parameter}={_ORDER!r}", f"{self._option} {_ORDER}")
            stated = f" ({self.describe()})" if self._meanings else ""
            raise InputError(
                f"label {name.strip()} is a number of no stated label{stated}; state those of 0, "
                f"1, ... in this order: {how}"
            )
        label = label_called(name)
        if label is None:
            raise InputError(
                f"{quoted(name)} is no label; expected entailment, neutral, contradiction, "
                f"not_entailment or their synonyms, or what it means: "
                + self._how_to_state(name, "LABEL")
            )
        return label

    def states(self, word: str) -> bool:
        """Whether it is stated what a word means."""
        return _key(word) in self._meanings

    def describe(self) -> str:
        """Return what is stated in a few words, such as ``0 = ENTAILMENT, 1 = UNKNOWN``."""
        return ", ".join(
            f"{word} = {label or 'no label'}" for word, label in self._meanings.items()
        )

    def _how_to_state(self, word: str, meaning: str) -> str:
        spelled = shortened(word.strip())
        option = shlex.quote(f"{spelled}={meaning}")
        return how_to_state(f"{self._parameter}={ {spelled: meaning} }", f"{self._option} {option}")


def _entries(stated: str | Mapping[str, str]) -> list[tuple[str, str | None]]:
    if isinstance(stated, Mapping):
        return [(label_name(word), meaning) for word, meaning in stated.items()]
    entries = [tuple(map(str.strip, entry.partition("="))) for entry in stated.split(",")]
    for word, equals, _ in entries:
        if not equals:
            raise InputError(f"{quoted(word)} is not of the form WORD=LABEL, as e=entailment")
    return [(word, meaning) for word, _, meaning in entries]


def _key(name: str) -> str:
    number = label_number(name)
    return normalized(name) if number is None else str(number)
