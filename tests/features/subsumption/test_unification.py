from dataclasses import replace
from functools import partial
from itertools import chain, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.coreference.names import name_of
from rte_baselines.features.subsumption.concept_graph import ConceptGraph, Edge, Level, Node
from rte_baselines.features.subsumption.contradiction import contradiction
from rte_baselines.features.subsumption.costs import Costs, GraphPair, Unification
from rte_baselines.features.subsumption.expansion import expand
from rte_baselines.features.subsumption.functional import is_quantifier, quantifier_entails
from rte_baselines.features.subsumption.rules import read_rules, shipped_rules
from rte_baselines.features.subsumption.unification import (
    MOST_PARTNERS,
    best_partners,
    subsumption,
)
from tests.features.subsumption.graphs import clause, status

COSTS = Costs(attribute=0.1, rule=0.1, longest_chain=3, trusts_reports=False)
REJECTING = replace(COSTS, rejects=True)


def word(form, lemma, part, **more):
    return Node(Level.WORD, (lemma,), 0, part, form, **more)


def noun_phrase(lemma, *, name="", entity="", **more):
    names = (name_of(name.split(), entity),) if name else ()
    return Node(Level.PHRASE, (lemma,), 0, "NP", entity=entity, names=names, **more)


def predicate(lemma, **of_status):
    return Node(Level.PREDICATE, (lemma,), 0, status=status(**of_status))


def person(name):
    return noun_phrase("berg", name=name, entity="PERSON")


DRIVE = partial(predicate, "drive")


@pytest.mark.parametrize(
    ("hypothesis", "text", "attributes"),
    [
        (word("cars", "car", "NOUN"), word("cars", "car", "NOUN"), 0),
        # WORD
        (word("cars", "car", "NOUN"), word("car", "car", "NOUN"), 1),
        # WORD; the lemma is subsumed
        (word("cars", "car", "NOUN"), word("automobiles", "automobile", "NOUN"), 1),
        # POS
        (word("run", "run", "VERB"), word("run", "run", "NOUN"), 1),
        # WORD, LEMMA
        (word("vehicles", "vehicle", "NOUN"), word("cars", "car", "NOUN"), 2),
        (word("cars", "car", "NOUN"), word("vehicles", "vehicle", "NOUN"), None),
        (word("many", "many", "ADJ"), word("many", "many", "ADJ"), 0),
        # WORD, LEMMA, POS
        (word("many", "many", "ADJ"), word("all", "all", "DET"), 3),
        (word("all", "all", "DET"), word("many", "many", "ADJ"), None),
        (word("some", "some", "DET"), word("no", "no", "DET"), None),
        # A city is no Oslo, but Oslo is a city: WORD, LEMMA, POS.
        (word("city", "city", "NOUN"), word("oslo", "oslo", "PROPN"), 3),
        (word("oslo", "oslo", "PROPN"), word("city", "city", "NOUN"), None),
        # Phrases.
        (noun_phrase("car"), noun_phrase("automobile"), 1),
        (noun_phrase("vehicle"), noun_phrase("car"), 2),
        (noun_phrase("car"), noun_phrase("vehicle"), None),
        (person("Berg"), person("Ann Berg"), 1),
        (person("Tom Berg"), person("Ann Berg"), None),
        # NETYPE
        (noun_phrase("berg", name="Berg", entity="ORG"), noun_phrase("berg", name="Berg"), 1),
        (noun_phrase("car"), Node(Level.PHRASE, ("car",), 0, "ADJP"), None),
        # Verbs are subsumed, except light ones: "exist" and "be" are synonyms in WordNet.
        (predicate("kill"), predicate("murder"), 2),
        (predicate("murder"), predicate("kill"), None),
        (predicate("be"), predicate("exist"), None),
        # Statuses must match.
        (DRIVE(), DRIVE(), 0),
        # TENSE
        (DRIVE(tense="past"), DRIVE(tense="future"), 1),
        (DRIVE(tense="none"), DRIVE(tense="future"), 0),
        # NEGATION and MODALITY
        (DRIVE(), DRIVE(negated=True), None),
        (DRIVE(), DRIVE(modality="possible"), None),
        (DRIVE(modality="possible"), DRIVE(), 0),
        (DRIVE(modality="necessary"), DRIVE(), None),
        (DRIVE(), DRIVE(commitment="reported"), None),
        (DRIVE(commitment="reported"), DRIVE(), 0),
        (DRIVE(commitment="reported"), DRIVE(commitment="conditional"), None),
    ],
)
def test_costs_of_nodes(hypothesis, text, attributes):
    pair = GraphPair(ConceptGraph([text]), ConceptGraph([hypothesis]), COSTS)
    met = pair.node_unifications().get(0, {}).get(0)
    assert (met and met.cost) == (None if attributes is None else pytest.approx(0.1 * attributes))


