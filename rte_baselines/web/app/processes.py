"""Processes that answer jobs, each within its time, and are replaced when they are killed."""

import asyncio
import os
import subprocess
from collections.abc import Mapping, Sequence
from concurrent import futures
from dataclasses import asdict

from rte_baselines.core.code_files import code_files
from rte_baselines.core.processes.answering import AnsweringProcess
from rte_baselines.core.processes.process_pool import ProcessPool
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


class RecognizerProcess(AnsweringProcess):
    """A process of the module, which loads the models in the folders `warm` by itself."""

    def __init__(self, module: str, warm: Sequence[str] = ()) -> None:
        code = [(str(file.path), file.shown_as) for file in code_files()]
        super().__init__(
            module,
            code,
            list(warm),
            MEGABYTES,
            # Messages of libraries may quote texts, and go nowhere.
            errors=subprocess.DEVNULL,
            environment={**os.environ, **ONE_THREAD, "RTE_BASELINES_CACHE": "off"},
            seconds_to_prepare=SECONDS_TO_LOAD,
        )
        self._loaded = set(warm)

    def done(self, job: Job, seconds: float) -> Answer:
        """Do a job; the process is killed if it takes longer than so many seconds.

        Before its first job, a model is loaded with a time limit of its own. Otherwise, a model
        that takes long to load would be given up at each job.
        """
        try:
            self.prepare()
        except (EOFError, TimeoutError):
            self.kill()
            return failure("failed", "its process cannot be started")
        if job.kind in _LOADED_FIRST and job.folder not in self._loaded:
            loaded = self._done(Job("load", job.folder), SECONDS_TO_LOAD)
            if not self.is_running():
                return loaded
            self._loaded.add(job.folder)
        return self._done(job, seconds)

    def _done(self, job: Job, seconds: float) -> Answer:
        try:
            answer: Answer = self.answer_json(asdict(job), seconds)
        except TimeoutError:
            return failure("time", f"it takes longer than {seconds:g} s, and was given up")
        except EOFError:
            self.kill()
            return _ENDED
        if answer.get("error") == "memory":
            # Otherwise, the process would not give back all of its memory.
            self.kill()
        return answer


class Lane:
    """Processes of a module that do jobs in the order in which they are asked.

    Each loads the models in the folders `warm` by itself. If there are any, the first process
    starts at once. `seconds` limit the time of a job, and of its wait for a process.
    """

    def __init__(
        self,
        count: int,
        seconds: float = SECONDS,
        *,
        warm: Sequence[str] = (),
        module: str = "rte_baselines.web.app.worker",
    ) -> None:
        self._seconds = seconds
        self._pool = ProcessPool(count, lambda: RecognizerProcess(module, warm), starts_ahead=True)
        self._is_closed = False
        self._starting = [self._pool.submit(RecognizerProcess.prepare)] if warm else []

    def wait(self) -> None:
        """Wait until the process that has started at once is ready."""
        futures.wait(self._starting)

    def start_all(self) -> None:
        """Start the processes that nobody has needed yet."""
        self._pool.start_all()

    async def ask(self, job: Job, seconds: float | None = None) -> Answer:
        """Do a job in the first process that is free.

        A job that has begun is done, or given up in time, even if nobody waits for it any more. Its
        time limit is by default that of the lane.
        """
        answer = await self._answer(job, seconds or self._seconds)
        if answer is _ENDED and not self._is_closed:
            # Perhaps not by the job, as when the system is short of memory.
            answer = await self._answer(job, seconds or self._seconds)
        return answer

    async def _answer(self, job: Job, seconds: float) -> Answer:
        asked = self._pool.submit(lambda process: process.done(job, seconds))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(asked), self._seconds)
        except asyncio.TimeoutError:
            if asked.cancel():
                return failure("busy", "others are being answered; try again later")
            return await asyncio.wrap_future(asked)

    def close(self) -> None:
        """End the processes; no others are started."""
        self._is_closed = True
        self._pool.close()


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
        self._fast = Lane(QUICK_PROCESSES, seconds, warm=warm_fast)
        self._slow = Lane(workers, seconds, warm=warm_slow)
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
        self._fast.start_all()
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
