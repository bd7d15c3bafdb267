"""A process that answers jobs, one line of JSON for each, until its input ends.

Nothing of a text is written anywhere: the cache of analyses is off, and analyses are remembered
only until other pairs are asked about.
"""

import json
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.errors import RteBaselinesError
from rte_baselines.logic.engines.solvers.limits import end_with_parent, limit_memory
from rte_baselines.pairs import Pair, load_pairs
from rte_baselines.recognizers import Recognizer
from rte_baselines.recognizers.explanation_html import WIDTH, explanation_html
from rte_baselines.registry import import_code
from rte_baselines.runs import Prediction
from rte_baselines.webapp.jobs import Answer, Job, failure
from rte_baselines.webapp.served import SAMPLE

_STATM = Path("/proc/self/statm")
_WARM_UP = Pair("warm-up", "Two old ferries sank off Oslo.", "Two ferries burned.")


def main(parent: int, code: Sequence[str], warm: Sequence[str], megabytes: int) -> None:
    """Say that the process is ready, and answer jobs.

    Parameters
    ----------
    parent : int
        The process ID of the parent process.
    code : sequence of str
        Files with components of the user's own.
    warm : sequence of str
        The folders of models that are loaded, and asked once, before the first job.
    megabytes : int
        The memory that a job may take in addition to what the process has.
    """
    end_with_parent(parent)
    answers = _claimed_output()
    for path in code:
        import_code(path)
    memory = _Memory()
    for folder in warm:
        _answered(Job("explain", folder, (_WARM_UP,), width=WIDTH), memory)
    print("{}", file=answers, flush=True)
    for line in sys.stdin:
        _limit_growth(megabytes)
        answer = _answered(Job.from_dict(json.loads(line)), memory)
        print(json.dumps(answer), file=answers, flush=True)


class _Memory:
    """Remembers the analyses of the last pairs, which the next recognizer is asked about, too."""

    def __init__(self) -> None:
        self._pairs: tuple[Pair, ...] = ()
        self._remembering = ExitStack()

    def turn_to(self, pairs: tuple[Pair, ...]) -> None:
        """Forget other pairs, and remember these."""
        if pairs != self._pairs:
            self._remembering.close()
            self._remembering.enter_context(default_analyzer().remembering())
            self._pairs = pairs


def _answered(job: Job, memory: _Memory) -> Answer:
    """Do a job, or say why it failed."""
    memory.turn_to(job.pairs)
    with warnings.catch_warnings(record=True) as issued:
        warnings.simplefilter("always", UserWarning)
        try:
            answer = _done(job)
        except MemoryError:
            return failure("memory", "it needs too much memory for this")
        except RteBaselinesError as error:
            return failure("failed", str(error))
        except Exception as error:
            return failure(
                "failed", f"it failed by an error in the program: {type(error).__name__}"
            )
    found = (warning for warning in issued if issubclass(warning.category, UserWarning))
    return {**answer, "warnings": list(dict.fromkeys(str(warning.message) for warning in found))}


def _done(job: Job) -> dict[str, Any]:
    if job.kind == "train":
        recognizer = Recognizer.from_config(job.config).fit(load_pairs(SAMPLE))
        recognizer.save(job.folder, trained_on=SAMPLE)
        return {}
    recognizer = _model(job.folder)
    if job.kind == "predict":
        return {"predictions": [_prediction(one) for one in recognizer.predict(job.pairs)]}
    return _explanation(recognizer, job)


@cache
def _model(folder: str) -> Recognizer:
    return Recognizer.load(Path(folder))


def _prediction(prediction: Prediction) -> dict[str, Any]:
    probabilities = prediction.probabilities
    return {
        "id": prediction.id,
        "label": str(prediction.label),
        "confidence": prediction.confidence,
        "score": prediction.score,
        "probabilities": probabilities and {str(k): v for k, v in probabilities.items()},
        "in_training": prediction.in_training,
    }


def _explanation(recognizer: Recognizer, job: Job) -> dict[str, Any]:
    (pair,) = job.pairs
    explanation = recognizer.explain(pair)
    return {"explanation": explanation.to_dict(), "html": explanation_html(explanation, job.width)}


def _claimed_output() -> TextIO:
    """Return the standard output for answers; what libraries print there goes nowhere."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _limit_growth(megabytes: int) -> None:
    """Limit the address space to what is in use and so much more, where the system tells that."""
    if _STATM.exists():
        pages = int(_STATM.read_text().split()[0])
        limit_memory(pages * os.sysconf("SC_PAGE_SIZE") // 2**20 + megabytes)
