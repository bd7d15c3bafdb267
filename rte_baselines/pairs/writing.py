"""Writing pairs to a file, one by one; the file appears complete or not at all."""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from rte_baselines.advice import how_to_state
from rte_baselines.errors import InputError, InputWarning
from rte_baselines.files import COMPRESSED, atomic_output
from rte_baselines.pairs.format import WritableFormat, format_names, get_format
from rte_baselines.pairs.ids import SeenIds
from rte_baselines.pairs.labels import Label, conflate
from rte_baselines.pairs.pair import Pair, only_pairs
from rte_baselines.quoting import path_name, quoted

_PARQUET = "parquet"
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def write_pairs(
    pairs: Iterable[Pair],
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the name that users expect
    *,
    two_way: bool = False,
) -> None:
    """Write pairs to a file; together with `read_pairs`, it converts between formats.

    Parameters
    ----------
    pairs : iterable of Pair
        Read one by one and not kept.
    path : str or Path
        A path, or ``-`` for standard output. A file whose name ends in ``.gz`` or ``.zst``
        is compressed. If anything fails, nothing is written, and an existing file is unchanged.
    format : str, optional
        One of ``format_names(writable=True)``, or ``parquet``, which has the fields of JSON
        Lines as columns; by default it is taken from the file name: ``.jsonl``, ``.csv`` or
        ``.parquet``, the first two optionally with ``.gz`` or ``.zst``.
    two_way : bool, optional
        Whether CONTRADICTION and UNKNOWN are written as NO ENTAILMENT. Otherwise they
        are an error in a format that has only two labels.

    Raises
    ------
    InputError
        If the format is unknown or cannot be written, it does not have a pair's label,
        there is no pair, an id is missing, repeated or cannot be read back, or the path
        cannot be written.

    Warns
    -----
    InputWarning
        Once for each further attribute that the format cannot hold and that is left
        out; once for white space around a text, which readers strip; and for characters
        that the format cannot hold and that are written as U+FFFD.
    """
    name = format or _format_by_name(path)
    as_parquet = name == _PARQUET
    pair_format = get_format("jsonl" if as_parquet else name)
    if not isinstance(pair_format, WritableFormat):
        writable = ", ".join([*format_names(writable=True), _PARQUET])
        raise InputError(f"{pair_format.name} can only be read; formats to write are {writable}")
    with atomic_output(path, as_parquet=as_parquet) as text:
        output = "standard output" if str(path) == "-" else path_name(path)
        pair_format.write(_Writable(pair_format, output, two_way=two_way).pairs(pairs), text)


def _format_by_name(path: str | Path) -> str:
    plain = Path(Path(path).name.lower())
    ending = (plain.with_suffix("") if plain.suffix in COMPRESSED else plain).suffix[1:]
    writable = [*format_names(writable=True), _PARQUET]
    if ending not in writable:
        raise InputError(
            f"{path_name(path)}: the name does not determine the format; state it "
            f"({how_to_state('format=FORMAT', '--to FORMAT')}), one of {', '.join(writable)}"
        )
    return ending


class _Writable:
    """Reduces pairs to what a format can hold, so that they are read back the same.

    Parameters
    ----------
    pair_format : WritableFormat
    name : str
        The name of the output, for messages.
    two_way : bool
        Whether labels are conflated.
    """

    def __init__(self, pair_format: WritableFormat, name: str, *, two_way: bool) -> None:
        self._format = pair_format
        self._name = name
        self._two_way = two_way
        self._warned: set[str] = set()

    def pairs(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Yield the pairs one by one; only digests of their ids are kept in memory."""
        seen, number = SeenIds("pair"), 0
        for number, pair in enumerate(only_pairs(pairs), 1):
            try:
                self._check_id(pair.id)
                writable = self._writable(pair)
            except InputError as error:
                raise InputError(f"pair {quoted(pair.id)}: {error}") from None
            seen.add(pair.id, self._name, number)
            yield writable
        seen.check()
        if not number:
            raise InputError("there is no pair to write; expected at least one")

    def _check_id(self, pair_id: str) -> None:
        if not pair_id.strip() or pair_id != pair_id.strip():
            raise InputError("the id is empty or has white space around it, which is not read back")
        if self._format.cannot_hold.search(pair_id):
            raise InputError(f"the id has characters that {self._format.name} cannot hold")

    def _writable(self, pair: Pair) -> Pair:
        return replace(
            pair,
            text=self._stripped(pair.text, pair),
            hypothesis=self._stripped(pair.hypothesis, pair),
            task=None if pair.task is None else self._task(pair.task, pair),
            label=self._label(pair.label),
            attributes={
                name: self._without_illegal(value, pair)
                for name, value in pair.attributes.items()
                if self._can_write(name)
            },
        )

    def _stripped(self, content: str, pair: Pair) -> str:
        if content != content.strip():
            self._warn_once("white space around a text, hypothesis or task is not written", pair)
        return self._without_illegal(content.strip(), pair)

    def _task(self, task: str, pair: Pair) -> str | None:
        if not task.strip():
            self._warn_once("an empty task is written as none", pair)
            return None
        return self._stripped(task, pair)

    def _without_illegal(self, content: str, pair: Pair) -> str:
        legal = self._format.cannot_hold.sub(_REPLACEMENT, content)
        if legal != content:
            cannot = f"characters that {self._format.name} cannot hold are written as U+FFFD"
            _warn(f"pair {quoted(pair.id)}: {cannot}")
        return legal

    def _label(self, label: Label | None) -> Label | None:
        label = conflate(label) if self._two_way and label is not None else label
        if label is not None and label not in self._format.label_names:
            raise InputError(
                f"{self._format.name} has no label {label}; write two-way labels, or another format"
            )
        return label

    def _can_write(self, attribute: str) -> bool:
        can = self._format.can_write_attribute(attribute)
        if not can and attribute not in self._warned:
            self._warned.add(attribute)
            name = quoted(attribute)
            _warn(f"attribute {name} cannot be written in {self._format.name} and is left out")
        return can

    def _warn_once(self, message: str, pair: Pair) -> None:
        if message not in self._warned:
            self._warned.add(message)
            _warn(f"pair {quoted(pair.id)}: {message}, here and perhaps elsewhere")


def _warn(message: str) -> None:
    warnings.warn(message, InputWarning, stacklevel=2)
