"""Processes that answer, take too long, end by themselves, and are replaced."""

import asyncio
import os
import signal
import subprocess
import sys
from queue import SimpleQueue

import pytest

from rte_baselines.web.app.processes import Lane, RecognizerProcess
from rte_baselines.web.app.served import Job
from tests.processes import is_running
from tests.web.serving.asking import run

pytestmark = pytest.mark.slow


PROGRAM = "tests.web.app.job_program"


def job(what="answer", folder="folder"):
    return Job("predict", folder, config=what)


def with_lane(use, count=1, seconds=20.0, **options):
    """Call a coroutine with a lane, and end the lane."""

    async def used():
        lane = Lane(count, seconds, module=PROGRAM, **options)
        try:
            return await use(lane)
        finally:
            lane.close()

    return run(used())


def answers(*jobs, limit=None, **options):
    """The answers to jobs that are asked one after the other, each within a limit of time."""

    async def use(lane):
        return [await lane.ask(each, limit) for each in jobs]

    return with_lane(use, **options)


@pytest.fixture
def begun(monkeypatch):
    """A queue of the jobs that have begun."""
    jobs: SimpleQueue = SimpleQueue()
    do = RecognizerProcess.done

    def done(process, *job):
        jobs.put(job)
        return do(process, *job)

    monkeypatch.setattr(RecognizerProcess, "done", done)
    return jobs


def test_a_process_answers_many_jobs_and_ends_with_its_lane():
    async def use(lane):
        return await asyncio.gather(*(lane.ask(job()) for _ in range(5)))

    answers = with_lane(use)
    (process,) = {answer["process"] for answer in answers}
    # Texts are not kept on disk.
    assert {answer["cache"] for answer in answers} == {"off"}
    assert not is_running(process)


@pytest.mark.parametrize(
    ("what", "error", "message"),
    [
        ("end", "failed", "its process has ended"),
        ("memory", "memory", ""),
        ("sleep 60", "time", "it takes longer than 0.5 s, and was given up"),
    ],
)
def test_a_process_that_fails_or_takes_too_long_is_replaced(what, error, message):
    first, failed, second = answers(job(), job(what), job(), limit=0.5)
    assert failed == {"error": error, "message": message}
    assert not is_running(first["process"])
    assert second["process"] != first["process"]


def test_a_model_is_loaded_once_in_each_process_before_the_time_of_a_job_begins():
    jobs = [job(what, folder="large") for what in ("answer", "answer", "sleep 60", "answer")]
    # Loading takes longer than a job may take.
    first, second, late, after = answers(*jobs, limit=0.05)
    assert first["kinds"] == after["kinds"] == ["load", "predict"]
    assert second["kinds"] == ["load", "predict", "predict"]
    assert late["error"] == "time"
    assert first["process"] != after["process"]


def test_a_model_that_the_process_has_loaded_itself_is_not_loaded_again():
    (answer,) = answers(job(), warm=["folder"])
    assert answer["kinds"] == ["predict"]


def test_a_process_that_has_ended_between_jobs_is_replaced():
    async def use(lane):
        first = await lane.ask(job())
        os.kill(first["process"], signal.SIGKILL)
        return first, await lane.ask(job())

    first, second = with_lane(use)
    assert "error" not in second
    assert second["process"] != first["process"]


def test_while_a_killed_process_is_replaced_another_one_answers(monkeypatch, begun):
    async def ask(lane, number):
        answers = await asyncio.gather(*(lane.ask(job("sleep 0.2")) for _ in range(number)))
        return {answer["process"] for answer in answers}

    async def use(lane):
        killed, other = await ask(lane, 2)
        asked = asyncio.create_task(ask(lane, 2))
        for _ in range(4):
            await asyncio.to_thread(begun.get)
        monkeypatch.setenv("SLOW_FROM_NOW_ON", "yes")
        os.kill(killed, signal.SIGKILL)
        assert await asked | await ask(lane, 4) == {other}

    with_lane(use, count=2)


def test_a_job_that_waits_too_long_is_refused():
    async def use(lane):
        working = asyncio.create_task(lane.ask(job("sleep 60"), 30.0))
        await asyncio.sleep(0)
        refused = await lane.ask(job())
        working.cancel()
        return refused

    refused = with_lane(use, seconds=0.05)
    assert refused == {"error": "busy", "message": "others are being answered; try again later"}


def test_a_job_whose_asker_has_left_is_done_before_the_next_one(begun):
    async def use(lane):
        before = await lane.ask(job())
        left = asyncio.create_task(lane.ask(job()))
        for _ in range(2):
            await asyncio.to_thread(begun.get)
        left.cancel()
        return before, await lane.ask(job())

    before, after = with_lane(use)
    assert before["process"] == after["process"]
    assert after["kinds"] == ["load", "predict", "predict", "predict"]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_memory_beyond_the_limit_is_refused():
    code = (
        "from rte_baselines.core.processes.answering import limit_growth\n"
        "limit_growth(200)\n"
        "fits = bytearray(100 * 2**20)\n"
        "try:\n"
        "    bytearray(200 * 2**20)\n"
        "except MemoryError:\n"
        "    print('refused')\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "refused\n"


@pytest.mark.parametrize(("warm", "at_once"), [(["folder"], 1), ([], 0)])
def test_the_first_process_starts_at_once_and_the_others_when_told(warm, at_once, monkeypatch):
    started = set()
    monkeypatch.setattr(RecognizerProcess, "prepare", lambda process: started.add(process))

    async def use(lane):
        lane.wait()
        before = len(started)
        lane.start_all()
        for _ in range(600):
            if len(started) == 3:
                break
            await asyncio.sleep(0.05)
        return before, len(started)

    assert with_lane(use, count=3, warm=warm) == (at_once, 3)
