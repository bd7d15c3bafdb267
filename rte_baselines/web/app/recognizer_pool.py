"""The processes that answer for each recognizer, and the training before."""

import asyncio
from collections.abc import Mapping, Sequence

from rte_baselines.pairs import Pair
from rte_baselines.web.app.jobs import Answer, Job
from rte_baselines.web.app.limits import SECONDS, SECONDS_TO_TRAIN
from rte_baselines.web.app.processes import Lane, worker_program
from rte_baselines.web.app.served import Served


class Recognizers:
    """Recognizers in processes of their own; `close` ends them.

    Those that parse have other processes than those that do not, so that the latter never wait
    for the former.

    Parameters
    ----------
    served : sequence of Served
    workers : int
        The number of processes for those that are slow.
    seconds : float
        The time limit of a job of one recognizer.
    """

    def __init__(
        self, served: Sequence[Served], *, workers: int = 1, seconds: float = SECONDS
    ) -> None:
        self.by_name: Mapping[str, Served] = {one.name: one for one in served}
        warm = [str(one.folder) for one in served if one.config is None and not one.is_slow]
        self._fast = Lane(1, worker_program(warm), seconds, warm=warm)
        # Most of their memory and time is spent only if they are needed.
        self._slow = Lane(workers, worker_program(), seconds, starts_at_once=False)
        self._training = {one.name: asyncio.Lock() for one in served}

    async def predict(self, recognizer: Served, pairs: tuple[Pair, ...]) -> Answer:
        """Return the predictions on pairs, or the failure."""
        return await self._ask(recognizer, Job("predict", str(recognizer.folder), pairs))

    async def explain(self, recognizer: Served, pair: Pair, width: int) -> Answer:
        """Return the explanation of the decision on a pair, or the failure.

        Parameters
        ----------
        recognizer : Served
        pair : Pair
        width : int
            The width of the drawings, in CSS pixels.
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
        return await (self._slow if recognizer.is_slow else self._fast).ask(job)

    async def _train(self, recognizer: Served) -> Answer:
        """Train a recognizer, unless another request has just had it trained."""
        assert recognizer.config is not None
        async with self._training[recognizer.name]:
            if recognizer.is_trained:
                return {}
            job = Job("train", str(recognizer.folder), config=recognizer.config)
            # Training takes seconds also where predictions do not.
            return await self._slow.ask(job, SECONDS_TO_TRAIN)
