"""Structures from predications, by hand."""

import pytest

from rte_baselines.features.predicate_arguments.matching import (
    StructurePart,
    structures_of,
    written,
)
from tests.features.computing import parsed

from ..predications_by_hand import predication, with_predications


def part(function, *words, preposition=""):
    return StructurePart(function, preposition, words)


ANN = (0, "subject")


@pytest.mark.parametrize(
    ("words", "of_words", "expected"),
    [
        # The adjunct is left out: the place of the object is taken.
        (
            "Ann painted boats in Rome",
            predication(1, "paint", ANN, (2, "object"), (4, "oblique", "in", "location")),
            (part("subject", 0), part("object", 2)),
        ),
        # The first prepositional phrase replaces a missing object,
        (
            "Ann stayed in Rome with Bob",
            predication(1, "stay", ANN, (3, "oblique", "in"), (5, "oblique", "with")),
            (part("subject", 0), part("oblique", 3, preposition="in")),
        ),
        # unless it stands before the verb or has no preposition.
        (
            "In May Ann stayed Sunday",
            predication(3, "stay", (1, "oblique", "in"), (2, "subject"), (4, "oblique")),
            (part("subject", 2),),
        ),
        # Passives, as in Example 2: as it stands, the clause has a subject and no object.
        (
            "Boats were sold to Ann",
            predication(2, "sell", (0, "object"), (4, "oblique", "to"), voice="passive"),
            (part("object", 0), part("oblique", 4, preposition="to")),
        ),
        (
            "Boats were sold by Ann in Rome",
            predication(
                2, "sell", (0, "object"), (4, "subject"), (6, "oblique", "in"), voice="passive"
            ),
            (part("subject", 4), part("object", 0)),
        ),
        (
            "Ann was given boats in Rome",
            predication(
                2,
                "give",
                (0, "indirect_object"),
                (3, "object"),
                (5, "oblique", "in"),
                voice="passive",
            ),
            (part("indirect_object", 0), part("object", 3)),
        ),
        # Coordinated words are one part.
        (
            "Ann and Bob saw boats",
            predication(3, "see", ANN, (2, "subject"), (4, "object")),
            (part("subject", 0, 2), part("object", 4)),
        ),
        # A clause is an argument if it is the content.
        (
            "Ann says that Bob left while singing",
            predication(
                1, "say", ANN, (4, "clause", "that", "content"), (6, "clause", "while", "time")
            ),
            (part("subject", 0), part("clause", 4)),
        ),
        (
            "Ann is in Rome",
            predication(1, "be", ANN, (3, "attribute", "in"), kind="copula"),
            (part("subject", 0), part("attribute", 3, preposition="in")),
        ),
    ],
)
def test_parts(words, of_words, expected):
    analysis = with_predications(parsed(words), [of_words])
    (structure,) = structures_of(analysis)
    assert structure.parts == expected


def test_appositions_and_bare_verbs_have_no_structure():
    predications = [
        predication(3, "be", (0, "subject"), (3, "attribute"), kind="apposition"),
        predication(5, "rain", (6, "adverb")),
    ]
    analysis = with_predications(parsed("Ann , the mayor : Raining heavily"), predications)
    assert structures_of(analysis) == []


def test_is_written_as_in_example_2():
    words = "Half of the force will be deployed at the happening"
    of_words = predication(
        6, "deploy", (3, "object"), (9, "oblique", "at"), voice="passive", group=(4, 5, 6)
    )
    phrases = [(0, 1, 2, 3), (8, 9)]
    analysis = with_predications(parsed(words), [of_words], phrases=phrases)
    # In the active voice, what Example 2 has as the subject is an argument.
    assert [written(structure, analysis) for structure in structures_of(analysis)] == [
        "v:[will be deployed] a:[Half of the force] a:[p:[at] a:[the happening]]"
    ]


def test_subject_is_written_first():
    predications = [
        predication(3, "say", (0, "subject"), (2, "subject"), (5, "clause")),
        predication(5, "sing", (4, "subject")),
    ]
    analysis = with_predications(parsed("Ann and Bob said boats sang"), predications)
    assert [written(structure, analysis) for structure in structures_of(analysis)] == [
        "s:[Ann, Bob] v:[said] a:[sang]",
        "s:[boats] v:[sang]",
    ]
