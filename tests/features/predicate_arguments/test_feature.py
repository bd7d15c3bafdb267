"""The whole algorithm, on parsed sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.predicate_arguments.predicate_argument_match import (
    PredicateArgumentMatch,
)
from rte_baselines.rendering.drawings.shapes import Alignment, Matching
from tests.features.computing import aligned, explained, number_of, numbers_of

ENTAILED = [
    # The words of Example 12, whose verbs are synonyms.
    ("A freight train hit five people.", "A freight train struck five people."),
    # Passive and active; the adjunct does not matter.
    ("On Monday the bridge was closed by the police.", "The police closed the bridge."),
    # Coordinated verbs share their subject.
    ("The boat left the harbour and hit a rock.", "The boat hit a rock."),
    # Numbers are compared by value.
    ("The club sold 3,000 tickets.", "The club sold three thousand tickets."),
    # A pronoun.
    ("Maria Rossi lost her keys before she opened the shop.", "Maria Rossi opened the shop."),
    # The be-heuristic, by an apposition.
    (
        "Maria Rossi, the mayor of Verona, opened the bridge yesterday.",
        "Maria Rossi is the mayor of Verona.",
    ),
]
NOT_ENTAILED = [
    # Who does it to whom.
    ("The dog chased the cat.", "The cat chased the dog."),
    # Another number, as in Example 6.
    ("The vase was sold for 174,000 pounds.", "The vase was sold for 180,447 pounds."),
    # Another place, where there is no object.
    ("The minister stayed in Oslo.", "The minister stayed in Rome."),
    # An object more.
    ("The minister painted.", "The minister painted a boat."),
    # Who is the mayor is not known because the hypothesis says so.
    ("Paolo Bianchi is the mayor of Verona.", "Maria Rossi is the mayor of Verona."),
    ("The mayor of Verona opened the bridge.", "Maria Rossi is the mayor of Verona."),
    # Nor if both are there,
    ("Maria Rossi met the mayor of Verona.", "Maria Rossi is the mayor of Verona."),
    # or if she is another thing, is not the mayor, or becomes it.
    *(
        ("Maria Rossi, the mayor of Verona, opened the bridge.", f"Maria Rossi {is_mayor}.")
        for is_mayor in (
            "is for the mayor of Verona",
            "is not the mayor of Verona",
            "may be the mayor of Verona",
            "became the mayor of Verona",
        )
    ),
    # A verb that is no synonym.
    ("The police closed the bridge.", "The police painted the bridge."),
]


@pytest.mark.parametrize("pair", ENTAILED + NOT_ENTAILED)
def test_entailed(pair):
    assert numbers_of(PredicateArgumentMatch(), pair).tolist() == [[pair in ENTAILED]]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"wordnet": False}, [0, 1, 1, 1, 1, 1]),
        # The pronoun is no Rossi; the be-heuristic has a field of its own.
        ({"coreference": False}, [1, 1, 1, 1, 0, 1]),
        ({"be_heuristic": False}, [1, 1, 1, 1, 1, 0]),
    ],
)
def test_each_means_can_be_left_out(fields, expected):
    assert numbers_of(PredicateArgumentMatch(**fields), *ENTAILED).ravel().tolist() == expected


def test_distance():
    # To sell is a kind of exchange: one link.
    pair = ("The farmers sold wheat.", "The farmers exchanged wheat.")
    found = [number_of(PredicateArgumentMatch(max_distance=n), *pair) for n in range(5)]
    assert found == [0, 1, 1, 1, 1]


def test_without_cardinality_filter():
    # The number is not in the structures, which have the year's place filled by the object.
    pair = ("The club bought the ground in 1987.", "The club bought the ground in 1991.")
    assert numbers_of(PredicateArgumentMatch(), pair).tolist() == [[0]]
    assert numbers_of(PredicateArgumentMatch(cardinality=False), pair).tolist() == [[1]]


def test_measures():
    feature = PredicateArgumentMatch(measures=["entailed", "matched", "parts"])
    assert [output.name for output in feature.outputs] == ["entailed", "matched", "parts"]
    pair = ("The dog chased the cat.", "The dog chased the cat, and the horse chased the goat.")
    # One of two structures matches; of the other, the verb alone is one of three.
    values = numbers_of(feature, pair)[0].tolist()
    assert values == pytest.approx([1, 1 / 2, (1 + 1 / 3) / 2])


def illustrated(text, hypothesis):
    [shown] = explained(PredicateArgumentMatch(), text, hypothesis)[1]
    return shown


@pytest.mark.parametrize(
    ("pair", "title", "of_text", "of_hypothesis"),
    [
        (
            ENTAILED[1],
            "Structures that match",
            "text        s:[the police] v:[was closed] a:[the bridge]",
            "hypothesis  s:[The police] v:[closed] a:[the bridge]",
        ),
        (
            NOT_ENTAILED[2],
            "Structures, none of which match",
            "text        s:[The minister] v:[stayed] a:[p:[in] a:[Oslo]]",
            "hypothesis  s:[The minister] v:[stayed] a:[p:[in] a:[Rome]]",
        ),
        (
            NOT_ENTAILED[1],
            "Numbers that the text lacks (cardinality filter)",
            None,
            "hypothesis  180,447",
        ),
        (
            ENTAILED[5],
            "Coreferent in the text (be-heuristic)",
            "text        Maria Rossi = the mayor of Verona",
            "hypothesis  Maria Rossi = the mayor of Verona",
        ),
    ],
)
def test_illustrates_the_decision(pair, title, of_text, of_hypothesis):
    shown = illustrated(*pair)
    assert shown.title == title
    assert shown.lines == tuple(filter(None, (of_text, of_hypothesis)))


def test_structures_as_data():
    shown = illustrated(*ENTAILED[1])
    parts = [line[len("hypothesis  ") :] for line in shown.lines]
    assert shown.drawing == Matching((parts[0],), (parts[1],), (Alignment(0, 0, "match"),))
    assert illustrated(*NOT_ENTAILED[2]).drawing.links == ()


@pytest.mark.parametrize("more", ["", " She was tired."])
def test_subject_and_attribute_can_corefer_with_one_phrase(more):
    pair = f"President Rossi left.{more}", "Rossi is the president."
    assert numbers_of(PredicateArgumentMatch(), pair).tolist() == [[1]]
    assert illustrated(*pair).lines == (
        "text        President Rossi",
        "hypothesis  Rossi = the president",
    )


def test_illustrations_fit_a_terminal():
    long = "The old and very famous orchestra of the small northern town played " * 2
    lines = illustrated(f"{long}in the large hall.", "The orchestra sang in Rome.").lines
    assert len(lines) > 2
    assert all(len(line) <= 80 for line in lines)


def test_alignment():
    feature = PredicateArgumentMatch()
    expected = {"closed": "closed", "police": "police", "bridge": "bridge"}
    assert aligned(feature, *ENTAILED[1]) == expected
    assert aligned(feature, *ENTAILED[5]) == {"Maria": "Maria", "mayor": "mayor"}
    assert aligned(feature, *NOT_ENTAILED[1]) == {"180,447": None}
    assert aligned(feature, *NOT_ENTAILED[0]) == {}


WORDS = "The a dog Cat he Oslo is was not hit struck by in that 2 two , .".split()
made_up = st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join)
STRICT = {"wordnet": False, "coreference": False, "be_heuristic": False}


@given(text=made_up, hypothesis=made_up)
def test_each_field_is_monotonic(text, hypothesis):
    def entailed(**fields):
        return number_of(PredicateArgumentMatch(**{**STRICT, **fields}), text, hypothesis)

    with default_analyzer().remembering():
        for more in ({"wordnet": True}, {"coreference": True}, {"be_heuristic": True}):
            assert entailed() <= entailed(**more)
        assert entailed(wordnet=True) <= entailed(wordnet=True, max_distance=4)
        assert entailed() <= entailed(cardinality=False)
        measures = PredicateArgumentMatch(**STRICT, measures=["entailed", "matched", "parts"])
        [(is_entailed, matched, parts)] = numbers_of(measures, (text, hypothesis))
    assert is_entailed <= (matched > 0)
    assert 0 <= matched <= parts <= 1
