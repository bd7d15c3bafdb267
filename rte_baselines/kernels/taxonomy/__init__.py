"""Concepts in a taxonomy: paths, common hypernyms, chains, glosses."""
