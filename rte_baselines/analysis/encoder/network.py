"""Folders of sentence encoders, the shipped one and those of the user, and their networks."""

import json
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import ResourceError, read_error
from rte_baselines.core.quoting import shortened
from rte_baselines.core.resources import resources
from rte_baselines.core.resources.arrays import damaged, shipped_digests
from rte_baselines.core.resources.onnx_sessions import OnnxSession
from rte_baselines.kernels.ragged import IntArray

_INTEGERS = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_STATES = ("last_hidden_state", "token_embeddings")
_LONGEST_REASON = 200

FORMAT = "sentence-encoder.v1"
"""The format of the folders that ``scripts/build_sentence_encoder.py`` writes."""

DESCRIPTION = "resource.json"

Pooling = Literal["mean", "cls"]
"""The pooling of the vectors of pieces: their mean, or the vector of the first special piece."""

_NETWORKS = ("model.onnx", "onnx/model.onnx")
_TOKENIZER = "tokenizer.json"
_POOLING = "1_Pooling/config.json"
_LIMITS = "sentence_bert_config.json"
_MOST_PIECES = 256
# The config of a sentence transformer may have no limit of its own, or a value that is not a
# usable number of pieces.
_LARGEST_LIMIT = 8192


@dataclass(frozen=True)
class EncoderFolder:
    """A folder with a network, a tokenizer and, optionally, settings.

    `max_pieces` is the most word pieces of a sequence, special ones included. `is_own` is whether
    the folder is of the format `FORMAT`, whose networks give a sequence the same vectors in every
    batch. `description` is the content of ``resource.json``; empty if there is none.
    """

    path: Path
    network: Path
    tokenizer: Path
    pooling: Pooling
    max_pieces: int
    is_own: bool
    description: Mapping[str, Any]

    @classmethod
    def open(cls, location: str | Path) -> "EncoderFolder":
        """Find the files of a folder and, if it is of the format `FORMAT`, check them.

        Parameters
        ----------
        location : str or Path
            A folder of the format `FORMAT`, of sentence-transformers with an ONNX export, or
            with ``model.onnx`` and ``tokenizer.json``.
        """
        path = Path(location)
        if not path.is_dir():
            raise ResourceError(f"encoder: there is no folder {path}; expected one of an encoder")
        description = _json(path / DESCRIPTION)
        is_own = description.get("format") == FORMAT
        if is_own or _is_shipped(path):
            _check(path, description)
        network = _first(path, _NETWORKS)
        tokenizer = _first(path, (_TOKENIZER,))
        return cls(path, network, tokenizer, _pooling(path), _limit(path), is_own, description)


