"""Gold labels, of pairs or of ids without texts."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import listed, quoted
from rte_baselines.pairs import Columns, LabelMeanings, PairStream, read_pairs
from rte_baselines.pairs.rows import TEXTS
from rte_baselines.records.columns import PAIR_NAMES, RUN_NAMES, find_columns, parse_columns
from rte_baselines.records.rows import Faults
from rte_baselines.runs.rows import probability_columns
from rte_baselines.runs.training import MODEL_NAME

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
        of_run = [*({MODEL_NAME} & {*present}), *([] if {*TEXTS} & found.keys() else numbers)]
        if of_run and not columns:
            stated = PAIR_NAMES.how_to_give({"label": found.get("label", "COLUMN")})
            raise InputError(
                f"is a run, as it has {quoted(of_run[0])}; are the gold labels and the run swapped?"
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
