"""The cache of analyses on disk, and the bytes that layers are stored as."""

import json
import math
import os
import sqlite3
import time
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b, sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from threading import RLock
from typing import Any, TypeAlias, TypeGuard, TypeVar

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.files.paths import user_cache_folder
from rte_baselines.kernels.ragged import BoolArray, IntArray, VectorArray

VARIABLE = "RTE_BASELINES_CACHE"
"""The environment variable with the folder of the cache, or ``off``."""

MAX_BYTES = 1_000_000_000
"""The default size limit of the cache in bytes, enough for about 40 million words."""

_FILE = "analyses.v1.sqlite3"
_BATCH_SIZE = 256
_BUSY_SECONDS = 30
_DIGEST_SIZE = 16
_PRIVATE_FOLDER, _PRIVATE_FILE = 0o700, 0o600
# A full cache is reduced to this fraction, so that not every batch has to evict.
_FRACTION_KEPT = 0.9

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS analyses (key BLOB PRIMARY KEY, used INTEGER, layers BLOB)",
    "CREATE INDEX IF NOT EXISTS analyses_by_use ON analyses (used)",
)
# SQLite forbids a forked child to close or garbage-collect its parent's connections.
_INHERITED: list[sqlite3.Connection] = []
_REPORTED: set[tuple[Path | None, str]] = set()
"""The unusable files, with their errors, for which a warning has been issued."""

_Result = TypeVar("_Result")

LayerValue: TypeAlias = tuple[str, ...] | IntArray | BoolArray | VectorArray
Layers: TypeAlias = Mapping[str, LayerValue]
"""Values of layers by name."""

_VECTORS = "float16"
# The numbers of vectors follow the JSON: they can hardly be compressed. Their bytes have the same
# order on all machines.
_STORED_VECTORS = np.dtype("<f2")
# Higher levels save 5% of the bytes and take 20% longer to write.
_COMPRESSION_LEVEL = 1


def cache_folder() -> Path | None:
    """Return the folder of the cache; None if the cache is off.

    The environment variable ``RTE_BASELINES_CACHE`` names it, or is ``off``. The default is
    `rte_baselines.core.files.paths.user_cache_folder`.
    """
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return None if chosen.lower() == "off" else Path(chosen)
    return user_cache_folder()


def digest_of(about: str, code: Sequence[str]) -> str:
    """Return 16 hexadecimal digits that identify what layers are computed from.

    `code` names files of the analysis, changes to which change the digest.
    """
    digest = sha256(about.encode())
    for name in code:
        digest.update(files("rte_baselines.analysis").joinpath(name).read_bytes())
    return digest.hexdigest()[:16]


