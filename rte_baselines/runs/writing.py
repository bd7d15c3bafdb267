"""Writing of run files."""

import hashlib
import json
import re
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from rte_baselines.core.advice import did_you_mean, how_to_state
from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.files.reading import without_compression
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.quoting import counted, path_name, quoted
from rte_baselines.runs.lines import json_lines, table_lines, withheld_lines
from rte_baselines.runs.prediction import Prediction
from rte_baselines.runs.run import Run
from rte_baselines.runs.tac import SIDECAR, are_tac_lines

RunFormatName = Literal["jsonl", "tac", "csv", "tsv", "parquet"]

_BY_EXTENSION: dict[str, RunFormatName] = {
    **dict.fromkeys((".run", ".tac", ".txt"), "tac"),
    **dict.fromkeys(("", ".jsonl"), "jsonl"),
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
}
_STANDARD_STREAM = "-"

# UTF-8 cannot encode it.
_HALF_OF_A_CHARACTER = re.compile("[\ud800-\udfff]")


def write_run(
    run: Iterable[Prediction],
    path: str | Path,
    format: RunFormatName | None = None,  # noqa: A002 - the option's name everywhere
    ranked: bool = True,
) -> None:
    """Write a run, or a stream of predictions, to a file.

    JSON Lines and Parquet are streamed, without keeping predictions in memory; the other formats
    need all predictions first.

    Parameters
    ----------
    run : Run or iterable of Prediction
    path : str or Path
        A path, compressed if it ends in ".gz" or ".zst", or "-" for standard output.
    format : {"jsonl", "tac", "csv", "tsv", "parquet"}, optional
        TAC run files have id and label, the others all values. By default, determined by the
        extension before ".gz" or ".zst": ".run", ".tac" and ".txt" are TAC, ".csv" and ".tsv"
        tables, ".parquet" is Parquet, and ".jsonl" and names without an extension are JSON
        Lines. A Parquet file has the fields of JSON Lines as columns.
    ranked : bool
        Whether a TAC file lists the pairs from the most to the least certain entailment, below
        the header ``ranked: yes``, if the run is ranked. Other files are in the run's order.

    Raises
    ------
    InputError
        If the format or the extension is unknown, an id is not valid in the format, the run has no
        labels, or the file cannot be written; then no file is left.

    Warns
    -----
    InputWarning
        If a TAC file leaves out confidences, scores or probabilities, or gives tied
        predictions an order.

    Notes
    -----
    Answers that are no labels (`Run.withheld`) come after all predictions, wherever they were in
    the file that was read; their ids say which pairs they are on.

    For a TAC file ``x.run``, the digests of the pairs (see `Prediction`) are written to
    ``x.run.pairs.json``, where `read_run` finds them.
    """
    name = format or _format_of(path)
    if name not in get_args(RunFormatName):
        known = get_args(RunFormatName)
        hint = did_you_mean(name, known)
        raise InputError(
            f"unknown run format {quoted(name)}; {hint}expected one of {', '.join(known)}"
        )
    withheld = run.withheld if isinstance(run, Run) else {}
    if withheld and name != "jsonl":
        raise InputError(
            f"{path_name(path)}: the run withholds {counted(len(withheld), 'answer')}, which only "
            "JSON Lines keep; expected format='jsonl', or a name that ends in .jsonl"
        )
    if isinstance(run, Run):
        run.require_labels()
        if run.in_order:
            raise InputError(
                f"{path_name(path)}: the predictions are in the order of the pairs, and have no "
                "ids; expected a run as check_run returns it"
            )
    if name == "tac":
        _write_tac(run, path, ranked=ranked)
        return
    with atomic_output(path, as_parquet=name == "parquet") as stream:
        checked = map(_checked, run)
        separator = {"csv": ",", "tsv": "\t"}.get(name)
        stream.writelines(table_lines(checked, separator) if separator else json_lines(checked))
        stream.writelines(withheld_lines(withheld))


def _format_of(path: str | Path) -> RunFormatName:
    """Return the format of a run file by its extension; see `write_run`."""
    extension = without_compression(path).suffix.lower()
    if extension not in _BY_EXTENSION:
        known = ", ".join(filter(None, _BY_EXTENSION))
        raise InputError(
            f"{path_name(path)}: {quoted(extension)} is not an extension of run files; expected "
            f"{known}, with or without .gz or .zst, or state the format: {_as_json_lines()}"
        )
    return _BY_EXTENSION[extension]


def _checked(prediction: Prediction) -> Prediction:
    """Return a prediction, if its id can be read back unchanged."""
    if not isinstance(prediction, Prediction):
        raise InputError(f"{quoted(prediction)} is not a Prediction; expected one for each pair")
    pair_id = prediction.id
    if not pair_id or pair_id != pair_id.strip() or _HALF_OF_A_CHARACTER.search(pair_id):
        raise InputError(
            f"id {quoted(pair_id)} is empty, begins or ends with white space, or has half of a "
            "character, which is not valid in run files"
        )
    return prediction


def _write_tac(predictions: Iterable[Prediction], path: str | Path, *, ranked: bool) -> None:
    """Write a TAC file and the digests of its pairs, and warn of what is lost."""
    run = predictions if isinstance(predictions, Run) else Run(predictions)
    losses, header = [], list[str]()
    numbers = {
        "confidences": run.columns.confidences,
        "probabilities": run.columns.probabilities,
        "scores": run.columns.scores,
    }
    if lost := [name for name, column in numbers.items() if column.given.any()]:
        losses.append(f"has no {' or '.join(lost)}")
    if ranked and run.ranking is not None:
        sizes = np.unique(run.ranking, return_counts=True)[1]
        if tied := int(sizes[sizes > 1].sum()):
            losses.append(f"gives {tied} tied predictions an order")
        run = run.select(np.argsort(run.ranking, kind="stable"))
        header = ["ranked: yes\n"]
    lines = [_tac_line(prediction) for prediction in run]
    if lines and not are_tac_lines(lines[0]):
        raise InputError(
            f"id {quoted(run.ids[0])} in the first line of a TAC run file would look like "
            "another format; write the run as jsonl"
        )
    with atomic_output(path) as stream:
        stream.writelines([*header, *lines])
    is_stream = str(path) == _STANDARD_STREAM
    if run.columns.digests.any() and not is_stream and Path(path).is_file():
        # The digests of the pairs, one for each line.
        written = {
            "run_sha256": hashlib.sha256("".join([*header, *lines]).encode()).hexdigest(),
            "pair_digests": run.columns.digests.astype(">u8").tobytes().hex(),
        }
        with atomic_output(f"{path}{SIDECAR}") as stream:
            stream.write(json.dumps(written) + "\n")
    if losses:
        warnings.warn(
            f"{'standard output' if is_stream else path}: a TAC run file {' and '.join(losses)}; "
            f"JSON Lines keep everything ({_as_json_lines()}, or a name that ends in .jsonl)",
            InputWarning,
            stacklevel=3,
        )


def _tac_line(prediction: Prediction) -> str:
    """Return the line of an RTE-4 run file."""
    if not prediction.id or " " in prediction.id or not prediction.id.isprintable():
        raise InputError(
            f"id {quoted(prediction.id)} is empty or contains white space or unprintable "
            "characters, which is not valid in a TAC run file; write the run as jsonl"
        )
    return f"{prediction.id} {prediction.label.value.replace('_', ' ')}\n"


def _as_json_lines() -> str:
    return how_to_state("format='jsonl'", "--format jsonl")
