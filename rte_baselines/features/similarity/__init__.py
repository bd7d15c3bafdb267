"""Features of word similarity: WordNet, thesauri, latent semantics, co-occurrence."""
