"""What the worker processes run: text of a problem to an answer; they import nothing heavy."""
