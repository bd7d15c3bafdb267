"""Features of verbs: their relations, their negation, and the words around them."""
