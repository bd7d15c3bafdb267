"""The command ``serve``: a page and an API until it is interrupted."""

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from urllib.request import Request, urlopen

import pytest

COMMAND = [
    *(sys.executable, "-c", "from rte_baselines.cli.main import main; main()"),
    *("serve", "word-overlap", "--no-browser"),
]
PAIRS = [{"id": "a", "text": "Two ferries sank.", "hypothesis": "Ferries sank."}]


@contextmanager
def served(command, folder):
    """Yield a command that serves in a folder, its first line and its address; then end it.

    It writes nothing else.
    """
    environment = {**os.environ, "TMPDIR": str(folder)}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True
    )
    try:
        line = process.stderr.readline()
        yield process, line, re.match(r"http://127\.0\.0\.1:\d+/", line)[0]
        process.terminate()
        said = process.communicate(timeout=60)[1]
    finally:
        process.kill()
    assert (process.returncode, said) == (0, "")


def predicted(address, pairs):
    request = Request(
        f"{address}v1/predict",
        json.dumps({"pairs": pairs}).encode(),
        {"Content-Type": "application/json"},
    )
    with urlopen(request) as answer:
        return json.load(answer)["predictions"]


@pytest.mark.slow
def test_serves_until_it_is_terminated(tmp_path):
    """And leaves nothing behind, as when it is interrupted."""
    with served(COMMAND, tmp_path) as (_, line, address):
        assert line.endswith(
            f"(1 recognizer; {address}openapi.json describes the API; Ctrl+C ends it)\n"
        )
        (prediction,) = predicted(address, PAIRS)
        assert (prediction["id"], prediction["label"]) == ("a", "ENTAILMENT")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_served(rte):
    message = rte("serve", "word-overlp").refusal()
    assert message.startswith("error: 'word-overlp' is neither a model nor a config; did")
    assert rte("serve", "word-overlap", "--workers", 0).exit_code == 2
