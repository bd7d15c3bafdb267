"""Processes that answer jobs, each within its time, and are replaced when they are killed."""

import asyncio
import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from queue import Empty

from rte_baselines.core.code_files import code_files
from rte_baselines.core.processes.answering import AnsweringProcess
from rte_baselines.core.processes.starting import program_calling
from rte_baselines.core.processes.workers import ONE_THREAD
from rte_baselines.pairs import Pair
from rte_baselines.web.app.served import (
    MEGABYTES,
    SECONDS,
    SECONDS_TO_LOAD,
    SECONDS_TO_TRAIN,
    Answer,
    Job,
    Served,
    failure,
    shown_first,
)

QUICK_PROCESSES = 2
"""The processes of recognizers that read words alone: while one is replaced, the other answers."""

_LOADED_FIRST = ("predict", "explain")
_ENDED = failure("failed", "its process has ended")


def worker_program(warm: Sequence[str] = ()) -> str:
    """Return the program of a process that asks recognizers, and loads these models first."""
    code = [(str(file.path), file.shown_as) for file in code_files()]
    return program_calling("rte_baselines.web.app.worker", code, list(warm), MEGABYTES)


class Process(AnsweringProcess):
    """A process that says when it is ready, and does one job at a time.

    `warm` has the folders of models that its program loads by itself.
    """

    def __init__(self, program: str, warm: Sequence[str] = ()) -> None:
        # Messages of libraries may quote texts, and go nowhere.
        environment = {**os.environ, **ONE_THREAD, "RTE_BASELINES_CACHE": "off"}
        super().__init__(program, environment=environment)
        self._loaded = set(warm)
        self._thread = ThreadPoolExecutor(1)
        self.ready = self._thread.submit(self._has_begun)
        """Done when the process has said that it is ready, or will not be."""

    async def answer(self, job: Job, seconds: float) -> Answer:
        """Do a job; the process is killed if it takes longer than so many seconds.

        Before its first job, a model is loaded with a time limit of its own. Otherwise, a model
        that takes long to load would be given up at each job.
        """
        if not await asyncio.shield(asyncio.wrap_future(self.ready)):
            self.kill()
            return failure("failed", "its process cannot be started")
        if job.kind in _LOADED_FIRST and job.folder not in self._loaded:
            loaded = await self._done(Job("load", job.folder), SECONDS_TO_LOAD)
            if not self.is_running():
                return loaded
            self._loaded.add(job.folder)
        return await self._done(job, seconds)

    async def _done(self, job: Job, seconds: float) -> Answer:
        loop = asyncio.get_running_loop()
        try:
            line = await loop.run_in_executor(self._thread, self._asked, job, seconds)
        except Empty:
            self.kill()
            return failure("time", f"it takes longer than {seconds:g} s, and was given up")
        if not line:
            self.kill()
            return _ENDED
        answer: Answer = json.loads(line)
        if answer.get("error") == "memory":
            # Otherwise, the process would not give back all of its memory.
            self.kill()
        return answer

    def kill(self) -> None:
        """End the process and those that it has started."""
        super().kill()
        self._thread.shutdown(wait=True)

    def _has_begun(self) -> bool:
        try:
            return bool(self._line(SECONDS_TO_LOAD))
        except Empty:
            return False

    def _asked(self, job: Job, seconds: float) -> str:
        self.ask(asdict(job))
        return self._line(seconds)

    def _line(self, seconds: float) -> str:
        """Return the next line of the process, an empty one at its end."""
        return self.replies.get(timeout=seconds)[1]


