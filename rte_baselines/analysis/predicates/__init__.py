"""Predicate-argument structures, and whether what they say is so, negated or possible."""
