"""Numeric inner loops over arrays."""
