"""Completion in bash of words with a colon, which bash splits there."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from rte_baselines.cli.console import show

_COLON = ":"


@contextmanager
def undoing_word_breaks() -> Iterator[None]:
    """Complete words with a colon in bash; use as a context around the completion.

    Typer's script passes the words as bash splits them (COMP_WORDBREAKS). They are joined
    again, and replies are cut to the replacement of the last piece.
    """
    before = _join_words()
    replies = io.StringIO()
    try:
        with redirect_stdout(replies):
            yield
    finally:
        for reply in replies.getvalue().splitlines():
            show(reply.removeprefix(before))


def _join_words() -> str:
    """Join the words at colons, and return the part of the last word before its last piece."""
    pieces = os.environ.get("COMP_WORDS", "").split("\n")
    cursor = int(os.environ.get("COMP_CWORD", len(pieces)))
    words: list[str] = []
    before, position = "", len(pieces)
    for number, piece in enumerate(pieces):
        is_joined = number > 1 and piece and _COLON in (piece, pieces[number - 1])
        if number == cursor:
            position = len(words) - bool(is_joined)
            before = words[-1] + piece.rstrip() * (piece == _COLON) if is_joined else ""
        if is_joined:
            words[-1] += piece
        else:
            words.append(piece)
    os.environ["COMP_WORDS"] = "\n".join(words)
    os.environ["COMP_CWORD"] = str(min(position, len(words)))
    return before
