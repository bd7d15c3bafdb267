"""The sidecar file of a TAC run file: the digests of its pairs, and the model that labelled them.

The format of the challenges has no fields for them. For ``my.run``, they are in
``my.run.pairs.json``, a JSON object with ``run_sha256``, the digest of the (decompressed) run
file, so that it is not used for another run file of that name; ``pair_digests``, 16
hexadecimal digits for each line of the run; and, if trained models have made predictions,
``training``, an object with a character for each line of the run by model: 1 for a pair in the
training data of the model, 0 for another pair, ? if that is not known, and - for a prediction of
another system.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from rte_baselines.errors import InputError
from rte_baselines.files import atomic_output
from rte_baselines.runs.columns import Digests
from rte_baselines.runs.training import Training

_EXTENSION = ".pairs.json"
_CHUNK = 1 << 20
_DIGITS = re.compile("(?:[0-9a-f]{16})*")


class Sidecar(NamedTuple):
    """The contents of a sidecar file.

    Parameters
    ----------
    digests : ndarray of uint64, shape (n,), or None
        None if there are no digests of this run.
    training : Training or None
        None if no trained model is known.
    warning : str or None
        Why the sidecar file is ignored, if it is.
    """

    digests: Digests | None = None
    training: Training | None = None
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


def write_sidecar(
    run_path: str | Path, run_sha256: str, digests: Digests, training: Training
) -> None:
    """Write the sidecar file of a run file.

    Parameters
    ----------
    run_path : str or Path
    run_sha256 : str
        In hexadecimal digits.
    digests : ndarray of uint64, shape (n,)
        In the order of the lines.
    training : Training
        In the same order.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    digits = digests.astype(">u8").tobytes().hex()
    content: dict[str, Any] = {"run_sha256": run_sha256, "pair_digests": digits}
    if training.models:
        content["training"] = training.marks()
    with atomic_output(sidecar_path(run_path)) as stream:
        stream.write(json.dumps(content) + "\n")


def read_sidecar(run_path: str | Path, run: BinaryIO, size: int) -> Sidecar:
    """Read the sidecar file of a run file, if it is of this run.

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
    run_sha256, digests, marks = _read(path)
    if run_sha256 != _sha256(run):
        return Sidecar(warning=f"{path.name} belongs to another run file and is ignored; remove it")
    if len(digests) != size:
        raise _damaged(path)
    try:
        training = Training.from_marks(marks, size) if marks else None
    except (ValueError, TypeError, AttributeError):
        raise _damaged(path) from None
    return Sidecar(digests, training)


def _read(path: Path) -> tuple[str, Digests, Any]:
    try:
        content = json.loads(path.read_text("utf-8"))
        run_sha256, digits = content["run_sha256"], content["pair_digests"]
        marks = content.get("training")
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise _damaged(path) from None
    if not isinstance(digits, str) or not _DIGITS.fullmatch(digits):
        raise _damaged(path)
    digests = np.frombuffer(bytes.fromhex(digits), dtype=">u8").astype(np.uint64)
    return str(run_sha256), digests, marks


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
