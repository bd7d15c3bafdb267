"""Pairs and runs in an S3 server of this machine: moto's, as installed by CONTRIBUTING.md."""

import pytest

from rte_baselines import evaluate, load_pairs, read_run, write_pairs
from rte_baselines.core.errors import InputError
from rte_baselines.recognizers.sharding import predict_shards
from tests.recognizers.sharding.test_predicting import SAMPLE, content, overlap  # noqa: F401

s3fs = pytest.importorskip("s3fs")
moto_server = pytest.importorskip("moto.server")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bucket():
    """An empty bucket, as its client and its name."""
    server = moto_server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "anything")
        # Clients are shared in a process, whatever the environment was when they were made.
        s3fs.S3FileSystem.clear_instance_cache()
        store = s3fs.S3FileSystem()
        store.mkdir("news")
        yield store
    s3fs.S3FileSystem.clear_instance_cache()
    server.stop()


def put(bucket, folder, tmp_path):
    for number, start in enumerate(range(0, len(SAMPLE), 40)):
        path = tmp_path / f"part-{number}.jsonl.gz"
        write_pairs(SAMPLE[start : start + 40], path)
        bucket.put_file(str(path), f"news/{folder}/{path.name}")


def test_a_run_is_resumed_and_evaluated(bucket, tmp_path, overlap):  # noqa: F811
    put(bucket, "pairs", tmp_path)
    predict_shards(overlap, tmp_path, tmp_path / "here", run_format="jsonl")
    first = predict_shards(overlap, "s3://news/pairs", "s3://news/run")
    assert (first.pairs, first.done_before) == (len(SAMPLE), 0)
    # As after an interruption: a shard without a record, and one that was not written.
    bucket.rm("news/run/_shards/part-0.jsonl.json")
    bucket.rm("news/run/part-2.jsonl")
    again = predict_shards(overlap, "s3://news/pairs/part-*", "s3://news/run")
    assert again.done_before == first.shards - 2
    bucket.get("news/run/", str(tmp_path / "there"), recursive=True)
    assert content(tmp_path / "there") == content(tmp_path / "here")
    reports = [
        evaluate(load_pairs(pairs), read_run(run, name="run")).to_dict()
        for pairs, run in (
            (f"{tmp_path}/part-*.gz", tmp_path / "here"),
            ("s3://news/pairs", "s3://news/run"),
        )
    ]
    assert reports[0] == reports[1]


def test_what_cannot_be_read_is_named(bucket, tmp_path, overlap):  # noqa: F811
    with pytest.raises(InputError, match=r"^s3://news/none: there is no such file, folder or"):
        read_run("s3://news/none")
    put(bucket, "cut", tmp_path)
    whole = bucket.cat_file("news/cut/part-1.jsonl.gz")
    bucket.pipe_file("news/cut/part-1.jsonl.gz", whole[:500])
    message = "s3://news/cut/part-1.jsonl.gz: the gzip file is damaged or cut short"
    with pytest.raises(InputError, match=message):
        predict_shards(overlap, "s3://news/cut", "s3://news/run-of-cut")


def test_a_store_that_does_not_answer(bucket, monkeypatch):
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    s3fs.S3FileSystem.clear_instance_cache()
    with pytest.raises(InputError, match=r"^s3://news/run: cannot be used \(Could not connect"):
        read_run("s3://news/run")
    s3fs.S3FileSystem.clear_instance_cache()
