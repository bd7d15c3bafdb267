"""Dependencies of sentences, by the shipped parser; each sentence shows one rule."""

import pytest
from hypothesis import given

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.rules.dependencies import LAYERS, dependencies_of
from rte_baselines.rules.tree import is_relation
from tests.analysis.parses import parse
from tests.rules.parses import parses

SENTENCES = {
    # The agent of a passive is the subject; the noun of an apposition has a subject.
    "Lotus was acquired by IBM, the owner of Cognos.": (
        "acquire -nsubj-> ibm, acquire -obj-> lotus, owner -nmod:of-> cognos, "
        "owner -nsubj:cop-> ibm"
    ),
    # A relative pronoun stands for its noun.
    "The company that IBM bought in 1995 makes software.": (
        "buy -nsubj-> ibm, buy -obj-> company, make -nsubj-> company, make -obj-> software"
    ),
    # Particles belong to verbs, and coordinated verbs share their subject.
    "Smith took over Lotus and sold assets.": (
        "take_over -nsubj-> smith, take_over -obj-> lotus, sell -nsubj-> smith, sell -obj-> asset"
    ),
    # Prepositions and conjunctions are part of relations; participles are verbs.
    "Shares owned by the bank fell because of the war.": (
        "own -nsubj-> bank, own -obj-> share, fall -nsubj-> share, fall -obl:because_of-> war"
    ),
    "He agreed to buy shares.": (
        "agree -nsubj-> he, agree -xcomp:to-> buy, buy -nsubj-> he, buy -obj-> share"
    ),
    # What a copula predicates heads the clause, unless it has a preposition.
    "He said that Paris is the capital of France.": (
        "say -ccomp-> capital, say -nsubj-> he, capital -nmod:of-> france, "
        "capital -nsubj:cop-> paris"
    ),
    "He said the meeting is in Paris.": (
        "say -ccomp-> be, say -nsubj-> he, be -nsubj-> meeting, be -obl:in-> paris"
    ),
}


def written(dependencies):
    lemmas = dependencies.lemmas
    return ", ".join(
        f"{lemmas[head]} -{relation}-> {lemmas[dependent]}"
        for head, relation, dependent in dependencies.edges
    )


@pytest.mark.slow
def test_dependencies_of_sentences():
    analyses = default_analyzer().analyze(SENTENCES, LAYERS)
    found = {analysis.text: written(dependencies_of(analysis)) for analysis in analyses}
    assert found == SENTENCES


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # Numbers depend on nouns and on nothing else.
        ("20/NUM/2/nummod shares/NUM/0 2000/NUM/2/nmod:unmarked", "shares -nummod-> 20"),
        # Words of other signs have no dependencies.
        ("a;b/NOUN/2/compound shares/NOUN/0 x|y/NOUN/2/amod", ""),
    ],
)
def test_words_without_letters(rows, expected):
    assert written(dependencies_of(parse(rows))) == expected


@given(parses())
def test_templates_can_have_every_relation(analysis):
    edges = dependencies_of(analysis).edges
    assert edges == sorted(set(edges))
    for head, relation, dependent in edges:
        assert head != dependent
        assert is_relation(relation)
