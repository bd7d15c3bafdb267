"""The senses of words in context, and multiword units."""
