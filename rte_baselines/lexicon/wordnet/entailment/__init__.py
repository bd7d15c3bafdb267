"""What a word entails or excludes by relations: synonyms, hyponyms, antonyms, chains."""
