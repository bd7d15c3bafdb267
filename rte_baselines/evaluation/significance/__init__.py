"""Significance tests of scores and of differences between scores."""
