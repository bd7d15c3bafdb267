"""NLI models of Hugging Face as recognizers."""
