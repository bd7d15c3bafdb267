"""Solvers that run in worker processes and read problems as text; they import nothing heavy."""
