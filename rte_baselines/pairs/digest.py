"""What tells a pair from another of the same id: a digest of its text and hypothesis."""

import re
import unicodedata
from hashlib import blake2b

from rte_baselines.errors import InputError
from rte_baselines.pairs.pair import Pair
from rte_baselines.quoting import quoted

_BYTES = 8
# What XML cannot hold, halves of characters, and U+FFFD, which writers put in their place.
_REPLACED = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffc\U00010000-\U0010ffff]")
_SPELLING = re.compile(r"x[0-9a-f]{16}")


def pair_digest(pair: Pair) -> int | None:
    """Return a number that two pairs share only if they have the same text and hypothesis.

    It is the same for the same pair in any format: runs of white space count as one
    space, composed and decomposed characters (Unicode's NFC) as the same, and characters
    that XML cannot hold, which writers replace, do not count. Id, task, label and further
    attributes are no part of it, so that it stays the same where labels are conflated or
    pairs are numbered anew.

    Parameters
    ----------
    pair : Pair

    Returns
    -------
    int or None
        In [1, 2**64), from BLAKE2b. None for a pair without any text, as of gold labels
        that are passed on alone.
    """
    if not pair.text and not pair.hypothesis:
        return None
    content = f"{_plain(pair.text)}\n{_plain(pair.hypothesis)}".encode()
    return int.from_bytes(blake2b(content, digest_size=_BYTES).digest(), "big") or 1


def digest_text(digest: int) -> str:
    """Return a digest as files have it: an x, which keeps it from being a number, and 16 digits."""
    return f"x{digest:016x}"


def parse_digest(text: str) -> int:
    """Return the digest that a file has.

    Raises
    ------
    InputError
        If it is none.
    """
    if not _SPELLING.fullmatch(text):
        raise InputError(
            f"pair_digest is {quoted(text)}; expected an x and 16 hexadecimal digits (without "
            "this column or field the run is read, and not checked against the pairs' texts)"
        )
    return int(text[1:], 16)


def _plain(text: str) -> str:
    # Most texts are plain already, and seeing that takes a fraction of the time.
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    return " ".join(unicodedata.normalize("NFC", _REPLACED.sub("", text)).split())
