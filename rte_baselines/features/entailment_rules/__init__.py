"""Predicates of the hypothesis that the text entails by rules between templates."""