class AnalysisCache:
    """Layers of snippets on disk, with the pipeline and the text as key.

    Several processes and threads can use a folder at the same time, and a killed process leaves the
    cache intact. Errors of the cache do not stop the analysis: a damaged file is renamed and a new
    one is started; an unusable folder or a full disk turns the cache off for this object. Either
    issues one `InputWarning` in a process.

    The folder is created on first use; None turns the cache off. It must be on a local disk,
    because network drives lack the locks that several processes need. `path` is the file in it,
    which may not exist yet. If the cache is larger than `max_bytes`, the least recently used
    analyses are removed. The time of use is the number of the run.
    """

    def __init__(self, folder: str | Path | None, max_bytes: int = MAX_BYTES) -> None:
        self._connection: sqlite3.Connection | None = None
        self.path = None if folder is None else Path(folder) / _FILE
        self._max_bytes = max_bytes
        self._is_on = folder is not None
        self._lock = RLock()
        self._process = os.getpid()
        self._run = 0

    def get_many(self, digest: str, texts: Iterable[str]) -> dict[str, dict[str, LayerValue]]:
        """Return the layers of the texts that are in the cache, by text.

        `digest` identifies the pipeline, its version and the layers; see `digest_of`.
        """
        texts_by_key = {_key(digest, text): text for text in texts}
        found = self._attempt(lambda database: self._read(database, list(texts_by_key))) or {}
        layers = {}
        for key, entry in found.items():
            digest_of_entry, packed = entry[:_DIGEST_SIZE], entry[_DIGEST_SIZE:]
            # A damaged entry, or that of another key, is analyzed again and then replaced.
            if digest_of_entry == _digest(key, packed):
                layers[texts_by_key[key]] = unpack_layers(packed)
        return layers

    def put_many(self, digest: str, analyses: Mapping[str, Layers]) -> None:
        """Store the layers of some texts; earlier entries are replaced. See `get_many`."""
        if not (self._is_on and analyses):
            return
        packed = {_key(digest, text): pack_layers(layers) for text, layers in analyses.items()}
        entries = [(key, _digest(key, layers) + layers) for key, layers in packed.items()]
        self._attempt(lambda database: self._write(database, entries))

    def computed(
        self,
        digest: str,
        analyses: Sequence[Analysis],
        compute: Callable[[Sequence[Analysis]], Iterable[Layers]],
    ) -> Iterator[Layers]:
        """Yield the layers of snippets; compute those that are missing, and store them.

        Snippets are computed and stored in batches; an interruption can lose one batch.
        """
        for start in range(0, len(analyses), _BATCH_SIZE):
            batch = analyses[start : start + _BATCH_SIZE]
            found = self.get_many(digest, [analysis.text for analysis in batch])
            new = [analysis for analysis in batch if analysis.text not in found]
            layers = dict(zip((analysis.text for analysis in new), compute(new), strict=True))
            self.put_many(digest, layers)
            for analysis in batch:
                yield (found if analysis.text in found else layers)[analysis.text]

    def clear(self) -> None:
        """Remove all analyses and a renamed damaged file."""
        if self.path is None or not self.path.exists():
            return
        self._attempt(
            lambda database: database.executescript(
                "DELETE FROM analyses; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"
            )
        )
        if not self._is_on:
            raise InputError(f"{self.path}: the cache cannot be cleared; remove the file")
        _aside(self.path).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; it is opened again on the next use."""
        if self._connection is None:
            return
        if self._process == os.getpid():
            self._connection.close()
        else:
            _INHERITED.append(self._connection)
        self._connection = None

    def __del__(self) -> None:
        # At the end of the process, modules may be cleared before the cache is.
        if os is not None:
            self.close()

    def size(self) -> int:
        """Return the size of the cache on disk in bytes."""
        if self.path is None:
            return 0
        kept = (self.path, _write_ahead_log(self.path))
        return sum(file.stat().st_size for file in kept if file.is_file())

    def __len__(self) -> int:
        """Return the number of analyses in the cache."""
        if self.path is None or not self.path.exists():
            return 0
        return self._attempt(_count) or 0

    def _read(self, database: sqlite3.Connection, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the entries of the keys, and mark them as used in this run."""
        found: dict[bytes, bytes] = {}
        unmarked: list[tuple[int, bytes]] = []
        for key in keys:
            query = "SELECT used, layers FROM analyses WHERE key = ?"
            for used, layers in database.execute(query, (key,)):
                found[key] = layers
                if used < self._run:
                    unmarked.append((self._run, key))
        if unmarked:
            with database:
                database.execute("BEGIN IMMEDIATE")
                database.executemany("UPDATE analyses SET used = ? WHERE key = ?", unmarked)
        return found

    def _write(self, database: sqlite3.Connection, entries: Sequence[tuple[bytes, bytes]]) -> None:
        with database:
            database.execute("BEGIN IMMEDIATE")
            database.executemany(
                "INSERT OR REPLACE INTO analyses (key, used, layers) VALUES (?, ?, ?)",
                [(key, self._run, entry) for key, entry in entries],
            )
            if _bytes_in_use(database) > self._max_bytes:
                _evict(database, int(_FRACTION_KEPT * self._max_bytes))

    def _attempt(self, action: Callable[[sqlite3.Connection], _Result]) -> _Result | None:
        """Run an action on the database; if it fails, warn and turn the cache off."""
        if not self._is_on:
            return None
        with self._lock:
            try:
                return self._with_repair(action)
            # A column of another type raises a ValueError or a TypeError.
            except (sqlite3.Error, OSError, ValueError, TypeError) as error:
                self._is_on = False
                self.close()
                # Several layers have a cache in the same file.
                if (self.path, str(error)) in _REPORTED:
                    return None
                _REPORTED.add((self.path, str(error)))
                warnings.warn(
                    f"{self.path}: the cache of analyses is off ({error}); "
                    f"set {VARIABLE} to a folder that can be used, or to off",
                    InputWarning,
                    stacklevel=4,
                )
                return None

    def _with_repair(self, action: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Run an action; if the file is damaged, run it again with a new file."""
        try:
            return action(self._connected())
        except sqlite3.DatabaseError as error:
            # Subclasses are raised for other errors than damage.
            if type(error) is not sqlite3.DatabaseError:
                raise
            self._put_aside(error)
            return action(self._connected())

    def _connected(self) -> sqlite3.Connection:
        assert self.path is not None
        if self._process != os.getpid():
            self.close()
        if self._connection is None:
            self._process = os.getpid()
            _make_private(self.path)
            self._connection = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._run = _begin_run(self._connection)
        return self._connection

    def _put_aside(self, error: sqlite3.DatabaseError) -> None:
        """Rename the damaged file, unless another process has done so."""
        assert self.path is not None
        self.close()
        if self.path.exists():
            self.path.replace(_aside(self.path))
        _write_ahead_log(self.path).unlink(missing_ok=True)
        warnings.warn(
            f"{self.path}: the cache of analyses is damaged ({error}); "
            f"it is now {_aside(self.path).name}, and a new one is started",
            InputWarning,
            stacklevel=5,
        )


def _key(digest: str, text: str) -> bytes:
    # JSON can contain lone surrogates, which must not stop the analysis.
    content = f"{digest}\0{text}".encode("utf-8", "surrogatepass")
    return blake2b(content, digest_size=_DIGEST_SIZE).digest()


def _digest(key: bytes, packed: bytes) -> bytes:
    """Return what an entry begins with, so that no other one takes its place."""
    return blake2b(packed, key=key, digest_size=_DIGEST_SIZE).digest()


def _make_private(path: Path) -> None:
    """Make the file and its folder, if they are not there, for the user alone: it has texts.

    A folder that was there is left as it is, unless it is that of all caches of the toolkit.
    """
    path.parent.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
    # A file that is there is not opened: closing it would end the locks of other connections.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _PRIVATE_FILE))
    # Another user, whose folder this may be, decides on it.
    with suppress(PermissionError):
        if path.parent == user_cache_folder():
            path.parent.chmod(_PRIVATE_FOLDER)
        for file in path.parent.glob(f"{path.name}*"):
            file.chmod(_PRIVATE_FILE)


def _begin_run(database: sqlite3.Connection) -> int:
    """Prepare a new connection, and return the number of the run that starts with it."""
    _use_write_ahead_log(database)
    database.execute("PRAGMA synchronous = NORMAL")
    with database:
        database.execute("BEGIN IMMEDIATE")
        for statement in _SCHEMA:
            database.execute(statement)
    (last_run,) = database.execute("SELECT coalesce(max(used), 0) FROM analyses").fetchone()
    return int(last_run) + 1


def _use_write_ahead_log(database: sqlite3.Connection) -> None:
    """Use a write-ahead log, so that readers do not wait and killed writers do no damage."""
    for _ in range(_BUSY_SECONDS * 10):
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # Two processes that do this to a new file would deadlock, so SQLite fails one.
            if "locked" not in str(error):
                raise
            time.sleep(0.1)
        else:
            return
    raise sqlite3.OperationalError("database is locked")


def _evict(database: sqlite3.Connection, max_bytes: int) -> None:
    """Remove the least recently used analyses, as many as take the excess on average."""
    excess = 1 - max_bytes / _bytes_in_use(database)
    database.execute(
        "DELETE FROM analyses WHERE rowid IN "
        "(SELECT rowid FROM analyses ORDER BY used, rowid LIMIT ?)",
        (math.ceil(excess * _count(database)),),
    )


def _count(database: sqlite3.Connection) -> int:
    return int(database.execute("SELECT count(*) FROM analyses").fetchone()[0])


def _bytes_in_use(database: sqlite3.Connection) -> int:
    """Return the size of the file in bytes, without its free pages."""
    names = ("page_count", "freelist_count", "page_size")
    pages, free, size = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
    return int((pages - free) * size)


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}.damaged")


def _write_ahead_log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def pack_layers(layers: Layers) -> bytes:
    """Return layers as bytes (compressed JSON, then vectors), which `unpack_layers` reads."""
    content = {name: _to_json(value) for name, value in layers.items()}
    described = json.dumps(content, separators=(",", ":")).encode()
    vectors = (
        value.astype(_STORED_VECTORS).tobytes() for value in layers.values() if _is_vectors(value)
    )
    return b"".join([zlib.compress(described, _COMPRESSION_LEVEL), *vectors])


def unpack_layers(packed: bytes) -> dict[str, LayerValue]:
    """Return the layers that `pack_layers` packed."""
    stream = zlib.decompressobj()
    content = json.loads(stream.decompress(packed))
    vectors = BytesIO(stream.unused_data)
    return {name: _from_json(value, vectors) for name, value in content.items()}


def _is_vectors(value: LayerValue) -> TypeGuard[VectorArray]:
    return isinstance(value, np.ndarray) and value.dtype == _VECTORS


def _to_json(value: LayerValue) -> Any:
    if isinstance(value, tuple):
        return value
    return {value.dtype.name: list(value.shape) if _is_vectors(value) else value.tolist()}


def _from_json(value: Any, vectors: BytesIO) -> LayerValue:
    if isinstance(value, list):
        return tuple(value)
    ((type_name, items),) = value.items()
    if type_name == _VECTORS:
        content = vectors.read(math.prod(items) * _STORED_VECTORS.itemsize)
        stored = np.frombuffer(content, _STORED_VECTORS)
        return np.asarray(stored.reshape(items), np.float16)
    return np.array(items, dtype=type_name)
