"""The command ``warm``: compile the kernels that recognizers need."""

import time
from typing import Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import progress_bar, say
from rte_baselines.cli.models import WorkersOption
from rte_baselines.core.quoting import counted


def warm(
    recognizers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RECOGNIZER",
            help="Shipped configs and models, config files or model folders; by default, all "
            "shipped configs.",
            show_default=False,
            autocompletion=completion.recognizers_or_models,
        ),
    ] = None,
    workers: WorkersOption = None,
) -> None:
    """Compile the numeric kernels that recognizers need, before they are needed.

    Without it, each kernel is compiled and cached at its first use.

    Example:
    rte-baselines warm lexical-logistic
    """
    from rte_baselines.kernels.compile import machine_code_folder
    from rte_baselines.reproduction.warming import warm as warm_up

    start = time.perf_counter()
    with progress_bar("Compiling") as advance:
        warmed = warm_up(recognizers or [], workers=workers, advance=advance)
    seconds = time.perf_counter() - start
    folder = machine_code_folder() or "no folder is writable, so that they are not kept"
    users = counted(warmed.recognizers, "recognizer")
    if warmed.kernels:
        kernels = counted(len(warmed.kernels), "kernel")
        say(f"{kernels} compiled for {users} in {seconds:.0f} s: {folder}")
    else:
        say(f"nothing to compile for {users}; compiled kernels are in {folder}")
