"""Atomic propositions of text and hypothesis, each proved on its own: akhmatova2006."""
