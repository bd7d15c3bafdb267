"""Sources that are several files: a folder, or a pattern such as ``pairs-*.jsonl.zst``."""

import glob
from collections.abc import Sequence
from pathlib import Path

from rte_baselines.errors import InputError
from rte_baselines.files import is_there
from rte_baselines.locations import is_url, name_of, urls_of
from rte_baselines.quoting import path_name

IGNORED = (".", "_")
"""The first characters of the names of files that are not shards."""


def shard_paths(source: str | Path) -> Sequence[str | Path] | None:
    """Return the files of a source that may be several, sorted by their names.

    Parameters
    ----------
    source : str or Path
        A path or, with fsspec, a URL. In a folder, files whose names start with a dot or
        ``_`` do not count, as for Spark, and neither do folders. ``**`` in a pattern also
        means any folders.

    Returns
    -------
    sequence of Path, or of str for URLs, or None
        None if the source is a single file, ``-``, or a path that does not exist.

    Raises
    ------
    InputError
        If there is no file in the folder, or of the pattern, or nothing at the URL.
    """
    found: Sequence[str | Path] | None
    found = urls_of(str(source)) if is_url(source) else _paths_of(source)
    if found is None:
        return None
    shards = [file for file in found if not name_of(file).startswith(IGNORED)]
    if not shards:
        raise InputError(
            f"{path_name(source)}: there is no file in the folder or of the pattern; expected one "
            "or more"
        )
    return shards


def _paths_of(source: str | Path) -> list[Path] | None:
    path = Path(source)
    if is_there(source):
        if not path.is_dir():
            return None
        return sorted(file for file in path.iterdir() if file.is_file())
    if glob.has_magic(str(source)):
        found = [Path(name) for name in glob.glob(str(source), recursive=True)]  # noqa: PTH207
        return sorted(file for file in found if file.is_file())
    return None
