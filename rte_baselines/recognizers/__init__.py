"""A recognizer is features and a head, described by a config."""

from rte_baselines.recognizers.config import read_config
from rte_baselines.recognizers.explanation import Explanation, FeaturePull
from rte_baselines.recognizers.recognizer import Recognizer
from rte_baselines.resources import shipped_configs

__all__ = ["Explanation", "FeaturePull", "Recognizer", "read_config", "shipped_configs"]
