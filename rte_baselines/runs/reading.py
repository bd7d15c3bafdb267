"""Read a run file, whichever of the formats it is in."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from rte_baselines.errors import InputError
from rte_baselines.files import input_name, open_input, utf8_text
from rte_baselines.runs.jsonl import JsonlParser
from rte_baselines.runs.run import Prediction, Run
from rte_baselines.runs.tac import TacParser


class RunParser(Protocol):
    """What a format knows: its lines, and what they mean when all have been read."""

    def parse(self, line: str) -> Prediction | None:
        """Return the prediction of a line that is not blank, or None for a header."""

    def finish(self, predictions: list[Prediction]) -> tuple[list[Prediction], bool]:
        """Return the predictions of the whole file, and whether their order ranks them."""


def read_run(source: str | Path, *, ranked: bool | None = None, name: str | None = None) -> Run:
    """Read a run file: TAC or JSON Lines, told apart by content, perhaps compressed.

    Parameters
    ----------
    source : str or Path
        A path, or "-" for standard input.
    ranked : bool, optional
        Whether the order of the lines is a ranking. By default a TAC file's header says
        so; a file without one is taken as ranked when all pairs labelled ENTAILMENT come
        before all others and there are some of both, which is what the guidelines expect
        of a ranked run. Scores, in JSON Lines, rank by themselves.
    name : str, optional
        The run's name in tables; by default the file's.

    Returns
    -------
    Run

    Raises
    ------
    InputError
        If the file is empty, half-written, not UTF-8, or in neither format; the message
        names the line. A damaged file is refused whole.
    """
    file_name = input_name(source)
    with open_input(source) as stream, utf8_text(stream, file_name) as text:
        predictions, order_ranks = _parse(text, file_name)
    return Run(
        predictions,
        ranked=order_ranks if ranked is None else ranked,
        name=name or Path(file_name).name,
    )


def read_runs(sources: Sequence[str | Path], *, ranked: bool | None = None) -> list[Run]:
    """Read run files under names that tell them apart: the files', or else their paths.

    Parameters and errors are those of `read_run`.
    """
    names = [Path(input_name(source)).name for source in sources]
    if len(set(names)) < len(names):
        names = [input_name(source) for source in sources]
    return [
        read_run(source, ranked=ranked, name=name)
        for source, name in zip(sources, names, strict=True)
    ]


def _parse(lines: Iterable[str], file_name: str) -> tuple[list[Prediction], bool]:
    parser: RunParser | None = None
    predictions = []
    for number, line in enumerate(map(str.strip, lines), start=1):
        if not line:
            continue
        parser = parser or (JsonlParser() if line.startswith("{") else TacParser())
        try:
            prediction = parser.parse(line)
        except InputError as error:
            raise InputError(f"{file_name}: line {number}: {error}") from None
        if prediction is not None:
            predictions.append(prediction)
    if parser is None or not predictions:
        raise InputError(
            f"{file_name}: holds no judgments; expected lines 'pair_id judgment' or JSON Lines"
        )
    return parser.finish(predictions)
