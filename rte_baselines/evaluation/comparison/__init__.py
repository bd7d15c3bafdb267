"""Comparison of runs and systems: how much they differ, and on which pairs."""