def test_a_name_entails_the_noun_that_modifies_it():
    nodes = [person("Ann Berg"), word("singer", "singer", "NOUN")]
    text = ConceptGraph(nodes, [Edge(0, 1, frozenset({"CONTAINS"}))])
    singer, sailor = (
        GraphPair(text, ConceptGraph([noun_phrase(noun)]), COSTS).node_unifications()
        for noun in ("singer", "sailor")
    )
    assert singer[0][0].cost == pytest.approx(0.1)
    assert sailor == {}


@pytest.mark.parametrize(
    ("names", "text_names", "cost"),
    [
        ("ARG0", "ARG1", None),
        ("AM-LOC from", "ARG2 from", 0),
        ("ARG2", "AM-LOC in", 0.1),
        ("ARG1", "AM-LOC in", None),
        ("in", "on", 0.1),
        # The role is the same, the preposition is not.
        ("AM-LOC in", "AM-LOC near", 0.1),
        ("AM-LOC in", "AM-LOC", 0),
        # Neither is.
        ("AM-LOC in", "AM-TMP on", 0.2),
        ("AM-TMP before", "AM-TMP after", None),
        ("with", "without", None),
    ],
)
def test_costs_of_edges(names, text_names, cost):
    edge, text_edge = (Edge(0, 0, frozenset(each.split())) for each in (names, text_names))
    pair = GraphPair(ConceptGraph([noun_phrase("car")]), ConceptGraph(), COSTS)
    met = pair.edge_unification(edge, text_edge)
    assert (met and met.cost) == (None if cost is None else pytest.approx(cost))


def costs_of(text, hypothesis, weights=(1, 1, 1), costs=COSTS):
    pair = GraphPair(text, hypothesis, costs)
    return subsumption(pair, pair.node_unifications(), weights)


# Ann sold boats to Bob, with all that the shipped rules add.
SALE = expand(
    clause("ann sold:sell boats:boat bob", 1, {0: "ARG0", 2: "ARG1", 3: "ARG2 to"}),
    shipped_rules(),
    rounds=3,
)


def test_costs_are_those_worked_out_by_hand():
    purchase = clause("bob bought:buy boats:boat", 1, {0: "ARG0", 2: "ARG1"})
    found = costs_of(SALE, purchase)
    # H0: buy is owed to one rule (0.1); its word, ARG0 and ARG1 are there: 0.1 of 4.
    # H1: two phrases and the words they contain: 0 of 4.
    # H2: "bought" is there as "buy" (WORD, 0.1) by a rule (0.1). It stands where "sold" does,
    #     so "bob" is not before it (1), but "boats" is after it: 1.2 of 3 words and 2 edges.
    assert found.level_costs == {
        Level.PREDICATE: pytest.approx(0.1 / 4),
        Level.PHRASE: 0,
        Level.WORD: pytest.approx(1.2 / 5),
    }
    assert found.cost == pytest.approx((0.025 + 0 + 0.24) / 3)
    weighed = costs_of(SALE, purchase, weights=(0.1, 0.1, 1))
    assert weighed.cost == pytest.approx((0.1 * 0.025 + 0 + 0.24) / 1.2)


def test_swapped_roles_have_a_cost():
    text = clause("dogs:dog bit:bite men:man", 1, {0: "ARG0", 2: "ARG1"})
    swapped = clause("men:man bit:bite dogs:dog", 1, {0: "ARG0", 2: "ARG1"})
    assert costs_of(text, text).cost == 0
    # Two roles of 4 elements of H0; the two orders of 5 elements of H2.
    assert costs_of(text, swapped).cost == pytest.approx((2 / 4 + 0 + 2 / 5) / 3)


def test_without_unification_the_cost_is_1():
    graph = clause("dogs:dog bark", 1, {0: "ARG0"})
    assert costs_of(ConceptGraph(), graph).cost == 1
    assert costs_of(graph, ConceptGraph()).cost == 1
    assert costs_of(graph, graph, weights=(0, 0, 1)).cost == 0


def test_all_predicates_are_matched_if_possible_to_the_letter():
    def graph(first, second):
        """The first predicate has two arguments, the second none."""
        predicates = [
            Node(Level.PREDICATE, (lemma,), position, status=status())
            for position, lemma in enumerate((first, second))
        ]
        phrases = [noun_phrase("dog"), noun_phrase("park")]
        roles = [Edge(0, 2 + i, frozenset({role})) for i, role in enumerate(("ARG0", "ARG1"))]
        return ConceptGraph([*predicates, *phrases], roles)

    # To walk or to run is to move. "walk" has the arguments that "move" needs, and is the
    # only verb for "walk".
    text, hypothesis = graph("walk", "run"), graph("move", "walk")
    assert {pair.node for pair in costs_of(text, hypothesis).nodes} == {0, 2, 3}
    found = costs_of(text, hypothesis, costs=REJECTING)
    assert {pair.node for pair in found.nodes} == {0, 1, 2, 3}
    assert costs_of(text, hypothesis).cost < found.cost < 1


VERBS = ("buy", "sell", "kill")
NOUNS = ("ann", "boat", "car")


