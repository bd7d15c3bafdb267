"""Modules that lie in the current folder, which others may have filled, are not run."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_serve import PAIRS as ASKED
from tests.cli.test_serve import predicted, served

pytestmark = pytest.mark.slow

# What children import, and processes that track their resources, before their path is set.
PLANTED = """
asyncio cloudpickle dask distributed joblib json multiprocessing numpy os pickle re rte_baselines
runpy signal site struct subprocess threading tornado typing warnings
""".split()
SCRIPT = Path(sys.executable).with_name("rte-baselines")
PAIRS = ("The cat sat on the mat.", "A cat sat.")

COMMANDS = {
    "shards": "predict word-overlap pairs/*.jsonl --output run/ --workers 2",
    "scheduler": "predict word-overlap pairs/*.jsonl --output run/ --workers 2 --scheduler local",
    "recognizers": "demo --dataset sample --recognizer majority --recognizer bleu --workers 2",
    "kernels": "warm majority word-overlap --workers 2",
    "engine": "train natural-logic --train labelled.jsonl --output model",
}


@pytest.fixture
def planted(folder):
    """A folder with modules that say that they were run, by a file."""
    for name in PLANTED:
        (folder / f"{name}.py").write_text(f"open({str(folder / 'run.by')!r}, 'a').write({name!r})")
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_that_start_processes(planted, name):
    if name == "scheduler":
        pytest.importorskip("distributed")
    (planted / "pairs").mkdir()
    rows = [{"id": str(n), "text": PAIRS[n % 2], "hypothesis": PAIRS[1]} for n in range(3)]
    for row, label in zip(rows, ("CONTRADICTION", "ENTAILMENT", "UNKNOWN"), strict=True):
        (planted / "pairs" / f"{row['id']}.jsonl").write_text(json.dumps(row) + "\n")
        with (planted / "labelled.jsonl").open("a") as labelled:
            labelled.write(json.dumps({**row, "label": label}) + "\n")
    command = [SCRIPT, *COMMANDS[name].split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, (planted / "run.by").exists()) == (0, False), done.stderr


def test_a_page(planted):
    with served([SCRIPT, "serve", "word-overlap", "--no-browser"], planted) as (_, _, address):
        assert len(predicted(address, ASKED)) == 1
    assert not (planted / "run.by").exists()
