"""Training data, configs and scores of the English pipeline that is shipped with the package."""
