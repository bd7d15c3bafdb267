"""The manifest of a run in shards: which model made it, how, and from what."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError
from rte_baselines.core.files.locations import (
    inside,
    is_url,
    local_copy,
    make_folder,
    names_in,
    to_be_written,
)
from rte_baselines.core.files.writing import atomic_output, locked
from rte_baselines.core.package_versions import version
from rte_baselines.core.quoting import quoted
from rte_baselines.recognizers.sharding.shard import FAILURES, RECORDS

MANIFEST = "_manifest.json"
_LOCK = ".lock"
_FORMAT = "rte-baselines-run.v1"


@dataclass(frozen=True)
class Manifest:
    """What all shards of a run have in common.

    Parameters
    ----------
    model : str
        The name of the recognizer.
    model_digest : str
        The digest of the model's files.
    resources : dict of str to (str or None)
        The digests of the resources that it reads, by name.
    code : list of list of (str or None)
        The name and the digest of each file that `import_code` has imported.
    run_format : str
    reading : dict
        How pairs are read.
    version : str
        The version of this package.
    format : str
        The format of the manifest.
    """

    model: str
    model_digest: str
    resources: dict[str, str | None]
    code: list[list[str | None]]
    run_format: str
    reading: dict[str, Any]
    version: str = version("rte-baselines")
    format: str = _FORMAT


_MEANINGS = {
    "format": "the format of the manifest",
    "version": "the version of rte-baselines",
    "model_digest": "the model",
    "resources": "the resource",
    "code": "the imported code",
    "run_format": "the format of the run",
}
_SHOWN_DIGITS = 12

# The options for reading pairs, by their names in Python.
_OPTIONS = {"columns": "--columns", "labels": "--labels", "quotes": "--quotes"}


@contextmanager
def writing_run(folder: str, manifest: Manifest) -> Iterator[None]:
    """Make the folder of a run, or go on with that of an earlier one, while the block writes to it.

    Parameters
    ----------
    folder : str
    manifest : Manifest
        It is written to a new or empty folder, and compared with that of an earlier run.

    Raises
    ------
    InputError
        If the folder has other contents, or belongs to another run; the message says how the runs
        differ. Also if another process is writing to it, which is not noticed in object stores.
    """
    # Nothing is written to a folder of something else, not even a lock.
    _refuse_other_contents(folder)
    make_folder(folder)
    with _held(folder):
        if MANIFEST in names_in(folder):
            _check(folder, _read(folder), json.loads(json.dumps(asdict(manifest))))
        else:
            with to_be_written(inside(folder, MANIFEST)) as path, atomic_output(path) as text:
                text.write(json.dumps(asdict(manifest), indent=2) + "\n")
        for inner in (RECORDS, FAILURES):
            make_folder(inside(folder, inner))
        yield


def _refuse_other_contents(folder: str) -> None:
    names = names_in(folder)
    if names and MANIFEST not in names:
        raise InputError(
            f"{folder}: holds {names[0]} and no run in shards; expected a new or empty folder"
        )


@contextmanager
def _held(folder: str) -> Iterator[None]:
    """Hold a folder of this machine, so that no other process writes a run to it."""
    if is_url(folder):
        yield
        return
    path = Path(folder, _LOCK)
    try:
        lock = path.open("wb")
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror})") from None
    with lock:
        if not locked(lock):
            raise InputError(
                f"{folder}: another process is writing to it; wait until it has ended, or write to "
                "another folder"
            )
        try:
            yield
        finally:
            with suppress(OSError):  # on Windows, it is open
                path.unlink()


def _read(folder: str) -> dict[str, Any]:
    place = inside(folder, MANIFEST)
    with local_copy(place) as path:
        try:
            # Runs without imported code began before it was recorded.
            content = {"code": [], "reading": {}, **json.loads(path.read_text("utf-8"))}
            content["reading"] = dict(content["reading"])
        except (OSError, ValueError, TypeError):
            raise InputError(f"{place}: damaged; write to another folder") from None
    return content


def _check(folder: str, found: dict[str, Any], expected: dict[str, Any]) -> None:
    difference = _difference(found, expected)
    if difference:
        raise InputError(f"{folder}: belongs to another run: {difference}; write to another folder")


def _difference(found: dict[str, Any], expected: dict[str, Any]) -> str:
    """Return in words how the manifests of two runs differ; empty if they do not."""
    for name, meaning in _MEANINGS.items():
        if found.get(name) != expected[name]:
            if name in ("resources", "code"):
                return _difference_of_files(meaning, found.get(name), expected[name])
            return f"{meaning} was {_shown(name, found)}, and is {_shown(name, expected)}"
    # An empty value is that of an option that is not given.
    before, now = (
        {name: reading.get(name) or None for name in _OPTIONS}
        for reading in (found["reading"], expected["reading"])
    )
    return "; ".join(
        f"{how_to_state(name, option)} was {_spelled(before[name])}, and is {_spelled(now[name])}"
        for name, option in _OPTIONS.items()
        if before[name] != now[name]
    )


def _difference_of_files(meaning: str, before: Any, now: Any) -> str:
    """Return which files have another digest than before, are new, or are not used any more."""
    old, new = _digests(before), _digests(now)
    if old is None or new is None:
        return f"{meaning} was recorded in another way"
    changed = [name for name in sorted(old | new) if old.get(name) != new.get(name)]
    if not changed:
        return f"{meaning} was in another order"
    return "; ".join(
        f"{meaning} {quoted(name)} was {_state(old.get(name))}, and is {_state(new.get(name))}"
        for name in changed
    )


def _digests(recorded: Any) -> dict[str, list[str]] | None:
    """Return the digests of each file; None unless it is a manifest's record of files.

    Several files may have one name.
    """
    rows = recorded.items() if isinstance(recorded, dict) else recorded
    digests: dict[str, list[str]] = {}
    try:
        for name, digest in rows:
            digests.setdefault(str(name), []).append("missing" if digest is None else str(digest))
    except (TypeError, ValueError):
        return None
    return digests


def _state(digests: list[str] | None) -> str:
    return " and ".join(digest[:_SHOWN_DIGITS] for digest in digests) if digests else "not used"


def _shown(name: str, manifest: dict[str, Any]) -> str:
    if name == "model_digest":
        return f"{manifest.get('model')} ({str(manifest.get(name))[:_SHOWN_DIGITS]})"
    return str(manifest.get(name))


def _spelled(option: Any) -> str:
    """Return the value of an option for reading pairs, as the command line has it."""
    if option is None:
        return "not given"
    if isinstance(option, dict):
        return ",".join(f"{part}={column}" for part, column in option.items())
    return ",".join(map(str, option)) if isinstance(option, list) else str(option)
