"""The models that come with the package, for use without training."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool
from rte_baselines.core.resources.resources import DEFAULT_MODEL, shipped_models
from rte_baselines.pairs import Label, Pair, Scheme
from rte_baselines.recognizers.persistence import find_model, is_shipped
from rte_baselines.recognizers.recognizer import Recognizer
from rte_baselines.runs import Run


def load(
    model: str | Path | None = None,
    *,
    model_labels: Sequence[str] | None = None,
    download: bool = False,
) -> Recognizer:
    """Return a trained recognizer.

    Parameters
    ----------
    model : str or Path, optional
        The name of a model that comes with the package (see `shipped_models`), or a folder
        that `Recognizer.save` or ``train`` wrote, which takes precedence. By default, the
        shipped model ``DEFAULT_MODEL``. Or a folder of an NLI model of Hugging Face, or the
        name of one on its hub, as ``"hf:owner/name"``.
    model_labels, download
        As in `Recognizer.load`, for models of Hugging Face.

    Returns
    -------
    Recognizer

    Raises
    ------
    ModelError
        If there is no such model, or it is damaged.

    Examples
    --------
    >>> import rte_baselines
    >>> recognizer = rte_baselines.load("word-overlap")
    >>> run = recognizer.predict([("Two old ferries sank off Oslo.", "Two ferries sank.")])
    >>> run.labels.tolist(), run.confidences.shape
    (['ENTAILMENT'], (1,))
    """
    chosen = shipped_models()[DEFAULT_MODEL] if model is None else model
    return Recognizer.load(chosen, model_labels=model_labels, download=download)


def entails(text: str, hypothesis: str, model: str | Path | Recognizer | None = None) -> bool:
    """Return whether a text entails a hypothesis.

    For many pairs, ``load(model).predict(pairs)`` is faster; its predictions have the
    label (with three labels, contradictions as well), the confidence in it, and an
    entailment score. ``load(model).explain(text, hypothesis)`` says why.

    Parameters
    ----------
    text, hypothesis : str
    model : str, Path or Recognizer, optional
        As for `load`, or a trained recognizer. Shipped models are read once in a process,
        models in other folders each time.

    Raises
    ------
    ModelError
        If there is no such model, or it is damaged.

    Examples
    --------
    >>> from rte_baselines import entails
    >>> entails("Two old ferries sank off Oslo.", "Two ferries sank.")
    True
    """
    if isinstance(model, Recognizer):
        recognizer = model
    else:
        folder = shipped_models()[DEFAULT_MODEL] if model is None else find_model(model)
        recognizer = _shipped(folder) if is_shipped(folder) else load(folder)
    (prediction,) = recognizer.predict([(text, hypothesis)])
    return prediction.label is Label.ENTAILMENT


BASELINES = {
    Scheme.TWO_WAY: ("word-overlap", "lexical-logistic", DEFAULT_MODEL),
    Scheme.THREE_WAY: ("strongest-3way", "strongest-captions"),
}
"""The shipped models that label pairs in a scheme, of which other systems should be better."""


def baseline_runs(
    pairs: Sequence[Pair], scheme: Scheme, *, workers: int | Pool | None = None
) -> list[Run]:
    """Return the runs of `BASELINES` on pairs, each of which needs a text and a hypothesis."""
    for pair in pairs:
        if not (pair.text and pair.hypothesis):
            missing = "hypothesis" if pair.text else "text"
            how = how_to_state("baseline_runs", "--baselines")
            raise InputError(
                f"pair {pair.id} has no {missing}; expected both, which baselines need to label "
                f"it: name pairs that have texts, or leave out {how}"
            )
    return [load(name).predict(pairs, workers=workers) for name in BASELINES[scheme]]


@cache
def _shipped(folder: Path) -> Recognizer:
    return load(folder)
