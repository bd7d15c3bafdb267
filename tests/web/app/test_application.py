"""The application without processes: pages, answers, refusals, and the OpenAPI document."""

import json

import pytest

from rte_baselines.pairs import Pair, load_pairs
from rte_baselines.web.app.served import LARGEST_REQUEST
from tests.web.app.examples import EXPLANATION, PAIR, Known, application, post
from tests.web.serving.asking import ask


@pytest.fixture
def known():
    return Known()


@pytest.fixture
def app(known):
    return application(known)


def lines(response):
    return [json.loads(line) for line in response.text.splitlines()]


def test_the_page_and_its_files(app):
    page = ask(app)
    assert page.status == 200
    assert 'value="quick" data-speed="fast"' in page.text
    assert 'value="late" data-speed="slow"' in page.text
    assert " style=" not in page.text
    assert "<script>" not in page.text
    for name in ("page.css", "page.js"):
        assert f'"{name}"' in page.text
        assert ask(app, f"/{name}").status == 200
    style = ask(app, "/page.css").text
    # Colours, what all pages have, drawings, and the page's own.
    for rule in ("--ink:", "body {", ".box.same rect {", ".cards {"):
        assert rule in style
    assert ask(app, "/served.py").status == 404


def test_each_recognizer_has_its_line(app, known):
    answered = post(app, "/v1/explain", {"pair": PAIR, "recognizers": ["late", "quick"]})
    assert answered.headers["content-type"] == "application/jsonl"
    assert lines(answered) == [
        {"recognizer": "late", "error": "time", "message": "it takes too long"},
        {"recognizer": "quick", **EXPLANATION},
    ]
    pair = Pair("1", PAIR["text"], PAIR["hypothesis"])
    assert known.asked == [("late", pair, 640), ("quick", pair, 640)]


def test_predictions_and_recognizers_that_fail(app):
    answered = post(app, "/v1/predict", {"pairs": [PAIR], "recognizer": "quick"})
    assert (answered.status, json.loads(answered.text)["recognizer"]) == (200, "quick")
    failed = post(app, "/v1/predict", {"pairs": [PAIR], "recognizer": "late"})
    assert (failed.status, failed.text) == (504, '{"message":"late: it takes too long"}')
    busy = application(Known({"error": "busy", "message": "others are being answered"}))
    refused = post(busy, "/v1/predict", {"pairs": [PAIR], "recognizer": "quick"})
    assert (refused.status, refused.headers["retry-after"]) == (503, "5")
    assert refused.text == '{"message":"quick: others are being answered"}'


def test_requests_that_are_too_large(app, known):
    assert post(app, "/v1/predict", b" " * (LARGEST_REQUEST + 1)).status == 413
    assert known.asked == []


def test_addresses_and_methods_that_there_are_not(app):
    absent = ask(app, "/v2/predict?a=b")
    assert absent.status == 404
    assert "there is no '/v2/predict'; /openapi.json lists the addresses" in absent.text
    method = ask(app, "/v1/predict")
    assert (method.status, method.headers["allow"]) == (405, "POST")
    assert "'/v1/predict' does not answer GET; expected POST" in method.text


@pytest.mark.parametrize(
    ("content_type", "what"),
    [
        (None, "has no type"),
        ("text/plain; a=application/json", "is of the type text/plain; a=application/json"),
    ],
)
def test_programs_must_say_that_they_send_json(app, known, content_type, what):
    refused = post(app, "/v1/predict", {"pairs": [PAIR]}, content_type=content_type)
    assert refused.status == 415
    assert f"the request {what}; expected Content-Type: application/json" in refused.text
    assert known.asked == []


@pytest.mark.parametrize("site", ["cross-site", "none"])
def test_browsers_are_no_programs_that_need_no_origin(app, known, site):
    assert post(app, "/v1/predict", {"pairs": [PAIR]}, sec_fetch_site=site).status == 403
    assert known.asked == []


def test_the_sample(app):
    pairs = json.loads(ask(app, "/v1/sample").text)
    first = load_pairs("sample:test")[0]
    names = ("id", "text", "hypothesis", "task", "label")
    assert pairs[0] == {name: getattr(first, name) for name in names}
    assert len(pairs) == 320
