"""Features of what the text lacks or denies: numbers, names, negation, antonyms."""
