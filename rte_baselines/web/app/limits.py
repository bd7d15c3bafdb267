"""What a request to the web application may ask for."""

LONGEST_TEXT = 5_000
"""The maximum number of characters of a text or of a hypothesis."""

LONGEST_NAME = 200
"""The maximum number of characters of an id or of a task."""

MOST_PAIRS = 100
"""The maximum number of pairs in a request for predictions."""

LARGEST_REQUEST = 1 << 20
"""The maximum size of a request in bytes."""

MOST_REQUESTS = 32
"""Requests that are answered or wait at a time; others are refused until one is done."""

SECONDS = 30.0
"""The default time limit of a job of one recognizer; its process is killed after it."""

SECONDS_TO_LOAD = 300.0
"""Time for a process to start, and for each recognizer to be loaded in it."""

SECONDS_TO_TRAIN = 900.0
"""Time for training a recognizer on the sample."""

MEGABYTES = 4_096
"""Memory that a process may take for a request, in addition to what it has; on Linux only."""
