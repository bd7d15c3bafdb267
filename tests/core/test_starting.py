"""Processes that are started leave the current folder out of their path."""

import os
import subprocess
import sys
from multiprocessing import util
from multiprocessing.connection import Pipe

import pytest

from rte_baselines.core.processes.starting import killed, program_calling, started, starting_safely
from rte_baselines.core.processes.starting import without_folder as without


@pytest.fixture
def planted(tmp_path, monkeypatch):
    (tmp_path / "planted.py").write_text("print('run')")
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
@pytest.mark.usefixtures("planted")
def test_arguments_of_multiprocessing_before_it_knew_safe_paths():
    """On Python 3.10, by which no other test may be run."""
    command = [sys.executable, "-X", "utf8", "-c", "import sys, planted", "--multiprocessing-fork"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    for arguments, failed in ((command, 0), (without(command), 1)):
        done = subprocess.run(arguments, capture_output=True, env=environment, check=False)
        assert done.returncode == failed
    assert without([sys.executable, "-c", b"import os"])[2].endswith("; import os")


def test_the_environment_is_as_before(monkeypatch):
    monkeypatch.setattr("sys.version_info", (3, 10))
    spawn = util.spawnv_passfds
    for before in (None, "", "1"):
        if before is not None:
            monkeypatch.setenv("PYTHONSAFEPATH", before)
        with starting_safely():
            assert os.environ["PYTHONSAFEPATH"] == "1"
            assert util.spawnv_passfds is not spawn
        assert os.environ.get("PYTHONSAFEPATH") == before
        assert util.spawnv_passfds is spawn


@pytest.mark.slow
def test_a_worker_ends_whose_parent_was_killed_before_it_asked():
    """It is told its parent, and need not ask: by then, it may have another one."""
    ours, other = Pipe()
    with ours, other:
        number = other.fileno()
        program = program_calling("rte_baselines.core.processes.workers", number, [], False)
        gone = program.replace(f"main(*({os.getpid()},", "main(*(1234567,")
        assert gone != program
        # Its connection stays open.
        with started(gone, pass_fds=[number]) as process:
            assert process.wait(timeout=60) == 1


@pytest.mark.slow
def test_a_process_whose_end_another_thread_has_just_seen_is_no_error(monkeypatch):
    with started("raise SystemExit(3)") as process:
        process.wait()
        monkeypatch.setattr(process, "poll", lambda: None)
        assert killed(process) == 3
