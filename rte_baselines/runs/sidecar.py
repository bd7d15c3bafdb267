"""The sidecar file of a TAC run file, with the digests of its pairs.

The format of the challenges has no field for them. For ``my.run``, they are in
``my.run.pairs.json``, a JSON object with ``run_sha256``, the digest of the (decompressed) run
file, so that it is not used for another run file of that name; and ``pair_digests``, 16
hexadecimal digits for each line of the run.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.files import atomic_output
from rte_baselines.runs.columns import Digests

_EXTENSION = ".pairs.json"
_CHUNK = 1 << 20
_DIGITS = re.compile("(?:[0-9a-f]{16})*")


class Sidecar(NamedTuple):
    """The contents of a sidecar file.

    Parameters
    ----------
    digests : ndarray of uint64, shape (n,), or None
        None if there are no digests of this run.
    warning : str or None
        Why the sidecar file is ignored, if it is.
    """

    digests: Digests | None = None
    warning: str | None = None


class Hashing(Iterable[str]):
    """An iterable that passes lines on and computes their digest."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self._hash = hashlib.sha256()

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self._hash.update(line.encode())
            yield line

    @property
    def hexdigest(self) -> str:
        """The SHA-256 of the lines so far."""
        return self._hash.hexdigest()


def sidecar_path(run_path: str | Path) -> Path:
    """Return the path of the sidecar file of a run file."""
    return Path(f"{run_path}{_EXTENSION}")


def write_sidecar(run_path: str | Path, run_sha256: str, digests: Digests) -> None:
    """Write the digests of the pairs of a run file to its sidecar file.

    Parameters
    ----------
    run_path : str or Path
    run_sha256 : str
        In hexadecimal digits.
    digests : ndarray of uint64, shape (n,)
        In the order of the lines.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    content = {"run_sha256": run_sha256, "pair_digests": digests.astype(">u8").tobytes().hex()}
    with atomic_output(sidecar_path(run_path)) as stream:
        stream.write(json.dumps(content) + "\n")


def read_sidecar(run_path: str | Path, run: BinaryIO, size: int) -> Sidecar:
    """Read the digests in the sidecar file of a run file, if they are of this run.

    Parameters
    ----------
    run_path : str or Path
    run : BinaryIO
        The content of the run file; seekable.
    size : int
        The number of predictions in it.

    Raises
    ------
    InputError
        If the file is damaged.
    """
    path = sidecar_path(run_path)
    if not path.is_file():
        return Sidecar()
    run_sha256, digests = _read(path)
    if run_sha256 != _sha256(run):
        return Sidecar(warning=f"{path.name} belongs to another run file and is ignored; remove it")
    if len(digests) != size:
        raise _damaged(path)
    return Sidecar(digests)


def _read(path: Path) -> tuple[str, Digests]:
    try:
        content = json.loads(path.read_text("utf-8"))
        run_sha256, digits = content["run_sha256"], content["pair_digests"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise _damaged(path) from None
    if not isinstance(digits, str) or not _DIGITS.fullmatch(digits):
        raise _damaged(path)
    return str(run_sha256), np.frombuffer(bytes.fromhex(digits), dtype=">u8").astype(np.uint64)


def _damaged(path: Path) -> InputError:
    return InputError(
        f"{path}: damaged; remove it to read the run without the digests of its pairs"
    )


def _sha256(stream: BinaryIO) -> str:
    digest = hashlib.sha256()
    stream.seek(0)
    while chunk := stream.read(_CHUNK):
        digest.update(chunk)
    return digest.hexdigest()
