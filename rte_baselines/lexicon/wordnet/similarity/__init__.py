"""Similarities of synsets and words: by paths, information content, glosses, links."""
