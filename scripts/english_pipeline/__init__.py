"""Training data, configs and scores of the English pipeline that travels with the package."""
