"""Small files of pairs for the tests of the command line."""

from pathlib import Path


def pair(
    pair_id: object, label: str = "YES", text: str = "Ada sang.", hypothesis: str = "Ada sang."
) -> str:
    return (
        f'<pair id="{pair_id}" entailment="{label}" task="IE">\n'
        f"<t>{text}</t>\n<h>{hypothesis}</h>\n</pair>\n"
    )


def document(*pairs: str) -> str:
    return "<entailment-corpus>\n" + "".join(pairs) + "</entailment-corpus>\n"


def write(name: str, content: str | bytes) -> str:
    """Write a file into the working directory, and return its name."""
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
    return name
