"""The command ``cache``: inspect and clear the caches of parses and of compiled kernels."""

from typing import Annotated, Literal

import typer

from rte_baselines.cli.console import say, show, show_json
from rte_baselines.cli.options import JsonOption

_OFF = "the cache is off"


def cache(
    what: Annotated[
        Literal["info", "clear"],
        typer.Argument(
            metavar="WHAT",
            show_choices=False,
            help="info shows the contents of the cache, clear removes them.",
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Show or clear the caches of analyses and of compiled kernels.

    RTE_BASELINES_CACHE names the folder of analyses, or turns their cache off;
    NUMBA_CACHE_DIR names the folder of kernels.

    Example:
    rte-baselines cache info
    """
    from rte_baselines.analysis.english.cache import MAX_BYTES, AnalysisCache, cache_folder
    from rte_baselines.kernels.compile import clear_machine_code, kept_machine_code

    kept = AnalysisCache(cache_folder())
    size = kept.size()
    kernels = kept_machine_code()
    if what == "clear":
        kept.clear()
        say(f"{kept.path or _OFF}: {_megabytes(size - kept.size())} freed")
        clear_machine_code()
        for folder, count in kernels.items():
            say(f"{folder}: {_megabytes(count)} freed")
        return
    found = {
        "file": None if kept.path is None else str(kept.path),
        "analyses": len(kept),
        "bytes": size,
        "max_bytes": MAX_BYTES,
        "kernels": {str(folder): count for folder, count in kernels.items()},
    }
    if as_json:
        show_json(found)
        return
    bound = f"{_megabytes(size)} of at most {_megabytes(MAX_BYTES)}"
    show(f"{kept.path}: {found['analyses']:,} analyses, {bound}" if kept.path else _OFF)
    for folder, count in kernels.items():
        show(f"{folder}: compiled kernels, {_megabytes(count)}")


def _megabytes(count: int) -> str:
    return f"{count / 1e6:,.1f} MB"
