"""A process that answers jobs, one line of JSON for each, until its input ends.

Nothing of a text is written anywhere: the cache of analyses is off, and analyses are remembered
only until other pairs are asked about.
"""

import json
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from rte_baselines.core.code_files import import_code
from rte_baselines.logic.engines.solvers.limits import end_with_parent, limit_growth
from rte_baselines.web.app.answering import Answerer
from rte_baselines.web.app.jobs import Job


def main(parent: int, code: Sequence[tuple[str, str]], warm: Sequence[str], megabytes: int) -> None:
    """Say that the process is ready, and answer jobs.

    Parameters
    ----------
    parent : int
        The process ID of the parent process.
    code : sequence of (str, str)
        Files with components of the user's own: their paths, and these in messages.
    warm : sequence of str
        The folders of models that are loaded before the first job.
    megabytes : int
        The memory that a job may take in addition to what the process has.
    """
    end_with_parent(parent)
    answers = _claimed_output()
    for path, shown_as in code:
        import_code(path, shown_as)
    answerer = Answerer()
    for folder in warm:
        answerer.answer(Job("load", folder))
    print("{}", file=answers, flush=True)
    for line in sys.stdin:
        limit_growth(megabytes)
        answer = answerer.answer(Job.from_dict(json.loads(line)))
        print(json.dumps(answer), file=answers, flush=True)


def _claimed_output() -> TextIO:
    """Return the standard output for answers; what libraries print there goes nowhere."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers
