"""Labels in the answers of chat models: the rules, and `parser`, which tries them in order."""
