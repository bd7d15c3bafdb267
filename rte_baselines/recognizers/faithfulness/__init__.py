"""Faithfulness as entailment: documents in windows, claims and summaries in sentences."""
