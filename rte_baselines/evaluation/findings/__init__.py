"""Findings: properties of a run that its scores do not show."""
