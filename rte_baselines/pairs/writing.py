"""Writing pairs to a file, one by one, so that the file appears whole or not at all."""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.files import atomic_output
from rte_baselines.pairs.format import WritableFormat, format_names, get_format
from rte_baselines.pairs.labels import conflate
from rte_baselines.pairs.pair import Pair
from rte_baselines.quoting import quoted


def write_pairs(
    pairs: Iterable[Pair],
    path: str | Path,
    format: str,  # noqa: A002 - the name that users expect
    *,
    two_way: bool = False,
) -> None:
    """Write pairs to a file; `read_pairs` with this converts between any two formats.

    Parameters
    ----------
    pairs : iterable of Pair
        Read one by one and not kept.
    path : str or Path
        A path, or ``-`` for standard output. A name ending in ``.gz`` is compressed.
        Nothing is written, and an existing file stays as it is, if anything fails.
    format : str
        One of ``format_names(writable=True)``.
    two_way : bool, optional
        Whether CONTRADICTION and UNKNOWN are written as NO ENTAILMENT. Otherwise they
        are an error in a format that has only two labels.

    Raises
    ------
    InputError
        If the format is unknown or cannot be written, it does not have a pair's label,
        or the path cannot be written.

    Warns
    -----
    InputWarning
        Once for each further attribute that the format cannot hold and that is left
        out, and for characters that it cannot hold and that are replaced.
    """
    pair_format = get_format(format)
    if not isinstance(pair_format, WritableFormat):
        writable = ", ".join(format_names(writable=True))
        raise InputError(f"{format} can only be read; written are {writable}")
    with atomic_output(path) as text:
        pair_format.write(_writable(pairs, pair_format, two_way=two_way), text)


def _writable(
    pairs: Iterable[Pair], pair_format: WritableFormat, *, two_way: bool
) -> Iterator[Pair]:
    """Give the pairs labels and attributes that the format can hold."""
    left_out: set[str] = set()
    for pair in pairs:
        label = conflate(pair.label) if two_way and pair.label is not None else pair.label
        if label is not None and label not in pair_format.label_names:
            raise InputError(
                f"pair {quoted(pair.id)}: {pair_format.name} has no label {label}; "
                "write two-way labels, or another format"
            )
        unwritable = {name for name in pair.attributes if not pair_format.can_write_attribute(name)}
        _warn_left_out(unwritable - left_out, pair_format.name)
        left_out |= unwritable
        kept = {name: pair.attributes[name] for name in pair.attributes if name not in unwritable}
        yield replace(pair, label=label, attributes=kept)


def _warn_left_out(names: set[str], format_name: str) -> None:
    for name in sorted(names):
        message = f"attribute {quoted(name)} cannot be written in {format_name} and is left out"
        warnings.warn(message, InputWarning, stacklevel=2)
