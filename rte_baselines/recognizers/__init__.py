"""A recognizer is features and a head, described by a config."""

from rte_baselines.recognizers.config import read_config, shipped_configs
from rte_baselines.recognizers.explanation import Explanation, explain
from rte_baselines.recognizers.persistence import load_recognizer, save_recognizer
from rte_baselines.recognizers.recognizer import Recognizer

__all__ = [
    "Explanation",
    "Recognizer",
    "explain",
    "load_recognizer",
    "read_config",
    "save_recognizer",
    "shipped_configs",
]
