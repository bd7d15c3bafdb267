"""The command ``serve``: try recognizers on a page in the browser."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import say
from rte_baselines.cli.options import count_option
from rte_baselines.core.quoting import counted
from rte_baselines.web import HOST, require_packages


def serve(
    models: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MODEL",
            help="Folders that `train` wrote, models that come with the package (`list models`), "
            "or configs (`list recognizers`), which are trained on the sample when they are first "
            "asked; by default, all shipped models and five configs.",
            autocompletion=completion.recognizers_or_models,
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option(metavar="N", help="The port; by default, a free one.")
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Listen to another address, as 0.0.0.0 for all: whoever can reach this machine "
            "can then use the page, without a password. By default, this machine only.",
            show_default=False,
        ),
    ] = HOST,
    workers: Annotated[
        int,
        count_option(
            help="Processes for the recognizers that parse; default 1.", show_default=False
        ),
    ] = 1,
    seconds: Annotated[
        float,
        count_option(
            help="Give up what takes a recognizer longer; default 30.", show_default=False
        ),
    ] = 30.0,
    opens_browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open the page.")
    ] = True,
) -> None:
    """Try recognizers on a page in the browser: labels and explanations side by side.

    There is a JSON API beside the page. Nothing of a text is stored.

    Example:
    rte-baselines serve word-overlap strongest natural-logic
    """
    require_packages()
    from rte_baselines.web.app.application import LIMITS, web_application
    from rte_baselines.web.app.processes import Recognizers
    from rte_baselines.web.app.served import served
    from rte_baselines.web.serving.running import serve as run

    with TemporaryDirectory(prefix="rte-baselines-") as folder:
        found = served(models or [], Path(folder))
        count = counted(len(found), "recognizer")
        recognizers = Recognizers(found, workers=workers, seconds=seconds)

        def announce(address: str) -> None:
            recognizers.wait()
            say(f"{address} ({count}; {address}openapi.json describes the API; Ctrl+C ends it)")

        try:
            run(
                web_application(recognizers),
                port=port,
                announce=announce,
                opens_browser=opens_browser,
                limits=replace(LIMITS, host=host),
            )
        finally:
            recognizers.close()
