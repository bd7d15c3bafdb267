"""Parsed corpora on disk, and the matches of templates in them."""
