"""The command ``serve``: a page and an API until it is interrupted."""

import json
import os
import re
import subprocess
import sys
from urllib.request import Request, urlopen

import pytest

COMMAND = [
    *(sys.executable, "-c", "from rte_baselines.cli.main import main; main()"),
    *("serve", "word-overlap", "--no-browser"),
]
PAIRS = [{"id": "a", "text": "Two ferries sank.", "hypothesis": "Ferries sank."}]


@pytest.mark.slow
def test_serves_until_it_is_terminated(tmp_path):
    """And leaves nothing behind, as when it is interrupted."""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        COMMAND, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
    )
    try:
        line = process.stderr.readline()
        address = re.match(r"http://127\.0\.0\.1:\d+/", line)[0]
        assert line.endswith(
            f"(1 recognizer; {address}openapi.json describes the API; Ctrl+C ends it)\n"
        )
        request = Request(
            f"{address}v1/predict",
            json.dumps({"pairs": PAIRS}).encode(),
            {"Content-Type": "application/json"},
        )
        with urlopen(request) as answer:
            (prediction,) = json.load(answer)["predictions"]
        assert (prediction["id"], prediction["label"]) == ("a", "ENTAILMENT")
        process.terminate()
        said = process.communicate(timeout=60)[1]
    finally:
        process.kill()
    assert (process.returncode, said) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_served(rte):
    message = rte("serve", "word-overlp").refusal()
    assert message.startswith("error: 'word-overlp' is neither a model nor a config; did")
    assert rte("serve", "word-overlap", "--workers", 0).exit_code == 2
