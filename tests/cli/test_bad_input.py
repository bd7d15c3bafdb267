"""Pairs that no command can use: one line, exit code 2, and nothing written."""

import pytest

from tests.cli.documents import document, pair, write

GOOD = pair(1)

DEFECTS = {
    "empty": ("", "bad: is empty"),
    "malformed": (document(GOOD, "</h>"), "bad: line 6, column 3: malformed XML (mismatched tag)"),
    "unknown_label": (
        document(GOOD, pair(2, "MAYBE")),
        "bad: line 6: pair '2': 'MAYBE' is no label; expected entailment, neutral, contradiction",
    ),
    "not_utf8": (
        document(pair(1, text="Zürich")).encode("latin-1"),
        "bad: byte 0xfc at offset 65 (line 3) is not UTF-8",
    ),
    "entity": ('<!DOCTYPE c [<!ENTITY e "x">]>' + document(GOOD), "declares an entity, 'e'"),
    "damaged_gzip": (b"\x1f\x8b\x08\x00 nonsense", "bad: the gzip file is damaged or cut short"),
}
COMMANDS = {
    "train": ["train", "majority", "--train", "bad", "--output", "out"],
    "predict": ["predict", "MODEL", "bad", "--output", "out"],
    "evaluate": ["evaluate", "bad", "run"],
    "convert": ["convert", "bad", "--to", "jsonl", "--output", "out"],
    "validate": ["validate", "bad"],
}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("defect", DEFECTS)
def test_pairs_that_cannot_be_read(rte, overlap, folder, command, defect):
    content, message = DEFECTS[defect]
    write("bad", content)
    write("run", "1 YES\n")
    result = rte(*[overlap if argument == "MODEL" else argument for argument in COMMANDS[command]])
    assert result.exit_code == 2
    assert message in result.stderr or (command == "validate" and message in result.stdout)
    assert (message in result.stderr) == (result.stdout == "")
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert {path.name for path in folder.iterdir()} == {"bad", "run"}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("absent.xml", "absent.xml: no such file"),
        (".", ".: there is no file in it"),
        ("sample:tset", "unknown dataset 'sample:tset'; did you mean 'sample:test'?"),
        ("rte1:dev", "dataset rte1:dev not found: run `rte-baselines download rte`, name its"),
    ],
)
def test_pairs_that_are_not_there(rte, without_data, source, message):
    assert message in rte("validate", source).refusal()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--columns", "text=1"], "is rte2_xml, which has no columns to name; leave out --columns"),
        (["--columns", "txt=a"], "columns: 'txt' is no part; did you mean 'text'? expected id,"),
        (["--labels", "yes=sure"], "labels: unknown label 'sure'"),
        (["--input-format", "csv"], "No such option: '--input-format'"),
    ],
)
def test_options_that_do_not_fit_the_file(rte, options, message):
    assert message in rte("validate", write("pairs.xml", document(GOOD)), *options).refusal()


@pytest.mark.parametrize(
    ("config", "content", "message"),
    [
        (
            "word-overlap",
            document(pair(1), pair(2)),
            "has only ENTAILMENT; tuning a threshold",
        ),
        ("lexical-cascade", document(GOOD), "needs pairs labelled CONTRADICTION and UNKNOWN"),
        (
            "word-overlap",
            document(pair(1, "CONTRADICTION"), pair(2, "NO ENTAILMENT"), pair(3, "ENTAILMENT")),
            "what 'NO ENTAILMENT' means: --labels 'NO ENTAILMENT=LABEL'",
        ),
        (
            *("word-overlap", "idx,premise,hypothesis,label\n1,Ada sang.,Bo sang.,0\n"),
            "label 0 is a number of no stated label; state those of 0, 1",
        ),
    ],
)
def test_pairs_that_cannot_be_learned_from(rte, folder, config, content, message):
    write("train.xml", content)
    assert message in rte("train", config, "--train", "train.xml", "--output", "model").refusal()
    assert [path.name for path in folder.iterdir()] == ["train.xml"]


ODD = document(
    pair("empty text", text=""),
    pair("empty hypothesis", "NO", hypothesis=" "),
    pair("emoji", text="👩‍👩‍👧 🎉", hypothesis="🎉"),
    pair("right to left", "NO", text="שלום עולם \u202eabc", hypothesis="مرحبا"),
    pair("long", text="word " * 20_000, hypothesis="word"),
    pair("one long word", "NO", text="x" * 100_000),
    pair("٣", "NO", hypothesis="Ada&#13;&#9;sang."),
)


@pytest.mark.slow
@pytest.mark.parametrize("config", ["word-overlap", "bleu", "rouge", "lexical-logistic"])
def test_odd_pairs_are_warned_of_and_scored(rte, config):
    write("odd.xml", ODD)
    trained = rte("train", config, "--train", "odd.xml", "--output", "model")
    predicted = rte("predict", "model", "odd.xml", "--output", "-", "--format", "jsonl")
    assert trained.exit_code == predicted.exit_code == 0
    assert predicted.stderr == (
        "warning: odd.xml: line 2: pair 'empty text' has an empty text; it is kept\n"
        "warning: odd.xml: line 6: pair 'empty hypothesis' has an empty hypothesis; it is kept\n"
    )
    assert trained.stderr.startswith(predicted.stderr)
    assert len(predicted.stdout.splitlines()) == 7
    assert "NaN" not in predicted.stdout
