"""What messages quote from files, cut so that they stay one short line."""

_LONGEST = 40


def quoted(value: object) -> str:
    """Return a value in quotation marks, or as Python writes it, cut where it is long."""
    if isinstance(value, str):
        return repr(shortened(value))
    return shortened(repr(value))


def shortened(text: str, longest: int = _LONGEST) -> str:
    """Return the text, or its beginning and an ellipsis if it is longer than `longest`."""
    return text if len(text) <= longest else text[: longest - 3] + "..."
