"""Corpora, their terms, and the resources that are built from them."""
