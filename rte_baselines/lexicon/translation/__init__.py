"""Alignment models, which translate a text to a hypothesis, trained on headlines and leads."""
