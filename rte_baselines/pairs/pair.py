"""A text and a hypothesis, and the digests that tell pairs and ids apart."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from numbers import Integral
from pathlib import Path
from typing import Any

from rte_baselines.core.errors import InputError, naming
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.pairs.labels import Label, as_label
from rte_baselines.records.rows import is_missing

_BYTES = 8
# What XML cannot hold, lone surrogates, and U+FFFD, which writers put in their place.
_REPLACED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffd-\uffff]")
# Punctuation, spaces and accents, which tokenizers and normalizers change.
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
_NOT_ALPHANUMERIC_ASCII = bytes(code for code in range(128) if not chr(code).isalnum())
# Short enough for texts that are cut off, long enough to distinguish pairs.
_LETTERS = 32
_INSPECTED_CHARACTERS = 256
_DIGEST_TEXT = re.compile(r"x[0-9a-f]{16}")

_RECENT = 1 << 14


@brief
@dataclass(frozen=True)
class Pair:
    """A text T and a hypothesis H; the question is whether T entails H.

    Parameters
    ----------
    id : str
        Unique within its dataset. An integer is kept as a string.
    text, hypothesis : str
        The two snippets, as read, with outer white space removed.
    task : str or None
        The application the pair comes from, such as IE, IR, QA or SUM.
    label : Label or None
        The gold label, if there is one. Any name that `parse_label` knows is converted to
        the `Label` that it means.
    attributes : mapping of str to str
        Further fields of the pair in the file, such as RTE-3's ``length`` or the
        sample's ``phenomenon``. Writers keep them; the hash ignores them.

    Raises
    ------
    InputError
        If the label has no meaning, or another part is of the wrong type. NaN and pandas' NA count
        as None for `task` and `label`.
    """

    id: str
    text: str
    hypothesis: str
    task: str | None = None
    label: Label | None = None
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        is_plain = (
            type(self.id) is str
            and type(self.text) is str
            and type(self.hypothesis) is str
            and (self.task is None or type(self.task) is str)
            and (self.label is None or type(self.label) is Label)
        )
        if is_plain:
            return
        pair_id = as_pair_id(self.id)
        object.__setattr__(self, "id", pair_id)
        with naming(f"pair {quoted(pair_id)}"):
            for part in ("text", "hypothesis", "task", "label"):
                value = getattr(self, part)
                if part in ("task", "label") and is_missing(value):
                    value = None
                elif part == "label":
                    value = as_label(value)
                elif isinstance(value, str):
                    value = str.__str__(value)
                else:
                    raise InputError(f"{part} {quoted(value)} is not a string; expected one")
                object.__setattr__(self, part, value)


def only_pairs(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield the pairs after checking that each one is a `Pair`."""
    if isinstance(pairs, (str, Path)):
        name = quoted(str(pairs))
        raise InputError(f"{name} is a name; expected pairs, as of load_pairs({name})")
    if not isinstance(pairs, Iterable):
        raise InputError(f"{quoted(pairs)} is not a list of pairs; expected one")
    for number, pair in enumerate(pairs, start=1):
        if not isinstance(pair, Pair):
            raise InputError(f"pair {number}: {quoted(pair)} is not a Pair; expected one")
        yield pair


