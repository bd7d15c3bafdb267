"""A program that does jobs as their config says, for tests of what happens to it."""

import os
import time
from functools import partial

from rte_baselines.core.processes.answering import answer_requests, as_json


def main(parent, connection, *_):
    kinds = []

    def answer(job):
        kinds.append(job["kind"])
        if job["folder"] == "large" and job["kind"] == "load":
            time.sleep(0.1)
        match job["config"].split():
            case ["sleep", seconds]:
                time.sleep(float(seconds))
            case ["end"]:
                os._exit(3)
            case ["memory"]:
                return {"error": "memory", "message": ""}
        return {"process": os.getpid(), "cache": os.environ["RTE_BASELINES_CACHE"], "kinds": kinds}

    # Set by a test when some processes have started: later ones take long.
    slow = os.environ.get("SLOW_FROM_NOW_ON")
    prepare = partial(time.sleep, 60 if slow else 0)
    answer_requests(parent, connection, as_json(answer), prepare=prepare)
