"""Workers: limits, ends, and that nothing is left over."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from rte_baselines.core.errors import RteBaselinesError
from rte_baselines.logic.engines import engine as engines
from rte_baselines.logic.engines.answers import Task, saturated, unknown
from rte_baselines.logic.engines.engine import end_solvers, solutions
from rte_baselines.logic.problems import Limits, Unknown
from tests.logic.engines.installed import ENGINES
from tests.logic.engines.problems import problem
from tests.processes import is_running, wait_until

SOLVER = "tests.logic.engines.misbehaving_solver"
EXCLUDED_MIDDLE = problem("p | ~ p")
# No finite model exists, and no engine decides it at once or at all.
ENDLESS = problem(
    """! [X] : ? [Y] : r(X, Y)
    ! [X, Y, Z] : ((r(X, Y) & r(Y, Z)) => r(X, Z))
    ! [X] : ~ r(X, X)
    ! [X, Y] : (r(X, Y) | r(Y, X) | (X = Y))
    ! [X, Y] : (r(X, Y) => (? [Z] : (r(X, Z) & r(Z, Y))))
    $false"""
)


def task(text, seconds=0.2, megabytes=1024):
    return Task(text, {}, [], seconds, megabytes)


@pytest.fixture(scope="module", autouse=True)
def no_solvers_are_left():
    yield
    end_solvers()


def answers(tasks, workers):
    return list(solutions(SOLVER, tasks, workers))


@pytest.mark.slow
def test_answers():
    assert answers([task("answer")] * 5, 2) == [saturated()] * 5
    assert not answers([], 2)


@pytest.mark.slow
def test_the_limit_of_time_is_that_of_the_system():
    tasks = [task("loop"), task("answer"), task("child"), task("answer")]
    expected = [unknown("time"), saturated(), unknown("time"), saturated()]
    assert answers(tasks, 2) == expected


@pytest.mark.slow
def test_who_only_waits_is_killed_too(monkeypatch):
    monkeypatch.setattr(engines, "_START_SECONDS", 0.5)
    tasks = [task("sleep", 0.01), task("answer", 1)]
    assert answers(tasks, 1) == [unknown("time"), saturated()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "reason"),
    [
        *(("fill", "memory"), ("die std::bad_alloc", "memory"), ("die MemoryError", "memory")),
        ("die", "crash"),
    ],
)
def test_the_limit_of_memory_and_a_crash_are_known(what, reason):
    tasks = [task(what, 5, 200), task("answer", 5, 200)]
    assert answers(tasks, 1) == [unknown(reason), saturated()]


@pytest.mark.slow
def test_a_mistake_in_a_solver_and_a_missing_one_are_errors():
    with pytest.raises(RteBaselinesError, match="ValueError: this is a mistake"):
        answers([task("raise")], 1)
    with pytest.raises(RteBaselinesError, match="No module named 'nowhere'"):
        list(solutions("nowhere", [task("answer")], 1))


def test_other_threads_may_ask_too():
    engine = ENGINES["cvc5.v1"]
    outcomes = []
    thread = threading.Thread(target=lambda: outcomes.append(engine.prove(EXCLUDED_MIDDLE)))
    thread.start()
    thread.join()
    assert outcomes == [engine.prove(EXCLUDED_MIDDLE)]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ENGINES))
def test_engines_stop_at_the_limit(name):
    outcome = ENGINES[name].prove(ENDLESS, Limits(seconds=0.1))
    assert outcome in (Unknown("time"), Unknown("gave up"))


@pytest.mark.slow
def test_a_proof_within_proofs_does_not_wait_for_them():
    engine, limits = ENGINES["cvc5.v1"], Limits(seconds=60)
    outcomes = engine.prove_all([EXCLUDED_MIDDLE, *[ENDLESS] * 3], limits)
    assert next(outcomes) == engine.prove(EXCLUDED_MIDDLE)
    outcomes.close()


PROGRAM = """
from rte_baselines.logic.engines.engine import solutions
from rte_baselines.logic.engines.answers import Task
list(solutions("{solver}", [Task("tell {file}", {{}}, [], 100, 1024)] * 2, 2))
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_running(how, tmp_path):
    file = tmp_path / "running"
    parent = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(file=file, solver=SOLVER)],
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[3],
    )
    assert wait_until(lambda: file.exists() and len(file.read_text().splitlines()) == 2)
    processes_at_work = [int(word) for word in file.read_text().split()]
    workers = processes_at_work[::2]
    assert all(map(is_running, processes_at_work))
    parent.send_signal(how)
    parent.wait()
    assert wait_until(lambda: not any(map(is_running, workers)))
    if how == signal.SIGINT:
        assert wait_until(lambda: not any(map(is_running, processes_at_work)))
    for process in filter(is_running, processes_at_work):
        os.kill(process, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.skipif("e.v1" not in ENGINES, reason="E is not installed")
def test_a_program_ends_with_the_process_that_asked(tmp_path):
    program = (
        "from rte_baselines.logic.engines.provers import EProver\n"
        "from rte_baselines.logic.problems import Limits\n"
        "from tests.logic.engines.test_processes import ENDLESS\n"
        "EProver().prove(ENDLESS, Limits(seconds=100))"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=Path(__file__).parents[3])
    assert wait_until(lambda: provers_below(parent.pid))
    provers = provers_below(parent.pid)
    parent.kill()
    parent.wait()
    assert wait_until(lambda: not any(map(is_running, provers)))


def provers_below(process):
    """The processes of E that are grandchildren of a process."""
    listed = subprocess.run(
        ["ps", "-eo", "pid,ppid,comm"], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()[1:]]
    children = {row[0] for row in rows if row[1] == str(process)}
    return [int(row[0]) for row in rows if row[1] in children and row[2] == "eprover"]
