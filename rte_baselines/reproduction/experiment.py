"""Train recognizers on development pairs, label and rank test pairs, and score the runs."""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import DatasetNotFoundError, InputError, InputWarning
from rte_baselines.core.files.reading import input_name
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.processes.workers import Workers
from rte_baselines.core.progress import Progress, no_progress
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation import Report, evaluate
from rte_baselines.pairs import Pair, load_pairs
from rte_baselines.pairs.datasets import (
    Dataset,
    dataset_splits,
    families_with_test,
    find_dataset,
    named_dataset,
)
from rte_baselines.recognizers import Recognizer, shipped_configs
from rte_baselines.recognizers.config import read_config
from rte_baselines.reproduction.extracted_features import Extraction, extractions, slices
from rte_baselines.runs import Run, write_run

SAMPLE = "sample"
CHALLENGES = ("rte1", "rte2", "rte3")


@brief
@dataclass(frozen=True)
class DatasetResults:
    """The results of recognizers on the test pairs of one family of datasets.

    The report has a run for each recognizer. Resources are those that a recognizer reads, with
    their digests, which are None for missing ones.
    """

    family: str
    trained_on: str
    tested_on: str
    report: Report
    resources: Mapping[str, str | None]

    @property
    def signature(self) -> str:
        """The report's signature, with the digests of the resources."""
        read = (f"{name}:{digest or 'none'}" for name, digest in sorted(self.resources.items()))
        return "|".join([self.report.signature, *read])


def own_recognizers() -> list[str]:
    """Return the shipped configs of the toolkit itself, without those that take minutes.

    Those of papers are in folders. A config says by ``takes_minutes`` in its ``[about]`` that it
    takes minutes for the pairs of one challenge, since it looks for proofs or scores many windows.
    """
    return [
        name
        for name, path in shipped_configs().items()
        if "/" not in name and not read_config(path)["about"].get("takes_minutes", False)
    ]


def families_at_hand(data_dir: str | Path | None = None) -> tuple[list[str], str | None]:
    """Return the challenges whose data is available, or else the sample and why.

    The sample never replaces data that is missing in `data_dir`, the only folder to search.

    Raises
    ------
    DatasetNotFoundError
        If no challenge's data is complete in `data_dir`.
    InputError
        If there is no folder `data_dir`.
    """
    available, missing = [], []
    for family in CHALLENGES:
        try:
            _locate(family, data_dir)
            available.append(family)
        except DatasetNotFoundError as error:
            missing.append(str(error))
    if available:
        return available, None
    if data_dir is None:
        return [SAMPLE], missing[0]
    needed = (
        " with ".join(dataset.pairs_file for dataset in _datasets_of(family))
        for family in CHALLENGES
    )
    raise DatasetNotFoundError(
        f"{input_name(data_dir)}: holds no {' nor '.join(needed)} (nor do rte or corpora/rte "
        "there); name the folder that does, or run `demo --dataset sample`"
    )


def parts_of_family(family: str) -> tuple[str, str]:
    """Return the names of the datasets to train and to test on."""
    families = families_with_test()
    if family not in families:
        is_part_missing = family in dataset_splits()
        what = "no part to train on in the" if is_part_missing else "unknown"
        hint = "" if is_part_missing else did_you_mean(family, families)
        raise InputError(
            f"{what} dataset {quoted(family)}; {hint}expected one of {', '.join(families)}"
        )
    return families[family]


