"""One shard: reading pairs, predicting, and writing what belongs together."""

import json
from array import array
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import ConfigError, InputError, ResourceError, RteBaselinesError
from rte_baselines.core.files.locations import inside, local_copy, name_of, to_be_written
from rte_baselines.core.files.writing import atomic_bytes, atomic_output
from rte_baselines.core.quoting import path_name
from rte_baselines.features.samples import batches
from rte_baselines.pairs import Columns, LabelMeanings, Pair, PairStream, read_pairs
from rte_baselines.pairs.ids import id_digest
from rte_baselines.pairs.stream import Schema, check_schema
from rte_baselines.recognizers import Recognizer
from rte_baselines.runs import Prediction, write_run
from rte_baselines.runs.writing import RunFormatName

RECORDS = "_shards"
"""The folder, inside that of the run, with the record and the ids of each shard."""

FAILURES = "_failures"
"""The folder, inside that of the run, with the pairs that no prediction can be made on."""

ON_WORKER: ContextVar[str] = ContextVar("ON_WORKER", default="")
"""What is added to messages about a file that is not there: on which machine; empty on this one."""

RECEIVED_MODELS: dict[str, Path] = {}
"""The folders of the models that this process has received, by their digests."""

_CHUNK = 1 << 20

# These errors are not caused by a single pair.
_NOT_OF_A_PAIR = (ConfigError, ResourceError, MemoryError)


@dataclass(frozen=True)
class ModelSource:
    """A model, to be loaded where it is needed.

    Parameters
    ----------
    folder : str
    digest : str
        Of all its files.
    """

    folder: str
    digest: str


@dataclass(frozen=True)
class Reading:
    """How pairs are read; see `read_pairs`.

    Parameters
    ----------
    columns : mapping of str to str
    labels : str, sequence of str, mapping of str to str, or None
    quotes : bool
    """

    columns: Columns = field(default_factory=dict)
    labels: LabelMeanings | None = None
    quotes: bool = False


@dataclass(frozen=True)
class SchemaOf:
    """What all shards have in common, as read from one of them.

    Parameters
    ----------
    shard : str
        The location of that shard.
    schema : tuple of (str, mapping)
    """

    shard: str
    schema: Schema


@dataclass(frozen=True)
class ShardTask:
    """The work to be done on a shard.

    Parameters
    ----------
    model : ModelSource
    source : str
        The location of the pairs.
    folder : str
        The folder of the run.
    name : str
        The name of the shard of the run.
    reading : Reading
    run_format : {"jsonl", "parquet", "csv", "tsv"}
    max_failures : int
        The number of failures above which reading stops.
    expected : SchemaOf or None
        The schema that the shard must have; None if no shard can be read.
    """

    model: ModelSource
    source: str
    folder: str
    name: str
    reading: Reading
    run_format: RunFormatName
    max_failures: int
    expected: SchemaOf | None = None


@dataclass(frozen=True)
class ShardRecord:
    """What was done with a shard.

    Parameters
    ----------
    shard : str
        The name of the shard of the run.
    source : str
        The name of the file of pairs.
    source_sha256, sha256 : str
        Digests of the file of pairs, and of the shard of the run.
    pairs : int
        The number of predictions.
    failures : int
        The number of pairs without a prediction; see `FAILURES`.
    problem : str or None
        Why the shard cannot be read, and nothing was written; None if it could.
    """

    shard: str
    source: str
    source_sha256: str = ""
    sha256: str = ""
    pairs: int = 0
    failures: int = 0
    problem: str | None = None


class _UnreadableShardError(InputError):
    """Pairs cannot be read, in contrast to predictions that cannot be written."""


@dataclass
class _Predicted:
    """The ids and failures that are known when all predictions have been taken."""

    ids: "array[int]" = field(default_factory=lambda: array("Q"))
    failures: list[dict[str, str]] = field(default_factory=list)


def predict_shard(task: ShardTask) -> ShardRecord:
    """Write the predictions on a shard, and last a record that the shard is done.

    Raises
    ------
    RteBaselinesError
        If there are too many failures, or something cannot be written.
    """
    predicted = _Predicted()
    target = inside(task.folder, task.name)
    try:
        with local_copy(task.source) as path:
            before = sha256_of(path)
            with to_be_written(target) as output:
                write_run(_predictions(task, path, predicted), output, task.run_format)
                written = sha256_of(output)
                if not predicted.ids:
                    # A run without predictions could not be read.
                    output.unlink()
            if sha256_of(path) != before:
                raise _UnreadableShardError("the file was changed while it was read")
    except _UnreadableShardError as error:
        return ShardRecord(task.name, name_of(task.source), problem=str(error))
    record = ShardRecord(
        task.name,
        name_of(task.source),
        before,
        written,
        len(predicted.ids),
        len(predicted.failures),
    )
    _write_about(task, record, predicted)
    return record


def forget_models() -> None:
    """Forget the models that this process has received or loaded."""
    RECEIVED_MODELS.clear()
    _loaded.cache_clear()


