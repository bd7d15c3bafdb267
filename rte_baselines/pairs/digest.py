"""What tells a pair from another of the same id: digests of its text and hypothesis."""

import re
import unicodedata
from hashlib import blake2b

from rte_baselines.errors import InputError
from rte_baselines.pairs.pair import Pair
from rte_baselines.quoting import quoted

_BYTES = 8
# What XML cannot hold, halves of characters, and U+FFFD, which writers put in their place.
_REPLACED = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffc\U00010000-\U0010ffff]")
# Case, punctuation and accents, which tokenizers and normalizers change.
_NO_LETTERS = re.compile(r"[\W_]+")
_NO_ASCII_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())
# Short enough for texts cut to a width, long enough to tell pairs apart.
_LETTERS = 32
_LOOKED_THROUGH = 256
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
    return _number(f"{_plain(pair.text)}\n{_plain(pair.hypothesis)}")


def beginnings_digest(text: str, hypothesis: str) -> int | None:
    """Return a number that tells how a text and a hypothesis begin.

    It is that of the first 32 letters and digits of each, without regard to case and
    accents, so that it stays the same where texts are lowercased, tokenized or cut short.

    Parameters
    ----------
    text, hypothesis : str

    Returns
    -------
    int or None
        In [1, 2**64), from BLAKE2b. None if either has no letter and no digit.
    """
    beginnings = [_beginning(text), _beginning(hypothesis)]
    if not all(beginnings):
        return None
    return _number("\n".join(beginnings))


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


def _beginning(text: str) -> str:
    start = text[:_LOOKED_THROUGH]
    # Most texts are plain, and a fraction of the time is enough for these.
    if start.isascii():
        return start.lower().encode().translate(None, _NO_ASCII_LETTERS).decode()[:_LETTERS]
    return _NO_LETTERS.sub("", unicodedata.normalize("NFKD", start).casefold())[:_LETTERS]


def _number(content: str) -> int:
    return int.from_bytes(blake2b(content.encode(), digest_size=_BYTES).digest(), "big") or 1
