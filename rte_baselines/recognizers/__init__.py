"""A recognizer is features and a head, described by a config."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rte_baselines.core.resources.resources import shipped_configs, shipped_models

if TYPE_CHECKING:
    from rte_baselines.recognizers.config import read_config
    from rte_baselines.recognizers.explanation import Explanation, FeaturePull
    from rte_baselines.recognizers.ready import entails, load
    from rte_baselines.recognizers.recognizer import Recognizer

__all__ = [
    "Explanation",
    "FeaturePull",
    "Recognizer",
    "entails",
    "load",
    "read_config",
    "shipped_configs",
    "shipped_models",
]

# The module that defines each name. Names are imported when first used, so that reading a config
# does not import scikit-learn.
_MODULES = {
    "Explanation": "explanation",
    "FeaturePull": "explanation",
    "Recognizer": "recognizer",
    "entails": "ready",
    "load": "ready",
    "read_config": "config",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
