"""Trained models that are named on the command line."""

from pathlib import Path

from rte_baselines.cli.console import say
from rte_baselines.recognizers import Recognizer
from rte_baselines.recognizers.persistence import find_model, is_model, is_shipped
from rte_baselines.resources import DEFAULT_MODEL, shipped_models


def load_model(name: str | None) -> Recognizer:
    """Return a trained recognizer, and say on stderr if it is a shipped one.

    Parameters
    ----------
    name : str or None
        A folder, or the name of a shipped model; None for the default model, which is
        always the shipped one. Errors are those of `Recognizer.load`.
    """
    folder = shipped_models()[DEFAULT_MODEL] if name is None else find_model(name)
    recognizer = Recognizer.load(folder)
    if is_shipped(folder):
        say(f"using the model {folder.name} that comes with the package")
    return recognizer


def names_model(name: str) -> bool:
    """Whether this is a model's folder, or the name of a shipped model."""
    return is_model(Path(name)) or name in shipped_models()
