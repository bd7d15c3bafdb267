"""Commands with the options that they share, declared once, and groups of commands.

Their help shows flags without a type such as ``<bool>``; if it cannot be printed, that is
reported.
"""

import functools
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup, TyperOption

from rte_baselines.cli.console import writing_output
from rte_baselines.cli.options import OptionsOfAll, ResourceOptions, is_of_all
from rte_baselines.cli.reading import ReadingOptions, ScoringOptions
from rte_baselines.core.errors import InputError


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


class _Sharing(TyperCommand):
    """A command that has the options of a class, too; their values are kept in its context."""

    shared: ClassVar[type]
    left_out: ClassVar[frozenset[str]] = frozenset()
    has_resources: ClassVar[bool] = False

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the command's own parameters, then the shared ones, those of all last."""
        declared = [
            *(_declared(ResourceOptions) if self.has_resources else ()),
            *_declared(self.shared),
        ]
        shared = [option for option in declared if option.name not in self.left_out]
        return [*super().get_params(ctx), *sorted(shared, key=is_of_all)]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; an option whose values would replace each other is refused."""
        # The parser alone knows how often an option is given; parsing has no other effect.
        _, _, given = self.make_parser(ctx).parse_args(list(args))
        options = [option for option in given if isinstance(option, TyperOption)]
        for option, times in Counter(options).items():
            if times > 1 and not (option.multiple or option.is_flag):
                raise InputError(
                    f"{option.opts[0]} is given {times} times, and only the last one would count; "
                    "expected it once"
                )
        return super().parse_args(ctx, args)


class Command(_Help, _Sharing):
    """A command, with the options of all."""

    shared: ClassVar[type] = OptionsOfAll

    @classmethod
    def without(cls, *names: str) -> "type[Command]":
        """Return this class without some of the shared options, by the names of their fields."""
        return type(cls.__name__, (cls,), {"left_out": cls.left_out | set(names)})

    @classmethod
    def with_resources(cls) -> "type[Command]":
        """Return this class with the options of `ResourceOptions`."""
        return type(cls.__name__, (cls,), {"has_resources": True})


class PlainCommand(Command):
    """A command without the options of datasets and of code of the user's own."""

    left_out = frozenset({"code", "data_dir"})


class ReadingCommand(Command):
    """A command that reads pairs; see `ReadingOptions`."""

    shared = ReadingOptions


class ScoringCommand(ReadingCommand):
    """A command that reads pairs and runs; see `ScoringOptions`."""

    shared = ScoringOptions


class Group(_Help, TyperGroup):
    """A command with subcommands."""


@functools.cache
def _declared(options: type) -> list[Any]:
    """Return the options that the fields of a class declare, as parameters of functions do."""
    app = typer.Typer(add_completion=False)
    app.command()(options)
    declared = typer.main.get_command(app).params
    for option in declared:
        option.expose_value = False
        option.callback = _keeping(option.callback)
    return declared


def _keeping(callback: Callable[..., Any] | None) -> Callable[..., Any]:
    """Return a callback that keeps the value of an option in the context."""

    def keep(context: typer.Context, option: Any, value: Any) -> Any:
        found = callback(context, option, value) if callback else value
        context.ensure_object(dict)[option.name] = found
        return found

    return keep
