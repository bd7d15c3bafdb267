import subprocess
import sys
from typing import ClassVar

import catalogue
import numpy as np
import pytest

from rte_baselines.analysis import Analyzer, Layer, WordwiseLayer
from rte_baselines.analysis.analyzer import TokenIds, declared
from rte_baselines.core.errors import ConfigError


class CountingParser(Layer):
    """A stand-in for a parser: arcs and their labels together, costly to make."""

    provides = ("arcs", "arc_labels")
    needs = ("words",)
    made = 0
    parsed = 0

    def __init__(self):
        type(self).made += 1

    def compute(self, analyses):
        for analysis in analyses:
            type(self).parsed += 1
            words = len(analysis.words)
            yield {"arcs": np.zeros(words, dtype=int), "arc_labels": ("dep",) * words}


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
    assert text.layer("arc_labels") == ("dep",) * 4
    assert len(text.layer("arcs")) == 4
    assert (parser.made, parser.parsed) == (1, 1)


def test_equal_snippets_are_analysed_once(parser):
    snippets = ["It rains.", "It snows.", "It rains."]
    first, second, third = Analyzer().analyze(snippets, ["arcs"])
    assert first is third
    assert first is not second
    assert parser.parsed == 2


class CountingShouter(WordwiseLayer):
    """Norms in capitals, and their lengths."""

    provides = ("shouts", "lengths")
    reads = "norms"
    seen: ClassVar[list[str]] = []

    def values(self, strings):
        self.seen.extend(strings)
        shouts = [string.upper() for string in strings]
        return {"shouts": shouts, "lengths": np.array([len(string) for string in strings])}


def test_distinct_words_are_looked_at_once(monkeypatch):
    name = ("rte_baselines", "layers", "counting_shouter.test")
    monkeypatch.setitem(catalogue.REGISTRY, name, CountingShouter)
    CountingShouter.seen.clear()
    layers = ["shouts", "lengths", "shouts.ids"]
    first, empty, last = Analyzer().analyze(["it rains, it pours", "", "rains"], layers)
    assert CountingShouter.seen == ["it", "rains", ",", "pours"]
    assert first.layer("shouts") == ("IT", "RAINS", ",", "IT", "POURS")
    assert first.layer("lengths").tolist() == [2, 5, 1, 2, 5]
    assert first.layer("shouts.ids")[1] == last.layer("shouts.ids")[0]
    assert empty.layer("shouts") == ()
    assert len(empty.layer("lengths")) == 0


def test_an_unknown_layer_names_those_that_exist_and_the_one_that_is_meant():
    with pytest.raises(ConfigError, match=r"no layer 'moods'.*known are:.*norms"):
        Analyzer().analyze(["It rains."], ["moods"])
    with pytest.raises(ConfigError, match=r"no layer 'norm' of analysis; did you mean 'norms'\? "):
        Analyzer().analyze(["It rains."], ["norm.ids"])


@pytest.mark.parametrize(
    ("base", "attribute", "names", "mistake"),
    [
        (WordwiseLayer, "provides", "moods", r'a string; expected a tuple such as \("moods",\)'),
        (Layer, "provides", "moods", r'a string; expected a tuple such as \("moods",\)'),
        (Layer, "needs", "words", r'a string; expected a tuple such as \("words",\)'),
        (Layer, "needs", (5,), r"\(5,\); expected a tuple of names of layers"),
    ],
)
def test_names_of_layers_are_a_tuple(base, attribute, names, mistake):
    with pytest.raises(ConfigError, match=f"^`{attribute}` of Own is {mistake}$"):
        type("Own", (base,), {attribute: names})


def test_ids_are_equal_where_strings_are():
    first, second = Analyzer().analyze(["The cat saw the dog", "the dog"])
    ids = first.ids("norms")
    assert ids[0] == ids[3]
    assert ids[[3, 4]].tolist() == second.ids("norms").tolist()
    assert len(set(ids.tolist())) == 4


@pytest.mark.slow
def test_ids_do_not_depend_on_the_process():
    script = "from rte_baselines.analysis.analyzer import TokenIds; print(*TokenIds()(['b', 'é']))"
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert TokenIds()(["é", "b"]).tolist() == [int(number) for number in other.stdout.split()][::-1]


def test_remembers_for_as_long_as_it_is_asked_to():
    analyzer = Analyzer()
    with analyzer.remembering():
        (first,) = analyzer.analyze(["Two ferries sank."], ["stems"])
        with analyzer.remembering():
            assert analyzer.analyze(["Two ferries sank.", "Oslo"])[0] is first
        second, again = analyzer.analyze(["Oslo", "Two ferries sank."], ["norms"])
        assert again is first
        assert {"stems", "norms"} <= first.layers.keys()
        assert second.norms == ("oslo",)
    (other,) = analyzer.analyze(["Two ferries sank."])
    assert other is not first


class YearMatch:
    """A reader of declared layers, for messages."""


def reading(*layers):
    (analysis,) = Analyzer().analyze(["Two ferries sank."], ["stems"])
    return declared([analysis], YearMatch, layers)[analysis]


def test_declared_layers_are_read_with_those_that_they_need():
    text = reading("stems")
    assert text.stems == ("two", "ferri", "sank", ".")
    assert text.norms == ("two", "ferries", "sank", ".")
    assert (text.words[0], len(text), text.text) == ("Two", 4, "Two ferries sank.")
    assert len(text.ids("stems")) == len(text.layer("norms.ids")) == 4


@pytest.mark.parametrize(
    "read",
    [lambda text: text.stems, lambda text: text.layer("stems"), lambda text: text.ids("stems")],
)
def test_a_layer_that_is_not_declared_is_refused_even_if_it_is_there(read):
    message = r"^layer 'stems(\.ids)?' is not among the `layers` of YearMatch$"
    with pytest.raises(ConfigError, match=message):
        read(reading("norms"))


def test_an_unknown_layer_is_named_with_its_reader():
    with pytest.raises(ConfigError, match=r"^YearMatch: there is no layer 'nomrs' .* 'norms'\?"):
        reading("norms").layer("nomrs")
    assert not hasattr(reading("norms"), "nomrs")
