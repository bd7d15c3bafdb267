"""How the command line is tested: arguments in; exit code, stdout and stderr out."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from typer.testing import CliRunner

from rte_baselines import Recognizer, load_pairs
from rte_baselines.cli.main import main


@dataclass(frozen=True)
class Result:
    """What a user gets."""

    exit_code: int
    stdout: str
    messages: str

    @property
    def understood(self):
        """The messages on how files were read."""
        return [line for line in self.messages.splitlines() if _UNDERSTOOD.match(line)]

    @property
    def stderr(self):
        """The other messages, and errors."""
        lines = self.messages.splitlines(keepends=True)
        return "".join(line for line in lines if not _UNDERSTOOD.match(line))

    def refusal(self):
        """Return the error of a command that is refused: one line, without output."""
        assert (self.exit_code, self.stdout) == (2, "")
        *warnings, error = self.stderr.splitlines(keepends=True)
        assert error.startswith("error: ")
        assert all(line.startswith(_BEFORE_ERRORS) for line in warnings)
        return error

    def succeeded(self):
        """Return the result of a command that succeeds."""
        assert self.exit_code == 0, self.messages
        return self

    def output(self):
        """Return what a command writes that succeeds, without messages."""
        assert (self.exit_code, self.stderr) == (0, "")
        return self.stdout


Command = Callable[..., Result]

_BEFORE_ERRORS = ("warning: ", "using the model ")

_UNDERSTOOD = re.compile(r"(?!error: |warning: ).*: (?:the first )?\d+ (?:pair|prediction)s?; ")


def _run(*arguments, stdin=b""):
    with CliRunner().isolation(stdin) as streams:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        sys.stdout.flush()
        sys.stderr.flush()
        stdout, stderr = (stream.getvalue().decode() for stream in streams[:2])
    return Result(ended.value.code or 0, stdout, stderr)


@pytest.fixture(scope="session")
def rte():
    """Run ``rte-baselines`` in this process, with the handling of errors that users get."""
    return _run


@pytest.fixture(autouse=True)
def hidden_data(only_data_asked_for):
    """Hide the RTE data unless a test asks for it."""


@pytest.fixture(autouse=True)
def as_many_resamples_as_needed(few_resamples):
    """Draw few resamples, unless a test asks for all that users get."""


@pytest.fixture(autouse=True)
def plots_without_layout(monkeypatch):
    """Draw plots without making room for their labels, which takes as long as to draw them."""
    module = "rte_baselines.rendering.plots"
    monkeypatch.setattr(f"{module}._lay_out", lambda figure: figure.set_layout_engine("none"))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in an empty folder, before a terminal of 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def _trained(config, folder):
    model = folder / config
    recognizer = Recognizer.from_config(config).fit(load_pairs("sample:train"))
    recognizer.save(model, trained_on="sample:train")
    return model


@pytest.fixture(scope="session")
def overlap(tmp_path_factory):
    """The folder of a model with one feature and no estimator."""
    return _trained("word-overlap", tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def logistic(tmp_path_factory):
    """The folder of a model with many features, probabilities and an estimator."""
    return _trained("lexical-logistic", tmp_path_factory.mktemp("models"))
