"""Whether scores, and differences between scores, are more than chance."""
