"""Sentence encoders: vectors of word pieces and of whole snippets."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rte_baselines.analysis.encoder.cosines import units_of
from rte_baselines.analysis.encoder.network import EncoderFolder, Network
from rte_baselines.analysis.tokens.words import without_lone_surrogates
from rte_baselines.core.errors import ResourceError, read_error
from rte_baselines.core.quoting import shortened
from rte_baselines.core.resources import resources
from rte_baselines.kernels.ragged import IntArray, VectorArray

_OPEN_ENCODERS = 4
# Values of more pieces at once do not fit in the caches of a core.
_PIECES_AT_ONCE = 128
_LONGEST_REASON = 200


OVERLAP = 4
"""Neighbouring windows share at least this part of a window: one in `OVERLAP` pieces."""


class Window(NamedTuple):
    """A part of a sequence that is too long for the network, which reads it at once.

    It reads the pieces from `start` to `stop`. The vectors of those from `first` to `last` are
    taken from it: where two windows overlap, each piece is taken from the one in which it is
    further from the edge.
    """

    start: int
    stop: int
    first: int
    last: int


def windows(pieces: int, capacity: int) -> list[Window]:
    """Return the windows of a sequence, in order; one if it fits in.

    `pieces` is the length of the sequence, without special pieces, and `capacity` the most pieces
    of a window, at least 1.
    """
    if pieces <= capacity:
        return [Window(0, pieces, 0, pieces)]
    step = max(capacity - capacity // OVERLAP, 1)
    starts = [*range(0, pieces - capacity, step), pieces - capacity]
    middles = ((after + before + capacity) // 2 for before, after in pairwise(starts))
    bounds = [0, *middles, pieces]
    return [
        Window(start, start + capacity, first, last)
        for start, (first, last) in zip(starts, pairwise(bounds), strict=True)
    ]


@dataclass(frozen=True)
class Pieces:
    """The word pieces of a text, without special pieces such as ``[CLS]``.

    `ids` are their numbers in the vocabulary, shape (pieces,); `offsets` their starts and ends in
    the text, in characters and with the end excluded, shape (pieces, 2).
    """

    ids: IntArray
    offsets: IntArray


@dataclass(frozen=True)
class Vectors:
    """The vectors of a text, each of length 1: of its pieces, and of the whole text.

    Without pieces, the latter is zeros. Shapes are (pieces, dimensions) and (dimensions,).
    """

    pieces: VectorArray
    whole: VectorArray


class SentenceEncoder:
    """A transformer that gives word pieces vectors in context, and texts a vector each.

    Texts that are longer than the encoder can read are read in overlapping windows; a piece in
    two windows has its vector from the one in which it is further from the edge. The vector of a
    text is pooled from those of its pieces, the special pieces at both ends included, as
    sentence-transformers does.

    The vectors of a text do not depend on other texts. Networks in the package's own format
    process texts of equal length in one batch. Other networks may compute one quantization scale
    for a whole batch, so they process one text at a time.

    Attributes
    ----------
    network : Network
        The network that computes the vectors of pieces.
    """

    def __init__(self, folder: EncoderFolder) -> None:
        self.folder = folder
        self.network = Network(folder.network)

    @classmethod
    def open(cls, folder: str | Path | None = None) -> "SentenceEncoder":
        """Open an encoder; the same folder is opened once per process.

        Parameters
        ----------
        folder : str or Path, optional
            By default, the one in use (``rte-baselines resources list``).
        """
        return _opened(Path(folder or resources.required("encoder")).resolve())

    def pieces(self, text: str) -> Pieces:
        """Split a text into word pieces."""
        encoding = self._tokenizer.encode(without_lone_surrogates(text), add_special_tokens=False)
        offsets = np.array(encoding.offsets, np.int64).reshape(-1, 2)
        return Pieces(np.array(encoding.ids, np.int64), offsets)

    def encode(self, sequences: Sequence[IntArray]) -> Iterator[Vectors]:
        """Yield the vectors of sequences of pieces, given by their ids (see `pieces`), in order."""
        before, after = self._special
        capacity = self.folder.max_pieces - len(before) - len(after)
        if capacity < 1:
            raise ResourceError(f"encoder: {self.folder.path} reads no pieces but special ones")
        # A text without pieces has no vectors to compute.
        parts = [windows(len(ids), capacity) if len(ids) else [] for ids in sequences]
        inputs = [
            np.concatenate([before, ids[window.start : window.stop], after])
            for ids, spans in zip(sequences, parts, strict=True)
            for window in spans
        ]
        states = self._states(inputs)
        for spans in parts:
            yield self._vectors(spans, [next(states) for _ in spans])

    def input_vectors(self, ids: IntArray) -> VectorArray:
        """Return the vectors of pieces out of context: the input embeddings of the network.

        Each has length 1; shape (pieces, dimensions). It is a `ResourceError` if the folder has no
        input embeddings that fit.
        """
        table, scales = self._input_embeddings
        if len(ids) and ids.max() >= len(table):
            raise ResourceError(
                f"encoder: {self.folder.path} has {len(table)} input embeddings, but its "
                f"tokenizer has the piece {ids.max()}"
            )
        return unit_rows(table[ids] * scales[ids, np.newaxis])

    @cached_property
    def dimensions(self) -> int:
        """The number of dimensions of all vectors."""
        described = self.folder.description.get("dimensions")
        if self.folder.is_own and isinstance(described, int):
            return described
        special = np.concatenate(self._special)
        ids = special[np.newaxis] if len(special) else np.zeros((1, 1), np.int64)
        return int(self.network(ids).shape[-1])

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        try:
            tokenizer = Tokenizer.from_file(str(self.folder.tokenizer))
        # The library raises plain exceptions.
        except Exception as error:
            reason = shortened(" ".join(str(error).split()), _LONGEST_REASON)
            raise ResourceError(
                f"encoder: {self.folder.tokenizer} cannot be loaded ({reason})"
            ) from error
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _special(self) -> tuple[IntArray, IntArray]:
        """The special pieces before and after each sequence."""
        encoding = self._tokenizer.encode("a", add_special_tokens=True)
        ids = np.array(encoding.ids, np.int64)
        inner = np.flatnonzero(np.array(encoding.special_tokens_mask) == 0)
        if not len(inner):
            raise ResourceError(f"encoder: {self.folder.tokenizer} knows no letters")
        return ids[: inner[0]], ids[inner[-1] + 1 :]

    @cached_property
    def _input_embeddings(self) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        names = ("input_embeddings.npy", "input_embedding_scales.npy")
        path = self.folder.path / names[0]
        damaged = ResourceError(f"{path}: is damaged; build it again")
        try:
            table, scales = (
                np.load(self.folder.path / name, mmap_mode="r", allow_pickle=False)
                for name in names
            )
            if table.ndim == 2 and scales.shape == table.shape[:1]:
                return table, scales
        except FileNotFoundError:
            raise ResourceError(
                f"encoder: {self.folder.path} has no input embeddings ({names[0]}); use "
                "contextual vectors, or an encoder of scripts/build_sentence_encoder.py"
            ) from None
        # An empty file raises an EOFError.
        except (OSError, ValueError, EOFError) as error:
            raise read_error(path, error, damaged) from None
        raise damaged

    def _states(self, inputs: Sequence[IntArray]) -> Iterator[NDArray[np.float32]]:
        """Yield the output of the network for each input, in order."""
        by_length: defaultdict[int, list[int]] = defaultdict(list)
        for index, ids in enumerate(inputs):
            by_length[len(ids)].append(index)
        states: dict[int, NDArray[np.float32]] = {}
        for length, indices in by_length.items():
            at_once = max(_PIECES_AT_ONCE // length, 1) if self.folder.is_own else 1
            for start in range(0, len(indices), at_once):
                batch = indices[start : start + at_once]
                found = self.network(np.stack([inputs[index] for index in batch]))
                states |= zip(batch, found, strict=True)
        return (states.pop(index) for index in range(len(inputs)))

    def _vectors(self, parts: Sequence[Window], states: Sequence[NDArray[np.float32]]) -> Vectors:
        """Return the vectors of a text from the states of its windows."""
        if not parts:
            zeros = np.zeros((0, self.dimensions), np.float16)
            return Vectors(zeros, np.zeros(self.dimensions, np.float16))
        before, after = map(len, self._special)
        inner = np.concatenate(
            [
                rows[before + part.first - part.start : before + part.last - part.start]
                for part, rows in zip(parts, states, strict=True)
            ]
        )
        if self.folder.pooling == "cls":
            pooled = np.mean([rows[0] for rows in states], axis=0)
        else:
            end = len(states[-1]) - after
            pooled = np.concatenate([states[0][:before], inner, states[-1][end:]]).mean(axis=0)
        return Vectors(unit_rows(inner), unit_rows(pooled[np.newaxis])[0])


def unit_rows(rows: NDArray[Any]) -> VectorArray:
    """Divide each row by its length, as `units_of`; return numbers of 16 bits."""
    return units_of(rows).astype(np.float16)


@lru_cache(maxsize=_OPEN_ENCODERS)
def _opened(folder: Path) -> SentenceEncoder:
    return SentenceEncoder(EncoderFolder.open(folder))
