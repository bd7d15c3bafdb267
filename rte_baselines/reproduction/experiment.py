"""The main job: train on development pairs, label and rank test pairs, score the runs."""

import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.errors import DatasetNotFoundError, InputError, InputWarning
from rte_baselines.evaluation import Report, evaluate
from rte_baselines.files import atomic_output, input_name
from rte_baselines.pairs import (
    Dataset,
    Pair,
    dataset_splits,
    find_dataset,
    load_pairs,
    named_dataset,
)
from rte_baselines.quoting import quoted
from rte_baselines.recognizers import Recognizer, shipped_configs
from rte_baselines.representing import brief
from rte_baselines.runs import Run, write_run
from rte_baselines.suggestions import did_you_mean

SAMPLE = "sample"
CHALLENGES = ("rte1", "rte2", "rte3")


@brief
@dataclass(frozen=True)
class DatasetResults:
    """What recognizers achieved on the test pairs of one family of datasets.

    Parameters
    ----------
    family : str
    trained_on, tested_on : str
        Names of datasets.
    report : Report
        One run for each recognizer.
    resources : dict of str to (str or None)
        The digest of every resource that a recognizer read; None where there was none.
    """

    family: str
    trained_on: str
    tested_on: str
    report: Report
    resources: Mapping[str, str | None]

    @property
    def signature(self) -> str:
        """The report's signature, and the resources that the figures depend on as well."""
        read = (f"{name}:{digest or 'none'}" for name, digest in sorted(self.resources.items()))
        return "|".join([self.report.signature, *read])


def own_recognizers() -> list[str]:
    """Return the shipped configs that are the toolkit's own; a paper's stand in its folder."""
    return [name for name in shipped_configs() if "/" not in name]


def families_at_hand(data_dir: str | Path | None = None) -> tuple[list[str], str | None]:
    """Return the challenges whose data is at hand, or else the sample.

    Parameters
    ----------
    data_dir : str or Path, optional
        The only folder to look in; the sample never stands in for what it lacks.

    Returns
    -------
    families : list of str
    missing : str or None
        Why the sample has to serve, where it has.

    Raises
    ------
    DatasetNotFoundError
        If no challenge's data is complete in `data_dir`.
    InputError
        If there is no folder `data_dir`.
    """
    found = []
    missing = None
    for family in CHALLENGES:
        try:
            _locate(family, data_dir)
        except DatasetNotFoundError as error:
            missing = missing or str(error)
        else:
            found.append(family)
    if found:
        return found, None
    if data_dir is not None:
        raise _nothing_in(data_dir)
    return [SAMPLE], missing


def _nothing_in(data_dir: str | Path) -> DatasetNotFoundError:
    needed = (
        " with ".join(dataset.pairs_file for dataset in _datasets_of(family))
        for family in CHALLENGES
    )
    return DatasetNotFoundError(
        f"{input_name(data_dir)}: holds no {' nor '.join(needed)} (nor do rte or corpora/rte "
        "there); name the folder that does, or run `demo --dataset sample`"
    )


def parts_of_family(family: str) -> tuple[str, str]:
    """Return the names of the datasets to train and to test on.

    Raises
    ------
    InputError
        If there is no such family; the message names those that there are.
    """
    splits = dataset_splits()
    if family not in splits:
        hint = did_you_mean(family, splits)
        raise InputError(
            f"unknown dataset {quoted(family)}; {hint}expected one of {', '.join(splits)}"
        )
    train, test = splits[family]
    return f"{family}:{train}", f"{family}:{test}"


def load_family(family: str, data_dir: str | Path | None = None) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs to train and to test on.

    Raises
    ------
    InputError
        If the family is unknown or its data is not found.
    """
    train, test = (load_pairs(name, data_dir=data_dir) for name in parts_of_family(family))
    return list(train), list(test)


def run_experiments(
    configs: Sequence[str],
    families: Sequence[str],
    output: str | Path,
    *,
    data_dir: str | Path | None = None,
    advance: Callable[[], None] = lambda: None,
) -> list[DatasetResults]:
    """Train and test recognizers on families of datasets, and write all that comes of it.

    Written are, in `output` / family: for each recognizer a folder with its ``model`` and
    its run, as ``run.txt`` in the challenge's format, ranked, and as ``run.jsonl`` with
    confidences and scores; and the report as ``report.txt``, ``report.md`` and
    ``report.json``.

    Parameters
    ----------
    configs : sequence of str
        Config files or names of shipped configs.
    families : sequence of str
        Such as ``rte1`` or ``sample``; of each, the first split trains and the second tests.
    output : str or Path
        A folder, made if need be.
    data_dir : str or Path, optional
        The only folder to look for the data in; see `find_dataset`.
    advance : callable, optional
        Called after each recognizer on each family.

    Returns
    -------
    list of DatasetResults
        One for each family.

    Raises
    ------
    InputError
        If a family is unknown, not found or named twice, a config is wrong or two have
        one name, all of which is known before anything is trained; or if something
        cannot be written.
    """
    recognizers = [Recognizer.from_config(config) for config in configs]
    refuse_twins("recognizers", [recognizer.name for recognizer in recognizers])
    refuse_twins("datasets", families)
    for family in families:
        _locate(family, data_dir)
    return [
        _run_family(recognizers, family, Path(output) / family, data_dir, advance)
        for family in families
    ]


def _run_family(
    recognizers: Sequence[Recognizer],
    family: str,
    folder: Path,
    data_dir: str | Path | None,
    advance: Callable[[], None],
) -> DatasetResults:
    train_name, test_name = parts_of_family(family)
    train, test = load_family(family, data_dir)
    runs = []
    read: dict[str, str | None] = {}
    with default_analyzer().remembering():
        for recognizer in recognizers:
            _make_folder(folder / recognizer.name)
            run = recognizer.fit(train).predict(test)
            _write(recognizer, run, folder / recognizer.name, train_name)
            runs.append(run)
            read |= recognizer.resources_
            advance()
    report = evaluate(test, runs)
    _write_report(report, folder)
    return DatasetResults(family, train_name, test_name, report, read)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({error.strerror})") from None


def _write(recognizer: Recognizer, run: Run, folder: Path, trained_on: str) -> None:
    recognizer.save(folder / "model", trained_on=trained_on)
    write_run(run, folder / "run.jsonl")
    with warnings.catch_warnings():
        # What a TAC file leaves out stands in the other.
        warnings.simplefilter("ignore", InputWarning)
        write_run(run, folder / "run.txt")


def _write_report(report: Report, folder: Path) -> None:
    for suffix, content in (
        ("txt", report.to_text()),
        ("md", report.to_markdown()),
        ("json", report.to_json()),
    ):
        with atomic_output(folder / f"report.{suffix}") as stream:
            stream.write(content + "\n")


def refuse_twins(what: str, names: Sequence[str]) -> None:
    """Refuse names that come twice, whose folders would overwrite each other."""
    twins = [name for name, times in Counter(names).items() if times > 1]
    if twins:
        raise InputError(f"two {what} are called {quoted(twins[0])}; name each once")


def _locate(family: str, data_dir: str | Path | None) -> None:
    for dataset in _datasets_of(family):
        find_dataset(dataset, data_dir)


def _datasets_of(family: str) -> list[Dataset]:
    return [found for name in parts_of_family(family) if (found := named_dataset(name))]
