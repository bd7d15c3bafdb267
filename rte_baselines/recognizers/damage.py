"""What to do about a damaged model."""

import json
from pathlib import Path
from typing import Any

from rte_baselines.core.resources.resources import shipped_models

SIGNATURE = "signature.json"
_IDENTIFYING = ("training_digest", "config")


def remedy(folder: Path) -> str:
    """Return how to get a damaged model again, as the end of an error message.

    Parameters
    ----------
    folder : Path
        The folder of the model. If it is a copy of a model that comes with the package, the advice
        is to copy that model again. A copy is recognized by its signature or, if the signature is
        damaged, by the name of the folder.
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
    """Return the values that identify a trained model, None if they cannot be read."""
    try:
        signature = json.loads((folder / SIGNATURE).read_text("utf-8"))
        return [signature[name] for name in _IDENTIFYING]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
