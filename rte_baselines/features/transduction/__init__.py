"""The feature of transduction grammars, which parse text and hypothesis together."""
