"""Data that is shipped or named by the user, and arrays that are mapped from disk."""
