"""Proofs of weakened hypotheses, after COGEX."""
