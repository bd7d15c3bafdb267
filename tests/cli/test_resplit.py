"""`resplit`: figures on the official split of a dataset beside those on random ones."""

import json
import re

import pytest

ARGUMENTS = ("resplit", "majority", "word-overlap", "--dataset", "sample", "--splits", "2")
SIGNATURE = r"dev:160\|test:160\|splits:2\|seed:0\|gold:[0-9a-f]{12}\|version:\S+"


@pytest.mark.slow
def test_text(rte, folder):
    result = rte(*ARGUMENTS).succeeded()
    assert result.stderr.startswith("warning: CONTRADICTION and UNKNOWN were merged")
    lines = result.stdout.splitlines()
    assert lines[0] == "sample, percent on the test part: the official split and 2 at random"
    assert lines[2].split() == ["recognizer", "measure", "official", "min", "median", "max"]
    # Half of the pairs are entailed, in whatever part.
    assert lines[4].split() == ["majority", "accuracy_2way", *["50.0"] * 4]
    assert [line.split()[:2] for line in lines[5:8]] == [
        ["majority", "cws"],
        ["word-overlap", "accuracy_2way"],
        ["word-overlap", "cws"],
    ]
    for line in lines[5:8]:
        _official, low, middle, high = map(float, line.split()[2:])
        assert low <= middle <= high
    assert re.fullmatch(SIGNATURE, lines[-1])
    assert max(map(len, lines[:-1])) <= 80
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_json_says_what_the_text_says(rte):
    found = json.loads(rte(*ARGUMENTS, "--json").stdout)
    assert re.fullmatch(SIGNATURE, found["signature"])
    assert (found["dataset"], found["splits"]) == ("sample", 2)
    overlap = found["recognizers"][1]
    assert overlap["recognizer"] == "word-overlap"
    (row,) = (
        line.split()
        for line in rte(*ARGUMENTS).stdout.splitlines()
        if line.startswith("word-overlap  accuracy_2way")
    )
    spread = overlap["measures"]["accuracy_2way"]
    assert len(spread["resplits"]) == 2
    shown = [spread[name] for name in ("official", "minimum", "median", "maximum")]
    assert row[2:] == [f"{100 * value:.1f}" for value in shown]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument 'CONFIG'"),
        (["majority", "--splits", "0"], "Invalid value for '--splits'"),
        (["majority", "--seed", "-1"], "Invalid value for '--seed'"),
        (["majority", "--dataset", "sample:test"], "'sample:test'; did you mean 'sample'?"),
        (["majority"], "dataset rte1:dev not found"),
        (["majorty", "--dataset", "sample"], "did you mean 'majority'?"),
    ],
)
def test_bad_input_is_one_line(rte, without_data, arguments, message):
    assert message in rte("resplit", *arguments).refusal()
