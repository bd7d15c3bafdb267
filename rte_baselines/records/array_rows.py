"""Rows of arrays in NumPy's files, which have one row for each pair."""

import zipfile
from collections.abc import Iterator
from typing import BinaryIO

from rte_baselines.core.errors import InputError
from rte_baselines.records.rows import Row

NPY = b"\x93NUMPY"
"""The first bytes of an ``.npy``; an ``.npz`` is a zip archive of these."""


def array_rows(stream: BinaryIO) -> Iterator[Row]:
    """Yield a row for each pair of an ``.npy`` or ``.npz`` file.

    The columns of an ``.npy`` are numbered from 1; those of an ``.npz`` have the names of its
    arrays, and a list where an array has two dimensions.

    Raises
    ------
    InputError
        If the file is no such array, or holds objects, which are never unpickled; if arrays have
        other than one or two dimensions, or differ in length.
    """
    import numpy as np

    try:
        loaded = np.load(stream, allow_pickle=False)
        is_named = not isinstance(loaded, np.ndarray)
        arrays = {name: loaded[name] for name in loaded.files} if is_named else {"it": loaded}
    except (ValueError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(f"is no array that can be read ({error})") from None
    for name, array in arrays.items():
        if array.ndim not in (1, 2):
            raise InputError(f"{name} has {array.ndim} dimensions; expected (pairs, labels)")
    if len({len(array) for array in arrays.values()}) != 1:
        raise InputError(
            "has no arrays of one length; expected a row for each pair in all of "
            f"{', '.join(arrays) or 'its arrays'}"
        )
    if not is_named:
        columns = loaded.reshape(len(loaded), -1).T
        arrays = {str(number): column for number, column in enumerate(columns, start=1)}
    rows = zip(*(array.tolist() for array in arrays.values()), strict=True)
    for line, values in enumerate(rows, start=1):
        yield Row(line, dict(zip(arrays, values, strict=True)))
