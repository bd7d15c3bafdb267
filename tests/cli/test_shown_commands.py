"""The commands of the documents are valid, and those of the tutorials print what is shown."""

import os
import re
import runpy
import shlex
import shutil

import pytest
from typer.core import TyperCommand

from rte_baselines import load, load_pairs, write_pairs, write_run
from tests.test_documentation import ROOT

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


TUTORIALS = (
    "README.md",
    "docs/quick-start.md",
    "docs/models.md",
    "docs/gallery.md",
    *(f"docs/tasks/{task}.md" for task in ("train", "score", "compare", "explain")),
)
# Recognizers that parse take too long here, and have tests of their own.
QUICK = {"strongest": "word-overlap", "kouylekov2006/system-1": "word-overlap"}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with the files that the tutorials take as given: pairs and runs of a user's own."""
    folder = tmp_path_factory.mktemp("files")
    write_pairs(load_pairs("sample:train"), folder / "pairs.csv")
    run = load("word-overlap").predict(load_pairs("sample:test"))
    write_run(run, folder / "my.jsonl")
    write_run(run, folder / "baseline.jsonl")
    return folder


def quickly(words):
    """The same command on the sample, with a recognizer that is quick."""
    if words[:2] == ["explain", "--text"]:
        words = ["explain", "word-overlap", *words[1:]]
    return [QUICK.get(word, on_the_sample(word)) for word in words]


def shows(block, printed):
    """Whether a block has the lines of an output; its "..." stands for any number of lines."""
    parts = [re.escape(part.strip("\n")) for part in re.split(r"^\.\.\.$", block, flags=re.M)]
    return re.fullmatch(r".*?".join(parts), printed.strip("\n"), flags=re.DOTALL)


def test_dots_stand_for_lines():
    assert shows("a\n...\nd\n", "a\nb\nc\nd\n")
    assert shows("...\nd\n", "a\nd\n")
    assert not shows("a\nd\n", "a\nb\nd\n")
    assert not shows("b\n...\n", "a\nb\n")


@pytest.mark.slow
@pytest.mark.parametrize("document", TUTORIALS)
def test_the_commands_of_the_tutorials_print_what_is_shown(document, rte, files, folder):
    shutil.copytree(files, folder, dirs_exist_ok=True)
    text, printed = (ROOT / document).read_text("utf-8"), ""
    for language, block in re.findall(r"^```(\w+)\n(.*?)^```", text, flags=re.M | re.S):
        if language == "text" and printed:
            assert shows(block, printed), f"{document}:\n{block}\nis printed as\n{printed}"
        printed = ""
        for words in commands_of(block) if language == "bash" else []:
            if words[0] == "report" and document != "README.md":
                continue  # one takes a second
            found = rte(*quickly(words))
            assert found.exit_code == 0, f"{document}: {shlex.join(words)}\n{found.stderr}"
            printed = found.stdout or found.stderr
