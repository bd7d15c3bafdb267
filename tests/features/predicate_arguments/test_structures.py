"""Structures from predications, by hand."""

import pytest

from rte_baselines.features.predicate_arguments.matching import structures_of, written
from tests.features.computing import parsed

from ..predications_by_hand import predication, with_predications

ANN = (0, "subject")


def verb(word, *arguments, **more):
    return predication(word, "verb", *arguments, **more)


@pytest.mark.parametrize(
    ("words", "of_words", "expected"),
    [
        # The adjunct is left out: the place of the object is taken.
        (
            "Ann painted boats in Rome",
            verb(1, ANN, (2, "object"), (4, "oblique", "in")),
            {"subject": "Ann", "object": "boats"},
        ),
        # The first prepositional phrase replaces a missing object,
        (
            "Ann stayed in Rome with Bob",
            verb(1, ANN, (3, "oblique", "in"), (5, "oblique", "with")),
            {"subject": "Ann", "oblique in": "Rome"},
        ),
        # unless it stands before the verb or has no preposition.
        (
            "Ann in May stayed Sunday",
            verb(3, ANN, (2, "oblique", "in"), (4, "oblique")),
            {"subject": "Ann"},
        ),
        # Passives, as in Example 2: as it stands, the clause has a subject and no object.
        (
            "Boats were sold to Ann",
            verb(2, (0, "object"), (4, "oblique", "to"), voice="passive"),
            {"object": "Boats", "oblique to": "Ann"},
        ),
        (
            "Boats were sold by Ann in Rome",
            verb(2, (0, "object"), (4, "subject"), (6, "oblique", "in"), voice="passive"),
            {"subject": "Ann", "object": "Boats"},
        ),
        (
            "Ann was given boats in Rome",
            verb(2, (0, "indirect_object"), (3, "object"), (5, "oblique", "in"), voice="passive"),
            {"indirect_object": "Ann", "object": "boats"},
        ),
        # Coordinated words are one part.
        (
            "Ann and Bob saw boats",
            verb(3, ANN, (2, "subject"), (4, "object")),
            {"subject": "Ann Bob", "object": "boats"},
        ),
        # A clause is an argument if it is the content.
        (
            "Ann says that Bob left while singing",
            verb(1, ANN, (4, "clause", "that", "content"), (6, "clause", "while", "time")),
            {"subject": "Ann", "clause": "left"},
        ),
        (
            "Ann is in Rome",
            verb(1, ANN, (3, "attribute", "in"), kind="copula"),
            {"subject": "Ann", "attribute in": "Rome"},
        ),
    ],
)
def test_parts(words, of_words, expected):
    analysis = with_predications(parsed(words), [of_words])
    (structure,) = structures_of(analysis)
    found = {
        " ".join(part.type).strip(): " ".join(analysis.words[word] for word in part.words)
        for part in structure.parts
    }
    assert found == expected


def test_appositions_and_bare_verbs_have_no_structure():
    predications = [
        predication(3, "be", (0, "subject"), (3, "attribute"), kind="apposition"),
        predication(5, "rain", (6, "adverb")),
    ]
    analysis = with_predications(parsed("Ann , the mayor : Raining heavily"), predications)
    assert structures_of(analysis) == []


@pytest.mark.parametrize(
    ("words", "predications", "phrases", "expected"),
    [
        # In the active voice, what Example 2 has as the subject is an argument.
        (
            "Half of the force will be deployed at the happening",
            [verb(6, (3, "object"), (9, "oblique", "at"), voice="passive", group=(4, 5, 6))],
            [(0, 1, 2, 3), (8, 9)],
            ["v:[will be deployed] a:[Half of the force] a:[p:[at] a:[the happening]]"],
        ),
        # The subject is written first.
        (
            "Ann and Bob said boats sang",
            [verb(3, ANN, (2, "subject"), (5, "clause")), verb(5, (4, "subject"))],
            (),
            ["s:[Ann, Bob] v:[said] a:[sang]", "s:[boats] v:[sang]"],
        ),
    ],
)
def test_written(words, predications, phrases, expected):
    analysis = with_predications(parsed(words), predications, phrases=phrases)
    assert [written(structure, analysis) for structure in structures_of(analysis)] == expected
