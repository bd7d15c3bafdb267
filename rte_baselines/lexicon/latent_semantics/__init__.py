"""Latent semantic analysis: vectors of words, and how they are built."""
