"""One shard: its pairs are read, its predictions written, and, last, a record that it is done."""

import json
import platform
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import ConfigError, InputError, ResourceError, RteBaselinesError
from rte_baselines.core.files.locations import inside, local_copy, to_be_written
from rte_baselines.core.files.paths import name_of
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.quoting import path_name
from rte_baselines.features.samples import batches
from rte_baselines.pairs import Pair, read_pairs
from rte_baselines.recognizers import Recognizer
from rte_baselines.records.columns import PAIR_NAMES
from rte_baselines.runs import Prediction, write_run
from rte_baselines.runs.writing import RunFormatName

# Folders inside that of the run: records of the shards, and pairs without a prediction.
RECORDS, FAILURES = "_shards", "_failures"

RECEIVED_MODELS: dict[str, Path] = {}
"""The folders of the models that this process has received, by their digests."""

# These errors are not caused by a single pair.
_NOT_OF_A_PAIR = (ConfigError, ResourceError, MemoryError)


class ModelSource(NamedTuple):
    """The folder of a model, to be loaded where it is needed, and the digest of all its files."""

    folder: str
    digest: str


@dataclass(frozen=True)
class ShardRecord:
    """What was done with a shard: the files of predictions and of pairs, and their digests."""

    shard: str
    source: str
    sha256: str
    source_sha256: str
    pairs: int  # predictions, without which there is no file
    failures: int  # pairs without a prediction


class _UnreadableShardError(InputError):
    """Pairs cannot be read, in contrast to predictions that cannot be written."""


def predict_shard(
    model: ModelSource,
    source: str,
    folder: str,
    shard: str,
    run_format: RunFormatName,
    options: dict[str, Any],
    needs_ids: bool,
    max_failures: int,
) -> ShardRecord | str:
    """Write the predictions on a shard to a folder, and last a record that the shard is done.

    If pairs cannot be read, nothing is written, and the reason is returned instead of the record.
    The `options` are those of `read_pairs`; other parameters are those of `predict_shards`.
    """
    try:
        with local_copy(source) as path:
            source_digest = sha256_of(path)
            pairs = _pairs(path, options, needs_ids=needs_ids)
            predictions = _Predictions(load_model(model), pairs, max_failures)
            with to_be_written(inside(folder, shard)) as output:
                write_run(predictions, output, run_format)
                digest = sha256_of(output)
                if not predictions.count:
                    # A run without predictions could not be read.
                    output.unlink()
    except _UnreadableShardError as error:
        return str(error)
    count, failures = predictions.count, predictions.failures
    record = ShardRecord(shard, name_of(source), digest, source_digest, count, len(failures))
    if failures:
        lines = (json.dumps(failure, ensure_ascii=False) + "\n" for failure in failures)
        write_lines(lines, inside(folder, FAILURES, f"{shard}.jsonl"))
    write_lines([json.dumps(asdict(record)) + "\n"], inside(folder, RECORDS, f"{shard}.json"))
    return record


def _pairs(path: Path, options: dict[str, Any], *, needs_ids: bool) -> Iterator[Pair]:
    try:
        with read_pairs(path, **options) as stream:
            for pair in stream:
                if needs_ids and "id" not in stream.schema[1]:
                    raise InputError(
                        f"{path_name(path)}: has no ids, and the pairs of each file would be "
                        "numbered from 1; expected a column of ids "
                        f"({PAIR_NAMES.how_to_give({'id': 'COLUMN'})}), or all pairs in one file"
                    )
                yield pair
    except InputError as error:
        raise _UnreadableShardError(str(error)) from None


class _Predictions:
    """The predictions on a shard, in order, with their number and the pairs without one so far."""

    def __init__(self, recognizer: Recognizer, pairs: Iterator[Pair], max_failures: int) -> None:
        self._recognizer, self._pairs, self._max_failures = recognizer, pairs, max_failures
        self.count = 0
        self.failures: list[dict[str, str]] = []

    def __iter__(self) -> Iterator[Prediction]:
        for batch in batches(self._pairs):
            predictions = self._of_batch(batch)
            self.count += len(predictions)
            yield from predictions

    def _of_batch(self, pairs: list[Pair]) -> list[Prediction]:
        """Return the predictions on the pairs that have one, and note the others."""
        try:
            return list(self._recognizer.predict_stream(pairs))
        except _NOT_OF_A_PAIR:
            raise
        except Exception as error:
            if len(pairs) > 1:
                middle = len(pairs) // 2
                return self._of_batch(pairs[:middle]) + self._of_batch(pairs[middle:])
            reason = " ".join(str(error).split())
            if not isinstance(error, RteBaselinesError):
                reason = f"{type(error).__name__}: {reason}"
            self.failures.append({"id": pairs[0].id, "reason": reason})
            limit_failures(len(self.failures), self._max_failures, f"{pairs[0].id}: {reason}")
            return []


def limit_failures(failures: int, max_failures: int, details: str) -> None:
    """Raise an error with these details if too many pairs have no prediction."""
    if failures > max_failures:
        raise RteBaselinesError(
            f"more than {max_failures} pairs have no prediction ({details}); to go on in spite of "
            f"that, state a higher limit: {how_to_state('max_failures', '--max-failures')}"
        )


@lru_cache(maxsize=1)
def load_model(model: ModelSource) -> Recognizer:
    """Load a model, as it was received or from its folder; the latest one is kept."""
    return Recognizer.load(RECEIVED_MODELS.get(model.digest, Path(model.folder)))


def write_lines(lines: Iterable[str], location: str) -> None:
    """Write lines to a file on this machine or in an object store."""
    with to_be_written(location) as path, atomic_output(path) as text:
        text.writelines(lines)


def sha256_of(path: Path) -> str:
    """Return the digest of a file, in hexadecimal digits; an `InputError` if it is not there."""
    digest = sha256()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(1 << 20):
                digest.update(chunk)
    except OSError as error:
        raise _UnreadableShardError(
            f"{path_name(path)}: cannot be read on the machine {platform.node()} ({error.strerror})"
        ) from None
    return digest.hexdigest()
