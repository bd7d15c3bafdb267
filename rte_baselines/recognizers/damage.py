"""What to do about a damaged model."""

import json
from pathlib import Path
from typing import Any

from rte_baselines.resources import shipped_models

SIGNATURE = "signature.json"
_IDENTIFYING = ("training_digest", "config")


def remedy(folder: Path) -> str:
    """Return how to get a damaged model again, as the end of an error message.

    Parameters
    ----------
    folder : Path
        The folder of the model. If it was copied from a model that comes with the package,
        which the signature tells, or the folder's name if the signature is damaged, that one
        can be copied again.
    """
    shipped = shipped_models()
    if any(folder.resolve() == found.resolve() for found in shipped.values()):
        return "install rte-baselines again, which this model comes with"
    identity = _identity(folder)
    for name, found in shipped.items():
        is_named_so = identity is None and name == folder.resolve().name
        if is_named_so or (identity is not None and identity == _identity(found)):
            return f"copy {found} again, or name {name}, which comes with the package"
    return "train the model again"


def _identity(folder: Path) -> list[Any] | None:
    """Return what tells trained models apart, or None if it cannot be read."""
    try:
        signature = json.loads((folder / SIGNATURE).read_text("utf-8"))
        return [signature[name] for name in _IDENTIFYING]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
