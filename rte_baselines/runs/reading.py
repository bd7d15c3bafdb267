"""Reading of runs and of gold labels: from files, or from tables in memory."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.reading import input_name, is_there
from rte_baselines.core.quoting import listed, quoted
from rte_baselines.pairs import Columns, LabelMeanings, PairStream, dataset_names, read_pairs
from rte_baselines.pairs.format import TEXTS
from rte_baselines.records.columns import PAIR_NAMES, RUN_NAMES, find_columns, parse_columns
from rte_baselines.records.rows import Faults
from rte_baselines.runs.prediction import MODEL_NAME
from rte_baselines.runs.reader import name_of_file, read_as
from rte_baselines.runs.rows import probability_columns
from rte_baselines.runs.run import Run

_NUMBERS = ("score", "confidence", "probabilities", "logits")


def read_gold(
    source: str | Path | Any,
    *,
    data_dir: str | Path | None = None,
    columns: Columns | str | None = None,
    labels: LabelMeanings | None = None,
    quotes: bool = False,
    needs_labels: bool = True,
    faults: Faults | None = None,
) -> PairStream:
    """Read the pairs that runs are scored against, or only their ids and labels.

    Parameters and errors are those of `read_pairs`, which reads pairs with texts alone. A source
    without labels is refused, or without both labels and texts if it needs no labels; and so is a
    run, by the column of trained models that this package writes, or by numbers without texts.
    """
    stream = read_pairs(
        source,
        data_dir=data_dir,
        columns=columns,
        labels=labels,
        quotes=quotes,
        needs_texts=False,
        faults=faults,
    )

    def check(present: Sequence[str], found: Columns, is_end: bool) -> None:
        numbers = [name for part in _NUMBERS for name in RUN_NAMES.called(part, present)]
        numbers += probability_columns(present).values()
        signs = [*({MODEL_NAME} & {*present}), *([] if {*TEXTS} & found.keys() else numbers)]
        if signs and not columns:
            stated = PAIR_NAMES.how_to_give({"label": found.get("label", "COLUMN")})
            raise InputError(
                f"is a run, as it has {quoted(signs[0])}; are the gold labels and the run swapped?"
                f" If not, name the column of the gold labels: {stated}"
            )
        # In JSON, pairs without a label may come before those that have one.
        needs_label = needs_labels and (is_end or not {*TEXTS, "label"} & found.keys())
        if needs_label and "label" not in found:
            raise InputError(
                f"no column for the gold label among {listed(present)}; name it: "
                + PAIR_NAMES.how_to_give({**parse_columns(columns), "label": "COLUMN"})
            )
        if "label" not in found:
            find_columns(present, PAIR_NAMES, parse_columns(columns), TEXTS)

    stream.check_columns = check
    return stream


def read_run(
    source: str | Path | Any,
    *,
    ranked: bool | None = None,
    name: str | None = None,
    run_columns: Columns | str | None = None,
    run_labels: LabelMeanings | None = None,
    in_order: bool = False,
    answer_pattern: str | None = None,
    threshold: float | None = None,
    quotes: bool = False,
    faults: Faults | None = None,
) -> Run:
    """Read a run of any system.

    Parameters
    ----------
    source : str or Path, or data frame, dataset or list of mapping
        A path, a URL or "-" for standard input: a table, JSON Lines, a JSON array, Parquet,
        ``.npy`` or ``.npz``, the XML of the challenges, or a TAC run file. A folder, or a pattern
        such as ``run-*.jsonl``, is one run in several files, in the order of their names. Or a
        table in memory, or the output of a pipeline.
    ranked : bool, optional
        Whether the order of a TAC file is a ranking; by default, its header says so. If there are
        scores, they determine the ranking.
    name : str, optional
        The run's name in tables; by default that of the file without its ending, or "records".
    run_columns : mapping of str to str, or str, optional
        The columns of the parts ``id``, ``label``, ``score``, ``confidence``, ``probabilities``,
        ``logits`` and ``answer``; see `rte_baselines.records.columns`. Those that are not named are
        found by their default names, `RUN_NAMES`.
    run_labels : sequence of str, mapping of str to str, or str, optional
        The labels that the numbers 0, 1, 2 stand for, and those of lists of probabilities; or what
        words and numbers mean; see `LabelMeanings`.
    in_order : bool, optional
        Whether the predictions are in the order of the pairs, one for each. Ids are then
        optional, and ignored.
    answer_pattern : str, optional
        A regular expression with one group, the label in an answer of a chat model; by default,
        the rules of `rte_baselines.runs.answers`.
    threshold : float, optional
        The lowest score of ENTAILMENT, for a run of scores without labels.
    quotes : bool
        Whether fields between tabs can be in quotation marks, as in CSV.
    faults : Faults, optional
        Collects faults of single rows, which are left out; by default the first is an error.

    Raises
    ------
    InputError
        If the source is missing, empty or damaged, which the message places; if its columns are
        not those of a run, or more than one may hold the label; if a label has no meaning. Also if
        the source is neither a path nor a table.

    Warns
    -----
    InputWarning
        If answers give no label; if several labels are most probable; or if the digests in the
        sidecar file belong to another run file. All warnings are also in the run's `notes`.
    """
    if isinstance(source, str) and source in dataset_names() and not is_there(source):
        raise InputError(f"{source}: is a dataset; the pairs come before the runs: {source} RUN")
    run: Run = read_as(
        Run,
        source,
        ranked=ranked,
        name=name,
        run_columns=run_columns,
        run_labels=run_labels,
        in_order=in_order,
        answer_pattern=answer_pattern,
        threshold=threshold,
        quotes=quotes,
        faults=faults,
    )
    return run


def read_runs(sources: Sequence[str | Path], **options: Any) -> list[Run]:
    """Read run files with unique names: of the files without their endings, with them, or paths.

    Options and errors are those of `read_run`, except that tables in memory, which have no names,
    are refused.
    """
    names = unique_names(sources)
    return [
        read_run(source, name=name, **options) for source, name in zip(sources, names, strict=True)
    ]


def unique_names(sources: Sequence[str | Path]) -> list[str]:
    """Return the names of run files in tables, which differ; see `read_runs`."""
    # Iterating a path yields letters, and iterating a data frame the names of its columns.
    is_list = isinstance(sources, Sequence) and not isinstance(sources, str)
    if not is_list or not all(isinstance(source, (str, Path)) for source in sources):
        raise InputError(
            f"{quoted(sources)} is no list of run files; expected paths, or read_run for a single "
            "run or a data frame"
        )
    paths = [input_name(source) for source in sources]
    repeated = next((path for path in paths if paths.count(path) > 1), None)
    if repeated is not None:
        raise InputError(f"{repeated} is given twice; expected each run once")
    candidates = [name_of_file(path) for path in paths], [Path(path).name for path in paths]
    return next((names for names in candidates if len(set(names)) == len(names)), paths)
