"""Help that shows flags without a type such as ``<bool>``."""

from typing import Any

from typer.core import TyperCommand, TyperGroup


class _WithoutTypesOfFlags:
    """A mixin for commands; some versions of Typer show a type for flags."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return all parameters, including ``--help``."""
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if getattr(parameter, "is_flag", False) and parameter.metavar is None:
                parameter.metavar = ""
        return parameters


class Command(_WithoutTypesOfFlags, TyperCommand):
    """A command."""


class Group(_WithoutTypesOfFlags, TyperGroup):
    """A command with subcommands."""
