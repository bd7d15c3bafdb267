"""Recognizers without processes, and requests to the application."""

import json
from pathlib import Path

from rte_baselines.web.app.application import LIMITS, web_application
from rte_baselines.web.app.jobs import failure
from rte_baselines.web.app.served import Served
from rte_baselines.web.serving.request_checks import Guard
from tests.web.serving.asking import PORT, ask

LABELS = ("ENTAILMENT", "NO_ENTAILMENT")
QUICK = Served("quick", Path("quick"), None, "at once", "sample:train", LABELS, is_slow=False)
LATE = Served("late", Path("late"), None, "too late", "sample:train", LABELS, is_slow=True)
PAIR = {"text": "Two old ferries sank.", "hypothesis": "Two ferries sank."}


class Known:
    """Stands for `Recognizers`: one recognizer answers what it is told to, one fails."""

    def __init__(self, answer=None):
        self.by_name = {"quick": QUICK, "late": LATE}
        self.asked = []
        self._answer = answer or {"predictions": [], "warnings": []}

    async def predict(self, recognizer, pairs):
        self.asked.append((recognizer.name, pairs))
        return self._given(recognizer)

    async def explain(self, recognizer, pair, width):
        self.asked.append((recognizer.name, pair, width))
        return self._given(recognizer)

    def _given(self, recognizer):
        return self._answer if recognizer is QUICK else failure("time", "it takes too long")


def application(recognizers):
    return Guard(web_application(recognizers), PORT, LIMITS)


def post(app, path, data, **headers):
    """Send JSON as a program does, or as a browser does if an origin is given."""
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    sent = {"origin": None, "content_type": "application/json", **headers}
    return ask(app, path, fields=body, **sent)
