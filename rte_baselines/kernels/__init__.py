"""Numeric inner loops over arrays, compiled with Numba."""
