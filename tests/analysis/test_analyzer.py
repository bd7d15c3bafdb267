import subprocess
import sys

import catalogue
import numpy as np
import pytest

from rte_baselines.analysis import Analyzer, Layer
from rte_baselines.analysis.token_ids import TokenIds
from rte_baselines.errors import ConfigError


class CountingParser(Layer):
    """A stand-in for a parser: heads and relations together, costly to make."""

    provides = ("heads", "relations")
    needs = ("words",)
    made = 0
    parsed = 0

    def __init__(self):
        type(self).made += 1

    def compute(self, analyses):
        for analysis in analyses:
            type(self).parsed += 1
            words = len(analysis.words)
            yield {"heads": np.zeros(words, dtype=int), "relations": ("dep",) * words}


@pytest.fixture
def parser(monkeypatch):
    CountingParser.made = CountingParser.parsed = 0
    # What the decorator does, undone when the test ends.
    name = ("rte_baselines", "layers", "counting_parser.test")
    monkeypatch.setitem(catalogue.REGISTRY, name, CountingParser)
    return CountingParser


def test_a_parser_fits_in_and_is_made_only_when_asked_for(parser):
    analyzer = Analyzer()
    text = analyzer.analyze(["Two ferries sank."], ["norms", "stems"])[0]
    assert parser.made == 0
    assert text.layer("relations") == ("dep",) * 4
    assert len(text.layer("heads")) == 4
    assert (parser.made, parser.parsed) == (1, 1)


def test_equal_snippets_are_analysed_once(parser):
    snippets = ["It rains.", "It snows.", "It rains."]
    first, second, third = Analyzer().analyze(snippets, ["heads"])
    assert first is third
    assert first is not second
    assert parser.parsed == 2


def test_an_unknown_layer_names_those_that_exist():
    with pytest.raises(ConfigError, match=r"no layer 'moods'.*known are:.*norms"):
        Analyzer().analyze(["It rains."], ["moods"])


def test_ids_are_equal_where_strings_are():
    first, second = Analyzer().analyze(["The cat saw the dog", "the dog"])
    ids = first.ids("norms")
    assert ids[0] == ids[3]
    assert ids[[3, 4]].tolist() == second.ids("norms").tolist()
    assert len(set(ids.tolist())) == 4


def test_ids_do_not_depend_on_the_process():
    script = "from rte_baselines.analysis.token_ids import TokenIds; print(*TokenIds()(['b', 'é']))"
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert TokenIds()(["é", "b"]).tolist() == [int(number) for number in other.stdout.split()][::-1]
