"""Runs that know which texts they labelled, and the file beside a TAC run that knows it."""

import gzip
import json
from dataclasses import replace

import pytest

from rte_baselines import Recognizer, evaluate, load_pairs
from rte_baselines.core.errors import InputError, InputWarning, RunError
from rte_baselines.evaluation import compare
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.pairs import Label, Pair, pair_digest
from rte_baselines.runs import Prediction, Run, check_run, check_run_on_ids, read_run, write_run

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
PAIRS = [
    Pair(pair_id, f"Text {pair_id}.", "Hypothesis.", label=label)
    for pair_id, label in zip("abcd", (YES, NO, YES, NO), strict=True)
]
OTHERS = [replace(pair, text=pair.text.replace("Text", "Story")) for pair in PAIRS]

every_file = pytest.mark.parametrize(
    "name", ["my.jsonl", "my.csv", "my.tsv", "my.run", "my.run.gz", "my.jsonl.gz"]
)


def run_on(pairs, name="mine"):
    return Run(
        [Prediction(pair.id, YES, pair_digest=pair_digest(pair)) for pair in pairs], name=name
    )


def without_last_label(pairs):
    with pytest.warns(InputWarning, match="1 of 4 pairs has no label"):
        return Gold.from_pairs([*pairs[:-1], replace(pairs[-1], label=None)])


@pytest.fixture
def written(tmp_path):
    def write(run, name):
        write_run(run, tmp_path / name)
        return tmp_path / name

    return write


@every_file
def test_a_run_on_other_texts_is_refused(written, name):
    run = read_run(written(run_on(PAIRS), name))
    assert run.columns.digests.tolist() == [pair_digest(pair) for pair in PAIRS]
    assert check_run(run, PAIRS).ids == tuple("abcd")
    for use in (
        lambda gold: check_run(run, gold),
        lambda gold: evaluate(gold, run),
        lambda gold: compare(gold, [run, Run(list(run), name="twin")]),
    ):
        with pytest.raises(RunError) as caught:
            use([*PAIRS[:2], *OTHERS[2:]])
        assert "text differs from the one that was labelled: 2 ('c', 'd')" in str(caught.value)
        assert "another dataset or another version of its texts" in str(caught.value)


@every_file
def test_partial_runs_in_any_order(written, name):
    run = read_run(written(run_on([PAIRS[2], PAIRS[0]]), name))
    assert check_run(run, PAIRS, partial=True).ids == ("a", "c")
    with pytest.raises(RunError, match=r"text differs from .*: 1 \('c'\)"):
        check_run(run, [*PAIRS[:2], *OTHERS[2:]], partial=True)


@every_file
def test_predictions_on_pairs_that_the_gold_standard_leaves_out(written, name):
    run = read_run(written(run_on(PAIRS), name))
    assert without_last_label(PAIRS).check(run).ids == tuple("abc")
    with pytest.raises(RunError, match=r"text differs from .*: 3 \('a', 'b', 'c'\)"):
        without_last_label(OTHERS).check(run)


def test_what_has_no_texts_is_not_compared():
    bare = [Pair(pair.id, "", "", label=pair.label) for pair in PAIRS]
    assert check_run(run_on(PAIRS), bare).ids == tuple("abcd")
    assert check_run(Run([Prediction(pair.id, YES) for pair in PAIRS]), OTHERS).ids == tuple("abcd")
    assert check_run_on_ids(run_on(PAIRS), tuple("abcd")).ids == tuple("abcd")
    assert check_run(run_on(bare), PAIRS).ids == tuple("abcd")


def test_recognizers_say_what_they_labelled():
    pairs = load_pairs("sample:test")
    recognizer = Recognizer.from_config("majority").fit(load_pairs("sample:train"))
    run = recognizer.predict(pairs)
    assert [prediction.pair_digest for prediction in run] == list(map(pair_digest, pairs))


def test_an_edited_run_file_does_not_believe_what_stands_beside_it(written):
    path = written(run_on(PAIRS), "my.run")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[1:]))
    with pytest.warns(InputWarning, match=r"my\.run: my\.run\.pairs\.json belongs to another"):
        run = read_run(path)
    assert not run.columns.digests.any()
    assert check_run(run, OTHERS, partial=True)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        '{"run_sha256": "HASH", "pair_digests": 7}',
        '{"run_sha256": "HASH", "pair_digests": "0000000000000001"}',
    ],
)
def test_a_damaged_file_beside_a_run_is_refused(written, content):
    path = written(run_on(PAIRS), "my.run")
    beside = path.with_name("my.run.pairs.json")
    sha256 = json.loads(beside.read_text())["run_sha256"]
    beside.write_text(content.replace("HASH", sha256))
    with pytest.raises(InputError, match=r"my\.run\.pairs\.json: damaged; remove it to read the"):
        read_run(path)


def test_what_stands_beside_other_files_is_not_looked_at(written, tmp_path, capsys):
    path = written(run_on(PAIRS), "my.jsonl")
    path.with_name("my.jsonl.pairs.json").write_text("anything")
    assert len(read_run(path)) == 4
    write_run(run_on(PAIRS), "-", format="tac")
    assert capsys.readouterr().out.startswith("a ENTAILMENT\n")
    written(Run([Prediction("a", YES)]), "foreign.run")
    assert {entry.name for entry in tmp_path.iterdir()} == {
        *("my.jsonl", "my.jsonl.pairs.json", "foreign.run")
    }


def test_a_compressed_run_may_be_unpacked(written):
    path = written(run_on(PAIRS), "my.run.gz")
    unpacked = path.with_name("my.run")
    unpacked.write_bytes(gzip.decompress(path.read_bytes()))
    path.with_name("my.run.gz.pairs.json").rename(path.with_name("my.run.pairs.json"))
    with pytest.raises(RunError, match="text differs from"):
        check_run(read_run(unpacked), OTHERS)


def test_what_a_tac_file_loses_is_said(written, recwarn):
    written(run_on(PAIRS), "bare.run")
    assert not recwarn
    scored = [Prediction("a", YES, 0.5, 1.0), Prediction("b", YES, score=1.0), Prediction("c", NO)]
    with pytest.warns(InputWarning, match=r"my\.run: a TAC run file has no confidences or scores;"):
        written(scored, "my.run")
    with pytest.warns(InputWarning, match="has no scores and gives 2 tied predictions an order"):
        written(scored[1:2] * 1 + [Prediction("a", YES, score=1.0)], "my.run")
