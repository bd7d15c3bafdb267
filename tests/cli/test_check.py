"""The command ``check``."""

import json

import pytest

from tests.test_documentation import blocks

pytestmark = pytest.mark.slow


def test_word_overlap_on_the_sample(rte):
    result = rte("check", "word-overlap", "sample:test").succeeded()
    assert result.stdout.startswith("Relations that hold for word-overlap on 160 pairs\n")
    assert max(map(len, result.stdout.splitlines())) <= 80
    found = json.loads(rte("check", "word-overlap", "sample:test", "-q", "--json").output())
    relations = {relation["name"]: relation for relation in found["relations"]}
    # All words are found, so that these hold by definition.
    for name in ("text", "hypothesis", "sentence", "verbatim", "order", "spaces", "case"):
        assert relations[name]["share"]["value"] == 1
        assert relations[name]["worst"] == []
    assert relations["negation"]["tried"] > 0
    assert len(relations["antonym"]["worst"]) <= 3


def test_forms_and_numbers_of_examples(rte, folder):
    (folder / "pairs.csv").write_text("id,text,hypothesis\n1,Ada sang.,Ada sang.\n2,Bo,Cy ran.\n")
    arguments = ("check", "majority", "pairs.csv", "-q")
    rte("train", "majority", "--train", "sample:train", "-o", "majority", "-q")
    assert "Worst pairs" in rte(*arguments).output()
    assert "Worst pairs" not in rte(*arguments, "--examples", "0").output()
    assert rte(*arguments, "--markdown").output().startswith("**Relations that hold")
    assert r"\begin{tabular}" in rte(*arguments, "--latex").output()


def test_what_is_refused(rte):
    assert "exclude each other" in rte("check", "word-overlap", "p", "--json", "--latex").refusal()
    assert "MODEL is missing" in rte("check", "sample:test").refusal()
    assert "--examples" in rte("check", "word-overlap", "sample:test", "--examples", "-1").refusal()


def test_the_example_of_the_document(rte):
    shown = blocks("docs/metamorphic.md", "text")[0]
    (command, *_) = blocks("docs/metamorphic.md", "bash")[0].splitlines()
    result = rte(*command.split()[1:], "--quiet").succeeded()
    assert result.stdout.startswith(shown)
