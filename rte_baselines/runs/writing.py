"""Writing of run files."""

import warnings
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from rte_baselines.advice import how_to_state
from rte_baselines.errors import InputError, InputWarning
from rte_baselines.files import COMPRESSED, atomic_output
from rte_baselines.quoting import counted, path_name, quoted
from rte_baselines.runs.fields import FieldNames
from rte_baselines.runs.jsonl import jsonl_lines, withheld_lines
from rte_baselines.runs.parsing import recognize_run_format
from rte_baselines.runs.prediction import Prediction
from rte_baselines.runs.run import Run
from rte_baselines.runs.sidecar import Hashing, write_sidecar
from rte_baselines.runs.table_writing import table_lines
from rte_baselines.runs.tac import TacRuns, tac_lines
from rte_baselines.runs.training import Training
from rte_baselines.suggestions import did_you_mean

RunFormatName = Literal["jsonl", "tac", "csv", "tsv", "parquet"]

_BY_EXTENSION: dict[str, RunFormatName] = {
    **dict.fromkeys((".run", ".tac", ".txt"), "tac"),
    **dict.fromkeys(("", ".jsonl"), "jsonl"),
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
}
_STANDARD_STREAM = "-"


def write_run(
    run: Iterable[Prediction],
    path: str | Path,
    format: RunFormatName | None = None,  # noqa: A002 - the option's name everywhere
    ranked: bool = True,
) -> None:
    """Write a run, or a stream of predictions, to a file.

    JSON Lines, Parquet and unranked TAC files are streamed, without keeping predictions in
    memory; the other formats need all predictions first.

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
        Whether a TAC file lists the pairs from the most to the least certain entailment,
        if the run is ranked. Other files are in the run's order, with scores.

    Raises
    ------
    InputError
        If the format or the extension is unknown, an id is not valid in the format, or the
        file cannot be written; then no file is left.

    Warns
    -----
    InputWarning
        If a TAC file leaves out confidences, scores or probabilities, or gives tied
        predictions an order.

    Notes
    -----
    Answers that are no labels (`Run.withheld`) come after all predictions, wherever they were in
    the file that was read; their ids say which pairs they are on.

    For a TAC file ``x.run``, the digests of the pairs and the models that labelled them (see
    `Prediction`) are written to ``x.run.pairs.json``, where `read_run` finds them.
    """
    name = format or format_of(path)
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
    tac = _TacFile(run, ranked=ranked) if name == "tac" else None
    with atomic_output(path, as_parquet=name == "parquet") as stream:
        stream.writelines(tac or _lines(run, name))
        stream.writelines(withheld_lines(withheld))
    if tac is not None:
        tac.finish(path)


def format_of(path: str | Path) -> RunFormatName:
    """Return the format of a run file by its extension; see `write_run`.

    Raises
    ------
    InputError
        If the extension is unknown.
    """
    plain = Path(Path(path).name.lower())
    extension = (plain.with_suffix("") if plain.suffix in COMPRESSED else plain).suffix
    try:
        return _BY_EXTENSION[extension]
    except KeyError:
        known = ", ".join(filter(None, _BY_EXTENSION))
        raise InputError(
            f"{path_name(path)}: {quoted(extension)} is not an extension of run files; expected "
            f"{known}, with or without .gz or .zst, or state the format: " + _as_json_lines()
        ) from None


def _lines(run: Iterable[Prediction], name: RunFormatName) -> Iterator[str]:
    if name in ("jsonl", "parquet"):
        return jsonl_lines(map(_checked, run))
    separator = "," if name == "csv" else "\t"
    return table_lines(map(_checked, run), separator)


def _checked(prediction: Prediction) -> Prediction:
    """Return a prediction, if its id can be read back unchanged."""
    if not isinstance(prediction, Prediction):
        raise InputError(f"{quoted(prediction)} is not a Prediction; expected one for each pair")
    if not prediction.id or prediction.id != prediction.id.strip():
        raise InputError(
            f"id {quoted(prediction.id)} is empty, or begins or ends with white space, which is "
            "not valid in run files"
        )
    return prediction


class _TacFile(Iterable[str]):
    """The lines of a TAC run file, and the warnings about them."""

    def __init__(self, run: Iterable[Prediction], *, ranked: bool) -> None:
        self._predictions = run
        self._ranked = ranked
        self._lost: set[str] = set()
        self._tied = 0
        self._digests = array("Q")
        self._models: list[str | None] = []
        self._seen: list[bool | None] = []
        self._hash = ""

    def __iter__(self) -> Iterator[str]:
        predictions = self._ranked_run() if self._ranked else self._predictions
        lines = Hashing(_refusing_lookalikes(tac_lines(map(self._record, predictions))))
        yield from lines
        self._hash = lines.hexdigest

    def _ranked_run(self) -> Run:
        run = self._predictions if isinstance(self._predictions, Run) else Run(self._predictions)
        if run.ranking is None:
            return run
        sizes = np.unique(run.ranking, return_counts=True)[1]
        self._tied = int(sizes[sizes > 1].sum())
        return run.select(np.argsort(run.ranking, kind="stable"))

    def _record(self, prediction: Prediction) -> Prediction:
        self._digests.append(prediction.pair_digest or 0)
        self._models.append(prediction.trained_model)
        self._seen.append(prediction.in_training)
        if prediction.confidence is not None:
            self._lost.add("confidences")
        if prediction.score is not None:
            self._lost.add("scores")
        if prediction.probabilities is not None:
            self._lost.add("probabilities")
        return prediction

    def finish(self, path: str | Path) -> None:
        """Write the digests of the pairs to the sidecar file, and warn of what is lost."""
        is_stream = str(path) == _STANDARD_STREAM
        digests = np.array(self._digests, dtype=np.uint64)
        training = Training.of(self._models, self._seen)
        is_known = bool(digests.any()) or bool(training.models)
        if is_known and not is_stream and Path(path).is_file():
            write_sidecar(path, self._hash, digests, training)
        losses = [f"has no {' or '.join(sorted(self._lost))}"] if self._lost else []
        if self._tied:
            losses.append(f"gives {self._tied} tied predictions an order")
        if losses:
            name = "standard output" if is_stream else path
            warnings.warn(
                f"{name}: a TAC run file {' and '.join(losses)}; JSON Lines keep everything "
                f"({_as_json_lines()}, or a name that ends in "
                ".jsonl)",
                InputWarning,
                stacklevel=3,
            )


def _refusing_lookalikes(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines, if the first one is recognized as a line of a TAC run file."""
    for number, line in enumerate(lines):
        if number == 0 and not isinstance(recognize_run_format(line, FieldNames()), TacRuns):
            raise InputError(
                f"id {quoted(line.split()[0])} in the first line of a TAC run file would look like "
                "another format; write the run as jsonl"
            )
        yield line


def _as_json_lines() -> str:
    return how_to_state("format='jsonl'", "--format jsonl")
