"""The named datasets, and the folders that are searched for them."""

import io
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rte_baselines.advice import how_to_state
from rte_baselines.errors import DatasetNotFoundError, InputError, RteBaselinesError
from rte_baselines.files import input_name, is_there
from rte_baselines.pairs.dataset_parts import by_heuristic, by_monotonicity, first_half, second_half
from rte_baselines.pairs.stream import Transform
from rte_baselines.quoting import quoted
from rte_baselines.suggestions import did_you_mean

DATA_VARIABLE = "RTE_BASELINES_DATA"
"""The environment variable that names a folder with the data."""

_RTE_FOLDERS = ("rte", "corpora/rte")
_RTE_SOURCE = "run `rte-baselines download rte`"
_SAMPLE_FOLDER = Path(__file__).parent / "sample"
_LABELS_FOLDER = "rte3_threeway"
_TRAINING_SPLITS = ("train", "dev")
_NAME = re.compile(r"[\w-]+:[\w-]+")


@dataclass(frozen=True)
class Dataset:
    """A named dataset.

    Parameters
    ----------
    name : str
        Family and split, such as ``rte1:dev``.
    description : str
        One line.
    pairs_file : str
        The name of the file with the pairs.
    labels_file : str or None
        The name of a file with a label for each id, which replace those of the pairs.
    is_shipped : bool
        Whether the package contains it.
    folders : tuple of str
        Where the files may be below a folder that is searched.
    how_to_get : str
        What to do if there is no such file.
    pairs_of_file : callable
        Returns those pairs of the file that are in the dataset, with their tasks.
    is_whole_file : bool
        Whether these are all pairs of the file.
    """

    name: str
    description: str
    pairs_file: str
    labels_file: str | None = None
    is_shipped: bool = False
    folders: tuple[str, ...] = _RTE_FOLDERS
    how_to_get: str = _RTE_SOURCE
    pairs_of_file: Transform = field(default=iter, repr=False)
    is_whole_file: bool = True


@dataclass(frozen=True)
class DatasetFiles:
    """The files of a dataset: that of its pairs, and that of other labels if it has one."""

    pairs: Path
    labels: Path | None = None


def _rte(challenge: int, split: str, part: str) -> Dataset:
    description = f"RTE-{challenge}, {part} pairs, two-way"
    return Dataset(f"rte{challenge}:{split}", description, f"rte{challenge}_{split}.xml")


def _rte3_three_way(split: str, part: str) -> Dataset:
    return Dataset(
        f"rte3-3way:{split}",
        f"RTE-3, {part} pairs, with the three-way labels of its pilot",
        f"rte3_{split}.xml",
        labels_file=f"rte3_{split}_3way.tsv",
    )


def _sample(split: str, part: str) -> Dataset:
    description = f"the sample in the package, {part} pairs, three-way"
    return Dataset(f"sample:{split}", description, f"{split}.xml", is_shipped=True)


def _sick(split: str, part: str, file: str, pairs: Transform = iter) -> Dataset:
    return Dataset(
        f"sick:{split}",
        f"SICK, {part} pairs, three-way",
        file,
        folders=("sick", "nli/sick", "corpora/sick"),
        how_to_get="get it from SICK's authors",
        pairs_of_file=pairs,
        is_whole_file=pairs is iter,
    )


_SICK_TRAINING = "SICK_train_trial.txt"
_MED = Dataset(
    "med:test",
    "MED, monotonicity as task, entailment or not",
    "med.tsv",
    folders=("med", "nli/med", "corpora/med"),
    how_to_get="get it from MED's authors",
    pairs_of_file=by_monotonicity,
)

_HANS = Dataset(
    "hans:test",
    "HANS, heuristic as task, entailment or not",
    "hans.tsv",
    folders=("hans", "nli/hans", "corpora/hans"),
    how_to_get="get it from HANS's authors, with the columns pairID, heuristic and subcase",
    pairs_of_file=by_heuristic,
)

