"""Processes in a pool: replaced, ended, and what becomes of work that nobody waits for."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing.connection import Pipe
from pathlib import Path
from threading import Event

import pytest

from rte_baselines.core.processes.answering import AnsweringProcess, answer_requests
from rte_baselines.core.processes.process_pool import ProcessPool
from rte_baselines.core.processes.starting import program_calling, started
from rte_baselines.core.processes.workers import Workers
from tests.calls import write_slowly
from tests.processes import is_running, wait_until

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def main(parent, connection):
    """Answer requests: sleep so many seconds, then say which process it is."""

    def answer(request):
        time.sleep(float(request))
        return str(os.getpid()).encode()

    answer_requests(parent, connection, answer)


def new():
    return AnsweringProcess(__name__)


@pytest.fixture
def pool():
    made = ProcessPool(2, new)
    yield made
    made.close()


def sleeping(seconds, limit=None):
    return lambda process: int(process.answer(str(seconds).encode(), limit))


def test_a_process_at_its_limit_is_ended_and_replaced(pool):
    (first,) = pool.stream([sleeping(0)])
    with pytest.raises(TimeoutError):
        pool.submit(sleeping(60, limit=0.1)).result()
    found = set(pool.stream([sleeping(0)] * 8))
    assert len(found | {first}) <= 3
    assert all(map(is_running, found))


def test_what_fails_is_an_error_and_the_process_goes_on(pool):
    def failing(process):
        raise ValueError("no")

    results = pool.stream([sleeping(0), failing, sleeping(0)])
    next(results)
    with pytest.raises(ValueError, match="no"):
        next(results)
    assert pool.submit(sleeping(0)).result()


def test_a_process_that_cannot_start_is_an_error():
    def refuse():
        raise OSError("no memory")

    with pytest.raises(OSError, match="no memory"):
        ProcessPool(1, refuse).submit(sleeping(0)).result()


def test_a_stream_that_is_left_drops_what_has_not_started(pool):
    def works():
        yield from [sleeping(0)] * 20
        raise ValueError("no more works")

    with pytest.raises(ValueError, match="no more works"):
        list(pool.stream(works()))
    begun = []

    def slow(process):
        begun.append(process)
        return sleeping(0.5)(process)

    results = pool.stream([sleeping(0), *[slow] * 7])
    next(results)
    results.close()
    pool.submit(sleeping(0)).result()
    assert len(begun) <= 2


def test_the_end_of_a_pool_ends_its_processes():
    pool = ProcessPool(2, new)
    found = set(pool.stream([sleeping(0.2)] * 4))
    begun = Event()

    def long(process):
        begun.set()
        return sleeping(60)(process)

    working, waiting = [pool.submit(long) for _ in range(4)][::3]
    begun.wait()
    pool.close()
    assert isinstance(working.exception(), EOFError)
    assert waiting.cancelled()
    assert not any(map(is_running, found))


def test_workers_complete_the_files_that_they_write(tmp_path):
    written = [("", (str(tmp_path / name),)) for name in "abcdefghijkl"]
    with suppress(KeyboardInterrupt), Workers(2) as workers:
        for _ in workers.stream(write_slowly, written, writes=True):
            raise KeyboardInterrupt
    found = [path.read_text() for path in tmp_path.iterdir()]
    assert 1 <= len(found) < len(written)
    assert set(found) == {"beginning and end"}


PROGRAM = """
from tests.core.test_process_pool import ProcessPool, new, sleeping
results = ProcessPool(1, new).stream([sleeping(0)] + [sleeping(60)] * 20)
print(next(results), flush=True)
{end}
"""


@pytest.mark.parametrize("end", ["", "raise SystemExit(3)", "import time; time.sleep(60)"])
def test_a_program_does_not_wait_for_the_work_of_a_stream(end):
    command = [sys.executable, "-c", PROGRAM.format(end=end)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as program:
        worker = int(program.stdout.readline())
        if "sleep" in end:
            program.send_signal(signal.SIGKILL)
        assert program.wait(timeout=30) == {"": 0, "raise SystemExit(3)": 3}.get(end, -9)
    assert wait_until(lambda: not is_running(worker))


def test_a_process_ends_with_its_parent_though_it_does_not_return_to_python():
    program = (
        "from tests.core.test_process_pool import AnsweringProcess\n"
        "AnsweringProcess('tests.core.held_interpreter').answer(b'')\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stderr=subprocess.PIPE)
    with parent:
        worker = int(parent.stderr.readline())
        parent.kill()
    assert wait_until(lambda: not is_running(worker))


def test_a_process_whose_parent_takes_no_answer_ends_in_silence():
    ours, other = Pipe()
    with other:
        options = {"pass_fds": [other.fileno()], "stderr": subprocess.PIPE}
        process = started(program_calling(__name__, other.fileno()), cwd=ROOT, **options)
    ours.send_bytes(b"0.3")
    ours.close()
    with process:
        assert (process.wait(timeout=60), process.stderr.read()) == (0, b"")
