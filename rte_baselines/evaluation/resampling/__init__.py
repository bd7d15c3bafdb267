"""Confidence intervals: the bootstrap and intervals of shares."""
