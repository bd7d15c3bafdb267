import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.resources.arrays import ArrayFolder
from rte_baselines.rules.corpus.index import matches_in
from rte_baselines.rules.corpus.shard import Shard, shard_arrays
from rte_baselines.rules.dependencies import MatchedSnippet, dependencies_of
from rte_baselines.rules.template import Template
from tests.rules.parses import parsed, parses
from tests.rules.templates import templates_of


def shard_of(analyses):
    """A shard in memory."""
    return Shard(ArrayFolder(None, {"digest": ""}, shard_arrays(analyses)))


def scanned(template, analyses):
    """The matches found snippet by snippet, with the words numbered over all snippets."""
    matches, first = [], 0
    for analysis in analyses:
        snippet = MatchedSnippet(dependencies_of(analysis))
        matches += [[first + word for word in match] for match in snippet.matches(template)]
        first += len(analysis)
    return matches


@pytest.mark.slow
@given(
    st.lists(parses(), max_size=4),
    templates_of(("bank", "sale"), ("nmod:poss", "compound"), most=3),
)
def test_matches_are_those_of_a_scan(analyses, template):
    assert matches_in(shard_of(analyses), template).tolist() == scanned(template, analyses)


def test_two_variables_may_be_next_to_each_other():
    analysis = parsed(["big", "oil", "price"], [2, 2, -1], ["amod", "compound", "root"])
    template = Template("X[-amod-> big] -compound-> Y")
    assert matches_in(shard_of([analysis]), template).tolist() == [[2, 0, 1]]


def test_unknown_lemmas_and_relations_match_nothing():
    shard = shard_of([parsed(["oil", "price"], [1, -1], ["compound", "root"])])
    for text in ("X <amod- price -compound-> Y", "X <compound- cost -compound-> Y"):
        assert matches_in(shard, Template(text)).shape == (0, 3)
