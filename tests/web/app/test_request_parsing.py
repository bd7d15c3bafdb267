"""What requests may ask for, and what is said of those that are wrong."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Pair
from rte_baselines.web.app.limits import LONGEST_TEXT, MOST_PAIRS
from rte_baselines.web.app.request_parsing import read_explanation_request, read_prediction_request
from tests.web.app.examples import LATE, PAIR, QUICK

KNOWN = {"quick": QUICK, "late": LATE}


def predicting(**fields):
    return read_prediction_request(json.dumps(fields).encode(), KNOWN)


def explaining(**fields):
    return read_explanation_request(json.dumps(fields).encode(), KNOWN)


def test_pairs_have_their_number_as_id_and_the_first_recognizer_is_asked():
    asked = predicting(pairs=[PAIR, {**PAIR, "id": "b", "task": "QA"}, {**PAIR, "task": ""}])
    assert asked.recognizer is QUICK
    assert [(pair.id, pair.task) for pair in asked.pairs] == [("1", None), ("b", "QA"), ("3", None)]
    assert asked.pairs[0] == Pair("1", PAIR["text"], PAIR["hypothesis"])


def test_several_recognizers_explain_one_pair():
    asked = explaining(pair={**PAIR, "text": " a "}, recognizers=["late", "quick"], width=300)
    assert (asked.pair.text, asked.recognizers, asked.width) == ("a", (LATE, QUICK), 300)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, f"pairs: expected an array of 1 to {MOST_PAIRS} objects"),
        ({"pairs": []}, f"pairs: expected an array of 1 to {MOST_PAIRS} objects"),
        ({"pairs": [PAIR] * (MOST_PAIRS + 1)}, f"pairs: expected an array of 1 to {MOST_PAIRS}"),
        ({"pairs": [PAIR], "model": "a"}, "unknown field 'model'; expected pairs, recognizer"),
        ({"pairs": [PAIR, "a"]}, "pairs[1]: expected an object with hypothesis and id and task"),
        ({"pairs": [{"text": "a"}]}, "pairs[0].hypothesis: expected a string of at most 5,000"),
        ({"pairs": [{**PAIR, "label": "YES"}]}, "pairs[0]: unknown field 'label'"),
        ({"pairs": [{**PAIR, "text": 3}]}, "pairs[0].text: expected a string"),
        ({"pairs": [{**PAIR, "text": "a" * (LONGEST_TEXT + 1)}]}, "pairs[0].text: 5,001 char"),
        ({"pairs": [{**PAIR, "text": "\ud800"}]}, "pairs[0].text: half of a surrogate pair"),
        ({"pairs": [{**PAIR, "task": ["QA"]}]}, "pairs[0].task: expected a string"),
        ({"pairs": [{**PAIR, "id": "2"}, PAIR]}, "pairs[1].id: '2' occurs twice"),
        ({"pairs": [PAIR], "recognizer": "slow"}, "recognizer: expected one of quick, late"),
        ({"pairs": [PAIR], "recognizer": ["quick"]}, "recognizer: expected one of quick, late"),
    ],
)
def test_what_is_wrong_with_a_request_for_predictions(fields, message):
    with pytest.raises(InputError) as error:
        predicting(**fields)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "pair: expected an object"),
        ({"pair": PAIR, "recognizers": []}, "recognizers: expected an array of 1 to 2 names"),
        ({"pair": PAIR, "recognizers": ["quick"] * 2}, "recognizers: a name occurs twice"),
        ({"pair": PAIR, "recognizers": ["quick", None]}, "recognizers[1]: expected one of quick"),
        ({"pair": PAIR, "width": True}, "width: expected a whole number from 240 to 1200"),
        ({"pair": PAIR, "width": 100_000}, "width: expected a whole number from 240 to 1200"),
    ],
)
def test_what_is_wrong_with_a_request_for_explanations(fields, message):
    with pytest.raises(InputError) as error:
        explaining(**fields)
    assert message in str(error.value)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 100_000, b'{"a": ' * 50_000, b"[1]"])
def test_bodies_that_are_no_objects(body):
    for read in (read_prediction_request, read_explanation_request):
        with pytest.raises(InputError, match=r"^the request"):
            read(body, KNOWN)


SCRAPS = [None, True, 1.5, 10**30, "", "quick", [], {}, [{}], [[]], PAIR, [PAIR], {"text": "a"}]
NAMES = ["pairs", "pair", "recognizer", "recognizers", "width", "text", "\n"]


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(NAMES), st.sampled_from(SCRAPS)))
def test_any_object_is_read_or_refused_in_one_line(data):
    for read in (read_prediction_request, read_explanation_request):
        try:
            read(json.dumps(data).encode(), KNOWN)
        except InputError as refused:
            message = str(refused)
        else:
            message = ""
        assert "\n" not in message
