"""A table of the scores of recognizers on the official split and on random splits."""

from rte_baselines.rendering.tables import Table, percentage
from rte_baselines.reproduction.resplitting import ResplitResults, Spread

_HEADER = ("recognizer", "measure", "official", "min", "median", "max")


def resplit_table(results: ResplitResults) -> Table:
    """Return a row for each recognizer and measure, in percent (jijkoun2006, Table 2)."""
    rows = [
        [of.recognizer, measure, *_cells(spread)]
        for of in results.recognizers
        for measure, spread in of.measures.items()
    ]
    title = (
        f"{results.family}, percent on the test part: the official split "
        f"and {results.splits} at random"
    )
    return Table(title, _HEADER, rows, keys=2)


def _cells(spread: Spread) -> list[str]:
    values = (spread.official, spread.minimum, spread.median, spread.maximum)
    return [percentage(value) for value in values]
