"""Layers of single tokens: words and their norms, stems, classes of words, numbers, dates."""
