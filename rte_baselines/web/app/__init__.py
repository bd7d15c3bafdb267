"""The page on which recognizers are tried, and the JSON API beside it."""
