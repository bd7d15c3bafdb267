"""Runs in shards: the same as in one file, resumed after any interruption, refused if mixed."""

import json
import signal
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines import Pair, Recognizer, load_pairs, read_run, write_pairs
from rte_baselines.core.errors import InputError, RteBaselinesError
from rte_baselines.core.registry import registry
from rte_baselines.recognizers.sharding import predict_shards

SAMPLE = load_pairs("sample:test")


@pytest.fixture(scope="module")
def overlap(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models") / "overlap"
    Recognizer.from_config("word-overlap").fit(load_pairs("sample:train")).save(folder)
    return folder


@pytest.fixture(scope="module")
def expected(overlap):
    return {prediction.id: prediction for prediction in Recognizer.load(overlap).predict(SAMPLE)}


def write_shards(folder, size, ending="jsonl", pairs=SAMPLE):
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, len(pairs), size):
        write_pairs(pairs[start : start + size], folder / f"part-{start:05}.{ending}")
    return folder


def content(folder):
    """Every file of a folder, by its path inside."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def finished(folder):
    """The same, without what a killed process was writing."""
    return {name: found for name, found in content(folder).items() if not name.endswith(".tmp")}


@given(
    size=st.integers(20, len(SAMPLE)),
    ending=st.sampled_from(["jsonl", "csv.gz", "jsonl.zst", "parquet"]),
    run_format=st.sampled_from(["jsonl", "csv", "parquet"]),
)
@settings(max_examples=8)
def test_predictions_do_not_depend_on_shards(
    tmp_path_factory, overlap, expected, size, ending, run_format
):
    folder = tmp_path_factory.mktemp("run")
    pairs = write_shards(folder / "pairs", size, ending)
    done = predict_shards(overlap, pairs, folder / "run", run_format=run_format)
    assert (done.pairs, done.failures, done.done_before) == (len(SAMPLE), 0, 0)
    assert {one.id: one for one in read_run(folder / "run")} == expected
    assert (folder / "run" / f"part-00000.{run_format}").is_file()


@pytest.mark.slow
def test_the_files_do_not_depend_on_workers(tmp_path, overlap, two_workers):
    pairs = write_shards(tmp_path / "pairs", 15)
    predict_shards(overlap, pairs, tmp_path / "one", workers=1)
    predict_shards(overlap, pairs, tmp_path / "two", workers=two_workers)
    assert content(tmp_path / "one") == content(tmp_path / "two")


@pytest.mark.slow
def test_what_is_missing_damaged_or_new_is_done(tmp_path, overlap, expected):
    pairs = write_shards(tmp_path / "pairs", 40, pairs=SAMPLE[:-5])
    predict_shards(overlap, pairs, tmp_path / "run")
    first, second = sorted((tmp_path / "run").glob("*.jsonl"))[:2]
    first.unlink()
    second.write_bytes(second.read_bytes()[:-9])
    write_pairs(SAMPLE[-5:], pairs / "part-new.jsonl")
    records = []
    predict_shards(overlap, pairs, tmp_path / "run", progress=records.append)
    assert [record.shard for record in records] == [first.name, second.name, "part-new.jsonl"]
    assert {one.id: one for one in read_run(tmp_path / "run")} == expected


KILLED = """
import os, signal, sys
from rte_baselines.recognizers.sharding import predict_shards
done = []
def stop_after_five(record):
    done.append(record)
    if len(done) == 5:
        os.kill(os.getpid(), signal.SIGKILL)
