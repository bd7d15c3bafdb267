"""Sources that are several files: a folder, or a pattern such as ``pairs-*.jsonl.zst``."""

import glob
from pathlib import Path

from rte_baselines.errors import InputError
from rte_baselines.files import is_there
from rte_baselines.quoting import path_name

IGNORED = (".", "_")
"""What the names of files begin with that are not shards."""


def shard_paths(source: str | Path) -> list[Path] | None:
    """Return the files of a source that may be several, sorted by their names.

    Parameters
    ----------
    source : str or Path
        In a folder, files whose names start with a dot or ``_`` do not count, as for Spark,
        and neither do folders. ``**`` in a pattern also means any folders.

    Returns
    -------
    list of Path or None
        None if the source is a single file, ``-``, or does not exist.

    Raises
    ------
    InputError
        If there is no file in the folder, or of the pattern.
    """
    path = Path(source)
    if is_there(source):
        if not path.is_dir():
            return None
        found = [file for file in path.iterdir() if file.is_file()]
        where = "in the folder"
    elif glob.has_magic(str(source)):
        found = [Path(name) for name in glob.glob(str(source), recursive=True)]  # noqa: PTH207
        found = [file for file in found if file.is_file()]
        where = "of this pattern"
    else:
        return None
    shards = sorted(file for file in found if not file.name.startswith(IGNORED))
    if not shards:
        raise InputError(f"{path_name(source)}: there is no file {where}; expected one or more")
    return shards
