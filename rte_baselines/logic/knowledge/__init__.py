"""Axioms of background knowledge: from WordNet, from files, about places."""
