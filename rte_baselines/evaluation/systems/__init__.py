"""Runs and systems of several seeds as judgments, and their values over seeds."""
