"""Analyses whose layers have to be declared."""

import re

import pytest

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.analyzer import declared
from rte_baselines.core.errors import ConfigError


class YearMatch:
    """Who reads them, for messages."""


def reading(*layers, snippet="Two ferries sank."):
    (analysis,) = Analyzer().analyze([snippet])
    return declared([analysis], YearMatch, layers)[analysis]


def test_declared_layers_are_read_with_those_that_they_need():
    text = reading("stems")
    assert text.stems == ("two", "ferri", "sank", ".")
    assert text.norms == ("two", "ferries", "sank", ".")
    assert (text.words[0], len(text), text.text) == ("Two", 4, "Two ferries sank.")
    assert len(text.ids("stems")) == len(text.layer("norms.ids")) == 4
    assert repr(text).startswith("DeclaredAnalysis('Two ferries sank.'")


@pytest.mark.parametrize(
    "read",
    [
        lambda text: text.stems,
        lambda text: text.layer("stems"),
        lambda text: text.ids("stems"),
    ],
)
def test_a_layer_that_is_not_declared_is_refused_also_if_it_is_there(read):
    (analysis,) = Analyzer().analyze(["Two ferries sank."], ["stems"])
    text = declared([analysis], YearMatch, ["norms"])[analysis]
    with pytest.raises(
        ConfigError, match=r"^layer 'stems(\.ids)?' is not among the `layers` of Ye"
    ):
        read(text)


def test_a_layer_without_a_property():
    with pytest.raises(ConfigError, match="layer 'predications' is not among the `layers` of Year"):
        _ = reading("norms").predications
    expected = "layer 'predications' is no attribute; expected .layer('predications')"
    with pytest.raises(AttributeError, match=f"^{re.escape(expected)}$"):
        _ = reading("predications", snippet="").predications


def test_an_unknown_layer_and_an_unknown_attribute():
    text = reading("norms")
    with pytest.raises(ConfigError, match=r"^YearMatch: there is no layer 'nomrs' .* 'norms'\?"):
        text.layer("nomrs")
    message = r"^an analysis has no attribute or layer 'nomrs'; did you mean 'norms'\?$"
    with pytest.raises(AttributeError, match=message):
        _ = text.nomrs
    with pytest.raises(AttributeError, match=r"^an analysis has no attribute or layer 'zzz'$"):
        _ = text.zzz
    assert not hasattr(text, "zzz")
    assert not hasattr(text, "__array__")


def test_equal_snippets_share_one_object():
    analyses = Analyzer().analyze(["It rains.", "It snows.", "It rains."])
    assert len(declared(analyses, YearMatch, ["norms"])) == 2
