"""`disagreement`: runs against annotators' labels, from the command line."""

import json

import pytest

from tests.cli.documents import write, write_lines


@pytest.fixture(autouse=True)
def files(folder):
    lines = ["id,premise,hypothesis,yes,no,unsure", "1,a b,c,3,1,0", "2,d e,f,0,2,3"]
    write("pairs.csv", "\n".join(lines) + "\n")
    objects = [
        {"uid": "1", "premise": "a b", "hypothesis": "c", "label_counter": {"e": 3, "c": 1}},
        {"uid": "2", "premise": "d e", "hypothesis": "f", "label_counter": {"n": 3, "c": 2}},
    ]
    write_lines("pairs.jsonl", objects)
    write("my.csv", "id,label\n1,entailment\n2,contradiction\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["pairs.jsonl", "my.csv", "--labels", "e=entailment,n=neutral,c=contradiction"],
        ["pairs.csv", "my.csv", "--annotations", "entailment=yes,contradiction=no,neutral=unsure"],
    ],
)
def test_counts_of_every_form(rte, arguments):
    (mine,) = json.loads(rte("disagreement", *arguments, "--json").output())["runs"]
    assert mine["measures"]["expected_accuracy"]["value"] == pytest.approx((3 / 4 + 2 / 5) / 2)
    assert mine["measures"]["majority_accuracy"]["value"] == 0.5


def test_refused(rte):
    message = rte("disagreement", "pairs.csv", "my.csv").refusal()
    assert "pair '1' has 'yes'" in message
    assert "--annotations COLUMN" in message
