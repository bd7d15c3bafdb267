"""What requests may ask for, and what is said of those that are wrong."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.pairs import Pair
from rte_baselines.web.app.served import LONGEST_TEXT, MOST_PAIRS
from tests.web.app.examples import PAIR, Known, application, post


def test_pairs_have_their_number_as_id_and_white_space_around_texts_goes():
    given = [PAIR, {**PAIR, "id": "b", "task": "QA"}, {**PAIR, "task": "", "text": " a "}]
    known = Known()
    post(application(known), "/v1/predict", {"pairs": given})
    ((_, pairs),) = known.asked
    assert pairs == (
        Pair("1", PAIR["text"], PAIR["hypothesis"]),
        Pair("b", PAIR["text"], PAIR["hypothesis"], "QA"),
        Pair("3", "a", PAIR["hypothesis"]),
    )


@pytest.mark.parametrize("names", [None, ["quick"], ["late", "quick"]])
def test_the_first_recognizer_or_those_that_are_named_explain(names):
    known = Known()
    post(application(known), "/v1/explain", {"pair": PAIR, "recognizers": names, "width": 300})
    assert [asked[0] for asked in known.asked] == (names or ["quick"])
    assert {asked[2] for asked in known.asked} == {300}


LONGEST = {**PAIR, "text": "a" * LONGEST_TEXT, "id": "a" * 200}


@pytest.mark.parametrize(
    ("path", "fields", "place"),
    [
        ("predict", {"pairs": []}, "pairs: "),
        ("predict", {"pairs": [PAIR] * (MOST_PAIRS + 1)}, "pairs: "),
        ("predict", {"pairs": [PAIR], "model": "a"}, "the request: unknown field 'model'"),
        ("predict", {"pairs": [PAIR, "a"]}, "pairs[1]: "),
        ("predict", {"pairs": [{"text": "a"}]}, "pairs[0].hypothesis: "),
        ("predict", {"pairs": [{**PAIR, "label": 1}]}, "pairs[0]: unknown field 'label'"),
        ("predict", {"pairs": [{**PAIR, "text": 3}]}, "pairs[0].text: "),
        ("predict", {"pairs": [{**LONGEST, "text": "a" * (LONGEST_TEXT + 1)}]}, "pairs[0].text: "),
        ("predict", {"pairs": [{**PAIR, "id": "a" * 201}]}, "pairs[0].id: "),
        ("predict", {"pairs": [{**PAIR, "text": "\ud800"}]}, "pairs[0].text: "),
        ("predict", {"pairs": [{**PAIR, "task": ["QA"]}]}, "pairs[0].task: "),
        ("predict", {"pairs": [{**PAIR, "id": "2"}, PAIR]}, "pairs[1].id: '2' occurs twice"),
        ("predict", {"pairs": [PAIR], "recognizer": "slow"}, "recognizer: 'slow' is unknown"),
        ("predict", {"pairs": [PAIR], "recognizer": ["quick"]}, "recognizer: "),
        ("explain", {}, "pair: "),
        ("explain", {"pair": PAIR, "recognizers": []}, "recognizers: "),
        ("explain", {"pair": PAIR, "recognizers": ["quick"] * 2}, "recognizers: a name occurs"),
        ("explain", {"pair": PAIR, "recognizers": ["quick", None]}, "recognizers[1]: "),
        ("explain", {"pair": PAIR, "width": True}, "width: "),
        ("explain", {"pair": PAIR, "width": 239}, "width: "),
        ("explain", {"pair": PAIR, "width": 1_201}, "width: "),
    ],
)
def test_what_is_wrong_is_said_with_its_place(path, fields, place):
    known = Known()
    refused = post(application(known), f"/v1/{path}", fields)
    assert refused.status == 400
    assert json.loads(refused.text)["message"].startswith(place)
    assert known.asked == []


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("predict", {"pairs": [{**LONGEST, "id": str(number)} for number in range(MOST_PAIRS)]}),
        ("predict", {"pairs": [LONGEST]}),
        ("explain", {"pair": PAIR, "width": 240}),
        ("explain", {"pair": PAIR, "width": 1_200}),
    ],
)
def test_limits_are_allowed(path, fields):
    assert post(application(Known()), f"/v1/{path}", fields).status == 200


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 100_000, b'{"a": ' * 50_000, b"[1]"])
@pytest.mark.parametrize("path", ["predict", "explain"])
def test_bodies_that_are_no_objects(path, body):
    refused = post(application(Known()), f"/v1/{path}", body)
    assert refused.status == 400
    assert "\n" not in json.loads(refused.text)["message"]


SCRAPS = [None, True, 1.5, 10**30, "", "quick", [], {}, [{}], [[]], PAIR, [PAIR], {"text": "a"}]
NAMES = ["pairs", "pair", "recognizer", "recognizers", "width", "text", "\n"]


@given(st.dictionaries(st.sampled_from(NAMES), st.sampled_from(SCRAPS)))
def test_any_object_is_read_or_refused_in_one_line(data):
    app = application(Known())
    for path in ("predict", "explain"):
        answered = post(app, f"/v1/{path}", data)
        assert answered.status in (200, 400)
        assert answered.status == 200 or "\n" not in json.loads(answered.text)["message"]
