"""The digests of the pairs that a TAC run file is on, in a file beside it.

The format of the challenges has no place for them. Beside ``my.run`` stands
``my.run.pairs.json``, a JSON object with ``run_sha256``, the digest of the (decompressed) run
file, so that it is not believed of another run file of that name; and ``pair_digests``, 16
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
    """What stands beside a run file.

    Parameters
    ----------
    digests : ndarray of uint64, shape (n,), or None
        None if nothing is known of this run.
    oddity : str or None
        Why it is not, though there is such a file.
    """

    digests: Digests | None = None
    oddity: str | None = None


class Hashing(Iterable[str]):
    """Lines that are passed on, and the digest of those that have been."""

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
    """Return where the digests of a run file stand."""
    return Path(f"{run_path}{_EXTENSION}")


def write_sidecar(run_path: str | Path, run_sha256: str, digests: Digests) -> None:
    """Write the digests of the pairs beside the run file that is on them.

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
    """Read the digests that stand beside a run file, if they are of this run.

    Parameters
    ----------
    run_path : str or Path
    run : BinaryIO
        Its content; seekable.
    size : int
        How many predictions there are in it.

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
        return Sidecar(
            oddity=f"{path.name} beside it is of another run file and is not looked at; remove it"
        )
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
    found = hashlib.sha256()
    stream.seek(0)
    while chunk := stream.read(_CHUNK):
        found.update(chunk)
    return found.hexdigest()
