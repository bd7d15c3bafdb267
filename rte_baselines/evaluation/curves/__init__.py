"""Curves of a run: precision and recall, accuracy by threshold, calibration."""
