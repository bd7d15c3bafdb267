"""What judgments of rules say: precision by two bounds, yield and agreement, with intervals."""
