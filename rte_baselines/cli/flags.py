"""Help that shows flags without a type such as ``<bool>``, and whose failures are reported."""

from typing import Any

from typer.core import TyperCommand, TyperGroup

from rte_baselines.cli.console import writing_output


class _Help:
    """A mixin for commands with their help."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, or report that it cannot be printed."""
        with writing_output():
            super().format_help(ctx, formatter)  # type: ignore[misc]

    def get_params(self, ctx: Any) -> list[Any]:
        """Return all parameters, without the type that some versions of Typer show for flags."""
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if getattr(parameter, "is_flag", False) and parameter.metavar is None:
                parameter.metavar = ""
        return parameters


class Command(_Help, TyperCommand):
    """A command."""


class Group(_Help, TyperGroup):
    """A command with subcommands."""
