"""The database: words, senses, synsets and their relations, and how it is built."""
