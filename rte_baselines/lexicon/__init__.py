"""Lexical resources: corpus statistics, thesauri, translation models, WordNet, VerbOcean."""

from rte_baselines.lexicon.weighting import UNIFORM, UniformWeighting, Weighting

__all__ = ["UNIFORM", "UniformWeighting", "Weighting"]
