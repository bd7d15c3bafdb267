"""Parses of English: the spaCy pipeline, its layers, their cache, and dependency trees."""
