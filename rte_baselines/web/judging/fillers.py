"""The fillers of variables in a sentence, to be highlighted."""

from collections.abc import Iterator

Piece = tuple[str, str]
"""A part of a sentence, and the variable that it fills: "X", "Y" or ""."""


def pieces_of(sentence: str, x: str, y: str) -> Iterator[Piece]:
    """Yield the parts of a sentence, in order.

    Parameters
    ----------
    sentence : str
    x, y : str
        The fillers of the variables. A filler that occurs several times, or within the other one,
        is not highlighted, because it is unknown which occurrence filled the variable.

    Yields
    ------
    tuple of (str, str)
        A part and the variable that it fills; together, the parts are the sentence.
    """
    spans = sorted(
        (sentence.index(filler), filler, variable)
        for variable, filler in (("X", x), ("Y", y))
        if filler and sentence.count(filler) == 1
    )
    end = 0
    for start, filler, variable in spans:
        if start >= end:
            yield sentence[end:start], ""
            yield filler, variable
            end = start + len(filler)
    yield sentence[end:], ""
