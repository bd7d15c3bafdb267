"""Learning of entailment rules from parsed corpora."""