_PARTS = {"dev": "development", "test": "test"}
_DATASETS = {
    dataset.name: dataset
    for dataset in (
        *(_rte(challenge, *part) for challenge in (1, 2, 3) for part in _PARTS.items()),
        *(_rte3_three_way(*part) for part in _PARTS.items()),
        _sample("train", "training"),
        _sample("test", "test"),
        _sick("train", "training and trial", _SICK_TRAINING),
        _sick("test", "test", "SICK_test_annotated.txt"),
        _sick("train-first", "first 2,500 training and trial", _SICK_TRAINING, first_half),
        _sick("train-second", "other training and trial", _SICK_TRAINING, second_half),
        _MED,
        _HANS,
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


def named_dataset(source: str | Path) -> Dataset | None:
    """Return the dataset that `source` names, or None if it is a path.

    The name of a dataset takes precedence over a file of that name; a `Path` is never a name.

    Raises
    ------
    InputError
        If `source` looks like a name, is not one, and no such file exists; the message
        lists the most similar names and all names.
    """
    if not isinstance(source, str):
        return None
    is_like_name = _NAME.fullmatch(source) or source in dataset_splits()
    if source in _DATASETS or not is_like_name or is_there(source):
        return _DATASETS.get(source)
    hint, known = did_you_mean(source, _DATASETS), ", ".join(_DATASETS)
    raise InputError(f"unknown dataset {quoted(source)}; {hint}known are {known}")


def find_dataset(dataset: Dataset, data_dir: str | Path | None = None) -> DatasetFiles:
    """Find the files of a dataset.

    If `data_dir` is given, only that folder is searched; otherwise the folder that
    ``RTE_BASELINES_DATA`` names, and NLTK's data path. In each of these, the files may be
    in the folder itself, or in the `Dataset.folders` below it, such as ``rte`` and
    ``corpora/rte``; three-way labels also in ``rte3_threeway`` or ``corpora/rte3_threeway``.

    Raises
    ------
    DatasetNotFoundError
        If a file is in none of the folders; the message lists them and how to get the data.
    InputError
        If the folder `data_dir` does not exist.
    """
    if data_dir is not None and not (is_there(data_dir) and Path(data_dir).is_dir()):
        raise InputError(f"{input_name(data_dir)}: no such folder to look for datasets in")
    if dataset.is_shipped:
        return DatasetFiles(_SAMPLE_FOLDER / dataset.pairs_file)
    pairs = _first_with(dataset.pairs_file, _data_folders(dataset.folders, data_dir))
    if pairs is None:
        raise _not_found(dataset, data_dir)
    if dataset.labels_file is None:
        return DatasetFiles(pairs)
    labels = _first_with(dataset.labels_file, _label_folders(pairs.parent, data_dir))
    if labels is None:
        raise _labels_not_found(dataset.name, dataset.labels_file, data_dir, pairs.parent)
    return DatasetFiles(pairs, labels)


def describe_datasets(
    data_dir: str | Path | None = None,
) -> list[tuple[Dataset, DatasetFiles | None]]:
    """Return every dataset with its files, or None if it was not found.

    Datasets are searched for, and errors raised, as in `find_dataset`.
    """
    return [(dataset, _found_or_none(dataset, data_dir)) for dataset in _DATASETS.values()]


def download_rte(folder: str | Path | None = None) -> Path:
    """Fetch the data of RTE-1, 2 and 3 with NLTK's downloader.

    Parameters
    ----------
    folder : str or Path, optional
        A folder for NLTK data; by default the one that NLTK chooses.

    Returns
    -------
    Path
        The folder that the RTE files are in.

    Raises
    ------
    RteBaselinesError
        If the download fails.
    """
    import nltk

    download_dir = None if folder is None else str(folder)
    try:
        nltk.download(
            "rte",
            download_dir=download_dir,
            quiet=True,
            raise_on_error=True,
            print_error_to=io.StringIO(),
        )
    except (ValueError, OSError) as error:
        reason = " ".join(str(error).split())
        raise RteBaselinesError(f"the RTE data could not be downloaded: {reason}") from None
    return find_dataset(_DATASETS["rte1:dev"], folder).pairs.parent


def _found_or_none(dataset: Dataset, data_dir: str | Path | None) -> DatasetFiles | None:
    try:
        return find_dataset(dataset, data_dir)
    except DatasetNotFoundError:
        return None


def _first_with(file_name: str, folders: Iterator[Path]) -> Path | None:
    files = (folder / file_name for folder in folders)
    return next((file for file in files if file.is_file()), None)


def _data_folders(below: tuple[str, ...], data_dir: str | Path | None) -> Iterator[Path]:
    for root in _roots(data_dir):
        yield from (root, *(root / folder for folder in below))


def _label_folders(pairs_folder: Path, data_dir: str | Path | None) -> Iterator[Path]:
    yield pairs_folder
    yield from _data_folders(_RTE_FOLDERS, data_dir)
    for root in _roots(data_dir):
        yield from (root / _LABELS_FOLDER, root / "corpora" / _LABELS_FOLDER)


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


def _not_found(dataset: Dataset, data_dir: str | Path | None) -> DatasetNotFoundError:
    *others, last = dataset.folders
    below = f"nor in {', '.join(others)} or {last} there"
    if data_dir is not None:
        advice = "name the folder that has it, or omit it to search the default folders"
    else:
        stated = how_to_state("data_dir", "--data-dir")
        advice = f"{dataset.how_to_get}, or name its folder with {stated} or {DATA_VARIABLE}"
    return DatasetNotFoundError(
        f"dataset {dataset.name} not found: no {dataset.pairs_file} in {_listed_roots(data_dir)} "
        f"({below}); {advice}"
    )


def _labels_not_found(
    name: str, file_name: str, data_dir: str | Path | None, pairs_folder: Path
) -> DatasetNotFoundError:
    return DatasetNotFoundError(
        f"dataset {name} not found: no {file_name} in {_listed_roots(data_dir)} (nor in rte, "
        f"{_LABELS_FOLDER}, corpora/rte or corpora/{_LABELS_FOLDER} there); put it, with a line "
        f"`id<TAB>label` for each pair, into {input_name(pairs_folder)}"
    )


def _listed_roots(data_dir: str | Path | None) -> str:
    return ", ".join(map(input_name, _roots(data_dir)))
