"""Attacks: a few inputs of each as tests, and as many as one likes as scripts."""
