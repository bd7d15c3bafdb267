"""The command ``cache``: inspect and clear the cache of parses."""

from typing import Annotated, Literal

import typer

from rte_baselines.cli.console import say, show, show_json
from rte_baselines.cli.options import DebugOption, JsonOption, QuietOption

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
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Show or clear the cache of analyses.

    RTE_BASELINES_CACHE names the folder, or turns the cache off.

    Example:
    rte-baselines cache info
    """
    from rte_baselines.analysis.english.cache import MAX_BYTES, AnalysisCache, cache_folder

    kept = AnalysisCache(cache_folder())
    size = kept.size()
    if what == "clear":
        kept.clear()
        say(f"{kept.path or _OFF}: {_megabytes(size - kept.size())} freed")
        return
    found = {
        "file": None if kept.path is None else str(kept.path),
        "analyses": len(kept),
        "bytes": size,
        "max_bytes": MAX_BYTES,
    }
    if as_json:
        show_json(found)
    elif kept.path is None:
        show(_OFF)
    else:
        bound = f"{_megabytes(size)} of at most {_megabytes(MAX_BYTES)}"
        show(f"{kept.path}: {found['analyses']:,} analyses, {bound}")


def _megabytes(count: int) -> str:
    return f"{count / 1e6:,.1f} MB"
