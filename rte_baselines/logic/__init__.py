"""First-order logic: formulas, provers and model builders, and axioms from lexical resources."""
