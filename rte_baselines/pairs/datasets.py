"""The named datasets, and the folders that are searched for them."""

import io
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from rte_baselines.core.advice import did_you_mean, how_to_state
from rte_baselines.core.errors import DatasetNotFoundError, InputError, RteBaselinesError
from rte_baselines.core.files.reading import input_name, is_there
from rte_baselines.core.quoting import quoted
from rte_baselines.pairs.pair import Pair
from rte_baselines.pairs.stream import Transform

DATA_VARIABLE = "RTE_BASELINES_DATA"
"""The environment variable that names a folder with the data."""

_RTE_FOLDERS = ("rte", "corpora/rte")
_RTE_SOURCE = "run `rte-baselines download rte`"
_SAMPLE_FOLDER = Path(__file__).parent / "sample"
_LABELS_FOLDERS = ("rte", "rte3_threeway", "corpora/rte", "corpora/rte3_threeway")
_HALF_OF_SICK = 2500
_TRAINING_SPLITS = ("train", "dev")
_NAME = re.compile(r"[\w-]+:[\w-]+")


@dataclass(frozen=True)
class Dataset:
    """A named dataset, such as ``rte1:dev``: family and split.

    `labels_file` has a label for each id, which replaces that of the pair. `pairs_of_file` returns
    the pairs of the dataset, given those of the file.
    """

    name: str
    description: str
    pairs_file: str
    labels_file: str | None = None
    is_shipped: bool = False
    folders: tuple[str, ...] = _RTE_FOLDERS  # below each folder that is searched
    how_to_get: str = _RTE_SOURCE
    pairs_of_file: Transform = field(default=iter, repr=False)
    is_whole_file: bool = True


@dataclass(frozen=True)
class DatasetFiles:
    """The files of a dataset: that of its pairs, and that of other labels if it has one."""

    pairs: Path
    labels: Path | None = None


def _with_tasks(
    pairs: Iterator[Pair], *, name: str, attribute: str, tasks: Sequence[str]
) -> Iterator[Pair]:
    """Give each pair the task that its attribute names, perhaps beside others after colons."""
    for pair in pairs:
        value = pair.attributes.get(attribute, "")
        found = [task for task in tasks if task in value.split(":")]
        if len(found) != 1:
            raise InputError(
                f"{name}: pair {quoted(pair.id)}: the {attribute} is {quoted(value)}; expected one "
                f"of {', '.join(tasks)}"
            )
        yield replace(pair, task=found[0])


def _sick(
    split: str, part: str, file: str = "SICK_train_trial.txt", *, is_first: bool | None = None
) -> Dataset:
    def half(pairs: Iterator[Pair]) -> Iterator[Pair]:
        # All of them are read, so that the whole file is checked.
        return (pair for number, pair in enumerate(pairs) if (number < _HALF_OF_SICK) == is_first)

    return Dataset(
        f"sick:{split}",
        f"SICK, {part} pairs, three-way",
        file,
        folders=("sick", "nli/sick", "corpora/sick"),
        how_to_get="get it from SICK's authors",
        pairs_of_file=iter if is_first is None else half,
        is_whole_file=is_first is None,
    )


def _test_set(
    family: str, description: str, attribute: str, tasks: Sequence[str], how_to_get: str
) -> Dataset:
    name = f"{family}:test"
    return Dataset(
        name,
        f"{family.upper()}, {description} as task, entailment or not",
        f"{family}.tsv",
        folders=(family, f"nli/{family}", f"corpora/{family}"),
        how_to_get=how_to_get,
        pairs_of_file=partial(_with_tasks, name=name, attribute=attribute, tasks=tasks),
    )


_RTE_PARTS = (("dev", "development"), ("test", "test"))
_DATASETS = {
    dataset.name: dataset
    for dataset in (
        *(
            Dataset(f"rte{n}:{split}", f"RTE-{n}, {part} pairs, two-way", f"rte{n}_{split}.xml")
            for n in (1, 2, 3)
            for split, part in _RTE_PARTS
        ),
        *(
            Dataset(
                f"rte3-3way:{split}",
                f"RTE-3, {part} pairs, with the three-way labels of its pilot",
                f"rte3_{split}.xml",
                labels_file=f"rte3_{split}_3way.tsv",
            )
            for split, part in _RTE_PARTS
        ),
        *(
            Dataset(
                f"sample:{split}",
                f"the sample in the package, {part} pairs, three-way",
                f"{split}.xml",
                is_shipped=True,
            )
            for split, part in (("train", "training"), ("test", "test"))
        ),
        _sick("train", "training and trial"),
        _sick("test", "test", "SICK_test_annotated.txt"),
        _sick("train-first", "first 2,500 training and trial", is_first=True),
        _sick("train-second", "other training and trial", is_first=False),
        _test_set(
            "med",
            "monotonicity",
            "genre",
            ("upward_monotone", "downward_monotone", "non_monotone"),
            "get it from MED's authors",
        ),
        _test_set(
            "hans",
            "heuristic",
            "heuristic",
            ("lexical_overlap", "subsequence", "constituent"),
            "get it from HANS's authors, with the columns pairID, heuristic and subcase",
        ),
    )
}


def dataset_names() -> list[str]:
    """Return the names of all datasets, such as ``rte1:dev``."""
    return list(_DATASETS)


