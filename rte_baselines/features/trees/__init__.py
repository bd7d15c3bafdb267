"""Features of dependency trees: entailed nodes, inclusion, edit distance."""
