"""The evaluation measures, one module for each family."""
