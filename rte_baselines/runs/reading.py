"""Reading of run files."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rte_baselines.errors import InputError
from rte_baselines.files import input_name, open_input
from rte_baselines.pairs.judgments import parse_label_order
from rte_baselines.runs.fields import FieldNames
from rte_baselines.runs.label_scores import ScoreOf
from rte_baselines.runs.parsing import parse_stream, settle
from rte_baselines.runs.run import Run
from rte_baselines.runs.sidecar import Sidecar, read_sidecar

_STANDARD_STREAM = "-"


def read_run(
    source: str | Path,
    *,
    ranked: bool | None = None,
    name: str | None = None,
    label_order: Sequence[str] | None = None,
    label_column: str | None = None,
    id_column: str | None = None,
    in_order: bool = False,
    score_of: ScoreOf | None = None,
) -> Run:
    """Read a run file of any of the formats, told apart by content, perhaps compressed.

    Parameters
    ----------
    source : str or Path
        A path, or "-" for standard input.
    ranked : bool, optional
        Whether the order of the lines is a ranking. By default a TAC file's header says
        so; a file without one is taken as ranked when all pairs labelled ENTAILMENT come
        before all others and there are some of both, which is what the guidelines expect
        of a ranked run. Scores, where the format has them, rank by themselves.
    name : str, optional
        The run's name in tables; by default the file's.
    label_order : sequence of str, optional
        The labels that the numbers 0, 1, 2 stand for, by any of their names; arrays of
        probabilities are in the same order. Without it, labels must be words.
    label_column, id_column : str, optional
        The column of a table, or the field of JSON objects, that holds the prediction or
        the pair's id, in any case; by default the first that has one of the names in use.
        The other formats have one place for each, and are read as ever.
    in_order : bool, optional
        Whether the predictions are in the order of the pairs, one for each. They need no
        ids then; if they have some, these do not count.
    score_of : {"label", "entailment"}, optional
        What scores are of: the label that is given, as Hugging Face's are, or entailment
        whatever the label. By default the file tells, and what may be either is left out;
        see `settle_scores`.

    Returns
    -------
    Run

    Raises
    ------
    InputError
        If the file is empty, half-written, not UTF-8, or in none of the formats; the
        message names the line. A damaged file is refused whole. So is one whose column of
        labels may be that of the gold labels; see `LabelDoubt`.

    Warns
    -----
    InputWarning
        If the last line may have been cut off within a number, which nothing else shows; if
        scores are taken as those of labels, or left out; if of the labels, which the file
        leaves to the probabilities, several are most probable; or if the digests beside the
        file are of another one. All of this is in the run's `notes`.
    """
    order = parse_label_order(label_order)
    names = FieldNames.of_predictions(
        order, label_column=label_column, id_column=id_column, in_order=in_order
    )
    file_name = input_name(source)
    with open_input(source) as stream:
        collected, run_format = parse_stream(stream, file_name, names)
        beside = Sidecar()
        if run_format.has_sidecar and str(source) != _STANDARD_STREAM:
            beside = read_sidecar(source, stream, len(collected.columns))
    if beside.digests is not None:
        collected = replace(collected, columns=replace(collected.columns, digests=beside.digests))
    parsed = settle(
        collected,
        run_format,
        ranked=ranked,
        source=file_name,
        score_of=score_of,
        notes=[beside.oddity],
    )
    return Run(
        parsed.columns,
        ranked=parsed.ranked,
        name=name or Path(file_name).name,
        in_order=in_order,
        notes=parsed.notes,
    )


def read_runs(
    sources: Sequence[str | Path],
    *,
    ranked: bool | None = None,
    label_order: Sequence[str] | None = None,
    label_column: str | Sequence[str] | None = None,
    id_column: str | None = None,
    in_order: bool = False,
    score_of: ScoreOf | None = None,
) -> list[Run]:
    """Read run files under names that tell them apart: the files', or else their paths.

    Parameters and errors are those of `read_run`, but that there may be a `label_column`
    for each file, in their order, as well as one for all.
    """
    paths = [input_name(source) for source in sources]
    repeated = next((path for path in paths if paths.count(path) > 1), None)
    if repeated is not None:
        raise InputError(f"{repeated} is given twice; expected each run once")
    names = [Path(path).name for path in paths]
    if len(set(names)) < len(names):
        names = paths
    return [
        read_run(
            source,
            ranked=ranked,
            name=name,
            label_order=label_order,
            label_column=column,
            id_column=id_column,
            in_order=in_order,
            score_of=score_of,
        )
        for source, name, column in zip(
            sources, names, _one_for_each(label_column, len(sources)), strict=True
        )
    ]


def _one_for_each(label_column: str | Sequence[str] | None, runs: int) -> Sequence[str | None]:
    if label_column is None or isinstance(label_column, str):
        return [label_column] * runs
    if runs and len(label_column) not in (1, runs):
        raise InputError(
            f"{len(label_column)} columns of labels for {runs} runs; expected one for all, or one "
            "for each, in their order"
        )
    return list(label_column) * runs if len(label_column) == 1 else label_column
