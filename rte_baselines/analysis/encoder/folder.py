"""Folders of sentence encoders: the shipped one, and those of the user."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.resources import resources
from rte_baselines.core.resources.arrays import shipped_digests

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
        raise _damaged(path / DESCRIPTION)
    if description.get("digest") != description_digest(description):
        raise _damaged(path / DESCRIPTION)
    for name, digest in listed.items():
        try:
            found = file_digests(path, [name])
        except OSError as error:
            raise ResourceError(
                f"{path / name}: cannot be read ({error.strerror}); build or install it again"
            ) from None
        if found[name] != digest:
            raise _damaged(path / name)


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
    except (OSError, ValueError, RecursionError):
        raise _damaged(path) from None
    if not isinstance(content, dict):
        raise _damaged(path)
    return content


def _damaged(path: Path) -> ResourceError:
    return ResourceError(f"{path}: is damaged; build or install it again")
