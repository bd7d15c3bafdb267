"""Rows with named fields, from files of any kind, tables in memory and arrays.

Pairs and runs are read from the same rows, by columns that have default names or are named by the
user (`rte_baselines.records.columns`).
"""
