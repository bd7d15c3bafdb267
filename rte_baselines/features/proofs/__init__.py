"""Proofs of entailment and of contradiction, by provers of first-order logic."""