def load_family(family: str, data_dir: str | Path | None = None) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs to train and to test on."""
    train, test = (load_pairs(name, data_dir=data_dir) for name in parts_of_family(family))
    return list(train), list(test)


def run_experiments(
    configs: Sequence[str],
    families: Sequence[str],
    output: str | Path,
    *,
    data_dir: str | Path | None = None,
    workers: int = 1,
    progress: Progress = no_progress,
) -> list[DatasetResults]:
    """Train and test recognizers on families of datasets, and write models, runs and reports.

    The folder `output` / family gets a folder for each recognizer, with its ``model`` and its
    run: ``run.txt`` in the challenge's format, ranked, and ``run.jsonl`` with confidences and
    scores. It also gets the report as ``report.txt``, ``report.md`` and ``report.json``. The first
    split of a family is for training, the second for test; `data_dir` is the only folder to look
    for it in. The results are the same for any number of workers.

    Raises
    ------
    InputError
        If a family is unknown, not found or given twice, if a config is wrong, or if two
        configs have the same name; all of this is checked before any training. Also if a
        file cannot be written.
    RteBaselinesError
        If a recognizer fails; the message begins with its name.
    """
    recognizers = [Recognizer.from_config(config) for config in configs]
    refuse_duplicates("recognizers", [recognizer.name for recognizer in recognizers])
    refuse_duplicates("datasets", families)
    for family in families:
        _locate(family, data_dir)
    loaded = [load_family(family, data_dir) for family in families]
    folders = [Path(output) / family for family in families]
    for folder in folders:
        for recognizer in recognizers:
            make_folder(folder / recognizer.name)
    with Workers(workers) as pool:
        pairs = [[*train, *test] for train, test in loaded]
        with progress("Computing features", sum(len(slices(part)) for part in pairs)) as advance:
            extracted = extractions(recognizers, pairs, pool, advance)
        calls = [
            (
                recognizer.name,
                (recognizer, family, parts, extraction.restricted_to(recognizer), folder),
            )
            for family, parts, extraction, folder in zip(
                families, loaded, extracted, folders, strict=True
            )
            for recognizer in recognizers
        ]
        tested = pool.stream(_train_and_test, calls, writes=True)
        results = []
        with progress("Training and testing", len(calls)) as advance:
            for family, (_, test), folder in zip(families, loaded, folders, strict=True):
                runs = []
                read: dict[str, str | None] = {}
                for run, resources in islice(tested, len(recognizers)):
                    runs.append(run)
                    read |= resources
                    advance()
                report = evaluate(test, runs)
                _write_report(report, folder)
                results.append(DatasetResults(family, *parts_of_family(family), report, read))
    return results


def _train_and_test(
    recognizer: Recognizer,
    family: str,
    parts: tuple[Sequence[Pair], Sequence[Pair]],
    extraction: Extraction,
    folder: Path,
) -> tuple[Run, Mapping[str, str | None]]:
    """Write the model and the run of a recognizer; return the run, and resources with digests."""
    train, test = parts
    prepared = extraction.for_recognizer(recognizer)
    run = prepared.fit(train).predict(test)
    own_folder = folder / recognizer.name
    prepared.save(own_folder / "model", trained_on=parts_of_family(family)[0])
    write_run(run, own_folder / "run.jsonl")
    with warnings.catch_warnings():
        # The TAC file leaves out values that the JSON Lines file has.
        warnings.simplefilter("ignore", InputWarning)
        write_run(run, own_folder / "run.txt")
    return run, prepared.resources_


def make_folder(folder: Path) -> None:
    """Create a folder, and those above it, unless it exists."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be created ({error.strerror})") from None


def _write_report(report: Report, folder: Path) -> None:
    for suffix, content in (
        ("txt", report.to_text()),
        ("md", report.to_markdown()),
        ("json", report.to_json()),
    ):
        with atomic_output(folder / f"report.{suffix}") as stream:
            stream.write(content + "\n")


def refuse_duplicates(what: str, names: Sequence[str]) -> None:
    """Refuse duplicate names, whose folders would overwrite each other."""
    duplicates = [name for name, times in Counter(names).items() if times > 1]
    if duplicates:
        raise InputError(f"two {what} are called {quoted(duplicates[0])}; expected distinct names")


def _locate(family: str, data_dir: str | Path | None) -> None:
    for dataset in _datasets_of(family):
        find_dataset(dataset, data_dir)


def _datasets_of(family: str) -> list[Dataset]:
    return [found for name in parts_of_family(family) if (found := named_dataset(name))]