def dataset_splits() -> dict[str, list[str]]:
    """Return the splits of each family of datasets, such as dev and test of ``rte1``."""
    splits: dict[str, list[str]] = {}
    for name in _DATASETS:
        family, _, split = name.partition(":")
        splits.setdefault(family, []).append(split)
    return splits


def families_with_test() -> dict[str, tuple[str, str]]:
    """Return the datasets to train and to test on, of each family that has both."""
    return {
        family: (f"{family}:{train}", f"{family}:test")
        for family, splits in dataset_splits().items()
        for train in splits
        if train in _TRAINING_SPLITS and "test" in splits
    }


def named_dataset(source: object) -> Dataset | None:
    """Return the dataset that `source` names, or None if it is a path, as a `Path` always is.

    The name of a dataset takes precedence over a file of that name. What looks like a name, is not
    one, and is no file either, is an `InputError`.
    """
    if not isinstance(source, str):
        return None
    is_like_name = _NAME.fullmatch(source) or source in dataset_splits()
    if source in _DATASETS or not is_like_name or is_there(source):
        return _DATASETS.get(source)
    hint, known = did_you_mean(source, _DATASETS), ", ".join(_DATASETS)
    raise InputError(f"unknown dataset {quoted(source)}; {hint}known are {known}")


def find_dataset(dataset: Dataset, data_dir: str | Path | None = None) -> DatasetFiles:
    """Find the files of a dataset, or raise `DatasetNotFoundError`, which says how to get them.

    If `data_dir` is given, only that folder is searched; otherwise the folder that
    ``RTE_BASELINES_DATA`` names, and NLTK's data path. In each of these, the files may be
    in the folder itself, or in the `Dataset.folders` below it.
    """
    if data_dir is not None and not (is_there(data_dir) and Path(data_dir).is_dir()):
        raise InputError(f"{input_name(data_dir)}: no such folder to look for datasets in")
    if dataset.is_shipped:
        return DatasetFiles(_SAMPLE_FOLDER / dataset.pairs_file)
    if data_dir is not None:
        advice = "name the folder that has it, or omit it to search the default folders"
    else:
        stated = how_to_state("data_dir", "--data-dir")
        advice = (
            f"{dataset.how_to_get}, name its folder with {stated} or {DATA_VARIABLE}, or take "
            "sample:train and sample:test, which come with the package"
        )
    pairs = _found(dataset.name, dataset.pairs_file, dataset.folders, data_dir, advice)
    if dataset.labels_file is None:
        return DatasetFiles(pairs)
    beside = pairs.with_name(dataset.labels_file)
    advice = (
        f"put {dataset.labels_file}, with a line `id<TAB>label` for each pair, into "
        f"{input_name(pairs.parent)}"
    )
    if beside.is_file():
        return DatasetFiles(pairs, beside)
    labels = _found(dataset.name, dataset.labels_file, _LABELS_FOLDERS, data_dir, advice)
    return DatasetFiles(pairs, labels)


def describe_datasets(
    data_dir: str | Path | None = None,
) -> list[tuple[Dataset, DatasetFiles | None]]:
    """Return every dataset with its files, as `find_dataset` does, or None if it was not found."""
    described: list[tuple[Dataset, DatasetFiles | None]] = []
    for dataset in _DATASETS.values():
        files = None
        with suppress(DatasetNotFoundError):
            files = find_dataset(dataset, data_dir)
        described.append((dataset, files))
    return described


def download_rte(folder: str | Path | None = None) -> Path:
    """Fetch the data of RTE-1, 2 and 3 with NLTK, and return the folder of the files.

    `folder` is one for NLTK data, by default that which NLTK chooses. A download that fails is a
    `RteBaselinesError`.
    """
    import nltk

    target = None if folder is None else str(folder)
    options = {"quiet": True, "raise_on_error": True, "print_error_to": io.StringIO()}
    try:
        nltk.download("rte", download_dir=target, **options)
    except (ValueError, OSError) as error:
        reason = " ".join(str(error).split())
        raise RteBaselinesError(f"the RTE data could not be downloaded: {reason}") from None
    return find_dataset(_DATASETS["rte1:dev"], folder).pairs.parent


def _found(
    name: str, file: str, below: Sequence[str], data_dir: str | Path | None, advice: str
) -> Path:
    """Return the first such file in the folders that are searched, or in those below them."""
    searched = []
    for root in _roots(data_dir):
        for folder in ("", *below):
            if (root / folder / file).is_file():
                return root / folder / file
        searched.append(input_name(root))
    raise DatasetNotFoundError(
        f"dataset {name} not found: {advice}; there is no {file} in {', '.join(searched)} (nor in "
        f"{', '.join(below[:-1])} or {below[-1]} there)"
    )


def _roots(data_dir: str | Path | None) -> Iterator[Path]:
    """Yield the folders to search: the one that the user names, or else the environment's."""
    if data_dir is not None:
        yield Path(data_dir)
        return
    if named := os.environ.get(DATA_VARIABLE):
        yield Path(named)
    # Importing NLTK takes longer than reading the data, and is rarely needed for that.
    on_nltk_path = [part for part in os.environ.get("NLTK_DATA", "").split(os.pathsep) if part]
    yield from map(Path, on_nltk_path)
    from nltk import data

    yield from (Path(folder) for folder in data.path if folder not in on_nltk_path)
