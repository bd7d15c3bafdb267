"""`rules index`, `find`, `learn`, `check` and `convert`."""

import json

import pytest

from tests.cli.documents import write, write_lines

BUY = "X <nsubj- buy -obj-> Y"
OWN = "X <nsubj- own -obj-> Y"
TEASE = ["learn", ".", "-o", "r.txt", "--method", "tease", "--template", BUY]
FIRMS = (("IBM", "Lotus"), ("Acme", "Corel"), ("Intel", "Altera"))


@pytest.fixture
def corpus(folder):
    """Who bought a firm acquired it; others praised music."""
    sentences = [f"{one} {verb} {two}." for one, two in FIRMS for verb in ("acquired", "bought")]
    sentences += [f"{name} praised music." for name in ("Ann", "Bob", "Carol", "Dora")]
    return write_lines("news.jsonl", [{"text": sentence} for sentence in sentences])


@pytest.fixture
def rules(folder):
    return write("rules.txt", f"{BUY} => {OWN} | 0.5\n{OWN} => {BUY}\n")


@pytest.mark.slow
def test_from_a_corpus_to_rules(rte, corpus, folder):
    options = ["--output", "index", "--workers", "1", "--documents-per-shard", "6"]
    built = rte("rules", "index", corpus, *options)
    assert (built.exit_code, built.stdout) == (0, "")
    assert built.stderr == "index: written; 10 sentences, 40 words\n"
    assert sum(path.is_dir() for path in (folder / "index").iterdir()) == 2
    found = rte("rules", "find", "index", BUY, "--limit", "1")
    assert found.stdout == "IBM buy Lotus\n    IBM bought Lotus.\n"
    assert found.stderr == "3 matches in 10 sentences\n"
    report = json.loads(rte("rules", "find", "index", BUY, "--json").stdout)
    assert report["matches"] == len(report["sentences"]) == 3
    assert report["sentences"][1]["y"] == "Corel"
    arguments = ["--output", "rules.txt", "--min-path", "2", "--min-relation", "1", "-q"]
    learned = rte("rules", "learn", "index", *arguments, "--workers", "1")
    assert (learned.exit_code, learned.stdout, learned.stderr) == (0, "", "")
    both_ways = [f"X <nsubj- acquire -obj-> Y => {BUY}", f"{BUY} => X <nsubj- acquire -obj-> Y"]
    lines = (folder / "rules.txt").read_text().splitlines()
    assert [line.split(" | ")[0] for line in lines] == both_ways
    (folder / "inputs.txt").write_text(f"# of buyers\n{BUY}\n")
    by_tease = ["--method", "tease", "--templates", "inputs.txt", "-o", "tease.txt"]
    learned = rte("rules", "learn", "index", *by_tease, "--workers", "1")
    assert (learned.exit_code, learned.stderr) == (0, "tease.txt: written; 2 rules\n")
    assert (folder / "tease.txt").read_text().splitlines() == [
        f"{rule} | 1.0 | tease" for rule in both_ways[::-1]
    ]
    found = rte("rules", "find", "index", "X <compound- ibm -obj-> Y")
    assert found.stderr == "0 matches in 10 sentences\n"


def test_checked_rules_and_their_cycles(rte, rules):
    assert rte("rules", "check", rules).stdout == (
        f"2 rules with 2 left sides\n2 templates entail each other: {BUY}; {OWN}\n"
    )
    found = json.loads(rte("rules", "check", rules, "--json").stdout)
    assert found == {"rules": 2, "left_sides": 2, "cycles": [[BUY, OWN]]}


def test_converted_rules_are_the_same(rte, rules, folder):
    rte("rules", "convert", rules, "--output", "rules.jsonl")
    rte("rules", "convert", "rules.jsonl", "--output", "again.txt")
    assert (folder / "again.txt").read_text() == f"{BUY} => {OWN} | 0.5\n{OWN} => {BUY} | 1.0\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "absent.txt"], "absent.txt: "),
        (["check", "bad.txt"], "bad.txt: line 1: template 'X <nsubj- buy -obj-> Z': 'Z' is"),
        (["find", ".", BUY], ".: holds no index (there is no index.json)"),
        (["learn", ".", "./", "-o", "r.txt"], "an index is named twice in '.', '.'; expected each"),
        (["learn", ".", "-o", "r.lsp"], "r.lsp: DIRT's lists are only read"),
        (["learn", ".", "-o", "r.txt", "--measure", "cosine"], "there is no measure 'cosine'"),
        (["learn", ".", "-o", "r.txt", "--method", "lsa"], "there is no method 'lsa'; known are "),
        (["learn", ".", "-o", "r.txt", "--rank", "sum"], "--rank is not an option of --method "),
        (["learn", ".", "-o", "r.txt", "--template", BUY], "--template is not an option of "),
        ([*TEASE, "--min-path", "2"], "--min-path is not an option of --method tease; leave it"),
        (TEASE[:-2], "--method tease starts from templates; expected --template or --templates"),
        ([*TEASE, "--rank", "sum"], "there is no rank 'sum'; known are anchor_sets, association"),
        ([*TEASE, "--max-sentences", "1"], "anchor sets in at least 2 and at most 1 sentence:"),
        ([*TEASE, "--templates", "bad.txt"], "bad.txt: line 1: template 'X <nsubj- buy -obj-> Z"),
        (TEASE, ".: holds no index (there is no index.json)"),
        (["convert", "rules.txt", "-o", "r.lsp"], "r.lsp: DIRT's lists are only read"),
    ],
)
def test_bad_input_is_one_line(rte, rules, folder, arguments, message):
    (folder / "bad.txt").write_text(f"X <nsubj- buy -obj-> Z => {OWN}\n")
    assert rte("rules", *arguments).refusal().startswith(f"error: {message}")
