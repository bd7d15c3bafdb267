"""Words and n-grams: counts, matches, neighbours, duplicates."""
