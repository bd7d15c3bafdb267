"""Files, standard streams and URLs: reading them, and writing them completely or not at all."""
