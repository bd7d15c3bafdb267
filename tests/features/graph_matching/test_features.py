"""The two features on sentences that are parsed by hand."""

import pytest

from rte_baselines.features.graph_matching.distance_space import DistanceSpace
from rte_baselines.features.graph_matching.graph_similarity import GraphSimilarity
from rte_baselines.rendering.drawings.shapes import Alignment, Edge, Matching
from tests.analysis.parses import parse
from tests.features.computing import aligned_parsed, named_numbers_of, numbers_of

from .parses import (
    ACTIVE,
    ANN_SLEPT_NOT,
    ARRIVAL,
    BOB_SLEPT,
    KILLER,
    KILLING,
    NO_KILLER,
    PASSIVE,
    POSSIBLE_KILLER,
)

EQUAL_WEIGHTS = GraphSimilarity(alpha=0.5, beta=0.8, gamma=0.5, delta=0.5)
AFFIRMED_PASSIVE = PASSIVE.replace("not/RB", "then/RB")
CAT_ATE = "The/cat/NN/2/compound cat/NN/3/nsubj ate/eat/VBD/0"
CAT_KILLED_MOUSE = "A/DT/2/det cat/NN/3/nsubj killed/kill/VBD/0 mice/mouse/NNS/3/obj"
WET_DOG_ATE = ACTIVE.replace("old/", "wet/").replace("cat/", "dog/")
TOM_KILLED_MICE = "Tom/Tom/NNP/2/nsubj killed/kill/VBD/0 mice/mouse/NNS/2/obj"


def numbers(feature, text, hypothesis):
    [row] = numbers_of(feature, (parse(text), parse(hypothesis))).tolist()
    return row


@pytest.mark.parametrize(
    ("text", "hypothesis", "expected"),
    [
        (ACTIVE, ACTIVE, [1, 0]),
        (AFFIRMED_PASSIVE, ACTIVE, [1, 0]),
        # "Then" is a constituent without anchor: of four, two are alike; the verb has
        # sm = 1 and ss = 2/3, so that S = 5/6.
        (ACTIVE, AFFIRMED_PASSIVE, [pytest.approx((5 / 6 + 1 + 1) / 4), 0]),
        (KILLING, CAT_KILLED_MOUSE, [1, 0]),
        # The cat that killed is not Tom: kill has S = (1 + 1/2) / 2, the mice 1.
        (KILLER, CAT_KILLED_MOUSE, [pytest.approx((0.75 + 1) / 3), 0]),
        # Nouns are read as verbs in the text only. Of the killing, the mice, the cat, "scare" and
        # "us", mice and cat are in the text, each without its preposition: 0.5 * 1 + 0.5 * 0, and
        # for the cat, 0.5 * 1 + 0.5 * 1 / 2. The verbs have the same modality: sm = 0.5, and
        # ss = 0, so that S = 0.25.
        (CAT_KILLED_MOUSE, KILLING, [pytest.approx((0.5 + 0.75 + 0.25) / 5), 0]),
        # Negation, of the same arguments and of others: of "the wet dog", "the" is there, so that
        # sm = 0.5 * 0 + 0.5 * 1 / 2; the mouse is the same.
        (PASSIVE, ACTIVE, [0, 1]),
        (ACTIVE, PASSIVE, [0, 1]),
        (PASSIVE, PASSIVE, [1, 0]),
        (PASSIVE, WET_DOG_ATE, [0, pytest.approx((0.25 + 1) / 2)]),
        (ANN_SLEPT_NOT, BOB_SLEPT, [0, 0]),
        # That of a noun read as a verb. The modality is half as far as can be: the verb has
        # sm = 0.5 * 1 + 0.5 * 1 / 2, and ss = 1.
        (KILLER, TOM_KILLED_MICE, [1, 0]),
        (NO_KILLER, TOM_KILLED_MICE, [0, 1]),
        (POSSIBLE_KILLER, TOM_KILLED_MICE, [pytest.approx((0.875 + 1 + 1) / 3), 0]),
    ],
)
def test_similarity_and_contradiction(text, hypothesis, expected):
    assert numbers(EQUAL_WEIGHTS, text, hypothesis) == expected


