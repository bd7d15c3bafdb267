"""Reading of runs: from files, or from tables in memory."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rte_baselines.errors import InputError
from rte_baselines.files import input_name, open_input
from rte_baselines.pairs import Label, scheme_of
from rte_baselines.pairs.judgments import parse_label_order
from rte_baselines.pairs.labels import as_label
from rte_baselines.pairs.rows import is_frame, is_table
from rte_baselines.quoting import counted, quoted
from rte_baselines.runs.answers.parser import UNSTATED, normalized_word
from rte_baselines.runs.collecting import Collected, collect
from rte_baselines.runs.fields import FieldNames
from rte_baselines.runs.format import RunFormat
from rte_baselines.runs.label_scores import ScoreOf
from rte_baselines.runs.parsing import interpret, parse_stream, refuse_gold_labels
from rte_baselines.runs.run import Run
from rte_baselines.runs.shards import ShardRecords
from rte_baselines.runs.sidecar import Sidecar, read_sidecar
from rte_baselines.shard_names import shard_paths

_STANDARD_STREAM = "-"


def read_run(
    source: str | Path | Any,
    *,
    ranked: bool | None = None,
    name: str | None = None,
    label_order: Sequence[str] | None = None,
    label_column: str | None = None,
    id_column: str | None = None,
    in_order: bool = False,
    score_of: ScoreOf | None = None,
    answers: Mapping[str, str] | None = None,
) -> Run:
    """Read a run file, compressed or not, in any format; the content determines it.

    Parameters
    ----------
    source : str or Path, or data frame, dataset or list of mapping
        A path, a URL or "-" for standard input. A folder, or a pattern such as ``run-*.jsonl``, is
        one run in several files, in the order of their names; not of TAC run files. Or a table in
        memory, which is read as by `Run.from_records`.
    ranked : bool, optional
        Whether the order of the lines is a ranking. By default, this is the header of a
        TAC file; a TAC file without a header is ranked if all pairs labelled ENTAILMENT come
        before all others and there are some of both, as the guidelines expect of a ranked
        run. If there are scores, they determine the ranking.
    name : str, optional
        The run's name in tables; by default that of the file, or "records".
    label_order : sequence of str, optional
        The labels that the numbers 0, 1, 2 stand for, by any of their names; arrays of
        probabilities are in the same order. Without it, labels must be names.
    label_column, id_column : str, optional
        The column of a table, or the field of JSON objects, with the prediction or the
        pair's id, ignoring case; by default, the first with a known name. Other formats
        ignore it, but a column of labels is refused for the answers of a chat model.
    in_order : bool, optional
        Whether the predictions are in the order of the pairs, one for each. Ids are then
        optional, and ignored.
    score_of : {"label", "entailment"}, optional
        What scores belong to: the predicted label, as in the output of Hugging Face, or
        entailment. By default this is inferred from the file, and ambiguous scores are left
        out; see `interpret_scores`.
    answers : mapping of str to str, optional
        Words with a meaning in the answers of a chat model, such as ``{"yes": "entailment",
        "no": "not_entailment"}``; see `rte_baselines.runs.answers.parser`. Other formats ignore it.
        Tables in memory have no such answers.

    Returns
    -------
    Run

    Raises
    ------
    InputError
        If the file is empty, truncated, not UTF-8, or in none of the formats; the
        message names the line. A damaged file is refused as a whole. So is a file whose column
        of labels may be that of the gold labels; see `LabelCheck`. Also if the source is neither
        a path nor a table.

    Warns
    -----
    InputWarning
        If the last number may be truncated; if scores are read as those of labels, or left
        out; if there are no labels, and several are most probable; or if the digests in the
        sidecar file belong to another run file. All warnings are also in the run's `notes`.
    """
    if is_table(source):
        if answers is not None:
            raise InputError("answers is for files; a table in memory has none")
        return Run.from_records(
            source,
            ranked=bool(ranked),
            name=name or "records",
            label_order=label_order,
            label_column=label_column,
            id_column=id_column,
            in_order=in_order,
            score_of=score_of,
        )
    if not isinstance(source, (str, Path)):
        raise InputError(
            f"{quoted(source)} is no source of a run; expected a path, a data frame, a dataset or "
            "a list of dictionaries (Run.from_records also takes the output of pipelines)"
        )
    order = parse_label_order(label_order)
    names = FieldNames.of_predictions(
        order,
        label_column=label_column,
        id_column=id_column,
        in_order=in_order,
        answers=parse_answers(answers),
    )
    file_name = input_name(source)
    shards = shard_paths(source)
    if shards is None:
        collected, run_format, sidecar = _parse_file(source, file_name, names)
    else:
        collected, run_format = _parse_shards(shards, names)
        sidecar = Sidecar()
    if sidecar.digests is not None:
        collected = replace(collected, columns=replace(collected.columns, digests=sidecar.digests))
    if sidecar.training is not None:
        training = sidecar.training
        collected = replace(collected, columns=replace(collected.columns, training=training))
    parsed = interpret(
        collected,
        run_format,
        ranked=ranked,
        source=file_name,
        score_of=score_of,
        notes=[sidecar.warning],
    )
    return Run(
        parsed.columns,
        ranked=parsed.ranked,
        name=name or Path(file_name).name,
        in_order=in_order,
        notes=parsed.notes,
        withheld=parsed.withheld,
        is_of_chat_model=run_format.is_of_chat_model,
    )


def _parse_file(
    source: str | Path, file_name: str, names: FieldNames
) -> tuple[Collected, RunFormat, Sidecar]:
    with open_input(source) as stream:
        collected, run_format = parse_stream(stream, file_name, names)
        sidecar = Sidecar()
        if run_format.has_sidecar and str(source) != _STANDARD_STREAM:
            sidecar = read_sidecar(source, stream, len(collected.columns))
    return collected, run_format, sidecar


def _parse_shards(paths: Sequence[str | Path], names: FieldNames) -> tuple[Collected, RunFormat]:
    records = ShardRecords(paths, names)
    with records.naming_files():
        collected = collect(records, names.label_order, may_withhold=True)
        refuse_gold_labels(collected.columns, records.format())
    return collected, records.format()


def read_runs(
    sources: Sequence[str | Path],
    *,
    ranked: bool | None = None,
    label_order: Sequence[str] | None = None,
    label_column: str | Sequence[str] | None = None,
    id_column: str | None = None,
    in_order: bool = False,
    score_of: ScoreOf | None = None,
    answers: Mapping[str, str] | None = None,
) -> list[Run]:
    """Read run files with unique names: the names of the files, or else their paths.

    Parameters and errors are those of `read_run`, except that `label_column` may also be a
    sequence with one column for each file, in their order, and that tables in memory, which have
    no names, are refused.
    """
    _refuse_other_than_paths(sources)
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
            answers=answers,
        )
        for source, name, column in zip(
            sources, names, _one_for_each(label_column, len(sources)), strict=True
        )
    ]


def _refuse_other_than_paths(sources: object) -> None:
    # Iterating a path yields letters, and iterating a data frame the names of its columns.
    if isinstance(sources, (str, Path)) or is_frame(sources) or not isinstance(sources, Iterable):
        raise InputError(
            f"{quoted(sources)} is no list of run files; expected paths, or read_run for a single "
            "run"
        )
    for source in sources:
        if not isinstance(source, (str, Path)):
            raise InputError(
                f"{quoted(source)} is no path of a run file; expected paths; read_run(table, "
                "name=...) reads a data frame"
            )


def parse_answers(answers: Mapping[str, str] | None) -> Mapping[str, Label]:
    """Return the labels that words mean in the answers of chat models.

    Raises
    ------
    InputError
        If one is not a label, or is a word without a meaning in answers, such as no; if labels are
        of two schemes, or two spellings of a word have different ones.
    """
    try:
        stated = [
            (str(word).strip(), _stated_label(str(word), label))
            for word, label in (answers or {}).items()
        ]
        words = dict(stated)
        scheme_of(words.values())
    except (InputError, AttributeError) as error:
        raise InputError(f"answers: {error}") from None
    if "" in words:
        raise InputError("answers: an empty word; expected words such as yes and no")
    _check_spellings(stated)
    return words


def _stated_label(word: str, label: str) -> Label:
    if not isinstance(label, Label) and normalized_word(str(label)) in UNSTATED:
        raise InputError(
            f"{quoted(word)} means {quoted(label)}, which says no label; expected one such as "
            "entailment or not_entailment"
        )
    return as_label(label)


def _check_spellings(stated: Sequence[tuple[str, Label]]) -> None:
    """Refuse words that answers do not tell apart, as yes and YES, with different labels."""
    earlier: dict[str, tuple[str, Label]] = {}
    for word, label in stated:
        other, of_other = earlier.setdefault(normalized_word(word), (word, label))
        if of_other is not label:
            raise InputError(
                f"answers: {quoted(other)} means {of_other} and {quoted(word)} means {label}, "
                "but they are spellings of one word; expected one label for it"
            )


def _one_for_each(label_column: str | Sequence[str] | None, runs: int) -> Sequence[str | None]:
    if label_column is None or isinstance(label_column, str):
        return [label_column] * runs
    if runs and len(label_column) not in (1, runs):
        raise InputError(
            f"{counted(len(label_column), 'column')} of labels for {counted(runs, 'run')}; "
            "expected one for all runs, or one for each run, in their order"
        )
    return list(label_column) * runs if len(label_column) == 1 else label_column
