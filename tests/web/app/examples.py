"""Recognizers without processes, and requests to the application."""

import json
from pathlib import Path

from rte_baselines.web.app.application import LIMITS, web_application
from rte_baselines.web.app.served import Served, failure
from rte_baselines.web.serving.request_checks import Guard
from tests.web.serving.asking import PORT, ask

LABELS = ("ENTAILMENT", "NO_ENTAILMENT")
QUICK = Served("quick", Path("quick"), None, "at once", "sample:train", LABELS, is_slow=False)
LATE = Served("late", Path("late"), None, "too late", "sample:train", LABELS, is_slow=True)
PAIR = {"text": "Two old ferries sank.", "hypothesis": "Two ferries sank."}


PREDICTIONS = {"predictions": [], "warnings": []}
EXPLANATION = {
    "explanation": {
        "pair": PAIR,
        "label": "ENTAILMENT",
        "sentence": "All words occur in the text.",
        "confidence": 0.5,
        "entailment": 1.0,
        "score": 1.0,
        "scale": "share",
        "text": [],
        "hypothesis": [],
        "features": [],
        "task_pull": 0.0,
        "compared_text": PAIR["text"],
        "alignments": {},
        "illustrations": {},
    },
    "html": "<p>",
    "warnings": [],
}


class Known:
    """Stands for `Recognizers`: one recognizer answers what it is told to, one fails."""

    def __init__(self, answer=None):
        self.by_name = {"quick": QUICK, "late": LATE}
        self.asked = []
        self._answer = answer

    async def predict(self, recognizer, pairs):
        self.asked.append((recognizer.name, pairs))
        return self._given(recognizer, PREDICTIONS)

    async def explain(self, recognizer, pair, width):
        self.asked.append((recognizer.name, pair, width))
        return self._given(recognizer, EXPLANATION)

    def _given(self, recognizer, default):
        if recognizer is QUICK:
            return self._answer or default
        return failure("time", "it takes too long")


def application(recognizers):
    return Guard(web_application(recognizers), PORT, LIMITS)


def post(app, path, data, **headers):
    """Send JSON as a program does, or as a browser does if an origin is given."""
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    sent = {"origin": None, "content_type": "application/json", **headers}
    return ask(app, path, fields=body, **sent)
