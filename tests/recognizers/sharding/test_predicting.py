"""Runs in shards: the same as in one file, resumed after any interruption, refused if mixed."""

import json
import signal
import subprocess
import sys
import tempfile
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines import Pair, Recognizer, load_pairs, read_run, write_pairs
from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError, InputWarning, RteBaselinesError
from rte_baselines.core.processes.workers import Workers
from rte_baselines.core.registry import registry
from rte_baselines.recognizers.sharding import predict_shards, predicting
from tests.rules.far_pool import FarPool

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


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_files_do_not_depend_on_workers(tmp_path, overlap, two_workers):
    pairs = write_shards(tmp_path / "pairs", 15)
    predict_shards(overlap, pairs, tmp_path / "one", workers=1)
    predict_shards(overlap, pairs, tmp_path / "two", workers=two_workers)
    assert content(tmp_path / "one") == content(tmp_path / "two")


@pytest.mark.slow
def test_what_is_done_is_not_done_again(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 40)
    predict_shards(overlap, pairs, tmp_path / "run")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*.jsonl")}
    records = []
    again = predict_shards(overlap, pairs, tmp_path / "run", progress=records.append)
    assert (again.done_before, records) == (again.shards, [])
    assert {path: path.stat().st_mtime_ns for path in before} == before


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
    # Workers, which inherit the standard output, end soon after the process that started them.
    killed = subprocess.run(command, stdout=subprocess.PIPE, timeout=100, check=False)
    assert (killed.returncode, killed.stdout) == (-signal.SIGKILL, b"")
    resumed = predict_shards(overlap, pairs, run)
    assert 0 < resumed.done_before < resumed.shards
    assert finished(run) == content(whole)


@pytest.mark.slow
def test_another_model_is_refused(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 100)
    predict_shards(overlap, pairs, tmp_path / "run")
    with pytest.raises(InputError, match=r"run: belongs to another run: the model was word-overl"):
        predict_shards("lexical-logistic", pairs, tmp_path / "run")
    with pytest.raises(InputError, match=r"the format of the run was jsonl, and is csv"):
        predict_shards(overlap, pairs, tmp_path / "run", run_format="csv")


@pytest.mark.slow
def test_other_options_for_reading_are_named(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 100)
    columns = {"label": "label", "task": ""}
    predict_shards(overlap, pairs, tmp_path / "run", columns=columns)
    for options, difference in (
        ({}, "columns was label=label,task=, and is not given"),
        (
            {"columns": {"label": ""}, "labels": ["entailment", "not_entailment"]},
            "columns was label=label,task=, and is label=; "
            "labels was not given, and is entailment,not_entailment",
        ),
    ):
        message = f"run: belongs to another run: {difference}; write to another folder$"
        with pytest.raises(InputError, match=message):
            predict_shards(overlap, pairs, tmp_path / "run", **options)
    with (
        advising_options(),
        pytest.raises(
            InputError, match="another run: --columns was label=label,task=, and is not given"
        ),
    ):
        predict_shards(overlap, pairs, tmp_path / "run")


@pytest.mark.slow
def test_another_version_is_refused(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 100)
    predict_shards(overlap, pairs, tmp_path / "run")
    manifest = tmp_path / "run" / "_manifest.json"
    changed = json.loads(manifest.read_text()) | {"version": "0.1"}
    manifest.write_text(json.dumps(changed))
    with pytest.raises(InputError, match=r"the version of rte-baselines was 0\.1, and is "):
        predict_shards(overlap, pairs, tmp_path / "run")


@pytest.mark.slow
def test_another_input_is_refused(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 50)
    predict_shards(overlap, pairs, tmp_path / "run")
    first = pairs / "part-00000.jsonl"
    write_pairs([Pair("new", "a", "b")], first)
    with pytest.raises(InputError, match=r"another input: .*part-00000\.jsonl has changed"):
        predict_shards(overlap, pairs, tmp_path / "run")
    first.unlink()
    with pytest.raises(InputError, match=r"another input: .* which is not there any more"):
        predict_shards(overlap, pairs, tmp_path / "run")


def test_another_folder_is_refused(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 100)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "letter.txt").touch()
    with pytest.raises(InputError, match=r"run: holds letter.txt and no run in shards"):
        predict_shards(overlap, pairs, tmp_path / "run")
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["letter.txt"]


