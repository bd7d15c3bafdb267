"""Predicting on shards: what is left of a run, a shard at a time."""

import json
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.code_files import code_files
from rte_baselines.core.errors import InputError, InputWarning, RteBaselinesError
from rte_baselines.core.files.locations import (
    inside,
    is_url,
    local_copy,
    name_of,
    names_in,
    remove,
    to_be_written,
)
from rte_baselines.core.files.writing import COMPRESSED, atomic_output
from rte_baselines.core.processes.workers import Pool, Workers, pool_of
from rte_baselines.core.quoting import counted, listed, path_name, quoted
from rte_baselines.pairs import (
    Columns,
    LabelMeanings,
    find_dataset,
    named_dataset,
    parse_columns,
)
from rte_baselines.pairs.ids import id_digest
from rte_baselines.recognizers import Recognizer
from rte_baselines.recognizers.fitted_state import resources_in_use
from rte_baselines.recognizers.nli_folder import NliFolder, is_nli_folder
from rte_baselines.recognizers.persistence import find_model, signature_file
from rte_baselines.recognizers.sharding import manifest
from rte_baselines.recognizers.sharding.shard import (
    FAILURES,
    RECORDS,
    ModelSource,
    Reading,
    SchemaOf,
    ShardRecord,
    ShardTask,
    ids_of,
    predict_shard,
    read_record,
    record_of,
    schema_of,
    sha256_of,
)
from rte_baselines.records.columns import PAIR_NAMES
from rte_baselines.records.sources import shard_paths
from rte_baselines.runs import read_run
from rte_baselines.runs.writing import RunFormatName

DEFAULT_MAX_FAILURES = 100

# The file of the latest shards that could not be read; not next to the shards of the run, where
# patterns such as *.jsonl would find it.
_UNREADABLE = (FAILURES, "_unreadable.jsonl")

# The URLs of fsspec's files in memory.
_MEMORY = "memory://"

# The number of ids that are compared at a time.
_COMPARED = 1 << 22


@dataclass(frozen=True)
class ShardedRun:
    """What a run in shards consists of.

    Parameters
    ----------
    folder : str
    shards, pairs, failures : int
        The number of shards and predictions, and of pairs without one.
    done_before : int
        The number of shards that were done by an earlier call.
    """

    folder: str
    shards: int
    pairs: int
    failures: int
    done_before: int


