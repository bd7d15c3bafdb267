"""The cost of transducing a text into a hypothesis, and its bracketing."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from rte_baselines.features.trees.bracketing import bracketing
from rte_baselines.features.trees.transduction_cost import TransductionCost
from rte_baselines.kernels.translation import biparsing
from rte_baselines.kernels.translation.biparsing import biparse
from rte_baselines.rendering.drawings.shapes import Alignment, Constituent
from tests.features.computing import aligned_parsed, number_of, parsed

from ..word_tables import TableSimilarity

SIMILARITY = TableSimilarity({("vessel", "ship"): 0.75, ("harbour", "port"): 0.25})
STOP_WORDS = "The ship did not sink"


def raw(**fields):
    return TransductionCost(**{"normalized": False, **fields})


COSTS = {"text_singleton": 0.25, "hypothesis_singleton": 2.0, "inversion": 0.5}


@pytest.mark.parametrize(
    ("fields", "text", "hypothesis", "cost"),
    [
        # One word of the text and one of the hypothesis left over: 0.1 + 1.
        ({}, "The old ship sank", "the ship sank slowly", 1.1),
        # <[a ship] sank> in any order that has a bracketing.
        ({}, "A ship sank", "sank a ship", 0.0),
        # The inside-out orders: one word is left over on both sides.
        ({}, "north east south west", "east west north south", 1.1),
        # One "ship" meets the only other.
        ({}, "ship after ship", "ship", 0.2),
        ({}, "ship", "ship after ship", 2.0),
        ({}, "", "a ship", 2.0),
        ({}, "", "", 0.0),
        # Punctuation alone is compared: one mark of the text and two of the hypothesis left over.
        ({}, "...", "?!", 2.1),
        ({"drop": "nothing", "excluded": "punctuation"}, "Rain.", "Rain.", 1.1),
        # "old" and "slowly" left over, and an inversion.
        (COSTS, "The old ship sank", "sank slowly the ship", 0.25 + 2 + 0.5),
        # Over the cost of leaving all words over: four words at 0.1 and four at 1.
        ({"normalized": True}, "The old ship sank", "the ship sank slowly", 1.1 / 4.4),
        ({"normalized": True}, "Rain", "a ship", 1.0),
        ({"normalized": True}, "", "", 0.0),
        ({}, STOP_WORDS, STOP_WORDS, 0.0),
        # "The" and "did" are left over on both sides; "not", a stop word too, is no such word.
        ({"excluded": "stop_words"}, STOP_WORDS, STOP_WORDS, 2.2),
        ({"excluded": "closed_class"}, STOP_WORDS, STOP_WORDS, 2.2),
        # They are not there.
        ({"drop": "stop_words"}, STOP_WORDS, STOP_WORDS, 0.0),
        # So is the negation, which the text lacks.
        ({"excluded": "stop_words"}, "The ship did sink", STOP_WORDS, 3.2),
    ],
)
def test_by_hand(fields, text, hypothesis, cost):
    found = number_of(raw(**fields), text, hypothesis)
    assert found == pytest.approx(cost, rel=1e-12, abs=1e-12)


SHIPS = (
    parsed("the ships leave port", lemmas="the ship leave port"),
    parsed("the vessel leaves harbour", lemmas="the vessel leave harbour"),
)


@pytest.mark.parametrize(
    ("fields", "cost"),
    [
        # Three words are left over on both sides.
        ({}, 3.3),
        # At 3/4 and 1/4 of the greatest similarity; leave and leaves are one lemma.
        ({"similarity": SIMILARITY}, 1 / 4 * 1.1 + 3 / 4 * 1.1),
        ({"similarity": SIMILARITY, "minimum": 0.75}, 1 / 4 * 1.1 + 1.1),
        ({"similarity": TableSimilarity()}, 2.2),
    ],
)
def test_costs_of_similar_words(fields, cost):
    assert number_of(raw(**fields), *SHIPS) == pytest.approx(cost)


def test_alignment():
    assert aligned_parsed(raw(similarity=SIMILARITY, minimum=0.5), *SHIPS) == {
        "the": ("the", "same norm"),
        "vessel": ("ships", "by table 0.75"),
        "leaves": ("leave", "same lemma"),
        "harbour": (None, "left over"),
    }


def test_illustrations():
    drawn, costs = raw(similarity=SIMILARITY, minimum=0.5).illustrate(*SHIPS)
    assert drawn.lines[1:] == ("[the ships/vessel leave/leaves port/ε ε/harbour]",)
    assert drawn.drawing.text == ("the", "ships", "leave", "port")
    assert drawn.drawing.hypothesis == ("the", "vessel", "leaves", "harbour")
    assert drawn.drawing.leaves == (
        Alignment(0, 0, "same norm"),
        Alignment(1, 1, "by table 0.75"),
        Alignment(2, 2, "same lemma"),
    )
    assert drawn.drawing.constituents == (Constituent(False, (0, 3), (0, 3)),)
    assert [line.split(maxsplit=1) for line in costs.lines] == [
        ["0.28", "words transduced: 3"],
        ["0.10", "words of the text left over: 1"],
        ["1.00", "words of the hypothesis left over: 1"],
        ["0.00", "inversions: 0"],
        ["1.38", "total"],
        ["4.40", "to leave all words over"],
    ]


def test_constituents_as_data():
    # "c" changes places with "a b"; "x" is left over inside, and so covered.
    shown, _ = raw().illustrate(parsed("a x b c"), parsed("c a b"))
    assert shown.drawing.constituents == (
        Constituent(True, (0, 4), (0, 3)),
        Constituent(False, (0, 3), (1, 3)),
    )
    nothing, _ = raw().illustrate(parsed("a"), parsed("b"))
    assert (nothing.drawing.leaves, nothing.drawing.constituents) == ((), ())


def test_a_pair_beyond_the_largest_grid_is_reported(monkeypatch):
    sides = parsed("a ship sank"), parsed("sank a ship")
    last = "Too many words have partners for inversions to be tried."
    assert last not in raw().illustrate(*sides)[1].lines
    monkeypatch.setattr(biparsing, "LARGEST_GRID", 15)  # of 4 times 4 places
    costs = raw().illustrate(*sides)[1].lines
    assert costs[-1] == last
    # "sank" is left over on both sides.
    assert costs[-3].split() == ["1.10", "total"]


WORDS = st.lists(st.sampled_from("red blue green the not".split()), max_size=6)
FEATURES = st.builds(
    raw, excluded=st.sampled_from(["nothing", "stop_words"]), inversion=st.sampled_from([0.0, 0.5])
)


@given(FEATURES, WORDS)
@example(raw(excluded="stop_words"), ["the", "not"])
def test_a_sentence_with_itself_costs_its_excluded_words(feature, words):
    sentence = " ".join(words)
    # "not" is transduced; a sentence of stop words alone, such as "the not", excludes none.
    has_others = not {"the", "not"}.issuperset(words)
    excluded = words.count("the") if feature.excluded == "stop_words" and has_others else 0
    assert number_of(feature, sentence, sentence) == pytest.approx(1.1 * excluded)


@given(WORDS, WORDS)
def test_exchanging_sides_and_costs_changes_nothing(text, words):
    feature, other = raw(), raw(text_singleton=1.0, hypothesis_singleton=0.1)
    cost = number_of(feature, " ".join(text), " ".join(words))
    assert number_of(other, " ".join(words), " ".join(text)) == pytest.approx(cost)


def drawn(text, hypothesis):
    """Return the bracketing of words of which equal ones are partners."""
    text, hypothesis = text.split(), hypothesis.split()
    equal = np.array([[float(word == other) for other in hypothesis] for word in text])
    parse = biparse(equal.reshape(len(text), len(hypothesis)))
    return bracketing(parse.nodes, text, hypothesis)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "hypothesis", "line"),
    [
        ("a b c", "c b a", "<a b c>"),
        ("a b c", "c a b", "<[a b] c>"),
        ("a b c d", "b a d c", "[<a b> <c d>]"),
        ("a x b", "a y z b", "[a x/ε ε/(y z) b]"),
        ("x a b y", "b a", "[x/ε <a b> y/ε]"),
        ("a b", "x b a y", "[ε/x <a b> ε/y]"),
        ("x y", "z", "[(x y)/ε ε/z]"),
        ("", "", "[]"),
    ],
)
def test_bracketing_by_hand(text, hypothesis, line):
    assert drawn(text, hypothesis) == (line,)


def test_long_constituents_are_indented():
    first, second = (" ".join(f"{letter}{number:06}" for number in range(9)) for letter in "ab")
    # 9 words of 7 letters fit into a line, 18 do not.
    assert drawn(f"{first} {second}", f"{second} {first}") == (
        "<",
        f"  [{first}]",
        f"  [{second}]",
        ">",
    )


def test_a_word_wider_than_the_terminal_is_clipped():
    (line,) = drawn("g" * 200, "g" * 200)
    assert cell_len(line) == 80
    assert line.endswith("…")