predict_shards(*sys.argv[1:4], workers=int(sys.argv[4]), progress=stop_after_five)
"""


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_killed_run_is_resumed(tmp_path, overlap, workers):
    pairs = write_shards(tmp_path / "pairs", 5)
    whole, run = tmp_path / "whole", tmp_path / "run"
    predict_shards(overlap, pairs, whole)
    command = [sys.executable, "-c", KILLED, str(overlap), str(pairs), str(run), workers]
    # Workers, which inherit standard error, end soon after the process that started them.
    killed = subprocess.run(command, stderr=subprocess.PIPE, timeout=100, check=False)
    assert (killed.returncode, killed.stderr) == (-signal.SIGKILL, b"")
    resumed = predict_shards(overlap, pairs, run)
    assert 0 < resumed.done_before < resumed.shards
    assert finished(run) == content(whole)


@pytest.mark.slow
def test_another_model_is_refused(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 100)
    predict_shards(overlap, pairs, tmp_path / "run")
    with pytest.raises(InputError, match=r"run: belongs to another run: model was word-overl"):
        predict_shards("lexical-logistic", pairs, tmp_path / "run")
    with pytest.raises(InputError, match="another run: format of the run was jsonl, and is csv"):
        predict_shards(overlap, pairs, tmp_path / "run", run_format="csv")
    with pytest.raises(InputError, match=r"run: columns was not given, and is {'task': ''}; write"):
        predict_shards(overlap, pairs, tmp_path / "run", columns="task=")


@pytest.mark.slow
def test_another_version_code_or_resource_is_refused(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 100)
    predict_shards(overlap, pairs, tmp_path / "run")
    manifest = tmp_path / "run" / "_manifest.json"
    written = json.loads(manifest.read_text())
    names = {"version of rte-baselines": "", "imported code": "none", "resource verbs": "not used"}
    for name, now in names.items():
        manifest.write_text(json.dumps(written | {name: "0.1"}))
        with pytest.raises(InputError, match=f"another run: {name} was 0.1, and is {now}"):
            predict_shards(overlap, pairs, tmp_path / "run")


@pytest.mark.slow
def test_another_input_is_refused(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 50)
    predict_shards(overlap, pairs, tmp_path / "run")
    first = pairs / "part-00000.jsonl"
    write_pairs([Pair("new", "a", "b")], first)
    with pytest.raises(InputError, match=r"another input: part-00000\.jsonl has changed"):
        predict_shards(overlap, pairs, tmp_path / "run")
    first.unlink()
    with pytest.raises(InputError, match=r"or is gone since .*; write to another folder, or rem"):
        predict_shards(overlap, pairs, tmp_path / "run")


def test_another_folder_is_refused(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 100)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "letter.txt").touch()
    with pytest.raises(InputError, match=r"run: holds letter.txt and no run in shards"):
        predict_shards(overlap, pairs, tmp_path / "run")
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["letter.txt"]


def test_names_that_would_be_one_are_refused(tmp_path, overlap):
    write_pairs(SAMPLE[:5], tmp_path / "a.jsonl")
    write_pairs(SAMPLE[5:], tmp_path / "a.csv")
    with pytest.raises(InputError, match=r"a\.csv and .*a\.jsonl would both be a\.jsonl"):
        predict_shards(overlap, tmp_path, tmp_path / "run")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damaged", "message"),
    [
        (b"\x1f\x8b\x08\x00cut", "the gzip file is damaged or cut short"),
        (b"id,question,answer\nx,a,b\n", "line 2: no column for the text and the hypothesis among"),
    ],
)
def test_a_bad_shard_is_named_and_the_others_are_done(
    tmp_path, overlap, expected, damaged, message
):
    pairs = write_shards(tmp_path / "pairs", 40)
    bad = pairs / "part-00040.jsonl"
    good = bad.read_bytes()
    bad.write_bytes(damaged)
    with pytest.raises(InputError, match=rf"1 of \d shards cannot be read: .*00040.*{message}"):
        predict_shards(overlap, pairs, tmp_path / "run")
    assert len(list((tmp_path / "run").glob("*.jsonl"))) == len(list(pairs.iterdir())) - 1
    bad.write_bytes(good)
    predict_shards(overlap, pairs, tmp_path / "run")
    assert {one.id: one for one in read_run(tmp_path / "run")} == expected


@pytest.mark.slow
def test_several_shards_without_ids_are_refused(tmp_path, overlap):
    (tmp_path / "pairs").mkdir()
    for name in ("Ann", "Bob"):
        row = f"number,premise,hypothesis\n{name},A dog barks.,A dog is loud.\n"
        (tmp_path / "pairs" / f"{name}.csv").write_text(row)
    message = (
        r"2 of 2 shards cannot be read: .*Ann\.csv: has no ids, and the pairs of each file would "
        r"be numbered from 1; expected a column of ids \(columns={'id': 'COLUMN'}\), or all pairs"
    )
    with pytest.raises(InputError, match=message):
        predict_shards(overlap, tmp_path / "pairs", tmp_path / "run")
    done = predict_shards(overlap, tmp_path / "pairs", tmp_path / "ids", columns="id=number")
    assert done.pairs == 2


@pytest.mark.slow
def test_a_dataset_is_one_shard(tmp_path, overlap, expected):
    done = predict_shards(overlap, "sample:test", tmp_path / "run")
    assert (done.shards, done.pairs) == (1, len(SAMPLE))
    assert (tmp_path / "run" / "sample-test.jsonl").exists()
    assert {one.id: one for one in read_run(tmp_path / "run")} == expected
    assert predict_shards(overlap, "sample:test", tmp_path / "run").done_before == 1


def test_a_full_disk_ends_the_work(tmp_path, overlap, monkeypatch):
    pairs = write_shards(tmp_path / "pairs", 40)

    def write(*arguments):
        raise InputError("run/part-00000.jsonl: cannot be written (No space left on device)")

    monkeypatch.setattr("rte_baselines.recognizers.sharding.shard.write_run", write)
    with pytest.raises(InputError, match="No space left on device"):
        predict_shards(overlap, pairs, tmp_path / "run")
    assert not list((tmp_path / "run" / "_shards").iterdir())


@pytest.fixture
def poisonous(monkeypatch):
    """Word overlap that fails on texts with the word laboratory."""
    feature = registry.features.get("word_overlap.v1")
    compute = feature.compute

    def computed(self, batch):
        if any("laboratory" in text.words for text in batch.texts):
            raise ZeroDivisionError("division by zero")
        return compute(self, batch)

    monkeypatch.setattr(feature, "compute", computed)
    return [pair.id for pair in SAMPLE if "laboratory" in pair.text]


@pytest.mark.slow
def test_pairs_without_prediction_are_listed(tmp_path, overlap, expected, poisonous):
    assert 0 < len(poisonous) < 10
    pairs = write_shards(tmp_path / "pairs", 40)
    done = predict_shards(overlap, pairs, tmp_path / "run")
    assert (done.failures, done.pairs) == (len(poisonous), len(SAMPLE) - len(poisonous))
    lines = [
        json.loads(line)
        for path in sorted((tmp_path / "run" / "_failures").iterdir())
        for line in path.read_text().splitlines()
    ]
    assert [line["id"] for line in lines] == poisonous
    assert {line["reason"] for line in lines} == {"ZeroDivisionError: division by zero"}
    found = {one.id: one for one in read_run(tmp_path / "run")}
    assert found == {name: one for name, one in expected.items() if name not in poisonous}


@pytest.mark.slow
def test_too_many_failures_end_the_work(tmp_path, overlap, poisonous):
    pairs = write_shards(tmp_path / "pairs", 40)
    with pytest.raises(RteBaselinesError, match=r"more than 0.*state a higher limit"):
        predict_shards(overlap, pairs, tmp_path / "run", max_failures=0)
    assert predict_shards(overlap, pairs, tmp_path / "run").failures == len(poisonous)


@pytest.mark.slow
def test_a_run_without_any_prediction_is_an_error(tmp_path, overlap, poisonous):
    bad = [pair for pair in SAMPLE if pair.id in poisonous]
    write_pairs(bad, tmp_path / "pairs.jsonl")
    for _ in range(2):
        with pytest.raises(RteBaselinesError, match=r"run: no pair has a prediction; the reasons"):
            predict_shards(overlap, tmp_path / "pairs.jsonl", tmp_path / "run")
    listed = (tmp_path / "run" / "_failures" / "pairs.jsonl.jsonl").read_text().splitlines()
    assert len(listed) == len(bad)


def test_tac_is_refused(tmp_path, overlap):
    with pytest.raises(InputError, match="TAC runs cannot be in shards; expected jsonl"):
        predict_shards(overlap, tmp_path, tmp_path / "run", run_format="tac")


@pytest.mark.slow
def test_object_stores_are_read_and_written(overlap, expected):
    fsspec = pytest.importorskip("fsspec")
    store = fsspec.filesystem("memory")
    for number, start in enumerate(range(0, len(SAMPLE), 40)):
        lines = (
            json.dumps({"id": pair.id, "text": pair.text, "hypothesis": pair.hypothesis})
            for pair in SAMPLE[start : start + 40]
        )
        store.pipe_file(f"/pairs/part-{number}.jsonl", "\n".join(lines).encode())
    first = predict_shards(overlap, "memory://pairs", "memory://run")
    assert (first.pairs, first.done_before) == (len(SAMPLE), 0)
    again = predict_shards(overlap, "memory://pairs/part-*.jsonl", "memory://run")
    assert again.done_before == first.shards
    assert {one.id: one.label for one in read_run("memory://run")} == {
        name: one.label for name, one in expected.items()
    }
    assert [pair.id for pair in load_pairs("memory://pairs")] == [pair.id for pair in SAMPLE]
    assert len(read_run("memory://run/part-0.jsonl")) == 40
    with pytest.raises(InputError, match="memory://none: there is no such file"):
        predict_shards(overlap, "memory://none", "memory://run")
    with pytest.raises(InputError, match="nonsense://run: cannot be used"):
        predict_shards(overlap, "memory://pairs", "nonsense://run")
    store.rm("/pairs", recursive=True)
    store.rm("/run", recursive=True)
