"""Drawings of explanations in HTML and SVG, from plain data."""
