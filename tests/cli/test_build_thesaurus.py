"""`resources build thesaurus`."""

import json

import pytest

from rte_baselines.lexicon.thesaurus import building as thesaurus_building
from rte_baselines.lexicon.thesaurus.thesaurus import Thesaurus

from ..analysis.parses import HandParser
from ..lexicon.words import similarity


@pytest.fixture
def corpus(folder, monkeypatch):
    """Tea is drunk, beer drunk and brewed, as parses that stand for the sentences."""
    monkeypatch.setattr(thesaurus_building, "default_analyzer", HandParser)
    pairs = ["drink tea", "drink tea", "drink beer", "brew beer", *["throw stone"] * 4]
    parses = ["{}/VERB/0/root {}/NOUN/1/obj".format(*pair.split()) for pair in pairs]
    lines = [json.dumps({"title": "", "body": parse}) for parse in parses]
    (folder / "corpus.jsonl").write_text("\n".join(lines))
    return folder / "corpus.jsonl"


@pytest.fixture
def lin(folder):
    (folder / "simN.lsp").write_text("(ferry (desc 0.3) (sims\nboat\t0.25\n))\n")
    return "simN.lsp"


def build(rte, *arguments):
    return rte("resources", "build", "thesaurus", *arguments)


@pytest.mark.slow
def test_from_a_corpus(rte, corpus, folder):
    result = build(
        *(rte, corpus, "--text-column", "body", "--output", "mine", "--workers", "1"),
        *("--min-frequency", "2", "--source", "a kitchen", "--licence", "CC0"),
    )
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "mine: written; set RTE_BASELINES_THESAURUS to this folder to use it\n"
    thesaurus = Thesaurus.open(folder / "mine")
    assert similarity(thesaurus, "tea", "beer", "noun") > 0
    assert similarity(thesaurus, "brew", "drink", "verb") == 0
    about = thesaurus.description
    assert (about["source"], about["licence"], about["min_frequency"]) == ("a kitchen", "CC0", 2)


def test_from_lins_files(rte, lin, folder):
    result = build(rte, "--lin", lin, "--output", "mine")
    assert (result.exit_code, result.stdout) == (0, "")
    found = similarity(Thesaurus.open(folder / "mine"), "boat", "ferry", "noun")
    assert found == pytest.approx(0.25, abs=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "a thesaurus is built from a CORPUS or from --lin FILE: name one of them"),
        (["corpus.jsonl", "--lin", "simN.lsp"], "a thesaurus is built from a CORPUS or"),
        (["absent"], "absent: no such file or folder"),
        (["--lin", "absent/simN.lsp"], "absent/simN.lsp: no such file"),
        (["--lin", "corpus.jsonl"], "corpus.jsonl: is named neither simN.lsp,"),
        (["corpus.jsonl"], "corpus.jsonl: line 1: "),
        (["corpus.jsonl", "--text-column", "body", "--min-frequency", "5"], "no noun, verb or"),
        (["corpus.jsonl", "--workers", "0"], "Invalid value for '--workers'"),
    ],
)
def test_bad_input(rte, corpus, lin, folder, arguments, message):
    before = sorted(folder.rglob("*"))
    workers = [] if "--workers" in arguments else ["--workers", "1"]
    refusal = build(rte, *arguments, *workers, "--output", "mine").refusal()
    assert refusal.startswith(f"error: {message}")
    assert sorted(folder.rglob("*")) == before