def file_digests(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the SHA-256 digest of each file, in hexadecimal digits."""
    return {name: sha256((folder / name).read_bytes()).hexdigest() for name in names}


def description_digest(description: Mapping[str, Any]) -> str:
    """Return 16 hexadecimal digits that identify a description and the files that it lists."""
    described = {name: value for name, value in description.items() if name != "digest"}
    return sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()[:16]


def _is_shipped(path: Path) -> bool:
    """Whether a folder is the one in the place of the shipped encoder."""
    folder = resources.RESOURCES["encoder"].folder
    if folder is None:
        return False
    return path.resolve() == (resources.resource_folder("models") / folder).resolve()


def _check(path: Path, description: Mapping[str, Any]) -> None:
    """Compare the files with the description; that of the shipped encoder has a known digest."""
    listed = description.get("files")
    is_known = not _is_shipped(path) or description.get("digest") in shipped_digests()
    if not is_known or not isinstance(listed, dict) or not listed:
        raise damaged(path / DESCRIPTION)
    if description.get("digest") != description_digest(description):
        raise damaged(path / DESCRIPTION)
    for name, digest in listed.items():
        try:
            found = file_digests(path, [name])
        except OSError as error:
            raise ResourceError(
                f"{path / name}: cannot be read ({error.strerror}); build or install it again"
            ) from None
        if found[name] != digest:
            raise damaged(path / name)


def _first(path: Path, names: Iterable[str]) -> Path:
    """Return the first of some files that exists."""
    for name in names:
        if (path / name).is_file():
            return path / name
    raise ResourceError(
        f"encoder: {path} holds no {' or '.join(names)}; expected an ONNX model with its "
        "tokenizer (docs/resources.md)"
    )


def _pooling(path: Path) -> Pooling:
    settings = _json(path / _POOLING)
    modes = [name for name, value in settings.items() if name.startswith("pooling_mode") and value]
    if modes in ([], ["pooling_mode_mean_tokens"]):
        return "mean"
    if modes == ["pooling_mode_cls_token"]:
        return "cls"
    raise ResourceError(
        f"{path / _POOLING}: sets {' and '.join(modes)}; expected pooling_mode_mean_tokens or "
        "pooling_mode_cls_token"
    )


def _limit(path: Path) -> int:
    limit = _json(path / _LIMITS).get("max_seq_length")
    is_limit = isinstance(limit, int) and 0 < limit <= _LARGEST_LIMIT
    return limit if isinstance(limit, int) and is_limit else _MOST_PIECES


def _json(path: Path) -> Mapping[str, Any]:
    """Return the content of a file, or nothing if there is no such file."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise read_error(path, error, damaged(path)) from None
    if not isinstance(content, dict):
        raise damaged(path)
    return content


class OnnxModel:
    """An ONNX model that reads sequences of word pieces; see `OnnxSession` for when it is loaded.

    Inputs are ``input_ids`` and, optionally, ``attention_mask`` and ``token_type_ids``.
    """

    kind: ClassVar[str]
    """What the model is, for messages."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._session = OnnxSession(path)

    def run(self, ids: IntArray, types: IntArray) -> NDArray[Any]:
        """Return the output of the model that `output` names.

        `ids` are those of the pieces, special ones included, without padding; `types` are 0 for
        pieces of the first segment and 1 for those of the second. Both have shape (sequences,
        pieces).
        """
        session = self._opened()
        feeds = {given.name: self._feed(given, ids, types) for given in session.get_inputs()}
        output = self.output(session)
        try:
            (values,) = session.run([output], feeds)
        # ONNX Runtime raises many types of errors.
        except Exception as error:
            raise self._unusable("be run", error) from error
        return np.asarray(values)

    @abstractmethod
    def output(self, session: Any) -> str:
        """Return the name of the output that is needed."""

    def _opened(self) -> Any:
        try:
            return self._session.opened()
        except Exception as error:
            raise self._unusable("be loaded", error) from error

    def _feed(self, given: Any, ids: IntArray, types: IntArray) -> NDArray[Any]:
        """Return the value of an input: ids, a mask of ones or the types."""
        values = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": types}
        if given.name not in values or given.type not in _INTEGERS:
            raise ResourceError(
                f"{self.kind}: {self._path} has the input {given.name} of {given.type}; expected "
                f"integers, named {', '.join(values)}"
            )
        return values[given.name].astype(_INTEGERS[given.type])

    def _unusable(self, what: str, error: Exception) -> ResourceError:
        reason = shortened(" ".join(str(error).split()), _LONGEST_REASON)
        return ResourceError(f"{self.kind}: {self._path} cannot {what} ({reason})")


class Network(OnnxModel):
    """An ONNX model that turns sequences of word pieces into vectors.

    The output is ``last_hidden_state``, ``token_embeddings``, or the only one with three axes.
    """

    kind = "encoder"

    def __call__(self, ids: IntArray) -> NDArray[np.float32]:
        """Return the vector of each piece; see `OnnxModel.run` for the ids.

        Returns
        -------
        ndarray of float32, shape (sequences, pieces, dimensions)
        """
        states = self.run(ids, np.zeros_like(ids))
        if states.ndim != 3 or states.shape[:2] != ids.shape or not np.isfinite(states).all():
            raise ResourceError(
                f"encoder: {self._path} gives no finite vector for each word piece; expected an "
                "encoder of text"
            )
        return np.asarray(states, np.float32)

    def output(self, session: Any) -> str:
        """Return the name of the output with a vector for each piece."""
        outputs = session.get_outputs()
        names = [output.name for output in outputs]
        named = [name for name in _STATES if name in names]
        with_pieces = named or [output.name for output in outputs if len(output.shape or ()) == 3]
        if not named and len(with_pieces) != 1:
            raise ResourceError(
                f"encoder: {self._path} has the outputs {', '.join(names)}; expected "
                f"{' or '.join(_STATES)}"
            )
        return str(with_pieces[0])
