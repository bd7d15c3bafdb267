"""Serialization of layers to bytes, for the cache on disk."""

import json
import math
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import Any, TypeAlias, TypeGuard

import numpy as np

from rte_baselines.kernels.ragged import BoolArray, IntArray, VectorArray

LayerValue: TypeAlias = tuple[str, ...] | IntArray | BoolArray | VectorArray
Layers: TypeAlias = Mapping[str, LayerValue]
"""Values of layers by name."""

_ARRAY_TYPES = ("int64", "bool")
_VECTORS = "float16"
# The numbers of vectors follow the JSON: they can hardly be compressed. Their bytes have the same
# order on all machines.
_STORED_VECTORS = np.dtype("<f2")
# Higher levels save 5% of the bytes and take 20% longer to write.
_COMPRESSION_LEVEL = 1


def pack_layers(layers: Layers) -> bytes:
    """Return layers as bytes (compressed JSON, then vectors), which `unpack_layers` reads."""
    content = {name: _to_json(name, value) for name, value in layers.items()}
    described = json.dumps(content, separators=(",", ":")).encode()
    vectors = (
        value.astype(_STORED_VECTORS).tobytes() for value in layers.values() if _is_vectors(value)
    )
    return b"".join([zlib.compress(described, _COMPRESSION_LEVEL), *vectors])


def unpack_layers(packed: bytes) -> dict[str, LayerValue]:
    """Return the layers that `pack_layers` packed; damaged bytes are a `ValueError`."""
    stream = zlib.decompressobj()
    try:
        content = json.loads(stream.decompress(packed))
        if not stream.eof:
            raise ValueError("the bytes are cut short")
        vectors = BytesIO(stream.unused_data)
        return {name: _from_json(value, vectors) for name, value in content.items()}
    except (zlib.error, AttributeError, TypeError) as error:
        raise ValueError("the bytes are not packed layers") from error


def _is_vectors(value: LayerValue) -> TypeGuard[VectorArray]:
    return isinstance(value, np.ndarray) and value.dtype == _VECTORS


def _to_json(name: str, value: LayerValue) -> Any:
    if isinstance(value, tuple):
        return value
    if isinstance(value, np.ndarray) and value.dtype in _ARRAY_TYPES and value.ndim == 1:
        return {value.dtype.name: value.tolist()}
    if _is_vectors(value):
        return {_VECTORS: list(value.shape)}
    raise TypeError(
        f"layer {name!r} is neither a tuple of strings nor an array of int64, bool or float16"
    )


def _from_json(value: Any, vectors: BytesIO) -> LayerValue:
    if isinstance(value, list):
        return tuple(value)
    ((type_name, items),) = value.items()
    if type_name == _VECTORS:
        if min(items, default=0) < 0:
            raise ValueError("an array has a negative length")
        content = vectors.read(math.prod(items) * _STORED_VECTORS.itemsize)
        stored = np.frombuffer(content, _STORED_VECTORS)
        return np.asarray(stored.reshape(items), np.float16)
    if type_name not in _ARRAY_TYPES:
        raise ValueError(f"no layer is an array of {type_name}")
    return np.array(items, dtype=type_name)