def predict_shards(
    model: str | Path,
    source: str | Path,
    folder: str | Path,
    *,
    run_format: RunFormatName = "jsonl",
    data_dir: str | Path | None = None,
    columns: Columns | str | None = None,
    labels: LabelMeanings | None = None,
    quotes: bool = False,
    workers: int | Pool = 1,
    max_failures: int = DEFAULT_MAX_FAILURES,
    plan: Callable[[int, int], None] = lambda done, total: None,
    progress: Callable[[ShardRecord], None] = lambda record: None,
) -> ShardedRun:
    """Write predictions on shards of pairs to a folder, each completely or not at all.

    Shards that are done are not done again: after an interruption, the same call does what is
    left. The run is read by `read_run` from the folder. Next to its shards there are the
    manifest of the run, ``_shards`` with a record and the digests of the ids of each shard,
    and ``_failures`` with the pairs on which no prediction could be made, with the reason, and in
    ``_failures/_unreadable.jsonl`` the shards that could not be read.

    Parameters
    ----------
    model : str or Path
        As in `Recognizer.load`.
    source : str or Path
        A folder, a pattern or a file; or, with fsspec, a URL of one of them; or the name of a
        dataset, which is one shard: ``rte1:test`` becomes ``rte1-test.jsonl``.
    folder : str or Path
        A new or empty folder, or that of the same run; or the URL of one.
    run_format : {"jsonl", "parquet", "csv", "tsv"}
    data_dir : str or Path, optional
        The only folder to search for a dataset.
    columns, labels, quotes
        How pairs are read; see `read_pairs`.
    workers : int or Pool
        The number of processes, each of which does a shard at a time. The run does not depend
        on it.
    max_failures : int
        The largest number of failures; the work ends if there are more.
    plan : callable, optional
        Called with the number of shards that are done, and the number of all shards.
    progress : callable, optional
        Called with the record of each shard when it is done.

    Returns
    -------
    ShardedRun

    Raises
    ------
    InputError
        If the folder belongs to another model or input, or another process is writing to it; if
        there are several shards without ids; if shards cannot be read, after the others are done;
        or if an id is in two shards, at the end.
    RteBaselinesError
        If there are more failures than `max_failures`, or no pair has a prediction.

    Warns
    -----
    InputWarning
        If no pair of a shard has a prediction.
    """
    if run_format == "tac":
        raise InputError(
            "TAC run files cannot be written in shards; expected jsonl, parquet, csv or tsv"
        )
    folder = str(folder)
    _refuse_memory_of_this_process([str(source), folder], workers)
    source_of_model = model_source(model)
    recognizer = Recognizer.load(Path(source_of_model.folder))
    reading = Reading(parse_columns(columns), labels, quotes)
    sources = _sources(source, data_dir, run_format)
    first = _first_schema(sources.values(), reading)
    _refuse_numbered(first, len(sources))
    begun = _manifest(recognizer, source_of_model, run_format, reading)
    with manifest.writing_run(folder, begun), pool_of(workers) as pool:
        remove(inside(folder, *_UNREADABLE))
        done = _done(folder, sources)
        done_before = len(done)
        plan(done_before, len(sources))
        # The first file may be a new one, unlike those of the shards that are done.
        expected = _first_schema([sources[name] for name in done], reading) or first
        tasks = [
            ShardTask(
                source_of_model,
                _absolute(location),
                _absolute(folder),
                name,
                reading,
                run_format,
                max_failures,
                expected,
            )
            for name, location in sources.items()
            if name not in done
        ]
        unreadable: list[ShardRecord] = []
        for record in pool.stream(predict_shard, ((task.name, (task,)) for task in tasks)):
            if record.problem is not None:
                unreadable.append(record)
                continue
            done[record.shard] = record
            progress(record)
            _limit_failures(done, max_failures, folder)
        _refuse_unreadable(folder, unreadable, len(sources))
        _report_without_predictions(folder, done)
        _refuse_repeated_ids(folder, sources, done)
    return ShardedRun(
        folder,
        len(done),
        sum(record.pairs for record in done.values()),
        sum(record.failures for record in done.values()),
        done_before,
    )


def _manifest(
    recognizer: Recognizer, model: ModelSource, run_format: RunFormatName, reading: Reading
) -> manifest.Manifest:
    """Return what all shards of a run have in common, with the resources and code in use."""
    return manifest.Manifest(
        recognizer.name,
        model.digest,
        resources_in_use(recognizer.features),
        [[file.origin.name, file.origin.digest] for file in code_files()],
        run_format,
        asdict(reading),
    )


def _refuse_memory_of_this_process(locations: Sequence[str], workers: int | Pool) -> None:
    """Refuse files in memory, which workers do not share."""
    in_memory = next((place for place in locations if place.startswith(_MEMORY)), None)
    count = workers.count if isinstance(workers, Workers) else workers
    if in_memory is not None and count != 1:
        one = how_to_state("workers=1", "--workers 1")
        raise InputError(
            f"{in_memory}: is in the memory of this process, which workers do not share; use one "
            f"worker ({one}), or files"
        )


def model_source(model: str | Path) -> ModelSource:
    """Return the folder and the digest of a model.

    Parameters
    ----------
    model : str or Path
        As in `Recognizer.load`.

    Raises
    ------
    ModelError
        If there is no such model.
    """
    folder = find_model(model).resolve()
    if is_nli_folder(folder):
        return ModelSource(str(folder), NliFolder.open(folder).digest())
    try:
        signature = signature_file(folder).read_bytes()
    except OSError:
        # Loading says in detail what is wrong.
        Recognizer.load(folder)
        raise
    return ModelSource(str(folder), sha256(signature).hexdigest())


