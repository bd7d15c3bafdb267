"""Write a run file."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from rte_baselines.errors import InputError
from rte_baselines.files import atomic_output
from rte_baselines.runs.jsonl import jsonl_lines
from rte_baselines.runs.prediction import Prediction
from rte_baselines.runs.tac import tac_lines


def write_run(
    run: Iterable[Prediction],
    path: str | Path,
    format: Literal["tac", "jsonl"] = "tac",  # noqa: A002 - the option's name everywhere
    ranked: bool = True,
) -> None:
    """Write a run, or predictions as they come, to a file.

    Predictions are written one by one as they come, so that any number of them takes no
    memory; a ranked TAC file, which needs all of them first, is the exception.

    Parameters
    ----------
    run : Run or iterable of Prediction
    path : str or Path
        A path, compressed if it ends in ".gz", or "-" for standard output.
    format : {"tac", "jsonl"}
        TAC run files hold id and label; JSON Lines hold everything.
    ranked : bool
        Whether a TAC file lists the pairs from the surest entailment to the least sure,
        if the run is ranked. JSON Lines stay in the run's order; their scores rank.

    Raises
    ------
    InputError
        If the format is unknown, an id does not fit it, or the file cannot be written;
        then no file is left behind.
    """
    if format not in ("tac", "jsonl"):
        raise InputError(f"unknown run format {format!r}; expected tac or jsonl")
    lines = tac_lines(run, ranked=ranked) if format == "tac" else jsonl_lines(run)
    with atomic_output(path) as stream:
        stream.writelines(lines)