@st.composite
def clauses(draw):
    subject, verb, thing = draw(st.tuples(*map(st.sampled_from, (NOUNS, VERBS, NOUNS))))
    roles = draw(st.permutations(["ARG0", "ARG1", "ARG2 to"]))
    return f"{subject} {verb} {thing}", 1, {0: roles[0], 2: roles[1]}


@given(
    text=clauses(),
    hypothesis=clauses(),
    weights=st.tuples(*[st.floats(0.01, 9)] * 3),
    negated=st.booleans(),
)
def test_cost_is_in_range_and_rules_only_lower_it(text, hypothesis, weights, negated):
    text, hypothesis = clause(*text, negated=negated), clause(*hypothesis)
    plain = costs_of(text, hypothesis, weights).cost
    expanded = costs_of(expand(text, shipped_rules(), 2), hypothesis, weights).cost
    assert 0 <= expanded <= plain + 1e-9 <= 1 + 2e-9
    np.testing.assert_allclose(costs_of(hypothesis, hypothesis, weights).cost, 0, atol=1e-12)
    rejecting = costs_of(text, hypothesis, weights, REJECTING)
    assert plain - 1e-9 <= rejecting.cost <= 1
    if 3 in {pair.node for pair in rejecting.nodes}:
        assert hypothesis.nodes[3].level is Level.PREDICATE
        assert rejecting.cost == pytest.approx(plain)
    else:
        assert rejecting.cost == 1


def test_cheaper_partners_are_preferred():
    boat = word("boat", "boat", "NOUN")
    text = ConceptGraph([boat] * (MOST_PARTNERS + 2))
    costs = {other: Unification(0.3 if other < 2 else 0.1, "") for other in range(len(text.nodes))}
    kept = best_partners(GraphPair(text, ConceptGraph([boat]), COSTS), {0: costs})
    assert sorted(kept[0]) == [*range(2, MOST_PARTNERS + 2)]


# Contradiction


NEGATED = "negated in one only"
ROLES = {0: "ARG0", 2: "ARG1"}
SOLD = partial(clause, "ann sold:sell boats:boat", 1, ROLES)
NOT_SOLD = partial(SOLD, negated=True)
ROSE = partial(clause, "prices:price rose:rise", 1, {0: "ARG1"})
FELL = partial(clause, "prices:price fell:fall", 1, {0: "ARG1"})
LOSING = read_rules(["sell(ARG0 X, ARG1 Y) -> lose(ARG0 X, ARG1 Y)"])


@pytest.mark.parametrize(
    ("text", "hypothesis", "expected"),
    [
        (NOT_SOLD(), SOLD(), (NEGATED, 1)),
        (SOLD(), NOT_SOLD(), (NEGATED, 1)),
        (NOT_SOLD(), NOT_SOLD(), None),
        # One of two arguments is another, and both.
        (NOT_SOLD(), clause("ann sold:sell cars:car", 1, ROLES), (NEGATED, 0.5)),
        (NOT_SOLD(), clause("bob sold:sell cars:car", 1, ROLES), None),
        # Compatible statuses.
        (NOT_SOLD(commitment="reported"), SOLD(), None),
        (NOT_SOLD(modality="possible"), SOLD(), None),
        # It might not be so, and it might.
        (NOT_SOLD(modality="possible"), SOLD(modality="possible"), None),
        (NOT_SOLD(), SOLD(modality="possible"), None),
        (NOT_SOLD(tense="past"), SOLD(tense="future"), None),
        # Antonyms contradict if both are asserted.
        (ROSE(), FELL(), ("antonym", 1)),
        (ROSE(), FELL(negated=True), None),
        # What neither rises nor falls stays.
        (ROSE(negated=True), FELL(negated=True), None),
        (ROSE(modality="possible"), FELL(modality="possible"), None),
        (ROSE(tense="past"), FELL(tense="present"), None),
        # WordNet has "buy" and "sell" as antonyms, but a rule unifies them.
        (SALE, clause("bob bought:buy boats:boat", 1, ROLES), None),
        (expand(SALE, LOSING, 1), clause("bob sold:sell boats:boat", 1, {2: "ARG1"}), None),
    ],
)
def test_contradiction(text, hypothesis, expected):
    pair = GraphPair(text, hypothesis, COSTS)
    found = contradiction(pair, pair.node_unifications())
    assert (found and (found.relation, found.share)) == expected


QUANTIFIERS = "all every each both most many several few some any no none neither".split()


def test_quantifiers_entail_those_that_say_less():
    assert all(map(is_quantifier, QUANTIFIERS))
    scale = [["all", "every", "each"], ["most"], ["many"], ["several"], ["some", "any"]]
    entailed = {
        (one, other)
        for place, words in enumerate(scale)
        for one, other in product(words, chain(*scale[place:]))
    }
    entailed |= {("both", "some"), ("both", "any"), ("none", "no"), ("neither", "no")}
    for one, other in product(QUANTIFIERS, repeat=2):
        assert one == other or quantifier_entails(one, other) == ((one, other) in entailed)