@pytest.mark.slow
def test_a_folder_that_is_being_written_is_refused(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 60)
    refused = []

    def write_too(record):
        with pytest.raises(InputError, match=r"run: another process is writing to it; wait until"):
            predict_shards(overlap, pairs, tmp_path / "run")
        refused.append(record)

    done = predict_shards(overlap, pairs, tmp_path / "run", progress=write_too)
    assert len(refused) == done.shards
    assert predict_shards(overlap, pairs, tmp_path / "run").done_before == done.shards
    assert not (tmp_path / "run" / ".lock").exists()


def test_names_that_would_be_one_are_refused(tmp_path, overlap):
    write_pairs(SAMPLE[:5], tmp_path / "a.jsonl")
    write_pairs(SAMPLE[5:], tmp_path / "a.csv")
    with pytest.raises(InputError, match=r"a\.csv and .*a\.jsonl would both be a\.jsonl"):
        predict_shards(overlap, tmp_path, tmp_path / "run")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damaged", "message"),
    [
        (b"", "is empty"),
        (b'{"id": "x", "te', "line 1: column 13: malformed JSON"),
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
def test_all_bad_shards_are_listed(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 100)
    bad = [pairs / f"part-bad-{number}.jsonl" for number in range(5)]
    for path in bad:
        path.touch()
    message = (
        r"^5 of \d shards cannot be read: .*bad-0.*bad-1.*bad-2.*; and 2 more \(all are listed in "
        r".*run/_failures/_unreadable\.jsonl\); the others are done"
    )
    listed = tmp_path / "run" / "_failures" / "_unreadable.jsonl"
    with pytest.raises(InputError, match=message):
        predict_shards(overlap, pairs, tmp_path / "run")
    lines = [json.loads(line) for line in listed.read_text().splitlines()]
    assert [line["source"] for line in lines] == [path.name for path in bad]
    assert {line["problem"].partition(": ")[2] for line in lines} == {"is empty"}
    for path in bad:
        path.unlink()
    predict_shards(overlap, pairs, tmp_path / "run")
    assert not listed.exists()


@pytest.mark.slow
def test_a_shard_of_another_schema_is_named_and_the_others_are_done(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 40)
    other = pairs / "part-other.csv"
    other.write_text("id,premise,hypothesis\nx,A dog barks.,A dog is loud.\n")
    message = (
        r"1 of \d shards cannot be read: .*part-other\.csv: is table with 'id', 'premise', "
        r"'hypothesis', and .*part-00000\.jsonl is jsonl with .*; expected files of one format"
    )
    with pytest.raises(InputError, match=message):
        predict_shards(overlap, pairs, tmp_path / "run")
    assert not (tmp_path / "run" / "part-other.jsonl").exists()
    assert len(list((tmp_path / "run").glob("*.jsonl"))) == len(list(pairs.iterdir())) - 1


@pytest.mark.slow
def test_a_new_shard_of_another_schema_is_named_on_resuming(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 100)
    predict_shards(overlap, pairs, tmp_path / "run")
    # It is the first of all files.
    (pairs / "a.csv").write_text("id,premise,hypothesis\nx,A dog barks.,A dog is loud.\n")
    with pytest.raises(InputError, match=r"a\.csv: is table with .* and .*part-00000\.jsonl is"):
        predict_shards(overlap, pairs, tmp_path / "run")
    assert not (tmp_path / "run" / "a.jsonl").exists()


WITHOUT_IDS = {
    "csv": "premise,hypothesis\nA dog barks.,A dog is loud.\n",
    "jsonl": '{"premise": "A dog barks.", "hypothesis": "A dog is loud."}\n',
}


@pytest.mark.slow
@pytest.mark.parametrize("ending", WITHOUT_IDS)
def test_several_shards_without_ids_are_refused_at_once(tmp_path, overlap, ending):
    (tmp_path / "pairs").mkdir()
    one, other = (tmp_path / "pairs" / f"{number}.{ending}" for number in range(2))
    for path in (one, other):
        path.write_text(WITHOUT_IDS[ending])
    message = (
        rf"0\.{ending}: has no ids, and the pairs of each of the 2 files would be numbered from 1; "
        r"expected a column of ids \(columns={'id': 'COLUMN'}\), or all pairs in one file$"
    )
    with pytest.raises(InputError, match=message):
        predict_shards(overlap, tmp_path / "pairs", tmp_path / "run")
    assert not (tmp_path / "run").exists()
    assert predict_shards(overlap, one, tmp_path / "run").pairs == 1


@pytest.mark.slow
def test_a_dataset_is_one_shard(tmp_path, overlap, expected):
    done = predict_shards(overlap, "sample:test", tmp_path / "run")
    assert (done.shards, done.pairs) == (1, len(SAMPLE))
    assert (tmp_path / "run" / "sample-test.jsonl").exists()
    assert {one.id: one for one in read_run(tmp_path / "run")} == expected
    assert predict_shards(overlap, "sample:test", tmp_path / "run").done_before == 1


@pytest.mark.slow
def test_a_shard_that_disappears_is_named(tmp_path, overlap):
    pairs = write_shards(tmp_path / "pairs", 40)
    gone = pairs / "part-00040.jsonl"
    with pytest.raises(InputError, match=r"part-00040.jsonl: cannot be read \(No such file"):
        predict_shards(
            overlap, pairs, tmp_path / "run", progress=lambda record: gone.unlink(missing_ok=True)
        )


@pytest.mark.slow
@pytest.mark.parametrize("compared", [5, 1 << 22])
def test_an_id_of_another_shard_is_refused(tmp_path, overlap, monkeypatch, compared):
    monkeypatch.setattr(predicting, "_COMPARED", compared)
    pairs = write_shards(tmp_path / "pairs", 40)
    write_pairs([SAMPLE[3]], pairs / "part-copy.jsonl")
    with pytest.raises(InputError, match=rf"part-00000.* and .*copy.* id '{SAMPLE[3].id}'; exp"):
        predict_shards(overlap, pairs, tmp_path / "run")


def test_a_full_disk_ends_the_work(tmp_path, overlap, monkeypatch):
    pairs = write_shards(tmp_path / "pairs", 40)

    def write(*arguments):
        raise InputError("run/part-00000.jsonl: cannot be written (No space left on device)")

    monkeypatch.setattr("rte_baselines.recognizers.sharding.shard.write_run", write)
    with pytest.raises(InputError, match="No space left on device"):
        predict_shards(overlap, pairs, tmp_path / "run")
    assert not list((tmp_path / "run" / "_shards").iterdir())


@pytest.mark.slow
def test_a_full_folder_of_temporary_files_ends_the_work(
    tmp_path, overlap, monkeypatch, full_device
):
    pairs = write_shards(tmp_path / "pairs", 40, "jsonl.gz")
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda: full_device.open("wb"))
    with pytest.raises(RteBaselinesError, match=r"no temporary file can be written \(No space"):
        predict_shards(overlap, pairs, tmp_path / "run")


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
def test_a_shard_without_any_prediction_has_no_file(tmp_path, overlap, poisonous):
    pairs = write_shards(tmp_path / "pairs", 100)
    bad = [pair for pair in SAMPLE if pair.id in poisonous]
    write_pairs([replace(pair, id=f"again-{pair.id}") for pair in bad], pairs / "bad.jsonl")
    shards = len(list(pairs.iterdir()))
    message = (
        rf"run: no pair of 1 of {shards} shards has a prediction \('bad\.jsonl'\); the reasons are "
        "in .*run/_failures$"
    )
    for done_before in (0, shards):
        with pytest.warns(InputWarning, match=message):
            done = predict_shards(overlap, pairs, tmp_path / "run")
        assert (done.done_before, done.failures) == (done_before, 2 * len(bad))
    assert not (tmp_path / "run" / "bad.jsonl").exists()


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
    with pytest.raises(InputError, match="TAC run files cannot be written in shards"):
        predict_shards(overlap, tmp_path, tmp_path / "run", run_format="tac")


