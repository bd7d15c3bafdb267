import pytest

from rte_baselines.features.subsumption.subsumption import ConceptSubsumption
from tests.features.computing import aligned, explained, number_of, numbers_of

BALANCED = ConceptSubsumption()
TRUSTING = ConceptSubsumption(trust_reports=True)


def lines_of(feature, text, hypothesis):
    """The illustrations of a feature for two snippets, {title: lines}."""
    return {one.title: one.lines for one in explained(feature, text, hypothesis)[1]}


JUDGES = "Ann Bob Eva Tom Kim Joe Max Sue Ian Amy Dan Lea".split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "hypothesis", "cost"),
    [
        ("Ann sold the old boat.", "Ann sold the old boat.", 0),
        ("The cat, killer of the mouse, slept.", "The cat is the killer of the mouse.", 0),
        # The matching predicate is found among many.
        (" ".join(f"{name} is a judge." for name in JUDGES), "Lea is a judge.", 0),
        # As in figure 1: WordNet has lung cancer as a carcinoma, and the name of the singer has
        # "singer" beside it. H0: verb with its word, ARG1, AM-CAU: nothing of 4. H1: what is said
        # of a name (0.1), the hypernym (WORD and LEMMA, 0.2), and what they contain: 0.3 of 4. H2:
        # the hypernym, 0.2 of 3 words and 2 edges.
        (
            "Jazz singer Marion Gray died of lung cancer on Monday.",
            "The singer died of carcinoma.",
            pytest.approx((0 / 4 + 0.3 / 4 + 0.2 / 5) / 3),
        ),
        # H0: "be" by a rule and of another tense, of 3. H1: "author" by a rule, of 3 phrases with a
        # word each and "of". H2: "author" by a rule without WORD, of 3 words and 2 edges.
        (
            "Ann wrote the book.",
            "Ann is the author of the book.",
            pytest.approx((0.2 / 3 + 0.1 / 7 + 0.2 / 5) / 3),
        ),
        # Hypotheses without nodes.
        *(("Ann sold the boat.", hypothesis, 1) for hypothesis in ("", "...", "of the")),
    ],
)
def test_costs_by_hand(text, hypothesis, cost):
    assert numbers_of(BALANCED, (text, hypothesis)).tolist() == [[cost, 0]]


def test_modifiers_of_the_text_are_dropped_and_those_of_the_hypothesis_are_not():
    # As in section 3.1.3. Section 7.1.2 says the opposite: that such a hypothesis is subsumed.
    plain, modified = "The room was full of women.", "The room was full of clever women."
    assert number_of(BALANCED, modified, plain) == 0
    assert number_of(BALANCED, plain, modified) > 0


@pytest.mark.slow
def test_reports_are_facts_if_trusted():
    reported = "The paper reported that Berg sold the boat."
    relative = "The paper reported that Berg, who sold the boat, may leave."
    hypothesis = "Berg sold the boat."
    assert number_of(TRUSTING, reported, hypothesis) == 0
    assert number_of(BALANCED, reported, hypothesis) > 0
    assert number_of(BALANCED, relative, hypothesis) == 0


@pytest.mark.slow
def test_rules_of_your_own_join_the_others():
    pair = "The company sacked Berg.", "Berg left the company."
    own = ConceptSubsumption(rules=["sack(ARG0 X, ARG1 Y) -> leave(ARG0 Y, ARG1 X)"])
    assert number_of(own, *pair) < number_of(BALANCED, *pair)
    sale = "Ann sold the boat to Bob.", "Bob bought the boat."
    assert number_of(own, *sale) == number_of(BALANCED, *sale)
    assert number_of(BALANCED, *sale) < number_of(ConceptSubsumption(rounds=0), *sale)


def test_finds_contradiction():
    text = "The firm did not sell the boat."
    lines = lines_of(BALANCED, text, "The firm sold the boat.")
    assert lines["Contradiction"] == ("1.00  sell past: sell past not (negated in one only)",)
    cost, contradiction = numbers_of(BALANCED, (text, "The firm sold the boat."))[0]
    assert contradiction == 1
    assert 0 < cost < 1
    assert numbers_of(BALANCED, (text, "The firm did not sell the boat."))[0].tolist() == [0, 0]


@pytest.mark.slow
def test_an_unmatched_predicate_rejects_the_pair_to_the_letter():
    to_the_letter = ConceptSubsumption(unmatched_predicates="reject")
    pair = "The old captain sold two boats.", "The captain painted two boats."
    assert number_of(BALANCED, *pair) < number_of(to_the_letter, *pair) == 1
    # Phrases and words are not rejected.
    assert 0 < number_of(to_the_letter, "The captain sold boats.", "The mate sold boats.") < 1
    said, _ = explained(to_the_letter, *pair)
    assert said.endswith("; a predicate is not unified, and so the pair is rejected")


def test_aligns_unified_words():
    met = aligned(BALANCED, "Ann sold the boat to Bob.", "Bob bought the red boat.")
    assert met == {"Bob": "Bob", "bought": "sold", "red": None, "boat": "boat"}


def test_shows_rules_and_unification_by_level():
    lines = lines_of(BALANCED, "Ann sold the boat to Bob.", "Bob bought the red boat.")
    rules, *levels = lines
    assert "* sell(ARG0? X, ARG1 Y, ARG2? Z) <-> buy(ARG0? Z, ARG1 Y, from? X)" in lines[rules]
    assert "  buy(ARG0 X, ARG1 Y) -> own(ARG0 X, ARG1 Y)" in lines[rules]
    assert [title.partition(":")[0] for title in levels] == ["Predicates", "Phrases", "Words"]
    assert "0.10  buy past: buy past (same lemma, by rule)" in lines[levels[0]]
    assert "0.00    ARG0 bob: same role" in lines[levels[0]]
    assert "1.00  red: nothing" in lines[levels[2]]


def test_a_star_marks_rules_whose_nodes_are_unified():
    text = "Ann's house burned."
    for hypothesis, star in (("Ann's house burned.", " "), ("The house of Ann burned.", "*")):
        rules = next(iter(lines_of(BALANCED, text, hypothesis).values()))
        assert f"{star} W(POSS Z) -> W(of Z)" in rules


def test_unified_nodes_as_data():
    _, shown = explained(BALANCED, "Ann sold the old boat.", "Ann sold the boat.")
    drawings = {one.title.partition(":")[0]: one.drawing for one in shown}
    assert drawings["Predicates"].hypothesis == drawings["Predicates"].text
    assert [link.relation for link in drawings["Predicates"].links] == ["same lemma, cost 0.00"]
    phrases = drawings["Phrases"]
    assert all(edge.is_matched for edge in phrases.edges)
    assert len(phrases.links) == len(phrases.hypothesis)
