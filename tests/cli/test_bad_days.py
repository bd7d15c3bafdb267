"""Days on which the system fails a command: one line, and nothing left behind."""

import json
import os
import resource
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.test_streams import start

pytestmark = pytest.mark.slow

ROW = {"text": "Two old ferries sank off Oslo.", "hypothesis": "Two ferries sank."}


def run(*arguments, **settings):
    """Return the exit code and the last line of the errors."""
    process = start(*arguments, text=True, **settings)
    _, errors = process.communicate(timeout=120)
    assert "Traceback" not in errors
    return process.returncode, errors.splitlines()[-1] if errors else ""


def write_pairs(path, count=1):
    rows = [json.dumps({"id": str(number), **ROW}) + "\n" for number in range(count)]
    path.write_text("".join(rows))
    return path


def limited(kind, most):
    """Return what a new process calls to limit itself."""
    return lambda: resource.setrlimit(kind, (most, most))


def test_descriptors_that_are_used_up_are_no_damage(tmp_path):
    pairs = write_pairs(tmp_path / "pairs.jsonl")
    code, line = run(
        *("predict", "strongest", pairs, "--output", tmp_path / "run.jsonl"),
        preexec_fn=limited(resource.RLIMIT_NOFILE, 14),
    )
    assert code == 2
    assert line.startswith("error: ")
    assert line.endswith(
        "cannot be read (Too many open files; allow more, as with `ulimit -n 1024`)"
    )


def test_a_disk_without_room_for_machine_code_does_not_stop_a_command(tmp_path):
    pairs = write_pairs(tmp_path / "pairs.jsonl")
    program = """
import sys
from rte_baselines import load, load_pairs
print(load("lexical-logistic").predict(load_pairs(sys.argv[1]))[0].label)
"""
    # The largest file is too small for machine code.
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", program, pairs],
        # Nor for bytecode, which Python would leave cut short beside the modules.
        env={
            **os.environ,
            "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        preexec_fn=limited(resource.RLIMIT_FSIZE, 256),
        capture_output=True,
        text=True,
    )
    assert done.stdout == "ENTAILMENT\n"
    assert done.stderr.count("machine code cannot be kept (File too large)") == 1
    assert str(tmp_path / "cache") in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["predict", "word-overlap", "sample:test", "--output", "run.jsonl"],
        ["predict", "word-overlap", "sample:test", "--output", "-"],
        ["train", "majority", "--train", "sample:train", "--output", "model"],
    ],
)
def test_a_working_folder_that_has_been_removed(tmp_path, command):
    folder = tmp_path / "gone"
    folder.mkdir()
    code, line = run(*command, cwd=folder, preexec_fn=folder.rmdir)
    assert code == 1
    assert line == "error: the working folder has been removed; change to another one"


@pytest.mark.parametrize("milliseconds", [150, 250])
def test_an_interruption_at_the_start(milliseconds):
    # The interpreter itself starts within this time, and the libraries of commands do not.
    program = "import time, sys; from importlib import import_module\n"
    program += "import rte_baselines.cli.start as start\n"
    program += "print('begun', flush=True); start.main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "--version"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "begun\n"
    time.sleep(milliseconds / 5000)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert (process.returncode, errors) in [(130, "error: interrupted\n"), (0, "")]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_termination_leaves_one_line_and_no_file(tmp_path, workers):
    pairs = write_pairs(tmp_path / "pairs.jsonl", 40_000)
    output = tmp_path / "run.jsonl"
    process = start(
        *("predict", "word-overlap", pairs, "--workers", workers, "--output", output), text=True
    )
    while not list(tmp_path.glob(".rte-baselines-*")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 143
    assert errors.splitlines()[-1] == "error: terminated"
    assert "Traceback" not in errors
    assert [path.name for path in tmp_path.iterdir()] == ["pairs.jsonl"]
