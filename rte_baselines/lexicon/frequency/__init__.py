"""How often terms occur in a corpus, alone and together, and weightings by it."""
