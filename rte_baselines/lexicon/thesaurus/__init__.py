"""Distributional thesauri: the similar words of each word, and how they are built."""
