"""From scores to labels, with confidence and an entailment score to rank by."""
