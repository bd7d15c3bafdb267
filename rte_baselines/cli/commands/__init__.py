"""The commands, one file for each; they call the library and print what it returns."""
