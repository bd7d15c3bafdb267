"""Experiments: train and test recognizers on datasets, and reproduce published figures."""
