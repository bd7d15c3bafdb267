"""Words with a colon, such as ``rte1:dev``, which bash completes as if they were three."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from rte_baselines.cli.console import show

_INSTRUCTION, _COMPLETE_BASH = "_RTE_BASELINES_COMPLETE", "complete_bash"
_COLON = ":"


@contextmanager
def undoing_word_breaks() -> Iterator[None]:
    """Let bash complete words with a colon in the block that completes.

    Typer's script hands on the words as bash breaks them (COMP_WORDBREAKS). They are put
    together again, and replies are cut to what bash puts in the place of the last piece.
    """
    if os.environ.get(_INSTRUCTION) != _COMPLETE_BASH:
        yield
        return
    before = _join_words()
    replies = io.StringIO()
    try:
        with redirect_stdout(replies):
            yield
    finally:
        for reply in replies.getvalue().splitlines():
            show(reply.removeprefix(before))


def _join_words() -> str:
    """Join the words that bash asks about at colons, and return what is before the last piece."""
    pieces = os.environ.get("COMP_WORDS", "").split("\n")
    asked = int(os.environ.get("COMP_CWORD", len(pieces)))
    words: list[str] = []
    before, place = "", len(pieces)
    for number, piece in enumerate(pieces):
        is_joined = number > 1 and piece and _COLON in (piece, pieces[number - 1])
        if number == asked:
            place = len(words) - bool(is_joined)
            before = words[-1] + piece.rstrip() * (piece == _COLON) if is_joined else ""
        if is_joined:
            words[-1] += piece
        else:
            words.append(piece)
    os.environ["COMP_WORDS"] = "\n".join(words)
    os.environ["COMP_CWORD"] = str(min(place, len(words)))
    return before