class Lane:
    """Processes that do jobs in the order in which they are asked.

    Each runs the program, which loads the models in the folders `warm` by itself. If there are any,
    the first process starts at once. `seconds` limit the time of a job, and of its wait for a
    process.
    """

    def __init__(
        self,
        count: int,
        program: str,
        seconds: float = SECONDS,
        *,
        warm: Sequence[str] = (),
    ) -> None:
        self._program = program
        self._warm = tuple(warm)
        self._seconds = seconds
        self._processes: set[Process] = set()
        self._idle: list[Process | None] = [None] * count
        if warm:
            self._idle[-1] = self._new()
        self._is_free = asyncio.Condition()
        self._at_work: set[asyncio.Task[Answer]] = set()
        self._is_closed = False

    def wait(self) -> None:
        """Wait until the process that has started at once is ready."""
        for process in filter(None, self._idle):
            process.ready.result()

    async def start_all(self) -> None:
        """Start the processes that nobody has needed yet."""
        while None in self._idle:
            process = self._new()
            self._idle[self._idle.index(None)] = process
            await asyncio.wrap_future(process.ready)

    async def ask(self, job: Job, seconds: float | None = None) -> Answer:
        """Do a job in the first process that is free, or in a new one if that has ended.

        A job that has begun is done, or given up in time, even if nobody waits for it any more. Its
        time limit is by default that of the lane.
        """
        try:
            process = await asyncio.wait_for(self._free_process(), self._seconds)
        except asyncio.TimeoutError:
            return failure("busy", "others are being answered; try again later")
        task = asyncio.create_task(self._answer(process, job, seconds or self._seconds))
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return await asyncio.shield(task)

    def close(self) -> None:
        """End the processes; no others are started."""
        self._is_closed = True
        while self._processes:
            self._processes.pop().kill()

    async def _free_process(self) -> Process:
        async with self._is_free:
            await self._is_free.wait_for(self._has_free)
            # The last one may remember these texts; one that starts would have to be waited for.
            started = [process for process in self._idle if process is not None]
            ready = [process for process in started if process.ready.done()]
            process = (ready or started or self._idle)[-1]
            self._idle.remove(process)
            return process or self._new()

    def _has_free(self) -> bool:
        """Whether a process is free; one that starts is not while others are ready and at work."""
        if any(process is None or process.ready.done() for process in self._idle):
            return True
        at_work = self._processes.difference(filter(None, self._idle))
        return bool(self._idle) and not any(process.ready.done() for process in at_work)

    async def _give_back(self, process: Process) -> None:
        """Have a process do other jobs, or a new one if it has ended."""
        if not process.is_running() and not self._is_closed:
            self._processes.discard(process)
            process = self._new()
        async with self._is_free:
            self._idle.append(process)
            self._is_free.notify_all()

    def _new(self) -> Process:
        process = Process(self._program, self._warm)
        self._processes.add(process)
        return process

    async def _answer(self, process: Process, job: Job, seconds: float) -> Answer:
        try:
            answer = await process.answer(job, seconds)
            if answer is _ENDED and not self._is_closed:
                # It may have ended before, as when the system is short of memory.
                await self._give_back(process)
                process = await self._free_process()
                answer = await process.answer(job, seconds)
            return answer
        finally:
            await self._give_back(process)


class Recognizers:
    """Recognizers in processes of their own; `close` ends them.

    Those that parse have other processes, `workers` in number, than those that do not, so that the
    latter never wait for the former. `seconds` limit the time of a job.
    """

    def __init__(
        self, served: Sequence[Served], *, workers: int = 1, seconds: float = SECONDS
    ) -> None:
        self.by_name: Mapping[str, Served] = {known.name: known for known in served}
        first = shown_first(served)[0]
        warm = [str(first.folder)] if first.config is None else []
        warm_fast, warm_slow = ([], warm) if first.is_slow else (warm, [])
        self._fast = Lane(QUICK_PROCESSES, worker_program(warm_fast), seconds, warm=warm_fast)
        self._slow = Lane(workers, worker_program(warm_slow), seconds, warm=warm_slow)
        self._training = {known.name: asyncio.Lock() for known in served}
        self._preparing: asyncio.Task[None] | None = None

    def wait(self) -> None:
        """Wait until the recognizer that is shown first answers at once."""
        self._fast.wait()
        self._slow.wait()

    async def predict(self, recognizer: Served, pairs: tuple[Pair, ...]) -> Answer:
        """Return the predictions on pairs, or the failure."""
        return await self._ask(recognizer, Job("predict", str(recognizer.folder), pairs))

    async def explain(self, recognizer: Served, pair: Pair, width: int) -> Answer:
        """Return the explanation of the decision on a pair, or the failure.

        The width is that of the drawings, in CSS pixels.
        """
        job = Job("explain", str(recognizer.folder), (pair,), width=width)
        return await self._ask(recognizer, job)

    def close(self) -> None:
        """End the processes."""
        self._fast.close()
        self._slow.close()

    async def _ask(self, recognizer: Served, job: Job) -> Answer:
        if not recognizer.is_trained:
            answer = await self._train(recognizer)
            if "error" in answer:
                return answer
        answer = await (self._slow if recognizer.is_slow else self._fast).ask(job)
        if self._preparing is None:
            self._preparing = asyncio.create_task(self._prepare())
        return answer

    async def _prepare(self) -> None:
        """Prepare, after the first answer, what is likely to be asked next."""
        await self._fast.start_all()
        slow = [known for known in self.by_name.values() if known.is_slow and known.config is None]
        if slow:
            await self._slow.ask(Job("load", str(slow[0].folder)), SECONDS_TO_LOAD)

    async def _train(self, recognizer: Served) -> Answer:
        """Train a recognizer, unless another request has just had it trained."""
        assert recognizer.config is not None
        async with self._training[recognizer.name]:
            if recognizer.is_trained:
                return {}
            job = Job("train", str(recognizer.folder), config=recognizer.config)
            # Training takes seconds also where predictions do not.
            return await self._slow.ask(job, SECONDS_TO_TRAIN)
