"""Structures from predications, by hand."""

import pytest

from rte_baselines.features.predicate_arguments.matching import (
    StructurePart,
    phrase_of,
    structures_of,
    written,
)

from ..predications_by_hand import predication, with_predications


@pytest.fixture
def only_structure(parsed):
    """A function of words and a predication to the parts of their structure, if there is one."""

    def parts(words, *of_predication, **more):
        analysis = with_predications(parsed(words), [predication(*of_predication, **more)])
        (structure,) = structures_of(analysis)
        return structure.parts

    return parts


SUBJECT, OBJECT = StructurePart("subject", "", (0,)), StructurePart("object", "", (2,))


def test_subject_and_object(only_structure):
    # The adjunct is left out: the place of the object is taken.
    found = only_structure(
        "Ann painted boats in Rome",
        1,
        "paint",
        (0, "subject"),
        (2, "object"),
        (4, "oblique", "in", "location"),
    )
    assert found == (SUBJECT, OBJECT)


def test_first_prepositional_phrase_replaces_a_missing_object(only_structure):
    found = only_structure(
        "Ann stayed in Rome with Bob",
        1,
        "stay",
        (0, "subject"),
        (3, "oblique", "in"),
        (5, "oblique", "with"),
    )
    assert found == (SUBJECT, StructurePart("oblique", "in", (3,)))


def test_phrases_before_the_verb_or_without_preposition_are_adjuncts(only_structure):
    found = only_structure(
        "In May Ann stayed Sunday", 3, "stay", (1, "oblique", "in"), (2, "subject"), (4, "oblique")
    )
    assert found == (StructurePart("subject", "", (2,)),)


def test_passive_has_the_object_first_and_a_prepositional_phrase(only_structure):
    # As in Example 2: as it stands, the clause has a subject and no object.
    found = only_structure(
        "Boats were sold to Ann", 2, "sell", (0, "object"), (4, "oblique", "to"), voice="passive"
    )
    assert found == (StructurePart("object", "", (0,)), StructurePart("oblique", "to", (4,)))


def test_by_phrase_of_a_passive_is_an_argument(only_structure):
    found = only_structure(
        "Boats were sold by Ann in Rome",
        2,
        "sell",
        (0, "object"),
        (4, "subject"),
        (6, "oblique", "in"),
        voice="passive",
    )
    assert found == (StructurePart("subject", "", (4,)), StructurePart("object", "", (0,)))


def test_retained_object_of_a_passive_is_an_argument(only_structure):
    found = only_structure(
        "Ann was given boats in Rome",
        2,
        "give",
        (0, "indirect_object"),
        (3, "object"),
        (5, "oblique", "in"),
        voice="passive",
    )
    assert found == (StructurePart("indirect_object", "", (0,)), StructurePart("object", "", (3,)))


def test_coordinated_words_are_one_part(only_structure):
    found = only_structure(
        "Ann and Bob saw boats", 3, "see", (0, "subject"), (2, "subject"), (4, "object")
    )
    assert found == (StructurePart("subject", "", (0, 2)), StructurePart("object", "", (4,)))


def test_clause_is_an_argument_if_it_is_the_content(only_structure):
    found = only_structure(
        "Ann says that Bob left while singing",
        1,
        "say",
        (0, "subject"),
        (4, "clause", "that", "content"),
        (6, "clause", "while", "time"),
    )
    assert found == (SUBJECT, StructurePart("clause", "", (4,)))


def test_copula_with_a_location(only_structure):
    found = only_structure(
        "Ann is in Rome", 1, "be", (0, "subject"), (3, "attribute", "in"), kind="copula"
    )
    assert found == (SUBJECT, StructurePart("attribute", "in", (3,)))


def test_appositions_and_bare_verbs_have_no_structure(parsed):
    predications = [
        predication(3, "be", (0, "subject"), (3, "attribute"), kind="apposition"),
        predication(5, "rain", (6, "adverb")),
    ]
    analysis = with_predications(parsed("Ann , the mayor : Raining heavily"), predications)
    assert structures_of(analysis) == []


def test_empty_input(parsed):
    assert structures_of(with_predications(parsed(""), [])) == []


def test_is_written_as_in_example_2(parsed):
    words = "Half of the force will be deployed at the happening"
    of_words = predication(
        6, "deploy", (3, "object"), (9, "oblique", "at"), voice="passive", group=(4, 5, 6)
    )
    phrases = [(0, 1, 2, 3), (8, 9)]
    analysis = with_predications(parsed(words), [of_words], phrases=phrases)
    # In the active voice, what Example 2 has as the subject is an argument.
    assert [written(one, analysis) for one in structures_of(analysis)] == [
        "v:[will be deployed] a:[Half of the force] a:[p:[at] a:[the happening]]"
    ]


def test_subject_is_written_first(parsed):
    predications = [
        predication(3, "say", (0, "subject"), (2, "subject"), (5, "clause")),
        predication(5, "sing", (4, "subject")),
    ]
    analysis = with_predications(parsed("Ann and Bob said boats sang"), predications)
    assert [written(one, analysis) for one in structures_of(analysis)] == [
        "s:[Ann, Bob] v:[said] a:[sang]",
        "s:[boats] v:[sang]",
    ]


def test_phrase_of_a_word(parsed):
    analysis = with_predications(
        parsed("An old boat had sunk there"),
        [predication(4, "sink", (2, "subject"), group=(3, 4))],
        phrases=[(0, 1, 2)],
    )
    assert phrase_of(2, analysis) == "An old boat"
    assert phrase_of(4, analysis) == "had sunk"
    assert phrase_of(5, analysis) == "there"
