"""The page on which a judge answers the questions about a sheet."""
