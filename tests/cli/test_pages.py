"""The commands of the quick start, the tasks and the gallery run, and print what is shown."""

import re
import runpy
import shlex
from pathlib import Path

import pytest

from rte_baselines import read_run
from tests.cli.conftest import Result
from tests.test_documentation import ROOT

# The page on reproduction needs the data of the challenges: see test_readme_figures.py.
TASKS = ("train", "score", "compare", "explain")
PAGES = ["quick-start.md", "gallery.md", *(f"tasks/{task}.md" for task in TASKS)]
OF_THE_SHELL = ("bash ", "python ", "pip ", "source ")
BLOCK = re.compile(r"^```(bash|text)\n(.*?)^```", flags=re.MULTILINE | re.DOTALL)


def commands_in(script):
    """Return the arguments of the commands of a block, without the program's name."""
    lines = script.replace("\\\n", " ").splitlines()
    own = [line for line in lines if not line.startswith(OF_THE_SHELL)]
    assert all(line.startswith("rte-baselines ") for line in own)
    return [shlex.split(line)[1:] for line in own]


def run_all(rte, script):
    """Run the commands of a block, and return what the last one prints in a terminal."""
    result = Result(0, "", "")
    for arguments in commands_in(script):
        result = rte(*arguments).succeeded()
    return f"\n{result.messages}{result.stdout}"


def assert_shown(shown, printed):
    """Assert that a block has whole lines of the output in order; `...` stands for others."""
    start = 0
    for piece in re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE):
        found = printed.find(f"\n{piece}" if piece else "", start)
        assert found >= 0, f"not printed:\n{piece}\nbut:\n{printed}"
        start = found + len(piece)


@pytest.mark.slow
@pytest.mark.usefixtures("all_resamples")
@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_print_what_it_shows(rte, page):
    if page == "gallery.md":
        example = runpy.run_path(str(ROOT / "scripts" / "paper_example.py"))
        example["main"](Path("paper"))
    printed = ""
    for language, block in BLOCK.findall((ROOT / "docs" / page).read_text("utf-8")):
        if language == "bash":
            printed = run_all(rte, block)
        else:
            assert_shown(block, printed)
    if page == "quick-start.md":
        assert len(read_run("strongest.jsonl")) == 160


def test_every_task_has_a_page_that_is_tested():
    assert {path.stem for path in (ROOT / "docs" / "tasks").iterdir()} == {*TASKS, "reproduce"}
