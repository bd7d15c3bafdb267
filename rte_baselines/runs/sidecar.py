"""The sidecar file of a TAC run file: the digests of its pairs.

The format of the challenges has no field for them. For ``my.run``, they are in
``my.run.pairs.json``, a JSON object with ``run_sha256``, the digest of the (decompressed) run
file, so that it is not used for another run file of that name, and ``pair_digests``, 16
hexadecimal digits for each line of the run.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.runs.columns import Digests

_EXTENSION = ".pairs.json"
_DIGITS = re.compile("(?:[0-9a-f]{16})*")


def write_sidecar(run_path: str | Path, lines: Iterable[str], digests: Digests) -> None:
    """Write the sidecar file of a run file of these lines, with a digest for each."""
    run_sha256 = hashlib.sha256("".join(lines).encode()).hexdigest()
    digits = digests.astype(">u8").tobytes().hex()
    with atomic_output(f"{run_path}{_EXTENSION}") as stream:
        stream.write(json.dumps({"run_sha256": run_sha256, "pair_digests": digits}) + "\n")


def read_sidecar(
    run_path: str | Path, run: BinaryIO, size: int
) -> tuple[Digests | None, str | None]:
    """Return the digests of the pairs of a run file, or None and why its sidecar file is ignored.

    Both are None without a sidecar file; a damaged one is an error. `run` is the seekable content
    of the run file, and `size` the number of its predictions.
    """
    path = Path(f"{run_path}{_EXTENSION}")
    if not path.is_file():
        return None, None
    damaged = InputError(
        f"{path}: damaged; remove it to read the run without the digests of its pairs"
    )
    try:
        content = json.loads(path.read_text("utf-8"))
        run_sha256, digits = content["run_sha256"], content["pair_digests"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise damaged from None
    run.seek(0)
    if run_sha256 != hashlib.sha256(run.read()).hexdigest():
        return None, f"{path.name} belongs to another run file and is ignored; remove it"
    if not isinstance(digits, str) or not _DIGITS.fullmatch(digits) or len(digits) != 16 * size:
        raise damaged
    return np.frombuffer(bytes.fromhex(digits), dtype=">u8").astype(np.uint64), None
