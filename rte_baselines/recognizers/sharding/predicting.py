"""A run in shards: its manifest, the shards that are done, and those that are left."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from rte_baselines.core.code_files import code_files
from rte_baselines.core.errors import InputError, RteBaselinesError
from rte_baselines.core.files.locations import inside, local_copy, make_folder, names_in
from rte_baselines.core.files.paths import is_url
from rte_baselines.core.files.reading import without_compression
from rte_baselines.core.importing import version
from rte_baselines.core.processes.workers import Pool, pool_of
from rte_baselines.core.quoting import counted
from rte_baselines.pairs import Columns, LabelMeanings
from rte_baselines.pairs.datasets import find_dataset, named_dataset
from rte_baselines.recognizers import Recognizer
from rte_baselines.recognizers.fitted_state import resources_in_use
from rte_baselines.recognizers.nli.folder import NliFolder, is_nli_folder
from rte_baselines.recognizers.persistence import find_model, signature_file
from rte_baselines.recognizers.sharding import shard
from rte_baselines.recognizers.sharding.shard import ModelSource, ShardRecord
from rte_baselines.records.columns import parse_columns
from rte_baselines.records.sources import shard_paths
from rte_baselines.runs.writing import RunFormatName

_MANIFEST = "_manifest.json"
_SHOWN = 3  # differences and problems in a message


@dataclass(frozen=True)
class ShardedRun:
    """What a run in shards consists of: numbers of shards, predictions and pairs without one."""

    folder: str
    shards: int
    pairs: int
    failures: int
    done_before: int  # shards that were done by an earlier call


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
    max_failures: int = 100,
    plan: Callable[[int, int], None] = lambda done, total: None,
    progress: Callable[[ShardRecord], None] = lambda record: None,
) -> ShardedRun:
    """Write predictions on shards of pairs to a folder, each completely or not at all.

    Shards that are done are not done again: after an interruption, the same call does what is
    left. The run is read by `read_run` from the folder. Next to its shards there are its manifest,
    ``_shards`` with a record of each, and ``_failures`` with pairs without a prediction.

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
    data_dir, columns, labels, quotes
        How pairs are read; see `read_pairs`.
    workers : int or Pool
        Processes, each of which does a shard at a time. The run does not depend on them.
    max_failures : int
        The largest number of pairs without a prediction.
    plan, progress : callable, optional
        Called with the numbers of shards that are done and of all, and with each further record.

    Raises
    ------
    InputError
        If the folder belongs to another run; or if shards cannot be read, when others are done.
    RteBaselinesError
        If there are more failures than `max_failures`, or no pair has a prediction.
    """
    if run_format == "tac":
        raise InputError("TAC runs cannot be in shards; expected jsonl, parquet, csv or tsv")
    folder = str(folder)
    files = model_source(model)
    shard.load_model.cache_clear()
    recognizer = shard.load_model(files)
    options = {"columns": parse_columns(columns), "labels": labels, "quotes": quotes}
    sources = _sources(source, data_dir, run_format)
    _begin(folder, _manifest(recognizer, files, run_format, options))
    done = _done(folder, sources)
    done_before, failures = len(done), sum(record.failures for record in done.values())
    plan(done_before, len(sources))
    # Pairs without ids are numbered, from 1 in each file.
    needs_ids = len(sources) > 1
    how = (run_format, options, needs_ids, max_failures)
    calls = [
        (name, (files, _absolute(place), _absolute(folder), name, *how))
        for name, place in sources.items()
        if name not in done
    ]
    problems = []
    with pool_of(workers) as pool:
        for found in pool.stream(shard.predict_shard, calls):
            if isinstance(found, str):
                problems.append(found)
                continue
            done[found.shard] = found
            progress(found)
            failures += found.failures
            shard.limit_failures(failures, max_failures, f"see {inside(folder, shard.FAILURES)}")
    if problems:
        more = f"; and {len(problems) - _SHOWN} more" if len(problems) > _SHOWN else ""
        raise InputError(
            f"{len(problems)} of {counted(len(sources), 'shard')} cannot be read: "
            f"{'; '.join(problems[:_SHOWN])}{more}; the others are done: repair or remove these, "
            "and run the command again"
        )
    pairs = sum(record.pairs for record in done.values())
    if not pairs:
        reasons = inside(folder, shard.FAILURES)
        raise RteBaselinesError(f"{folder}: no pair has a prediction; the reasons are in {reasons}")
    return ShardedRun(folder, len(done), pairs, failures, done_before)


def model_source(model: str | Path) -> ModelSource:
    """Return the folder and the digest of a model, which is as in `Recognizer.load`."""
    folder = find_model(model).resolve()
    if is_nli_folder(folder):
        digest = NliFolder.open(folder).digest()
    else:
        # Without a signature, loading says what is wrong.
        signature = signature_file(folder)
        digest = sha256(signature.read_bytes()).hexdigest() if signature.is_file() else ""
    return ModelSource(str(folder), digest)


def _absolute(location: str) -> str:
    """Return a location as workers need it, whose current folder may be another one."""
    return location if is_url(location) else str(Path(location).resolve())


def _sources(source: str | Path, data_dir: str | Path | None, run_format: str) -> dict[str, str]:
    """Return the location of the pairs of each shard of the run, by the shard's name."""
    dataset = None if is_url(source) else named_dataset(source)
    if dataset is not None:
        # Predictions do not depend on labels, so that a file of other labels is not needed.
        pairs = find_dataset(dataset, data_dir).pairs
        return {f"{dataset.name.replace(':', '-')}.{run_format}": str(pairs)}
    sources: dict[str, str] = {}
    for location in map(str, shard_paths(source) or [source]):
        name = f"{without_compression(location).stem}.{run_format}"
        if name in sources:
            raise InputError(f"{sources[name]} and {location} would both be {name}; rename one")
        sources[name] = location
    return sources


