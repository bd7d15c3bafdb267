"""The OpenAPI document is true of what is asked and answered."""

import json
from contextlib import closing

import pytest
from jsonschema import Draft202012Validator

from rte_baselines.core.resources.resources import shipped_models
from rte_baselines.pairs import Pair
from rte_baselines.web.app.served import Job
from rte_baselines.web.app.worker import Answerer
from tests.web.app.examples import PAIR, Known, application, post
from tests.web.serving.asking import ask

DOCUMENT = json.loads(ask(application(Known()), "/openapi.json").text)


def validated(schema, data):
    Draft202012Validator({**schema, "components": DOCUMENT["components"]}).validate(data)


def schema_of(path, method, status="200"):
    (content,) = DOCUMENT["paths"][path][method]["responses"][status]["content"].values()
    return content.get("schema") or content["itemSchema"]


def test_every_address_is_described():
    app = application(Known())
    for path, methods in DOCUMENT["paths"].items():
        (method,) = methods
        answer = ask(app, path) if method == "get" else post(app, path, {})
        assert answer.status == (200 if method == "get" else 400)
        validated(schema_of(path, method, str(answer.status)), json.loads(answer.text))


def answer(kind, *pairs):
    folder = str(shipped_models()["word-overlap"])
    with closing(Answerer()) as answerer:
        return answerer.answer(Job(kind, folder, pairs, width=300))


@pytest.mark.slow
def test_real_answers_are_as_described():
    pair = Pair("1", PAIR["text"], PAIR["hypothesis"], "QA")
    app = application(Known(answer("predict", pair, Pair("2", "", ""))))
    answered = json.loads(post(app, "/v1/predict", {"pairs": [PAIR]}).text)
    validated(schema_of("/v1/predict", "post"), answered)
    assert len(answered["predictions"]) == 2
    app = application(Known(answer("explain", pair)))
    lines = post(app, "/v1/explain", {"pair": PAIR, "recognizers": ["quick", "late"]}).text
    for line in lines.splitlines():
        validated(schema_of("/v1/explain", "post"), json.loads(line))
