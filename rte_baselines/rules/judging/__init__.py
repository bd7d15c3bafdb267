"""Judging rule bases by examples (szpektor2007): sheets, judgments, measures, agreement."""