def _sources(source: str | Path, data_dir: str | Path | None, run_format: str) -> dict[str, str]:
    """Return the location of the pairs of each shard of the run, by the shard's name."""
    dataset = None if is_url(source) else named_dataset(source)
    if dataset is None:
        shards = shard_paths(source) or [source]
        return _by_name([str(shard) for shard in shards], run_format)
    # Predictions do not depend on labels, so that a file of other labels is not needed.
    pairs = find_dataset(dataset, data_dir).pairs
    return {f"{dataset.name.replace(':', '-')}.{run_format}": str(pairs)}


def _by_name(locations: Sequence[str], run_format: str) -> dict[str, str]:
    """Return the location of the pairs of each shard of the run."""
    names = [f"{_stem(name_of(location))}.{run_format}" for location in locations]
    twice = next((name for name, times in Counter(names).items() if times > 1), None)
    if twice is not None:
        one, other = [place for name, place in zip(names, locations, strict=True) if name == twice][
            :2
        ]
        raise InputError(
            f"{one} and {other} would both be {twice}; expected names that differ without their "
            "extensions"
        )
    return dict(zip(names, locations, strict=True))


def _stem(name: str) -> str:
    path = Path(name)
    return (path.with_suffix("") if path.suffix.lower() in COMPRESSED else path).stem


def _first_schema(locations: Iterable[str], reading: Reading) -> SchemaOf | None:
    """Return the schema of the first file that can be read; None if there is none."""
    return next(filter(None, (schema_of(location, reading) for location in locations)), None)


def _refuse_numbered(first: SchemaOf | None, shards: int) -> None:
    """Refuse several files without ids, whose pairs would have the same numbers as ids."""
    if first is None or shards == 1 or "id" in first.schema[1]:
        return
    raise InputError(
        f"{path_name(first.shard)}: has no ids, and the pairs of each of the {shards} files would "
        "be numbered from 1; expected a column of ids "
        f"({PAIR_NAMES.how_to_give({'id': 'COLUMN'})}), or all pairs in one file"
    )


def _absolute(location: str) -> str:
    """Return a location as workers need it, whose current folder may be another one."""
    return location if is_url(location) else str(Path(location).resolve())


def _done(folder: str, sources: dict[str, str]) -> dict[str, ShardRecord]:
    """Return the records of the shards that are done.

    Raises
    ------
    InputError
        If one is of other pairs than those of the source.
    """
    done = {}
    for file in names_in(inside(folder, RECORDS)):
        if not file.endswith(".json"):
            continue
        record = read_record(folder, file.removesuffix(".json"))
        if record.shard not in sources:
            raise InputError(
                f"{folder}: belongs to another input: {record.shard} was made from "
                f"{quoted(record.source)}, which is not there any more; write to another folder, "
                f"or remove {inside(folder, record.shard)} and {record_of(folder, record.shard)}"
            )
        with local_copy(sources[record.shard]) as path:
            if sha256_of(path) != record.source_sha256:
                raise InputError(
                    f"{folder}: belongs to another input: {sources[record.shard]} has changed "
                    f"since {record.shard} was made from it; write to another folder, or remove "
                    f"{record_of(folder, record.shard)} to do this shard again"
                )
        if _is_complete(folder, record):
            done[record.shard] = record
    return done


def _is_complete(folder: str, record: ShardRecord) -> bool:
    """Whether the shard of the run is as it was written; otherwise it is done again."""
    if not record.pairs:
        return True
    try:
        with local_copy(inside(folder, record.shard)) as path:
            return sha256_of(path) == record.sha256
    except InputError:
        return False


def _limit_failures(done: dict[str, ShardRecord], max_failures: int, folder: str) -> None:
    failures = sum(record.failures for record in done.values())
    if failures > max_failures:
        raise RteBaselinesError(
            f"{counted(failures, 'pair')} without a prediction, more than {max_failures}; see the "
            f"reasons in {inside(folder, FAILURES)}. To go on in spite of that, state a higher "
            f"limit: {how_to_state('max_failures', '--max-failures')}"
        )


