"""Forks while other threads work: a child can do what they did."""

import logging
import os
import subprocess
import sys
from contextlib import ExitStack
from threading import Lock, Thread

import pytest

from rte_baselines.core.processes import forks
from rte_baselines.kernels.compile import _numba

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")

# The thread parses without a pause, so that a fork would find the pipeline locked.
WHILE_ANOTHER_THREAD_PARSES = """
import os, signal, sys
from threading import Event, Thread
from rte_baselines.analysis import Analyzer

def fork_while_another_parses(analyzer):
    def heads(number):
        (found,) = analyzer.analyze([f"{number} old ferries sank off Oslo."], ["heads"])
        return found.heads.tolist()

    def parse():
        number = 0
        while not done.is_set():
            heads(number)
            number += 1
            started.set()

    expected = heads("Two")
    started, done = Event(), Event()
    thread = Thread(target=parse, daemon=True)
    thread.start()
    started.wait()
    for number in range(5):
        child = os.fork()
        if not child:
            signal.alarm(60)
            os._exit(0 if heads("Two") == expected else 1)
        assert os.waitpid(child, 0)[1] == 0
    done.set()
    thread.join()

for cache in ("off", sys.argv[1]):
    os.environ["RTE_BASELINES_CACHE"] = cache
    fork_while_another_parses(Analyzer())
    print("all answered")
"""


@pytest.mark.slow
def test_a_child_can_parse_with_and_without_a_cache(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", WHILE_ANOTHER_THREAD_PARSES, tmp_path],
        capture_output=True,
        text=True,
        timeout=400,
    )
    assert (run.stdout, run.returncode) == ("all answered\n" * 2, 0), run.stderr
    assert any(tmp_path.iterdir())


# The first fork finds Numba half imported, the second one a kernel half compiled.
WHILE_ANOTHER_THREAD_COMPILES = """
import os, signal, sys, time
from threading import Thread
import numpy as np
from rte_baselines.kernels.compile import compiled

@compiled
def first(values):
    return values[0]

@compiled
def second(values):
    return values[0] + 1

def fork_when(is_reached):
    while not is_reached():
        time.sleep(0)
    child = os.fork()
    if not child:
        signal.alarm(60)
        os._exit(0 if second(np.arange(3)) == 1 else 1)
    assert os.waitpid(child, 0)[1] == 0

thread = Thread(target=lambda: first(np.arange(3)), daemon=True)
thread.start()
fork_when(lambda: "numba" in sys.modules)
fork_when(lambda: first._dispatcher is not None)
thread.join()
print("all answered")
"""


@pytest.mark.slow
def test_a_child_can_compile(tmp_path):
    # Numba keeps the machine code of files alone.
    script = tmp_path / "script.py"
    script.write_text(WHILE_ANOTHER_THREAD_COMPILES, "utf-8")
    run = subprocess.run(
        [sys.executable, script],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert (run.stdout, run.returncode) == ("all answered\n", 0), run.stderr
    assert "Exception ignored" not in run.stderr


def can_be_taken(*locks):
    """Whether another thread can take each lock at once."""
    found = []

    def take():
        for lock in locks:
            found.append(lock.acquire(blocking=False))
            if found[-1]:
                lock.release()

    thread = Thread(target=take)
    thread.start()
    thread.join()
    return found


def test_numba_neither_imports_nor_compiles_during_a_fork():
    locks = _numba._importing, _numba.compiler_lock()._lock
    forks._before_fork()
    try:
        assert can_be_taken(*locks) == [False, False]
    finally:
        forks._after_fork()
    assert can_be_taken(*locks) == [True, True]


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_others_can_log_until_all_locks_are_held():
    taken = []

    class Logging:
        def hold_during_fork(self, held):
            # A thread whose lock is waited for may log meanwhile.
            taken.extend(can_be_taken(logging._lock))

    holder = Logging()
    forks.register(holder)
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    assert taken == [True]


class Holder:
    def __init__(self, taken):
        self.lock = Lock()
        self._taken = taken

    def hold_during_fork(self, held):
        self._taken.append(self)
        held.enter_context(self.lock)


def test_locks_are_taken_from_the_outermost_and_released(monkeypatch):
    for name in ("_outer", "_inner"):
        monkeypatch.setattr(forks, name, set())
    taken = []
    inner, outer = Holder(taken), Holder(taken)
    forks.register(inner, inner=True)
    forks.register(outer)
    forks._before_fork()
    assert taken == [outer, inner]
    assert [holder.lock.locked() for holder in taken] == [True, True]
    forks._after_fork()
    assert [holder.lock.locked() for holder in taken] == [False, False]


def test_an_object_that_is_gone_is_not_asked(monkeypatch):
    taken = []
    forks.register(Holder(taken))
    with ExitStack() as forked:
        forks._before_fork()
        forked.callback(forks._after_fork)
    assert taken == []
