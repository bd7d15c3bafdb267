from dataclasses import replace

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


def check_cost(one, another, attributes):
    """Check G of a node of the hypothesis and one of the text, infinite for None."""
    text, hypothesis = ConceptGraph([another]), ConceptGraph([one])
    met = GraphPair(text, hypothesis, COSTS).node_unifications().get(0, {}).get(0)
    assert (met and met.cost) == (None if attributes is None else pytest.approx(0.1 * attributes))


def word(form, lemma, part, **more):
    return Node(Level.WORD, (lemma,), 0, part, form, **more)


def noun_phrase(lemma, *, name="", entity="", **more):
    names = (name_of(name.split(), entity),) if name else ()
    return Node(Level.PHRASE, (lemma,), 0, "NP", entity=entity, names=names, **more)


def predicate(lemma, **of_status):
    return Node(Level.PREDICATE, (lemma,), 0, status=status(**of_status))


def person(name):
    return noun_phrase("berg", name=name, entity="PERSON")


@pytest.mark.parametrize(
    ("hypothesis", "text", "attributes"),
    [
        (("cars", "car", "NOUN"), ("cars", "car", "NOUN"), 0),
        # WORD
        (("cars", "car", "NOUN"), ("car", "car", "NOUN"), 1),
        # WORD; the lemma is subsumed
        (("cars", "car", "NOUN"), ("automobiles", "automobile", "NOUN"), 1),
        # POS
        (("run", "run", "VERB"), ("run", "run", "NOUN"), 1),
        # WORD, LEMMA
        (("vehicles", "vehicle", "NOUN"), ("cars", "car", "NOUN"), 2),
        (("cars", "car", "NOUN"), ("vehicles", "vehicle", "NOUN"), None),
        (("many", "many", "ADJ"), ("many", "many", "ADJ"), 0),
        # WORD, LEMMA, POS
        (("many", "many", "ADJ"), ("all", "all", "DET"), 3),
        (("all", "all", "DET"), ("many", "many", "ADJ"), None),
        (("some", "some", "DET"), ("no", "no", "DET"), None),
        # A city is no Oslo, but Oslo is a city: WORD, LEMMA, POS.
        (("city", "city", "NOUN"), ("oslo", "oslo", "PROPN"), 3),
        (("oslo", "oslo", "PROPN"), ("city", "city", "NOUN"), None),
    ],
)
def test_costs_of_words(hypothesis, text, attributes):
    check_cost(word(*hypothesis), word(*text), attributes)


@pytest.mark.parametrize(
    ("hypothesis", "text", "attributes"),
    [
        (noun_phrase("car"), noun_phrase("automobile"), 1),
        (noun_phrase("vehicle"), noun_phrase("car"), 2),
        (noun_phrase("car"), noun_phrase("vehicle"), None),
        (person("Berg"), person("Ann Berg"), 1),
        (person("Tom Berg"), person("Ann Berg"), None),
        # NETYPE
        (noun_phrase("berg", name="Berg", entity="ORG"), noun_phrase("berg", name="Berg"), 1),
        (noun_phrase("car"), Node(Level.PHRASE, ("car",), 0, "ADJP"), None),
    ],
)
def test_costs_of_phrases(hypothesis, text, attributes):
    check_cost(hypothesis, text, attributes)


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
    ("of_hypothesis", "of_text", "attributes"),
    [
        ({}, {}, 0),
        # TENSE
        ({"tense": "past"}, {"tense": "future"}, 1),
        ({"tense": "none"}, {"tense": "future"}, 0),
        # NEGATION and MODALITY
        ({}, {"negated": True}, None),
        ({}, {"modality": "possible"}, None),
        ({"modality": "possible"}, {}, 0),
        ({"modality": "necessary"}, {}, None),
        ({}, {"commitment": "reported"}, None),
        ({"commitment": "reported"}, {}, 0),
        ({"commitment": "reported"}, {"commitment": "conditional"}, None),
    ],
)
def test_statuses_of_predicates_must_match(of_hypothesis, of_text, attributes):
    check_cost(predicate("drive", **of_hypothesis), predicate("drive", **of_text), attributes)


def test_verbs_are_subsumed_except_light_verbs():
    check_cost(predicate("kill"), predicate("murder"), 2)
    check_cost(predicate("murder"), predicate("kill"), None)
    # "Exist" and "be" are synonyms in WordNet.
    check_cost(predicate("be"), predicate("exist"), None)


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


def opposed(text, hypothesis, costs=COSTS):
    pair = GraphPair(text, hypothesis, costs)
    return contradiction(pair, pair.node_unifications())


def test_negation_on_one_side_contradicts():
    arguments = {0: "ARG0", 2: "ARG1"}
    text = clause("ann sold:sell boats:boat", 1, arguments, negated=True)
    hypothesis = clause("ann sold:sell boats:boat", 1, arguments)
    for one, other in ((text, hypothesis), (hypothesis, text)):
        found = opposed(one, other)
        assert (found.relation, found.share) == ("negated in one only", 1)
    assert opposed(text, text) is None
    # One of two arguments is another.
    assert opposed(text, clause("ann sold:sell cars:car", 1, arguments)).share == 0.5
    assert opposed(text, clause("bob sold:sell cars:car", 1, arguments)) is None


@pytest.mark.parametrize(
    ("of_text", "of_hypothesis"),
    [
        ({"commitment": "reported"}, {}),
        ({"modality": "possible"}, {}),
        # It might not be so, and it might.
        ({"modality": "possible"}, {"modality": "possible"}),
        ({}, {"modality": "possible"}),
        ({"tense": "past"}, {"tense": "future"}),
    ],
)
def test_compatible_statuses_do_not_contradict(of_text, of_hypothesis):
    arguments = {0: "ARG0", 2: "ARG1"}
    text = clause("ann sold:sell boats:boat", 1, arguments, negated=True, **of_text)
    hypothesis = clause("ann sold:sell boats:boat", 1, arguments, **of_hypothesis)
    assert opposed(text, hypothesis) is None


@pytest.mark.parametrize(
    ("of_text", "of_hypothesis", "relation"),
    [
        ({}, {}, "antonym"),
        ({}, {"negated": True}, None),
        # What neither rises nor falls stays.
        ({"negated": True}, {"negated": True}, None),
        ({"modality": "possible"}, {"modality": "possible"}, None),
        ({"tense": "past"}, {"tense": "present"}, None),
    ],
)
def test_antonyms_contradict_if_both_are_asserted(of_text, of_hypothesis, relation):
    text = clause("prices:price rose:rise", 1, {0: "ARG1"}, **of_text)
    hypothesis = clause("prices:price fell:fall", 1, {0: "ARG1"}, **of_hypothesis)
    found = opposed(text, hypothesis)
    assert (found and found.relation) == relation


def test_unification_by_a_rule_prevents_a_contradiction():
    # WordNet has "buy" and "sell" as antonyms.
    assert opposed(SALE, clause("bob bought:buy boats:boat", 1, {0: "ARG0", 2: "ARG1"})) is None
    own = read_rules(["sell(ARG0 X, ARG1 Y) -> lose(ARG0 X, ARG1 Y)"])
    assert opposed(expand(SALE, own, 1), clause("bob sold:sell boats:boat", 1, {2: "ARG1"})) is None


def test_entailment_of_quantifiers_is_transitive():
    known = "all every each both most many several few some any no none neither".split()
    assert all(map(is_quantifier, known))
    for one in known:
        for between in known:
            for other in known:
                if quantifier_entails(one, between) and quantifier_entails(between, other):
                    assert one == other or quantifier_entails(one, other), (one, between, other)
