"""The report: scores of a run, their tables, and the signature of an evaluation."""
