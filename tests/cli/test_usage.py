"""Help, usage errors, and what becomes of errors of every kind."""

import pytest
import typer
from rich.cells import cell_len
from typer.main import get_command

from rte_baselines import Recognizer, __version__
from rte_baselines.cli.main import app
from tests.cli.documents import write


def test_help_lists_every_command_by_the_first_line_of_its_own_help(rte):
    shown = " ".join(rte("--help").output().replace("│", " ").split())
    for name, command in get_command(app).commands.items():
        line = " ".join(command.help.split("\n\n")[0].split())
        assert f" {name} {line} " in shown


@pytest.mark.slow
def test_no_arguments_ask_for_help(rte):
    assert rte() == rte("--help")


def _commands(command, path=()):
    """Yield the words of each command, and of those that have commands below them, with it."""
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from _commands(below, (*path, name))


EVERY_COMMAND = dict(_commands(get_command(app)))


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=" ".join)
def test_no_option_hides_another(command):
    found = EVERY_COMMAND[command]
    parameters = found.get_params(typer.Context(found))
    names = [parameter.name for parameter in parameters]
    spellings = [word for found in parameters for word in (*found.opts, *found.secondary_opts)]
    assert len(set(names)) == len(names)
    assert len(set(spellings)) == len(spellings)
    if not hasattr(found, "commands"):
        assert {"--quiet", "-q", "--debug"} < set(spellings)


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=" ".join)
def test_no_line_of_a_description_is_broken_at_80_columns(command):
    _, *paragraphs = EVERY_COMMAND[command].help.split("\n\n")
    broken = [line for of in paragraphs for line in of.splitlines()[:-1] if len(line) > 78]
    assert not broken


@pytest.mark.parametrize(
    ("command", "titles"),
    [
        ("evaluate", ["Arguments", "Options", "Reading pairs", "Reading runs", "All commands"]),
        ("train", ["Arguments", "Options", "Reading pairs", "All commands"]),
        ("resplit", ["Arguments", "Options", "All commands"]),
        ("citations score", ["Arguments", "Options", "Reading pairs", "Reading runs"]),
        ("cache", ["Arguments", "Options", "All commands"]),
    ],
)
def test_help_has_titles_for_what_commands_share(rte, command, titles):
    lines = rte(*command.split(), "--help").stdout.splitlines()
    found = [line.strip("╭╮─ ") for line in lines if line.startswith("╭")]
    assert found[: len(titles)] == titles


@pytest.mark.slow
@pytest.mark.parametrize("command", EVERY_COMMAND, ids=" ".join)
def test_help_shows_an_example_that_can_be_copied(rte, command):
    result = rte(*command, "-h")
    lines = [line.strip() for line in result.stdout.splitlines()]
    example = lines[lines.index("Example:") + 1]
    assert example.startswith(" ".join(["rte-baselines", *command]))
    assert "<bool>" not in result.stdout
    assert lines[lines.index("Example:") + 2] == ""
    assert max(map(cell_len, result.stdout.splitlines())) <= 80
    assert "…" not in result.stdout


@pytest.mark.slow
def test_quiet_leaves_errors_and_warnings(rte):
    write("pairs.jsonl", '{"id": "1", "text": "", "hypothesis": "Ada sang.", "label": "yes"}\n')
    arguments = ("convert", "pairs.jsonl", "--to", "jsonl", "--output", "-")
    loud, quiet = rte(*arguments), rte(*arguments, "--quiet")
    warning = "warning: pairs.jsonl: line 1: pair '1' has an empty text; it is kept\n"
    assert loud.stderr == quiet.stderr == warning
    assert (len(loud.understood), len(quiet.understood)) == (1, 0)
    assert quiet.stdout == loud.stdout
    trained = rte("train", "majority", "--train", "sample:train", "-o", "model", "-q")
    assert [line.split(":")[0] for line in trained.stderr.splitlines()] == ["warning"]
    assert rte("validate", "absent", "-q").stderr == "error: absent: no such file\n"
    assert rte("cache", "info").stderr == ""