@pytest.mark.parametrize("workers", [2, Workers(2), FarPool()])
def test_memory_is_that_of_one_process(overlap, tmp_path, workers):
    pairs = tmp_path / "pairs"
    for source, folder in (("memory://pairs", "run"), (pairs, "memory://run")):
        message = r"^memory://.*: is in the memory of this process, which workers do not share; use"
        with pytest.raises(InputError, match=message):
            predict_shards(overlap, source, folder, workers=workers)


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
    lines = b"".join(store.cat_file(name) for name in sorted(store.glob("/run/*.jsonl")))
    labels = {line["id"]: line["label"] for line in map(json.loads, lines.splitlines())}
    assert labels == {name: one.label.value for name, one in expected.items()}
    assert set(read_run("memory://run").ids) == set(labels)
    assert [pair.id for pair in load_pairs("memory://pairs")] == [pair.id for pair in SAMPLE]
    assert len(read_run("memory://run/part-0.jsonl")) == 40
    with pytest.raises(InputError, match="memory://none: there is no such file"):
        predict_shards(overlap, "memory://none", "memory://run")
    with pytest.raises(InputError, match="nonsense://run: cannot be used"):
        predict_shards(overlap, "memory://pairs", "nonsense://run")
    store.rm("/pairs", recursive=True)
    store.rm("/run", recursive=True)
