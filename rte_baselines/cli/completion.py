"""What the shell completes: the names that options and arguments take.

A shell asks at each press of a key, so that nothing heavy is imported here.
"""

from collections.abc import Iterable

from rte_baselines.packaged import packaged_lines
from rte_baselines.resources import shipped_configs


def recognizers(incomplete: str) -> list[str]:
    """Return the shipped configs that start so."""
    return _starting(incomplete, shipped_configs())


def papers(incomplete: str) -> list[str]:
    """Return the papers whose systems are shipped that start so."""
    folders = (name.split("/")[0] for name in shipped_configs() if "/" in name)
    return _starting(incomplete, dict.fromkeys(folders))


def datasets(incomplete: str) -> list[str]:
    """Return the datasets that start so, such as ``rte1:dev``; else the shell offers files."""
    from rte_baselines.pairs import dataset_names

    return _starting(incomplete, dataset_names())


def families(incomplete: str) -> list[str]:
    """Return the families of datasets that start so, such as ``rte1``."""
    from rte_baselines.pairs import dataset_splits

    return _starting(incomplete, dataset_splits())


def formats(incomplete: str) -> list[str]:
    """Return the formats of pairs that start so."""
    from rte_baselines.pairs import format_names

    return _starting(incomplete, format_names())


def written_formats(incomplete: str) -> list[str]:
    """Return the formats of pairs that can be written and start so."""
    from rte_baselines.pairs import format_names

    return _starting(incomplete, format_names(writable=True))


def measures(incomplete: str) -> list[str]:
    """Return the measures that the last name of a list may become, with those before it.

    They are read from a list, as importing what computes them takes too long.
    """
    before, comma, last = incomplete.rpartition(",")
    chosen = before.split(",")
    known = (name for name in packaged_lines(__package__, "measures.txt") if name not in chosen)
    return [f"{before}{comma}{name}" for name in _starting(last, known)]


def _starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
