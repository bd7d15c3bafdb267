"""Noun phrases, names and pronouns, and which of them corefer."""
