"""Trained models that are named on the command line."""

from collections.abc import Sequence
from pathlib import Path

from rte_baselines.cli.console import say
from rte_baselines.core.resources.resources import DEFAULT_MODEL, shipped_models
from rte_baselines.recognizers import Recognizer
from rte_baselines.recognizers.nli_folder import is_nli_folder
from rte_baselines.recognizers.nli_model import HUB
from rte_baselines.recognizers.persistence import find_model, is_model, is_shipped


def load_model(
    name: str | None,
    engine: str | None = None,
    *,
    model_labels: Sequence[str] | None = None,
    download: bool = False,
) -> Recognizer:
    """Return a trained recognizer, and say on stderr if it is a shipped one.

    The name is that of a folder or a shipped model; None for the default model, which is always the
    shipped one. An engine takes the place of its own for proofs.
    """
    source = shipped_models()[DEFAULT_MODEL] if name is None else _source(name)
    recognizer = Recognizer.load(source, model_labels=model_labels, download=download)
    if isinstance(source, Path) and is_shipped(source):
        say(f"using the model {source.name} that comes with the package")
    if engine is not None:
        # Engines take a while to import.
        from rte_baselines.recognizers.engines import use_engine

        use_engine(recognizer, engine)
    return recognizer


def names_model(name: str) -> bool:
    """Whether this is a model's folder, or the name of a shipped model or of one on a hub."""
    folder = Path(name)
    is_one = is_model(folder) or is_nli_folder(folder)
    return is_one or name in shipped_models() or name.startswith(HUB)


def _source(name: str) -> str | Path:
    return name if name.startswith(HUB) else find_model(name)
