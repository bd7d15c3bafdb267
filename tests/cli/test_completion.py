"""What the shell completes, asked as a shell asks it."""

import subprocess
import sys

import pytest

from rte_baselines.cli import completion
from rte_baselines.evaluation import available_measures
from rte_baselines.pairs import dataset_names, format_names
from rte_baselines.recognizers import shipped_configs

# What takes long to import, and no completion needs.
HEAVY = ("numpy", "scipy", "sklearn", "numba", "spacy", "nltk", "rapidfuzz", "asyncio")


@pytest.fixture
def complete(rte, monkeypatch):
    """Complete the last of some words, as bash does after the script that Typer gives it."""

    def completed(*words):
        monkeypatch.setenv("_RTE_BASELINES_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", "\n".join(["rte-baselines", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        return rte().stdout.split()

    return completed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["ev"], ["evaluate"]),
        (["train", "lexical"], ["lexical-cascade", "lexical-logistic", "lexical-tree"]),
        (["train", "bos2006/"], [f"bos2006/experiment-{number}" for number in range(2, 7)]),
        (["train", "majority", "--train", "sample"], ["sample:train", "sample:test"]),
        (["reproduce", "perez2006", "kou"], ["kouylekov2006"]),
        (["reproduce", "--dataset", "rte3"], ["rte3", "rte3-3way"]),
        (["evaluate", "rte1"], ["rte1:dev", "rte1:test"]),
        (["evaluate", "g", "r", "--measures", "cws,kap"], ["cws,kappa"]),
        (["evaluate", "g", "r", "--measures", "kappa,kap"], []),
        (["validate", "f", "--gold", "rte2"], ["rte2:dev", "rte2:test"]),
        (["convert", "a", "--to", "rte"], ["rte1_xml", "rte2_xml", "rte4_xml"]),
        (["convert", "a", "--to", "sn"], []),
        (["list", "f"], ["features", "formats"]),
        (["predict", "model", "./my"], []),
        (["predict", "word"], ["word-overlap"]),
        (["explain", "rte3:d"], ["rte3:dev"]),
        (["serve", "a", "strongest-"], ["strongest-3way", "strongest-captions"]),
        (["predict", "model", "pairs", "--engine", "z"], ["z3.v1"]),
    ],
)
def test_names_are_completed(complete, words, expected):
    assert complete(*words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["evaluate", "rte1", ":"], ["dev", "test"]),
        (["evaluate", "rte1", ":", "te"], ["test"]),
        (["evaluate", "rte1:te"], ["rte1:test"]),
        (
            ["train", "majority", "--train", "rte2", ":", "dev", "--output", "x", "--data-"],
            ["--data-dir"],
        ),
        (["compare", "rte1", ":", "test", "a.run", "--measures", "cw"], ["cws"]),
    ],
)
def test_bash_breaks_words_at_colons(complete, words, expected):
    assert complete(*words) == expected


def test_every_name_is_offered(complete):
    assert complete("train", "") == list(shipped_configs())
    assert complete("evaluate", "") == dataset_names()
    assert complete("convert", "p", "--to", "") == format_names(writable=True)
    assert complete("evaluate", "g", "r", "--measures", "") == ["all", *available_measures()]


def test_no_code_is_run(complete, folder):
    (folder / "own.py").write_text("open('imported', 'w')")
    assert complete("evaluate", "g", "r", "--code", "own.py", "--measures", "cw") == ["cws"]
    assert not (folder / "imported").exists()


@pytest.mark.slow
def test_nothing_heavy_is_imported():
    found = [
        name
        for name, function in vars(completion).items()
        if getattr(function, "__module__", "") == completion.__name__ and name[0] != "_"
    ]
    assert {"recognizers", "datasets", "measures", "written_formats"} <= set(found)
    asked = "; ".join(f"completion.{name}('')" for name in found)
    code = (
        "import sys, rte_baselines.cli.main; from rte_baselines.cli import completion; "
        f"{asked}; print([name for name in {HEAVY} if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
