"""What every room stands on: components, errors and messages, files, processes, resources."""
