"""The application without processes: pages, answers, refusals, and the OpenAPI document."""

import json

import pytest

from rte_baselines.pairs import Pair, load_pairs
from rte_baselines.web.app.served import LARGEST_REQUEST
from tests.web.app.examples import EXPLANATION, PAIR, Known, application, post
from tests.web.serving.asking import HOST, ask


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
    for name in ("page.css", "page.js", "drawings.css"):
        assert f'"{name}"' in page.text
        assert ask(app, f"/{name}").status == 200
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


def test_predictions_and_a_recognizer_that_fails(app):
    answered = post(app, "/v1/predict", {"pairs": [PAIR], "recognizer": "quick"})
    assert (answered.status, json.loads(answered.text)["recognizer"]) == (200, "quick")
    failed = post(app, "/v1/predict", {"pairs": [PAIR], "recognizer": "late"})
    assert failed.status == 504
    assert json.loads(failed.text) == {"message": "late: it takes too long"}


@pytest.mark.parametrize("path", ["/v1/predict", "/v1/explain"])
def test_requests_that_are_refused(app, known, path):
    wrong = post(app, path, {})
    assert (wrong.status, list(json.loads(wrong.text))) == (400, ["message"])
    large = b" " * (LARGEST_REQUEST + 1)
    assert post(app, path, large).status == 413
    assert post(app, path, large, content_length=None).status == 413
    assert known.asked == []


def test_addresses_and_methods_that_there_are_not(app):
    absent = ask(app, "/v2/predict?a=b")
    assert absent.status == 404
    assert json.loads(absent.text) == {
        "message": "there is no '/v2/predict'; /openapi.json lists the addresses"
    }
    method = ask(app, "/v1/predict")
    assert (method.status, method.headers["allow"]) == (405, "POST")
    assert json.loads(method.text) == {
        "message": "'/v1/predict' does not answer GET; expected POST"
    }


@pytest.mark.parametrize(
    ("content_type", "what"),
    [
        (None, "has no type"),
        ("text/plain", "is of the type text/plain"),
        ("application/x-www-form-urlencoded", "is of the type application/x-www-form-urlencoded"),
        ("text/plain; a=application/json", "is of the type text/plain; a=application/json"),
    ],
)
def test_programs_must_say_that_they_send_json(app, known, content_type, what):
    refused = post(app, "/v1/predict", {"pairs": [PAIR]}, content_type=content_type)
    assert refused.status == 415
    assert json.loads(refused.text) == {
        "message": f"the request {what}; expected Content-Type: application/json"
    }
    assert known.asked == []


def test_a_request_that_has_to_wait_too_long_is_told_when_to_come_again():
    app = application(Known({"error": "busy", "message": "others are being answered"}))
    refused = post(app, "/v1/predict", {"pairs": [PAIR], "recognizer": "quick"})
    assert (refused.status, refused.headers["retry-after"]) == (503, "5")
    assert json.loads(refused.text) == {"message": "quick: others are being answered"}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://example.org"},
        {"origin": "null"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "none"},
        {"origin": "https://example.org", "content_type": None},
        {"sec_fetch_site": "none", "content_type": "text/plain"},
        {"host": "example.org"},
    ],
)
def test_requests_of_other_pages_are_refused(app, known, headers):
    """Browsers send the origin with POST, and JSON to another origin only if it allows that."""
    data = {"pairs": [PAIR], "pair": PAIR, "recognizer": "quick"}
    for path in ("/v1/predict", "/v1/explain"):
        assert post(app, path, data, **headers).status == 403
    preflight = ask(app, "/v1/predict", method="OPTIONS", origin="https://example.org")
    assert preflight.status == 403
    assert "access-control-allow-origin" not in preflight.headers
    assert known.asked == []


def test_requests_of_the_page_itself(app):
    answered = post(
        app, "/v1/explain", {"pair": PAIR}, origin=f"http://{HOST}", sec_fetch_site="same-origin"
    )
    assert answered.status == 200
    assert "connect-src 'self'" in answered.headers["content-security-policy"]


def test_the_sample(app):
    pairs = json.loads(ask(app, "/v1/sample").text)
    first = load_pairs("sample:test")[0]
    assert pairs[0] == {
        "id": first.id,
        "text": first.text,
        "hypothesis": first.hypothesis,
        "task": first.task,
        "label": str(first.label),
    }
    assert len(pairs) == 320
