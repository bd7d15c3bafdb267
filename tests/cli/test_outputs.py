"""Outputs that cannot be written: said before the work, and nothing is lost or left."""

import pytest

from rte_baselines import Recognizer
from tests.cli.documents import write

TRAIN = ("train", "majority", "--train", "sample:train", "--output")


@pytest.fixture
def writers(overlap):
    """The commands that write a file, without the name of that file."""
    return {
        "predict": ("predict", overlap, "sample:test", "--output"),
        "stream": ("predict", overlap, "sample:test", "--format", "jsonl", "--output"),
        "convert": ("convert", "sample:test", "--to", "jsonl", "--output"),
    }


@pytest.fixture(autouse=True)
def no_work(monkeypatch):
    """Fail if anything is learned or predicted."""

    def refuse(*arguments):
        raise AssertionError("the work was done first")

    monkeypatch.setattr(Recognizer, "decide", refuse)
    monkeypatch.setattr(Recognizer, "fit", refuse)


ABSENT = "there is no folder absent; make it: mkdir -p absent"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["predict", "stream", "convert"])
def test_files(rte, folder, writers, command):
    write("file", "precious")
    (folder / "folder").mkdir()
    messages = {
        "file/run": "file/run: cannot be written (Not a directory)",
        "absent/run": f"absent/run: cannot be written ({ABSENT})",
    }
    # `predict` writes shards into a folder; see `test_predict_shards`.
    if command == "convert":
        messages["folder"] = "folder: is a folder; name a file to write"
        for url in ("s3://bucket/pairs", "file:///tmp/pairs"):
            messages[url] = f"{url}: this is a URL; expected a file or folder on this machine"
    for output, message in messages.items():
        assert rte(*writers[command], output).refusal() == f"error: {message}\n"
    assert {path.name for path in folder.iterdir()} == {"file", "folder"}
    assert (folder / "file").read_text() == "precious"


def test_models(rte, folder):
    write("file", "precious")
    (folder / "full").mkdir()
    (folder / "run:").mkdir()
    write("full/thesis", "precious")
    for output, message in {
        "file": "file: is a file; name a folder to write",
        "file/model": "file/model: cannot be written (Not a directory)",
        "absent/model": f"absent/model: cannot be written ({ABSENT})",
        "s3://bucket/model": "s3:/bucket/model: this is a URL; expected a file or folder on this "
        "machine",
        "run:/absent/model": "run:/absent/model: cannot be written (there is no folder "
        "run:/absent; make it: mkdir -p run:/absent)",
        "full": "full: exists and is not replaced; name another folder or remove it",
        ".": ".: exists and is not replaced; name another folder or remove it",
    }.items():
        assert rte(*TRAIN, output).refusal() == f"error: {message}\n"
    assert {path.name for path in folder.rglob("*")} == {"file", "full", "thesis", "run:"}


@pytest.mark.slow
def test_results(rte, folder):
    write("file", "precious")
    message = rte("demo", "--dataset", "sample", "--output", "file").refusal()
    assert message.startswith("error: file/sample/")
    assert message.endswith(": cannot be created (Not a directory)\n")
    assert (folder / "file").read_text() == "precious"
