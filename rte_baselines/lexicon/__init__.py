"""Knowledge about words: for now, what each word weighs."""

from rte_baselines.lexicon.weighting import UNIFORM, UniformWeighting, Weighting

__all__ = ["UNIFORM", "UniformWeighting", "Weighting"]
