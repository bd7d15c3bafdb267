"""A process that answers jobs, one line of JSON for each, until its input ends.

Nothing of a text is written anywhere: the cache of analyses is off, and analyses are remembered
only until other pairs are asked about.
"""

from collections.abc import Sequence
from typing import Any

from rte_baselines.core.code_files import import_code
from rte_baselines.core.processes.answering import answer_requests
from rte_baselines.core.processes.limits import limit_growth
from rte_baselines.web.app.answering import Answerer
from rte_baselines.web.app.jobs import Answer, Job


def main(parent: int, code: Sequence[tuple[str, str]], warm: Sequence[str], megabytes: int) -> None:
    """Say that the process is ready, and answer jobs.

    `code` has paths of the user's own files with components, and these in messages; `warm` has the
    folders of models that are loaded before the first job. A job may take so many `megabytes` in
    addition to what the process has.
    """
    answerer = Answerer()

    def prepare() -> None:
        for path, shown_as in code:
            import_code(path, shown_as)
        for folder in warm:
            answerer.answer(Job("load", folder))

    def answer(request: Any) -> Answer:
        limit_growth(megabytes)
        return answerer.answer(Job.from_dict(request))

    answer_requests(parent, answer, prepare=prepare)
