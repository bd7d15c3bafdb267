"""The folder of the toolkit's caches."""

import os
import sys
from pathlib import Path


def user_cache_folder() -> Path | None:
    """Return the folder of the toolkit's caches; None if the user has no home folder.

    It is ``rte_baselines`` in the user's cache folder: ``$XDG_CACHE_HOME`` or ``~/.cache``, on
    macOS ``~/Library/Caches``, on Windows ``%LOCALAPPDATA%``. It need not exist.
    """
    try:
        return _user_caches() / "rte_baselines"
    except RuntimeError:
        return None


def _user_caches() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG specification: relative paths are ignored.
    return Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".cache"
