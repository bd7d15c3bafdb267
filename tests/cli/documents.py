"""Small files of pairs for the tests of the command line."""

import json
from pathlib import Path


def pair(pair_id, label="YES", text="Ada sang.", hypothesis="Ada sang."):
    return (
        f'<pair id="{pair_id}" entailment="{label}" task="IE">\n'
        f"<t>{text}</t>\n<h>{hypothesis}</h>\n</pair>\n"
    )


def document(*pairs):
    return "<entailment-corpus>\n" + "".join(pairs) + "</entailment-corpus>\n"


def write(name, content):
    """Write a file into the working directory, and return its name."""
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
    return name


def write_lines(name, rows):
    """Write a file with a JSON value in each line, and return its name."""
    return write(name, "".join(json.dumps(row) + "\n" for row in rows))
