"""Rankings with ties, and resamples of them."""
