"""The feature that matches the predicate-argument structures of text and hypothesis."""