def test_version(rte):
    assert rte("--version").stdout == f"{__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["demoo"], ["No such command 'demoo'", "demo", "(see rte-baselines --help)"]),
        (["--verison"], ["No such option: '--verison'; did you mean '--version'?"]),
        (["evaluate", "--measure", "f1"], ["did you mean '--measures'? (see"]),
        (["evaluate", "g", "r", "--xyzzy"], ["No such option: '--xyzzy' (see"]),
        (
            ["train", "majority", "--train", "p", "--output", "m", "--data_dir", "d"],
            ["unexpected argument '--data_dir'; did you mean '--data-dir'? fields of the config"],
        ),
        (["train"], ["Missing argument 'CONFIG' (see rte-baselines train --help)"]),
        (["predict", "model", "pairs", "--outptu", "run"], ["--outptu", "--output"]),
        (["predict", "m", "p", "--output", "r", "--format", "xml"], ["'xml'", "'jsonl', 'tac'"]),
        (["predict", "model", "--output", "r"], ["Missing argument 'PAIRS'"]),
        (
            ["predict", "sample:test", "--output", "r"],
            ["MODEL is missing: 'sample:test' are pairs; expected a model before them, such as"],
        ),
        (["predict", "pairs.csv", "--output", "r"], ["MODEL is missing: 'pairs.csv' are pairs"]),
        (["predict", "-", "--output", "r"], ["MODEL is missing: '-' are pairs"]),
        (["list"], ["Missing argument 'WHAT'", "recognizers, models, features, heads"]),
        (["evaluate", "g", "r", "--threshold", "x"], ["'--threshold'", "valid number"]),
        (["evaluate", "g", "r", "--columns"], ["'--columns'", "requires an argument"]),
        (["cache", "info", "--code", "f.py"], ["No such option: '--code'"]),
        (["demo", "rte1"], ["unexpected extra argument", "rte1"]),
        (
            ["evaluate", "g", "r", "--labels", "a=neutral", "--labels", "b=neutral"],
            ["--labels is given 2 times, and only the last one would count"],
        ),
    ],
)
def test_usage_errors_are_one_line(rte, arguments, parts):
    write("pairs.csv", "id,text,hypothesis\n1,a,b\n")
    message = rte(*arguments).refusal()
    for part in parts:
        assert part in message


def test_debug_shows_where(rte):
    plain, debug = rte("validate", "absent"), rte("validate", "absent", "--debug")
    assert plain.stderr == "error: absent: no such file\n"
    assert debug.exit_code == plain.exit_code == 2
    assert debug.stderr.startswith("Traceback")
    assert debug.stderr.endswith(plain.stderr)
    assert rte("validate", "absent") == plain


@pytest.mark.parametrize(
    ("error", "exit_code", "message"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (MemoryError(), 1, "out of memory"),
        (
            ZeroDivisionError("over\nnothing"),
            1,
            "unexpected ZeroDivisionError: over nothing (--debug shows where; please report it)",
        ),
    ],
)
def test_errors_that_nobody_expects(rte, monkeypatch, error, exit_code, message):
    def fail(folder, **options):
        raise error

    monkeypatch.setattr(Recognizer, "load", fail)
    result = rte("explain", "model", "--text", "t", "--hypothesis", "h")
    assert (result.exit_code, result.stdout) == (exit_code, "")
    assert result.stderr == f"error: {message}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", "{}"],
        ["validate", "sample:test", "--labels", "{}"],
        ["evaluate", "sample:test", "run", "--run-columns", "{}=a"],
        ["validate", "sample:test", "--columns", "text={},hypothesis=b,{}=c"],
        ["convert", "sample:test", "--to", "{}", "--output", "out"],
        ["evaluate", "sample:test", "{}"],
        ["demo", "--dataset", "{}"],
        ["{}"],
        ["validate", "--{}"],
    ],
)
def test_no_argument_commands_the_terminal_or_fills_it(rte, arguments):
    word = "\x1b[31m\u202e\n" + "x" * 10_000
    message = rte(*[argument.replace("{}", word) for argument in arguments]).refusal()
    assert message.rstrip("\n").isprintable()
    assert len(message) < 1500


@pytest.mark.parametrize(
    ("name", "shown"), [("caf\udce9", r"caf\udce9"), ("\x1b[31m", r"\x1b[31m")]
)
def test_a_name_that_is_no_unicode_or_would_command_the_terminal(rte, folder, name, shown):
    (folder / f"{name}.jsonl").write_text('{"text": "Ada sang.", "hypothesis": "Ada sang."}\n')
    result = rte("validate", f"{name}.jsonl")
    assert result.stdout.startswith(f"file: {shown}.jsonl\npairs: 1\n")


def test_an_empty_name_of_a_file(rte):
    for arguments, message in (
        (["evaluate", "sample:test", ""], "a file is empty; expected a path, or - for standard"),
        (["convert", "sample:test", "--to", "csv", "--output", ""], "a file to write is empty"),
    ):
        assert f"the name of {message}" in rte(*arguments).refusal()
