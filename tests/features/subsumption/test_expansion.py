import pytest

from rte_baselines.features.subsumption.concept_graph import ConceptGraph, Edge, Level, Node
from rte_baselines.features.subsumption.expansion import expand
from rte_baselines.features.subsumption.rules import read_rules, shipped_rules
from tests.features.subsumption.graphs import clause, predicates_of

SALE = "sell(ARG0? X, ARG1 Y, ARG2? Z) <-> buy(ARG0? Z, ARG1 Y, from? X)"
OWNING = "buy(ARG0 X, ARG1 Y) -> own(ARG0 X, ARG1 Y)"
HAVING = "own(ARG0 X, ARG1 Y) -> have(ARG0 X, ARG1 Y)"


SOLD = clause("ann sold:sell boats bob", 1, {0: "ARG0", 2: "ARG1", 3: "ARG2 to"})


def test_adds_a_predicate_with_the_bound_arguments():
    expanded = expand(SOLD, read_rules([SALE]), rounds=1)
    assert predicates_of(expanded)[1:] == [("buy", {"ARG0": "bob", "ARG1": "boats", "from": "ann"})]
    assert expanded.nodes[: len(SOLD.nodes)] == SOLD.nodes
    assert expanded.edges[: len(SOLD.edges)] == SOLD.edges
    predicate, word = expanded.nodes[len(SOLD.nodes) :]
    assert predicate.applied == word.applied == (SALE,)
    assert predicate.status == SOLD.nodes[SOLD.of_level(Level.PREDICATE)[0]].status
    assert (word.level, word.lemmas, word.position) == (Level.WORD, ("buy",), 1)
    # Unbound optional arguments are omitted.
    graph = clause("ann sold:sell boats", 1, {0: "ARG0", 2: "ARG1"})
    expanded = expand(graph, read_rules([SALE]), rounds=1)
    assert predicates_of(expanded)[1:] == [("buy", {"ARG1": "boats", "from": "ann"})]


@pytest.mark.parametrize("rounds", [0, 1, 2, 3, 9])
def test_chains_at_most_as_many_rules_as_rounds(rounds):
    expanded = expand(SOLD, read_rules([SALE, OWNING, HAVING]), rounds)
    verbs = [verb for verb, _ in predicates_of(expanded)]
    assert verbs == ["sell", "buy", "own", "have"][: rounds + 1]
    assert [
        len(expanded.nodes[position].applied) for position in expanded.of_level(Level.PREDICATE)
    ] == [*range(min(rounds, 3) + 1)]


def test_adds_no_duplicates():
    # Both directions lead back to what there is, and two rules to the same.
    rules = [
        "marry(ARG0 X, ARG1 Y) <-> marry(ARG0 Y, ARG1 X)",
        "wed(ARG0 X, ARG1 Y) -> marry(ARG0 X, ARG1 Y)",
        "marry(ARG0 X, ARG1 Y) <-> wed(ARG0 X, ARG1 Y)",
    ]
    graph = clause("ann married:marry bob", 1, {0: "ARG0", 2: "ARG1"})
    expanded = expand(graph, read_rules(rules), rounds=5)
    assert sorted(map(str, predicates_of(expanded))) == sorted(
        str((verb, {"ARG0": one, "ARG1": other}))
        for verb in ("marry", "wed")
        for one, other in (("ann", "bob"), ("bob", "ann"))
    )


def test_negated_predicates_are_rewritten_by_equivalences_only():
    graph = clause("ann sold:sell boats bob", 1, {0: "ARG0", 2: "ARG1", 3: "ARG2"}, negated=True)
    expanded = expand(graph, read_rules([SALE, OWNING]), rounds=3)
    assert [verb for verb, _ in predicates_of(expanded)] == ["sell", "buy"]
    assert all(
        expanded.nodes[position].status.negated for position in expanded.of_level(Level.PREDICATE)
    )


def test_genitive_then_paraphrase():
    # The chain of the paper's Figure 1, its first rule here in the other direction.
    rules = ["W(of Z) -> W(POSS Z)", "put(ARG0 X, ARG1 end, to life(POSS Y)) -> die(ARG1 Y, of X)"]
    graph = clause("fever put end life", 1, {0: "ARG0", 2: "ARG1", 3: "AM-LOC to"})
    life = next(
        position
        for position, node in enumerate(graph.nodes)
        if node.level is Level.PHRASE and node.lemmas == ("life",)
    )
    king = len(graph.nodes)
    graph = ConceptGraph(
        [*graph.nodes, Node(Level.PHRASE, ("king",), 5, "NP")],
        [*graph.edges, Edge(life, king, frozenset({"of"}))],
    )
    expanded = expand(graph, read_rules(rules), rounds=2)
    assert predicates_of(expanded)[1:] == [("die", {"ARG1": "king", "of": "fever"})]
    assert expanded.nodes[expanded.of_level(Level.PREDICATE)[1]].applied == tuple(rules)


@pytest.mark.parametrize(
    ("name", "added", "predicates"),
    [
        ("POSS", ["of"], [("have", {"ARG0": "ann", "ARG1": "house"})]),
        # A city of Rome is not what Rome has.
        ("of", [], []),
    ],
)
def test_shipped_genitive_rules_hold_in_one_direction(name, added, predicates):
    graph = ConceptGraph(
        [Node(Level.PHRASE, ("house",), 2, "NP"), Node(Level.PHRASE, ("ann",), 0, "NP")],
        [Edge(0, 1, frozenset({name}))],
    )
    expanded = expand(graph, shipped_rules(), rounds=3)
    assert [one for edge in expanded.outgoing(0)[1:] for one in edge.names] == added
    assert predicates_of(expanded) == predicates


def test_a_head_can_add_a_phrase():
    graph = clause("ann wrote:write books", 1, {0: "ARG0", 2: "ARG1"})
    rule = "write(ARG0 X, ARG1 Y) -> be(ARG1 X, ARG2 author(of Y))"
    expanded = expand(graph, read_rules([rule]), rounds=3)
    assert predicates_of(expanded)[1:] == [("be", {"ARG1": "ann", "ARG2": "author"})]
    (author,) = (
        position
        for position, node in enumerate(expanded.nodes)
        if node.level is Level.PHRASE and node.lemmas == ("author",)
    )
    assert [expanded.nodes[edge.target].lemmas for edge in expanded.arguments(author)] == [
        ("books",)
    ]


def test_rules_apply_to_subsumed_verbs():
    graph = clause("ann purchased:purchase boats", 1, {0: "ARG0", 2: "ARG1"})
    rules = read_rules([OWNING])
    assert expand(graph, rules, 1).nodes == graph.nodes
    expanded = expand(graph, rules, 1, lambda verb: frozenset({verb, "buy"}))
    assert predicates_of(expanded)[1:] == [("own", {"ARG0": "ann", "ARG1": "boats"})]


def test_expansion_by_the_shipped_rules_terminates():
    expanded = expand(SOLD, shipped_rules(), rounds=50)
    assert expand(expanded, shipped_rules(), rounds=1).nodes == expanded.nodes