def _report_without_predictions(folder: str, done: dict[str, ShardRecord]) -> None:
    """Warn of shards without any prediction, and raise an error if there are no others."""
    without = [name for name, record in done.items() if not record.pairs]
    reasons = f"the reasons are in {inside(folder, FAILURES)}"
    if len(without) == len(done):
        raise RteBaselinesError(
            f"{folder}: no pair has a prediction; {reasons}: remove their cause, and write to "
            "another folder"
        )
    if without:
        warnings.warn(
            f"{folder}: no pair of {len(without)} of {counted(len(done), 'shard')} has a "
            f"prediction ({listed(without)}); {reasons}",
            InputWarning,
            stacklevel=3,
        )


def _refuse_unreadable(folder: str, unreadable: Sequence[ShardRecord], total: int) -> None:
    """List shards that cannot be read in a file, and raise an error that names the first ones."""
    if not unreadable:
        return
    place = inside(folder, *_UNREADABLE)
    with to_be_written(place) as path, atomic_output(path) as text:
        for record in unreadable:
            line = {"source": record.source, "problem": record.problem}
            text.write(json.dumps(line, ensure_ascii=False) + "\n")
    problems = "; ".join(str(record.problem) for record in unreadable[:3])
    more = f"; and {len(unreadable) - 3} more" if len(unreadable) > 3 else ""
    raise InputError(
        f"{len(unreadable)} of {counted(total, 'shard')} cannot be read: {problems}{more} (all are "
        f"listed in {place}); the others are done: repair or remove these, and run the command "
        "again"
    )


def _refuse_repeated_ids(
    folder: str, sources: dict[str, str], done: dict[str, ShardRecord]
) -> None:
    """Raise an error if an id is in two shards, comparing a part of all digests at a time."""
    shards = [name for name in sources if done[name].pairs]
    total = sum(done[name].pairs for name in shards)
    parts = -(-total // _COMPARED)
    with ExitStack() as copies:
        paths = [copies.enter_context(local_copy(ids_of(folder, name))) for name in shards]
        ids = [np.load(path, mmap_mode="r", allow_pickle=False) for path in paths]
        for part in range(parts):
            bounds = [2**64 * number // parts for number in (part, part + 1)]
            within = [of[_below(of, bounds[0]) : _below(of, bounds[1])] for of in ids]
            together = np.concatenate(within)
            order = np.argsort(together, kind="stable")
            ordered = together[order]
            for position in np.flatnonzero(ordered[1:] == ordered[:-1]).tolist():
                owners = np.repeat(np.arange(len(within)), [len(of) for of in within])
                one, other = (shards[owners[order[at]]] for at in (position, position + 1))
                # Within a shard, reading has already compared the ids themselves.
                if one != other:
                    _refuse_repeated(folder, int(ordered[position]), one, other, sources)


def _below(ids: NDArray[np.uint64], bound: int) -> int:
    """Return how many of the sorted digests are below a bound, which may be 2**64."""
    return len(ids) if bound == 2**64 else int(np.searchsorted(ids, np.uint64(bound)))


def _refuse_repeated(
    folder: str, digest: int, one: str, other: str, sources: dict[str, str]
) -> None:
    """Raise an error if two shards have the same id, and not only the same digest."""
    found = [set(_ids_with(folder, name, digest)) for name in (one, other)]
    for repeated in sorted(found[0] & found[1]):
        raise InputError(
            f"{sources[one]} and {sources[other]} both have a pair with the id "
            f"{quoted(repeated)}; expected each id once (the run in {folder} is complete, but "
            "cannot be scored)"
        )


def _ids_with(folder: str, name: str, digest: int) -> Iterator[str]:
    with local_copy(inside(folder, name)) as path:
        run = read_run(path)
    return (pair_id for pair_id in run.ids if id_digest(pair_id) == digest)
