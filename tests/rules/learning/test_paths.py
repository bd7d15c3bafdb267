"""Paths of sentences whose dependencies are given, and of parsed documents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.lexicon.corpus.writing import Provenance
from rte_baselines.rules.corpus.building import build_index
from rte_baselines.rules.corpus.joining import matches_in
from rte_baselines.rules.learning.dirt import DirtOptions, learn_rules
from rte_baselines.rules.learning.paths import Relation, paths_of, relations_of
from rte_baselines.rules.template import Template
from tests.rules.corpus.test_joining import shard_of
from tests.rules.far_pool import FarPool
from tests.rules.parses import parsed, parses

# "oil price rise", with a name below it: rise -compound-> price -compound-> oil, and so on.
PHRASE = parsed(
    ["acme", "oil", "price", "rise"],
    [2, 2, 3, -1],
    ["nmod:poss", "compound", "compound", "root"],
    ["PROPN", "NOUN", "NOUN", "NOUN"],
)
INSIDE = Relation("rise", "compound", "price")


def written(analysis, frequent=(), longest=4):
    return sorted(map(tuple, paths_of(shard_of([analysis]), frequent, longest)))


def test_paths_go_up_to_a_word_and_down():
    assert written(PHRASE) == [
        ("X -compound-> price -compound-> Y", "rise", "oil"),
        ("X -compound-> price -nmod:poss-> Y", "rise", "acme"),
        ("X <compound- price -nmod:poss-> Y", "oil", "acme"),
    ]


def test_relations_inside_a_path_are_frequent_ones():
    assert relations_of(shard_of([PHRASE]))[INSIDE] == 1
    assert Relation("price", "nmod:poss", "acme") not in relations_of(shard_of([PHRASE]))
    longer = parsed(["oil", "price", "rise", "hope"], [1, 2, 3, -1], ["compound"] * 3 + ["root"])
    path = ("X -compound-> rise -compound-> price -compound-> Y", "hope", "oil")
    assert path not in written(longer)
    assert path in written(longer, {INSIDE})
    assert path not in written(longer, {INSIDE}, longest=2)


def test_coordinated_words_are_not_both_slots():
    both = parsed(["ann", "bob", "house"], [2, 2, -1], ["nmod:poss", "nmod:poss", "root"])
    assert written(both) == []


@pytest.mark.slow
@given(st.lists(parses(), min_size=1, max_size=3))
def test_paths_are_templates_that_match_their_fillers(analyses):
    shard = shard_of(analyses)
    instances = list(paths_of(shard, set(relations_of(shard)), 4))
    for path, x, y in set(instances):
        template = Template(path)
        assert str(template) == path <= str(template.swapped)
        nodes = [template.words.index(variable) for variable in "XY"]
        fillers = [
            tuple(shard.lemma(word) for word in words)
            for words in matches_in(shard, template)[:, nodes]
        ]
        assert (x, y) in fillers


SENTENCES = [
    f"{buyer} {verb} {firm}."
    for buyer, firm in (("IBM", "Lotus"), ("Acme", "Corel"), ("Intel", "Altera"))
    for verb in ("acquired", "bought", "bought")
] + [f"{name} praised music." for name in ("Ann", "Bob", "Carol", "Dora")]


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules") / "index"
    documents = [Document("", sentence) for sentence in SENTENCES]
    return build_index(documents, folder, provenance=Provenance("sentences"), documents_per_shard=5)


OPTIONS = DirtOptions(min_path=2, min_relation=1)


@pytest.mark.slow
def test_rules_of_a_corpus_do_not_depend_on_the_workers(index):
    rules = learn_rules([index], OPTIONS)
    assert [str(rule) for rule in rules] == [
        "X <nsubj- acquire -obj-> Y => X <nsubj- buy -obj-> Y",
        "X <nsubj- buy -obj-> Y => X <nsubj- acquire -obj-> Y",
    ]
    assert rules[0].source == "dirt"
    assert learn_rules([index], OPTIONS, workers=FarPool()) == rules


@pytest.mark.slow
def test_a_corpus_without_frequent_paths_is_refused(index):
    with pytest.raises(InputError, match="no path between nouns occurs 9 times or more"):
        learn_rules([index], DirtOptions(min_path=9), shards=[1])
