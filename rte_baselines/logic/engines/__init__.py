"""Theorem provers and model builders behind one interface, run in processes of their own."""
