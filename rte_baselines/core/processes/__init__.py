"""Worker processes, and what has to be done where processes begin and end."""
