"""Graph matching: features of the anchors between two extended dependency graphs."""
