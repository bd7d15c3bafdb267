"""Knowledge about words: for now, what each word weighs."""
