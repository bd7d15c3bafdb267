"""Vectors of snippets, sentences, words and word pieces from a sentence encoder."""
