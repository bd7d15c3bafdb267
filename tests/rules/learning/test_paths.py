"""Paths of sentences whose dependencies are given."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.rules.corpus.index import matches_in
from rte_baselines.rules.learning.dirt import DirtOptions, learn_rules
from rte_baselines.rules.learning.paths import (
    ShardWords,
    WordRelation,
    branches_of,
    edges_by_sentence,
    paths_of,
    relations_of,
    spans_of,
    with_branches,
)
from rte_baselines.rules.template import Template
from tests.analysis.parses import parse
from tests.rules.far_pool import FarPool
from tests.rules.parses import index_in_memory, parses, shard_of

# "oil price rise", with a name below it: rise -compound-> price -compound-> oil, and so on.
PHRASE = parse("acme/PROPN/3/nmod:poss oil/NOUN/3/compound price/NOUN/4/compound rise/NOUN/0")
INSIDE = WordRelation("rise", "compound", "price")


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
    assert WordRelation("price", "nmod:poss", "acme") not in relations_of(shard_of([PHRASE]))
    longer = parse("oil/NOUN/2/compound price/NOUN/3/compound rise/NOUN/4/compound hope/NOUN/0")
    path = ("X -compound-> rise -compound-> price -compound-> Y", "hope", "oil")
    assert path not in written(longer)
    assert path in written(longer, {INSIDE})
    assert path not in written(longer, {INSIDE}, longest=2)


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


def test_words_of_paths_are_in_their_order():
    # rise -compound-> price -nmod:poss-> firm -compound-> acme, and oil below rise.
    shard = shard_of(
        [
            parse(
                "acme/PROPN/2/compound firm/NOUN/3/nmod:poss price/NOUN/5/compound",
                "oil/NOUN/5/nmod:poss rise/NOUN/0",
            )
        ]
    )
    ((_, edges),) = edges_by_sentence(shard)
    found = {
        span.ends: span.words for ways in spans_of(edges, ShardWords(shard), 4) for span in ways
    }
    assert (found[0, 3], found[3, 0]) == ((1, 2, 4), (4, 2, 1))
    assert (found[0, 4], found[4, 0]) == ((1, 2), (2, 1))


TAX = (0, (("compound", "tax"),))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # Branches are two relations deep.
        (
            "ann/NOUN/5/nmod:poss top/NOUN/3/compound rate/NOUN/4/compound tax/NOUN/5/compound",
            [TAX, (0, (*TAX[1], ("compound", "rate")))],
        ),
        # Nothing is taken below two words that are alike.
        ("ann/PROPN/5/nmod:poss tax/NOUN/5/compound old/ADJ/4/amod tax/NOUN/5/compound", [TAX]),
        # Names and numbers are no branches.
        ("ann/NOUN/5/nmod:poss bob/PROPN/5/compound 24/NUM/5/nummod tax/NOUN/5/compound", [TAX]),
    ],
)
def test_branches(rows, expected):
    shard = shard_of([parse(rows, "cut/NOUN/6/compound acme/NOUN/0")])
    ((_, edges),) = edges_by_sentence(shard)
    words = ShardWords(shard)
    (span,) = (one for ways in spans_of(edges, words, 4) for one in ways if one.ends == (0, 5))
    assert list(branches_of(span, edges, words)) == expected


def test_templates_with_branches():
    path = "X <nsubj- take -obj-> part -nmod:in-> Y"
    active, very, again = ("amod", "active"), ("advmod", "very"), ("advmod", "again")
    branches = [(0, (again,)), (1, (active, very)), (1, (active,))]
    assert with_branches(path, branches) == Template(
        "X <nsubj- take[-advmod-> again] -obj-> part[-amod-> active[-advmod-> very]] -nmod:in-> Y"
    )


@given(parses())
def test_templates_with_all_branches_match_their_words(analysis):
    shard = shard_of([analysis])
    words = ShardWords(shard)
    for _, edges in edges_by_sentence(shard):
        for span, reverse in spans_of(edges, words, 3):
            assert str(Template(span.path).swapped) == reverse.path
            template = with_branches(span.path, list(branches_of(span, edges, words)))
            columns = [template.words.index(variable) for variable in "XY"]
            assert list(span.ends) in matches_in(shard, template)[:, columns].tolist()
            assert template.path == span.path


def plain_paths(analysis, longest):
    """The paths of a tree of nouns: up to the first common head of two words, and down."""
    heads, relations = analysis.heads.tolist(), analysis.relations
    upwards = [[word] for word in range(len(heads))]
    for way in upwards:
        while heads[way[-1]] >= 0:
            way.append(heads[way[-1]])
    for x, y in permutations(range(len(heads)), 2):
        apex = next(word for word in upwards[x] if word in upwards[y])
        up = upwards[x][: upwards[x].index(apex)]
        down = upwards[y][: upwards[y].index(apex)][::-1]
        is_coordinated = [heads[x], relations[x]] == [heads[y], relations[y]]
        if 2 <= len(up) + len(down) <= longest and not is_coordinated:
            edges = [f"<{relations[word]}-" for word in up]
            edges += [f"-{relations[word]}->" for word in down]
            words = [*up, apex] if up else [apex]
            words = [analysis.words[word] for word in (*words, *down)[1:-1]]
            steps = [part for step in zip(edges, [*words, "Y"], strict=True) for part in step]
            yield " ".join(["X", *steps]), (x, y)


@given(parses(), st.integers(2, 4))
def test_paths_are_those_of_a_scan_of_all_pairs(analysis, longest):
    shard = shard_of([analysis])
    words = ShardWords(shard)
    found = [
        (span.path, span.ends)
        for _, edges in edges_by_sentence(shard)
        for both_ways in spans_of(edges, words, longest)
        for span in both_ways
    ]
    assert sorted(found) == sorted(plain_paths(analysis, longest))


def test_rules_of_a_corpus_do_not_depend_on_the_workers(monkeypatch):
    rows = "{}/NOUN/3/nmod:poss {}/NOUN/3/compound {}/NOUN/0"
    firms = ("ibm", "lotus"), ("acme", "corel"), ("intel", "altera")
    nouns = ("takeover", "purchase", "purchase")
    analyses = [parse(rows.format(*names, noun)) for names in firms for noun in nouns]
    analyses += [parse(rows.format(name, "music", "praise")) for name in ("ann", "bob", "carol")]
    index = index_in_memory(monkeypatch, analyses, per_shard=5)
    options = DirtOptions(min_path=2, min_relation=1)
    rules = learn_rules([index], options)
    assert [str(rule) for rule in rules] == [
        "X <compound- purchase -nmod:poss-> Y => X <compound- takeover -nmod:poss-> Y",
        "X <compound- takeover -nmod:poss-> Y => X <compound- purchase -nmod:poss-> Y",
    ]
    assert rules[0].source == "dirt"
    assert learn_rules([index], options, workers=FarPool()) == rules
    with pytest.raises(InputError, match="no path between nouns occurs 9 times or more"):
        learn_rules([index], DirtOptions(min_path=9), shards=[1])
