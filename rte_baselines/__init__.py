"""Baselines for recognizing textual entailment, and a score for any entailment system."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    __version__: str

    from rte_baselines.evaluation import Comparison, Report, compare, evaluate, evaluate_arrays
    from rte_baselines.pairs import Label, Pair, load_pairs, read_pairs, write_pairs
    from rte_baselines.recognizers import Explanation, Recognizer, entails, load, shipped_models
    from rte_baselines.runs import Prediction, Run, read_run, write_run

# The subpackage that defines each public name. Names are imported when first used, so that
# scoring a run does not import a tokenizer.
_SUBPACKAGES = {
    **dict.fromkeys(
        ("Comparison", "Report", "compare", "evaluate", "evaluate_arrays"), "evaluation"
    ),
    **dict.fromkeys(("Label", "Pair", "load_pairs", "read_pairs", "write_pairs"), "pairs"),
    **dict.fromkeys(
        ("Explanation", "Recognizer", "entails", "load", "shipped_models"), "recognizers"
    ),
    **dict.fromkeys(("Prediction", "Run", "read_run", "write_run"), "runs"),
}

__all__ = [
    "Comparison",
    "Explanation",
    "Label",
    "Pair",
    "Prediction",
    "Recognizer",
    "Report",
    "Run",
    "__version__",
    "compare",
    "entails",
    "evaluate",
    "evaluate_arrays",
    "load",
    "load_pairs",
    "read_pairs",
    "read_run",
    "shipped_models",
    "write_pairs",
    "write_run",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        # Half of the start of a solver's process, which does not need it.
        from rte_baselines.core.importing import version

        return version("rte-baselines")
    if name not in _SUBPACKAGES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_SUBPACKAGES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
