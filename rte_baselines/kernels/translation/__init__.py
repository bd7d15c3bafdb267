"""Alignment models, their training, biparses and translation edits."""
