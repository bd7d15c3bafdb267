"""Relations of verbs: VerbOcean, and groups of verbs by meaning."""
