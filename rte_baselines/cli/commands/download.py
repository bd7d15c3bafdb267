"""The command ``download``: download the data of RTE-1, 2 and 3."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from rte_baselines.cli.console import show


def download(
    what: Annotated[Literal["rte"], typer.Argument(metavar="rte", help="The data of RTE-1 to 3.")],
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The folder of NLTK data to download to.")
    ] = None,
) -> None:
    """Download the data of RTE-1, 2 and 3 with NLTK's downloader. Needs a network.

    Example:
    rte-baselines download rte
    """
    from rte_baselines.pairs.datasets import download_rte

    show(f"The RTE data is in {download_rte(folder)}")
