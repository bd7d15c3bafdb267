"""The commands of all documents are valid; those of tutorials run in test_pages.py."""

import os
import re
import runpy
import shlex

import pytest
from typer.core import TyperCommand

from rte_baselines import load, load_pairs, write_pairs, write_run
from tests.test_documentation import ROOT, blocks

DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("", "docs", "benchmarks", "models")
    for path in (ROOT / folder).glob("**/*.md" if folder else "*.md")
)
SHELL = r"(?:bash|sh|console)"
on_the_sample = runpy.run_path(str(ROOT / "scripts" / "readme_commands.py"))["on_the_sample"]


def lines_of(script):
    """The lines of a script without its prompts, with continued lines joined."""
    joined = script.replace("\\\n", " ").splitlines()
    return [line.strip().removeprefix("$ ").removesuffix(" &") for line in joined]


def commands_of(script):
    """The arguments of each call of the program."""
    words = [shlex.split(line, comments=True) for line in lines_of(script) if "rte-base" in line]
    return [rest for name, *rest in words if name == "rte-baselines"]


def shell_of(document):
    """The code of a document that is for a shell, in fences or indented."""
    text = (ROOT / document).read_text("utf-8")
    indented = re.findall(r"^ {4}\$? ?(?:rte-baselines|python) .*(?:\\\n.*)*", text, re.MULTILINE)
    fenced = re.findall(rf"^ *```{SHELL}\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    return [*fenced, *indented]


SHOWN = [(document, code) for document in DOCUMENTS for code in shell_of(document)]


def test_commands_are_found():
    script = "$ rte-baselines evaluate a.csv \\\n    b.csv  # why\nls\nrte-baselines serve &\n"
    assert commands_of(script) == [["evaluate", "a.csv", "b.csv"], ["serve"]]
    assert len({document for document, code in SHOWN if commands_of(code)}) > 20


@pytest.mark.slow
def test_every_command_has_the_arguments_that_it_takes(rte, folder, forget, monkeypatch):
    """Only the arguments are read, and files of code: nothing is run."""
    (folder / "initials.py").write_text("")
    monkeypatch.setattr(os, "environ", os.environ.copy())  # options for resources are put there
    monkeypatch.setattr(TyperCommand, "invoke", lambda command, context: None)
    for document, code in SHOWN:
        for words in commands_of(code):
            found = rte(*words)
            assert found.exit_code == 0, f"{document}: {shlex.join(words)}\n{found.stderr}"


def test_every_script_is_there():
    called = [
        (document, path)
        for document, code in SHOWN
        for path in re.findall(r"(?:python|bash) ((?:benchmarks|scripts)/\S+)", code)
    ]
    assert called
    for document, path in called:
        assert (ROOT / path).is_file(), f"{document}: {path}"


@pytest.mark.slow
@pytest.mark.parametrize("document", ["README.md", "docs/models.md"])
def test_commands_for_files_of_the_user_run_on_the_sample(document, rte, folder):
    write_pairs(load_pairs("sample:train"), folder / "pairs.csv")
    run = load("word-overlap").predict(load_pairs("sample:test"))
    write_run(run, folder / "my.jsonl")
    write_run(run, folder / "baseline.jsonl")
    for block in blocks(document, "bash"):
        for words in commands_of(block):
            if words[0] == "download" or words[:2] == ["explain", "--text"]:
                continue  # the one needs the network, the other runs in test_pages.py
            # The strongest model has tests of its own, and takes half a minute.
            quick = ["word-overlap" if word == "strongest" else word for word in words]
            found = rte(*map(on_the_sample, quick))
            assert found.exit_code == 0, f"{document}: {shlex.join(words)}\n{found.stderr}"