def test_explanations_show_anchors_and_dependencies():
    pair = parse(PASSIVE), parse(ACTIVE)
    assert aligned_parsed(EQUAL_WEIGHTS, *pair) == {
        "ate": ("eaten", "sm 1.00"),
        "cat": ("cat", "sm 1.00"),
        "mouse": ("mouse", "sm 1.00"),
    }
    anchors, dependencies, negated = EQUAL_WEIGHTS.illustrate(*pair)
    assert anchors.lines == (
        "1.00  1.00  [ate] <- [was not eaten]",
        "1.00  1.00  [The old cat] <- [by the old cat]",
        "1.00  1.00  [a mouse] <- [A mouse]",
    )
    assert anchors.drawing == Matching(
        text=("[was not eaten]", "[A mouse]", "[by the old cat]"),
        hypothesis=("[ate]", "[The old cat]", "[a mouse]"),
        links=tuple(
            Alignment(number, of_text, "sm 1.00, ss 1.00")
            for number, of_text in enumerate((0, 2, 1))
        ),
        edges=(Edge(0, 1, "subject", True), Edge(0, 2, "object", True)),
    )
    assert dependencies.lines == ("* [ate] -subject-> [The old cat]", "* [ate] -object-> [a mouse]")
    assert negated.lines == ("ate and eaten",)
    [unanchored, _] = EQUAL_WEIGHTS.illustrate(parse("dogs/dog/NNS/0"), parse(CAT_ATE))
    assert unanchored.lines == ("            [ate]", "            [The cat]")
    killed, _ = EQUAL_WEIGHTS.illustrate(parse(KILLING), parse(CAT_KILLED_MOUSE))
    assert killed.lines[0] == "1.00  1.00  [killed] <- [kill: killing]"
    assert EQUAL_WEIGHTS.illustrate(parse(ACTIVE), parse("!/./0")) == ()


def test_the_distance_spaces():
    feature = DistanceSpace(("A", "G", "L"), alpha=0.5, beta=0.8, gamma=0.5)
    assert named_numbers_of(feature, parse(ARRIVAL), parse(ACTIVE)) == pytest.approx(
        {
            # Subject and object of "scare" and "arrive" are others than those of "eat", but
            # the cat is the subject of "arrive", which may be "eat" by its modality: one of
            # 2 and of the 4 (scare-arrival, scare-us, arrival-cats, and that one; that the
            # cat is the object of "arrive" is a guess that is not anchored).
            "dependencies": 1 / 2,
            "text_dependencies": 1 / 4,
            # 0.5 * 1 + 0.5 * 0: "of" is neither "the" nor "old".
            "subject_sm": 0.5,
            "subject_others": 0,
            # Nothing depends on it: as sm.
            "subject_ss": 0.5,
            # 0.5 * 0 + 0.5 * 1; of two dependencies one is mapped, to the cat.
            "verb_sm": 0.5,
            "verb_ss": 0.5 / 2,
            # No mouse, and no "a".
            "object_sm": 0,
            "object_others": 0,
            "object_ss": 0,
            # "The" of The, old, cat, ate, a, mouse; and the lemma of "cats".
            "tokens": 1 / 6,
            "lemmas": 2 / 6,
        }
    )


def test_equal_snippets_have_maximal_values():
    # "Killing" and "killer" have readings that the hypothesis has not.
    for lines in (KILLING, KILLER, PASSIVE):
        assert numbers(DistanceSpace(), lines, lines) == [1] * 12


def test_without_a_verb_space_g_is_0():
    values = numbers(DistanceSpace(("G",)), ACTIVE, "cats/cat/NNS/0")
    assert values == [0] * 8
