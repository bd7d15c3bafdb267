"""What is scored: gold labels, judgments, parts of a dataset, trivial systems."""