def as_pair_id(value: object) -> str:
    """Return a pair's id as a string, also of an integer, or refuse other values."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Integral) and not isinstance(value, bool):
        return str(int(value))
    raise InputError(f"id {quoted(value)} of a pair is not an id; expected a string or an integer")


def pair_digest(pair: Pair) -> int | None:
    """Return a number that two pairs share only if they have the same text and hypothesis.

    It is in [1, 2**64), from BLAKE2b, and None for a pair without any text. It is the same in any
    format: runs of white space count as one space, composed and decomposed characters (Unicode's
    NFC) as the same, and characters that XML cannot hold, which writers replace, do not count.
    """
    if not pair.text and not pair.hypothesis:
        return None
    return _number(f"{_normalized(pair.text)}\n{_normalized(pair.hypothesis)}")


def plain_words(snippet: str) -> str:
    """Return the letters and digits of a snippet in words: case and punctuation do not count."""
    return _NOT_ALPHANUMERIC.sub(" ", _normalized(snippet).casefold()).strip()


def words_digest(pair: Pair) -> int | None:
    """Return a number, as `pair_digest` does, that near-copies of a pair share.

    These differ only in case, spaces and punctuation, as what an audit calls equal pairs. It is
    None for a pair without any words.
    """
    words = [plain_words(pair.text), plain_words(pair.hypothesis)]
    return _number("\n".join(words)) if any(words) else None


def beginnings_digest(text: str, hypothesis: str) -> int | None:
    """Return a number, as `pair_digest` does, of the beginnings of a text and a hypothesis.

    It is computed from the first 32 letters and digits of each, ignoring case and accents, so that
    it stays the same if texts are lowercased, tokenized or cut off. It is None if either has none.
    """
    beginnings = [_beginning(text), _beginning(hypothesis)]
    return _number("\n".join(beginnings)) if all(beginnings) else None


def digest_text(digest: int) -> str:
    """Return a digest as written in files: 16 digits after an x, which makes it text."""
    return f"x{digest:016x}"


def parse_digest(text: str) -> int:
    """Return the digest that is written in a file, or refuse other text."""
    if not _DIGEST_TEXT.fullmatch(text):
        raise InputError(f"pair_digest is {quoted(text)}; expected an x and 16 hexadecimal digits")
    return int(text[1:], 16)


def _normalized(text: str) -> str:
    # Most texts need no normalization, and checking that takes a fraction of the time.
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    return " ".join(unicodedata.normalize("NFC", _REPLACED.sub("", text)).split())


def _beginning(text: str) -> str:
    start = text[:_INSPECTED_CHARACTERS]
    # Most texts are ASCII, which takes a fraction of the time.
    if start.isascii():
        return start.lower().encode().translate(None, _NOT_ALPHANUMERIC_ASCII).decode()[:_LETTERS]
    return _NOT_ALPHANUMERIC.sub("", unicodedata.normalize("NFKD", start).casefold())[:_LETTERS]


def _number(content: str) -> int:
    return int.from_bytes(blake2b(content.encode(), digest_size=_BYTES).digest(), "big") or 1


class SeenIds:
    """Ids in a few bytes each, so that large files need little memory.

    The latest 16,384 ids are kept as they are, and earlier ones as digests of 64 bits, which are
    all different for a billion ids with a probability of 97%. A repetition of an earlier id is
    found when 16,384 new ids have been added, or at the end.
    """

    def __init__(self) -> None:
        self._recent: dict[str, tuple[str, str, int]] = {}
        self._earlier: Any = None

    def add(self, pair_id: str, file: str, unit: str, number: int) -> None:
        """Add an id at a place (file, unit and number), or refuse a repetition that is found."""
        if pair_id in self._recent:
            raise _repeated(pair_id, file, unit, number)
        self._recent[pair_id] = file, unit, number
        if len(self._recent) == _RECENT:
            self.check()

    def check(self) -> None:
        """Compare the latest ids with the earlier ones, and refuse a repetition."""
        if self._earlier is None and len(self._recent) < _RECENT:
            return
        import numpy as np

        digests = np.array([id_digest(pair_id) for pair_id in self._recent], dtype=np.uint64)
        earlier = np.empty(0, dtype=np.uint64) if self._earlier is None else self._earlier
        # NumPy's isin would sort copies of both arrays.
        found = np.searchsorted(earlier, digests) < np.searchsorted(earlier, digests, "right")
        if found.any():
            pair_id, place = list(self._recent.items())[int(found.argmax())]
            raise _repeated(pair_id, *place)
        self._earlier = np.sort(np.concatenate([earlier, digests]), kind="stable")
        self._recent.clear()


def _repeated(pair_id: str, file: str, unit: str, number: int) -> InputError:
    return InputError(f"{file}: {unit} {number}: id {quoted(pair_id)} is repeated")


def id_digest(pair_id: str) -> int:
    """Return a number that two ids share only by chance, in [0, 2**64)."""
    content = pair_id.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(content, digest_size=_BYTES).digest(), "big")