def _predictions(task: ShardTask, path: Path, predicted: _Predicted) -> Iterator[Prediction]:
    recognizer = _loaded(task.model)
    for batch in batches(_pairs(task, path)):
        for prediction in _of_batch(recognizer, batch, predicted, task.max_failures):
            predicted.ids.append(id_digest(prediction.id))
            yield prediction


@lru_cache(maxsize=1)
def _loaded(model: ModelSource) -> Recognizer:
    return Recognizer.load(RECEIVED_MODELS.get(model.digest, Path(model.folder)))


def _pairs(task: ShardTask, path: Path) -> Iterator[Pair]:
    try:
        with _opened(path, task.reading) as stream:
            for number, pair in enumerate(stream):
                if number == 0 and task.expected is not None:
                    check_schema(
                        path_name(task.source),
                        stream.schema,
                        path_name(task.expected.shard),
                        task.expected.schema,
                    )
                yield pair
    except InputError as error:
        raise _UnreadableShardError(str(error)) from None


def _opened(path: Path, reading: Reading) -> PairStream:
    return read_pairs(path, columns=reading.columns, labels=reading.labels, quotes=reading.quotes)


def schema_of(location: str, reading: Reading) -> SchemaOf | None:
    """Return the format and the columns of a shard; None if it cannot be read.

    Parameters
    ----------
    location : str
    reading : Reading
    """
    try:
        with local_copy(location) as path, _opened(path, reading) as stream:
            next(stream)
            return SchemaOf(location, stream.schema)
    except InputError:
        # Reading the shard raises this error again.
        return None


def _of_batch(
    recognizer: Recognizer, pairs: list[Pair], predicted: _Predicted, max_failures: int
) -> Iterable[Prediction]:
    """Return the predictions on the pairs that have one, and note the others."""
    try:
        return list(recognizer.predict_stream(pairs))
    except _NOT_OF_A_PAIR:
        raise
    except Exception as error:
        if len(pairs) > 1:
            middle = len(pairs) // 2
            halves = (pairs[:middle], pairs[middle:])
            return [
                prediction
                for half in halves
                for prediction in _of_batch(recognizer, half, predicted, max_failures)
            ]
        predicted.failures.append({"id": pairs[0].id, "reason": _reason(error)})
        if len(predicted.failures) > max_failures:
            raise too_many_failures(predicted.failures[-1], max_failures) from None
        return []


def too_many_failures(last: dict[str, str], max_failures: int) -> RteBaselinesError:
    """Return the error that ends the work above the limit of failures."""
    return RteBaselinesError(
        f"more than {max_failures} pairs have no prediction, the last one {last['id']} "
        f"({last['reason']}); to go on in spite of that, state a higher limit: "
        + how_to_state("max_failures", "--max-failures")
    )


def _reason(error: Exception) -> str:
    message = " ".join(str(error).split())
    return message if isinstance(error, RteBaselinesError) else f"{type(error).__name__}: {message}"


def _write_about(task: ShardTask, record: ShardRecord, predicted: _Predicted) -> None:
    if predicted.failures:
        lines = (json.dumps(failure, ensure_ascii=False) + "\n" for failure in predicted.failures)
        place = inside(task.folder, FAILURES, f"{task.name}.jsonl")
        with to_be_written(place) as path, atomic_output(path) as text:
            text.writelines(lines)
    ids = np.sort(np.array(predicted.ids, dtype=np.uint64))
    with to_be_written(ids_of(task.folder, task.name)) as path, atomic_bytes(path) as stream:
        np.save(stream, ids, allow_pickle=False)
    with to_be_written(record_of(task.folder, task.name)) as path, atomic_output(path) as text:
        text.write(json.dumps(asdict(record), indent=2) + "\n")


def record_of(folder: str, name: str) -> str:
    """Return the location of the record of a shard."""
    return inside(folder, RECORDS, f"{name}.json")


def ids_of(folder: str, name: str) -> str:
    """Return the location of the sorted digests of the ids of a shard."""
    return inside(folder, RECORDS, f"{name}.ids.npy")


def read_record(folder: str, name: str) -> ShardRecord:
    """Read the record of a shard.

    Raises
    ------
    InputError
        If it is damaged or not there.
    """
    place = record_of(folder, name)
    with local_copy(place) as path:
        try:
            content: dict[str, Any] = json.loads(path.read_text("utf-8"))
            return ShardRecord(**content)
        except (OSError, ValueError, TypeError):
            raise InputError(f"{place}: damaged; remove it to do this shard again") from None


def sha256_of(path: Path) -> str:
    """Return the digest of a file, in hexadecimal digits.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    digest = sha256()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
        return digest.hexdigest()
    except OSError as error:
        where = ON_WORKER.get() if isinstance(error, FileNotFoundError) else ""
        raise _UnreadableShardError(
            f"{path_name(path)}: cannot be read ({error.strerror}){where}"
        ) from None
