"""Finding a pair by its id."""

from collections.abc import Sequence
from pathlib import Path

from rte_baselines.errors import InputError
from rte_baselines.pairs.columns import Columns
from rte_baselines.pairs.pair import Pair
from rte_baselines.pairs.reading import read_pairs
from rte_baselines.quoting import quoted
from rte_baselines.suggestions import did_you_mean


def find_pair(
    source: str | Path,
    pair_id: str,
    *,
    data_dir: str | Path | None = None,
    format: str | None = None,  # noqa: A002 - the name that users expect
    columns: Columns | None = None,
    label_order: Sequence[str] | None = None,
) -> Pair:
    """Return the pair with an id; the rest of the file after it is not read.

    Parameters
    ----------
    source : str or Path
        As in `read_pairs`, like the other parameters.
    pair_id : str

    Raises
    ------
    InputError
        As in `read_pairs`, or if no pair has the id, or its annotators did not agree.
    """
    ids = []
    with read_pairs(
        source, data_dir=data_dir, format=format, columns=columns, label_order=label_order
    ) as pairs:
        for pair in pairs:
            if pair.id == pair_id:
                return pair
            ids.append(pair.id)
    if pair_id in pairs.skipped_ids:
        raise InputError(
            f"{source}: pair {quoted(pair_id)} has no agreed label (-); expected one with a label"
        )
    hint = did_you_mean(pair_id, ids)
    raise InputError(
        f"{source}: no pair has the id {quoted(pair_id)}; {hint}expected one of {len(ids)}, "
        f"such as {quoted(ids[0])}"
    )
