import pytest

from rte_baselines.features.subsumption.rules import Pattern, PatternEdge, read_rules


def test_reads_a_rule():
    (rule,) = read_rules(["buy|get(ARG0? X, ARG1 thing(out_of Y)) -> own(ARG0 X, ARG1 Y)  # why"])
    assert rule.text == "buy|get(ARG0? X, ARG1 thing(out_of Y)) -> own(ARG0 X, ARG1 Y)"
    assert not rule.is_equivalence
    x, y = (Pattern(name, (), ()) for name in "XY")
    thing = Pattern("", ("thing",), (PatternEdge("out of", False, y),))
    edges = PatternEdge("ARG0", True, x), PatternEdge("ARG1", False, thing)
    assert rule.body == Pattern("", ("buy", "get"), edges)
    edges = PatternEdge("ARG0", False, x), PatternEdge("ARG1", False, y)
    assert rule.head == Pattern("", ("own",), edges)


def test_reads_both_directions():
    there, back = read_rules(["W(POSS Z) <-> W(of Z)"])
    assert (there.body, there.head) == (back.head, back.body)
    assert there.is_equivalence
    assert back.is_equivalence
    assert there.body.variables() == ["W", "Z"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("buy(ARG0 X)", "expected two sides with one -> or <-> between them"),
        ("buy(ARG0 X) -> own(ARG0 Y)", "Y is on one side only"),
        ("buy(ARG0 X, ARG1 X) -> own(ARG0 X)", "X occurs twice"),
        ("buy(ARG0 X) -> own|have(ARG0 X)", "only one lemma can be added"),
        ("buy(ARG9 X) -> own(ARG0 X)", "'ARG9' is not a role (ARG0 to ARG5"),
        ("buy(ARG0 X -> own(ARG0 X)", "expected , or ) before the end"),
        ("buy(ARG0 X)) -> own(ARG0 X)", "unexpected ')' at the end"),
        ("buy(ARG0) -> own(ARG0 X)", "')' is neither a lemma in lower case nor a variable"),
        ("buy( -> own(ARG0 X)", "ends where a role such as ARG0 or a preposition is expected"),
        ("buy(ARG0 X) -> X(of X)", "must follow one with the same"),
        ("buy(ARG0 X) -> own", "one side has no edge; expected a rule such as"),
    ],
)
def test_errors_name_the_line(line, message):
    with pytest.raises(ValueError, match=r"^line 3: ") as caught:
        read_rules(["# A comment.", "", line])
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
