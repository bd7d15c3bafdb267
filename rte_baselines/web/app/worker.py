"""A process that answers jobs, one line of JSON for each, until its input ends.

Nothing of a text is written anywhere: the cache of analyses is off, and analyses are remembered
only until other pairs are asked about.
"""

import warnings
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.code_files import import_code
from rte_baselines.core.errors import InputWarning, RteBaselinesError
from rte_baselines.core.processes.answering import answer_requests, as_json, limit_growth
from rte_baselines.core.quoting import quoted
from rte_baselines.pairs import Pair, load_pairs
from rte_baselines.recognizers import Recognizer
from rte_baselines.runs import Prediction
from rte_baselines.web.app.served import SAMPLE, Answer, Job, failure

_WARM_UP = Pair("warm-up", "Two old ferries sank off Oslo.", "Two ferries burned.")


def main(
    parent: int,
    connection: int,
    code: Sequence[tuple[str, str]],
    warm: Sequence[str],
    megabytes: int,
) -> None:
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

    answer_requests(parent, connection, as_json(answer), prepare=prepare)


class Answerer:
    """Answers jobs; recognizers asked about the same pairs, one after the other, share analyses."""

    def __init__(self) -> None:
        self._pairs: tuple[Pair, ...] = ()
        self._remembering = ExitStack()

    def answer(self, job: Job) -> Answer:
        """Do a job, or say why it failed."""
        if job.pairs != self._pairs:
            self.close()
            self._remembering.enter_context(default_analyzer().remembering())
            self._pairs = job.pairs
        with warnings.catch_warnings(record=True) as issued:
            warnings.simplefilter("always", UserWarning)
            try:
                answer = _done(job)
            except MemoryError:
                return failure("memory", "it needs too much memory for this")
            except RteBaselinesError as error:
                return failure("failed", str(error))
            except Exception as error:
                return failure("failed", f"it has an error: {type(error).__name__}")
        said = [str(note.message) for note in issued if issubclass(note.category, UserWarning)]
        return {**answer, "warnings": list(dict.fromkeys(said))}

    def close(self) -> None:
        """Forget the analyses of the last pairs."""
        self._remembering.close()
        self._pairs = ()


def _done(job: Job) -> dict[str, Any]:
    if job.kind == "train":
        recognizer = Recognizer.from_config(job.config).fit(load_pairs(SAMPLE))
        recognizer.save(job.folder, trained_on=SAMPLE)
        return {}
    recognizer = _model(job.folder)
    if job.kind == "load":
        # What a recognizer needs, such as a parser, is loaded when it is first used.
        recognizer.explain(_WARM_UP).to_fragment()
        return {}
    if job.kind == "predict":
        _warn_of_empty(job.pairs)
        return {"predictions": list(map(_prediction, recognizer.predict(job.pairs)))}
    (pair,) = job.pairs
    explanation = recognizer.explain(pair)
    return {"explanation": explanation.to_dict(), "html": explanation.to_fragment(job.width)}


def _warn_of_empty(pairs: Sequence[Pair]) -> None:
    """Warn of empty texts and hypotheses, as reading pairs from a file does."""
    for pair in pairs:
        for part in ("text", "hypothesis"):
            if not getattr(pair, part):
                message = f"pair {quoted(pair.id)} has an empty {part}; it is kept"
                warnings.warn(message, InputWarning, stacklevel=2)


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
