"""The ids of the pairs that have been read or written, to find repeated ones."""

from hashlib import blake2b
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted

_RECENT = 1 << 14
_BYTES = 8


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