def _manifest(
    recognizer: Recognizer, model: ModelSource, run_format: str, options: dict[str, Any]
) -> dict[str, str]:
    """Return what all shards of a run have in common, by the words for it in messages."""
    code = ", ".join(f"{file.origin.name} {file.origin.digest}" for file in code_files())
    resources = resources_in_use(recognizer.features).items()
    return {
        "version of rte-baselines": version("rte-baselines"),
        "model": f"{recognizer.name} {model.digest[:16]}",
        "format of the run": run_format,
        "imported code": code or "none",
        **{name: str(value) if value else "not given" for name, value in options.items()},
        **{f"resource {name}": digest or "missing" for name, digest in resources},
    }


def _begin(folder: str, manifest: dict[str, str]) -> None:
    """Make the folder of a run, or refuse one of another run or with other contents."""
    names, place = names_in(folder), inside(folder, _MANIFEST)
    if names and _MANIFEST not in names:
        raise InputError(
            f"{folder}: holds {names[0]} and no run in shards; expected a new or empty folder"
        )
    make_folder(folder)
    if not names:
        shard.write_lines([json.dumps(manifest, indent=2) + "\n"], place)
    found = _read_json(place)
    changed = [
        f"{key} was {found.get(key, 'not used')}, and is {manifest.get(key, 'not used')}"
        for key in manifest | found
        if found.get(key) != manifest.get(key)
    ]
    if changed:
        what = "; ".join(changed[:_SHOWN])
        raise InputError(f"{folder}: belongs to another run: {what}; write to another folder")
    make_folder(inside(folder, shard.RECORDS))
    make_folder(inside(folder, shard.FAILURES))


def _done(folder: str, sources: dict[str, str]) -> dict[str, ShardRecord]:
    """Return the records of shards whose files are as they were written; refuse other pairs."""
    done = {}
    for file in names_in(inside(folder, shard.RECORDS)):
        place = inside(folder, shard.RECORDS, file)
        record = ShardRecord(**_read_json(place))
        written, source = inside(folder, record.shard), sources.get(record.shard)
        if source is None or _digest(source) != record.source_sha256:
            raise InputError(
                f"{folder}: belongs to another input: {record.source} has changed or is gone since "
                f"{written} was made from it; write to another folder, or remove {written} and "
                f"{place}"
            )
        if not record.pairs or _digest(written) == record.sha256:
            done[record.shard] = record
    return done


def _read_json(location: str) -> dict[str, Any]:
    with local_copy(location) as path:
        try:
            return dict(json.loads(path.read_text("utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise InputError(f"{location}: damaged ({error})") from None


def _digest(location: str) -> str | None:
    """Return the digest of a file; None if it is not there."""
    try:
        with local_copy(location) as path:
            return shard.sha256_of(path)
    except InputError:
        return None
