"""Features of the surface: shared words and n-grams, BLEU, ROUGE, lengths, string metrics."""
