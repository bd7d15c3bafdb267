"""A recognizer is features and a head, described by a config."""

from typing import TYPE_CHECKING

from rte_baselines.core.importing import imported_when_used
from rte_baselines.core.resources.resources import shipped_configs, shipped_models

if TYPE_CHECKING:
    from rte_baselines.recognizers.config import read_config
    from rte_baselines.recognizers.explanation import Explanation, FeaturePull
    from rte_baselines.recognizers.ready import baseline_runs, entails, load
    from rte_baselines.recognizers.recognizer import Recognizer

__all__ = [
    "Explanation",
    "FeaturePull",
    "Recognizer",
    "baseline_runs",
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
    "baseline_runs": "ready",
    "entails": "ready",
    "load": "ready",
    "read_config": "config",
}
__getattr__, __dir__ = imported_when_used(__name__, _MODULES)
