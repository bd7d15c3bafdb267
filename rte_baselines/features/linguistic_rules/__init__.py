"""VENSES: linguistic rules over augmented head-dependent structures (delmonte2006)."""
