"""`train`, `predict` and `explain`."""

import gzip
import json
from pathlib import Path

import pytest

import rte_baselines.pairs
from rte_baselines import Recognizer, load_pairs, read_run
from rte_baselines.pairs import write_pairs
from rte_baselines.recognizers import read_config

SAMPLE = Path(rte_baselines.pairs.__file__).parent / "sample"
MERGED = (
    "warning: CONTRADICTION and UNKNOWN were merged into NO_ENTAILMENT, since the recognizer is "
    "two-way; for three labels: "
)
BY_OPTION = f"{MERGED}--recognizer.head.scheme_name three-way\n"


@pytest.mark.slow
def test_train_says_what_it_did_on_stderr(rte):
    result = rte("train", "word-overlap", "--train", "sample:train", "--output", "model")
    assert (result.exit_code, result.stdout) == (0, "")
    merged = f"{MERGED}train a config that is three-way, such as lexical-cascade\n"
    assert result.stderr == f"{merged}model: word-overlap, trained on 160 pairs\n"
    assert json.loads(Path("model/signature.json").read_text())["trained_on"] == "sample:train"


@pytest.mark.slow
def test_a_model_is_replaced_unless_there_are_notes_in_its_folder(rte):
    command = ("train", "majority", "--train", "sample:train", "--output", "model")
    assert "replaced" not in rte(*command).stderr
    result = rte(*command).succeeded()
    assert result.stderr == (
        f"{BY_OPTION}model: majority, trained on 160 pairs; the existing model was replaced\n"
    )
    Path("model/notes.txt").write_text("precious")
    message = rte(*command).refusal()
    assert message.startswith("error: model: exists and is not replaced; name another")
    assert Path("model/notes.txt").read_text() == "precious"


@pytest.mark.slow
def test_any_field_can_be_set(rte):
    rte(
        *("train", "word-overlap", "--train", "sample:train", "--output", "model"),
        *("--recognizer.head.optimize", "cws"),
        *("--recognizer.head.per_task=true", "--recognizer.features.overlap.level", "stems"),
    ).succeeded()
    recognizer = read_config("model/config.cfg")["recognizer"]
    assert recognizer["head"]["optimize"] == "cws"
    assert recognizer["head"]["per_task"] is True
    assert recognizer["features"]["overlap"]["level"] == "stems"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--recognizer.head.optimise", "cws"], "optimise"),
        (["--recognizer.head.threshold", "high"], "threshold: 'high' is not a number"),
        (["--recogniser.head.optimize", "cws"], "cannot set recogniser.head.optimize"),
        (["--recognizer.head.@heads", "oracle.v1"], "@heads has no 'oracle.v1'; registered are"),
        (["--trian", "pairs"], "unexpected argument '--trian'; did you mean '--train'? fields of"),
        (["pairs"], "unexpected argument 'pairs'"),
    ],
)
def test_fields_that_cannot_be_set(rte, folder, arguments, message):
    refusal = rte(
        "train", "word-overlap", "--train", "sample:train", "--output", "model", *arguments
    ).refusal()
    assert message in refusal
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_a_tac_run_is_ranked_unless_asked_not_to_be(rte, overlap):
    predict = ("predict", overlap, "sample:test", "--output")
    assert rte(*predict, "ranked.run").exit_code == 0
    assert rte(*predict, "as-is.run", "--unranked").exit_code == 0
    ranked, as_is = read_run("ranked.run"), read_run("as-is.run")
    assert as_is.ids == tuple(pair.id for pair in load_pairs("sample:test"))
    assert sorted(ranked.ids) == sorted(as_is.ids)
    assert ranked.ids != as_is.ids
    entailed = (ranked.labels == "ENTAILMENT").tolist()
    assert entailed == sorted(entailed, reverse=True)


@pytest.mark.slow
def test_pipes_and_compressed_files_say_the_same(rte, logistic):
    xml = (SAMPLE / "test.xml").read_bytes()
    options = ("--format", "jsonl", "--output")
    output = rte("predict", logistic, "-", *options, "-", stdin=gzip.compress(xml)).output()
    assert rte("predict", logistic, "sample:test", *options, "run.gz").stdout == ""
    assert gzip.decompress(Path("run.gz").read_bytes()).decode() == output
    first = json.loads(output.splitlines()[0])
    assert first.keys() == {
        *("id", "label", "confidence", "score", "probabilities", "pair_digest"),
        *("trained_model", "in_training"),
    }
    assert sum(first["probabilities"].values()) == pytest.approx(1)


