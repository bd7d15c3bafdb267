"""Every measure that there is, a file for each family."""
