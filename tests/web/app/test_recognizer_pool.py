"""Which processes are asked, and what is trained before."""

import asyncio
from pathlib import Path
from typing import ClassVar

import pytest

from rte_baselines.pairs import Pair
from rte_baselines.web.app import processes
from rte_baselines.web.app.processes import Recognizers
from rte_baselines.web.app.served import SECONDS_TO_TRAIN, Served
from tests.web.serving.asking import run

PAIR = Pair("1", "Ann sang.", "Ann sang.")
LABELS = ("ENTAILMENT", "NO_ENTAILMENT")


class Lane:
    """Stands for processes: records jobs, and writes a model when it is asked to train."""

    made: ClassVar[list] = []

    def __init__(self, count, seconds, *, warm=()):
        self.jobs, self.warm, self.starts = [], warm, 0
        self.made.append(self)

    async def ask(self, job, seconds=None):
        self.jobs.append((job.kind, job.folder, seconds))
        await asyncio.sleep(0)
        if job.config == "broken":
            return {"error": "failed", "message": "no"}
        if job.kind == "train":
            Path(job.folder).mkdir()
            for name in ("config.cfg", "learned.json", "signature.json"):
                Path(job.folder, name).touch()
        return {"done": job.kind}

    def start_all(self):
        self.starts += 1

    def close(self):
        self.jobs = None


@pytest.fixture
def lanes(monkeypatch):
    monkeypatch.setattr(processes, "Lane", Lane)
    monkeypatch.setattr(Lane, "made", [])
    return Lane.made


def recognizer(folder, config, *, is_slow):
    return Served(folder.name, folder, config, "", "", LABELS, is_slow)


def test_quick_recognizers_do_not_wait_for_slow_ones(lanes, tmp_path):
    quick = recognizer(tmp_path / "quick", None, is_slow=False)
    slow = recognizer(tmp_path / "slow", None, is_slow=True)
    recognizers = Recognizers([quick, slow])
    assert run(recognizers.explain(quick, PAIR, 300)) == {"done": "explain"}
    assert run(recognizers.predict(slow, (PAIR,))) == {"done": "predict"}
    of_quick, of_slow = lanes
    assert of_quick.jobs == [("explain", str(quick.folder), None)]
    asked = [job for job in of_slow.jobs if job[0] != "load"]
    assert asked == [("predict", str(slow.folder), None)]
    assert (of_quick.warm, of_slow.warm) == ([str(quick.folder)], [])
    recognizers.close()
    assert of_quick.jobs is of_slow.jobs is None


def test_a_config_is_trained_once_and_apart_from_the_quick_ones(lanes, tmp_path):
    own = recognizer(tmp_path / "own", "own.cfg", is_slow=False)
    recognizers = Recognizers([own])

    async def twice():
        return await asyncio.gather(*(recognizers.predict(own, (PAIR,)) for _ in range(2)))

    assert run(twice()) == [{"done": "predict"}] * 2
    of_quick, of_slow = lanes
    assert of_slow.jobs == [("train", str(own.folder), SECONDS_TO_TRAIN)]
    assert [kind for kind, *_ in of_quick.jobs] == ["predict", "predict"]


def test_a_training_that_fails_is_told(lanes, tmp_path):
    own = recognizer(tmp_path / "own", "broken", is_slow=False)
    answer = run(Recognizers([own]).predict(own, (PAIR,)))
    assert answer == {"error": "failed", "message": "no"}
    assert lanes[0].jobs == []
