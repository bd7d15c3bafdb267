"""Ordered trees: edit distance, inclusion, postorder."""