PAIR = ("--text", "Two old ferries sank off Oslo.", "--hypothesis", "Two ferries burned.")


def test_explain(rte, overlap):
    result = rte("explain", overlap, *PAIR)
    lines = [line.split() for line in result.stdout.splitlines()]
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Entailed: 2 of 3 words are found in the text, 'burned' is ")
    assert ["ferries", "ferries", "same", "norm"] in lines
    assert ["burned", "-", "missing"] in lines
    # Two of the three words are in the text.
    assert ["overlap", "0.667"] in [line[:2] for line in lines]


@pytest.mark.slow
def test_explain_a_pair_of_a_dataset(rte, overlap):
    pair = load_pairs("sample:test")[7]
    output = rte("explain", overlap, "sample:test", "--id", pair.id).output()
    assert f"gold label  {pair.label} of pair {pair.id}: the decision is " in output
    found = json.loads(rte("explain", overlap, "sample:test", "--id", pair.id, "--json").stdout)
    assert found["pair"]["id"] == pair.id
    assert found["pair"]["label"] == str(pair.label)
    assert (found["pair"]["text"], found["pair"]["hypothesis"]) == (pair.text, pair.hypothesis)
    predicted = Recognizer.load(overlap).predict([pair])
    assert [prediction.label for prediction in predicted] == [found["label"]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sample:test", "--id", "161x"], "sample:test: no pair has the id '161x'; did you mean"),
        (["sample:test"], "no pair to explain: no --id; expected PAIRS and --id, or --text"),
        (["--id", "1"], "no pair to explain: no PAIRS; expected PAIRS and --id"),
        (["sample:test", "--text", "Ada sang."], "PAIRS and --text exclude each other"),
        (["--id", "1", *PAIR], "--id and --text exclude each other"),
        (["sample:test", "--id", "1", "--task", "IE"], "PAIRS and --task exclude each other"),
        (["--text", "Ada sang."], "no pair to explain: no --hypothesis; expected --text and"),
        (["--hypothesis", "Ada sang."], "no pair to explain: no --text; expected --text and"),
        ([], "no pair to explain: no --text and no --hypothesis; expected --text and"),
        ([*PAIR, "--top", "3", "--all"], "--top and --all exclude each other"),
        ([*PAIR, "--top", "-1"], "'--top'"),
    ],
)
def test_pairs_that_cannot_be_explained(rte, overlap, arguments, message):
    assert message in rte("explain", overlap, *arguments).refusal()


@pytest.mark.slow
def test_how_many_features_are_shown(rte, logistic):
    features = json.loads(rte("explain", logistic, *PAIR, "--json").stdout)["features"]
    shown = [rte("explain", logistic, *PAIR, *option).stdout for option in ([], ["--top", "2"])]
    shown.append(rte("explain", logistic, *PAIR, "--all").stdout)
    counts = [sum(f"\n{feature['name']} " in text for feature in features) for text in shown]
    assert counts == [10, 2, len(features)]
    assert [text.count("Left out: ") for text in shown] == [1, 1, 0]


def test_explaining_nothing_is_warned_of(rte, overlap):
    result = rte("explain", overlap, "--text", "", "--hypothesis", " ").succeeded()
    assert result.stderr == "warning: the text is empty\nwarning: the hypothesis is empty\n"


def test_markup_in_a_pair_is_not_markup(rte, overlap):
    result = rte("explain", overlap, "--text", "bold :smile: [/x]", "--hypothesis", "[bold]")
    assert result.exit_code == 0
    assert ["bold", "bold", "same", "norm"] in map(str.split, result.stdout.splitlines())


@pytest.mark.slow
def test_engines_are_named(rte, folder):
    write_pairs(load_pairs("sample:train")[5:9], "few.jsonl")
    options = ("--train", "few.jsonl", "--output", "model")
    assert rte("train", "natural-logic", *options, "--engine", "z3").exit_code == 0
    assert '@engines = "z3.v1"' in (folder / "model" / "config.cfg").read_text()
    pair = ("--text", "Every dog barks. Rex is a dog.", "--hypothesis", "Rex is an animal.")
    assert "Entailed" in rte("explain", "model", *pair, "--engine", "e").output()
    message = rte("predict", "model", "sample:test", "--output", "-", "--engine", "z3.v2").refusal()
    assert message.startswith("error: unknown engine 'z3.v2'; did you mean 'z3.v1'")
    result = rte("predict", "model", SAMPLE / "test.xml", "--output", "run/", "--engine", "z3")
    assert result.stderr.startswith("error: --engine and a folder as RUN exclude each other")
