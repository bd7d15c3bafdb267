import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.coreference.names import Name, given_name_of, name_of, same_name

LABELS = ("PERSON", "ORG", "PLACE", "MISC", "TIME", "")


def named(text, label=""):
    return name_of(text.split(), label)


@pytest.mark.parametrize(
    ("text", "label", "words"),
    [
        ("Mr. Berg", "PERSON", ("berg",)),
        ("President Ann Berg", "PERSON", ("ann", "berg")),
        ("Acme Corp.", "ORG", ("acme",)),
        ("Acme & Co.", "ORG", ("acme",)),
        ("the Netherlands", "PLACE", ("netherlands",)),
        ("General Motors", "ORG", ("general", "motors")),
        ("Bo Berg Jr.", "PERSON", ("bo", "berg")),
        ("U.S.", "PLACE", ("us",)),
        ("the Vice - President Ann Berg", "PERSON", ("ann", "berg")),
        ("Bo Berg , Jr.", "PERSON", ("bo", "berg")),
        ("Washington , D.C.", "PLACE", ("washington", "dc")),
    ],
)
def test_what_may_be_left_out_is(text, label, words):
    assert named(text, label).words == words


def test_what_is_left_out_is_known():
    name = named("Mr. Bo Berg Jr.", "PERSON")
    assert (name.titles, name.generation) == ({"mr"}, "jr")


@pytest.mark.parametrize("text", ["", "President", "the", "Chief Justice"])
def test_titles_alone_are_no_name(text):
    assert named(text) is None


@pytest.mark.parametrize(
    ("text", "label", "known"),
    [
        ("Acme Inc.", "", "ORG"),
        ("Laura Holm", "PLACE", "PERSON"),
        ("NATO", "PERSON", ""),
        ("Oslo", "PLACE", "PLACE"),
    ],
)
def test_names_may_tell_their_kind_better_than_labels(text, label, known):
    assert named(text, label).label == known


SAME = [
    ("Ann Berg", "Ann Berg", "PERSON"),
    ("Ann Berg", "Berg", "PERSON"),
    ("Ann Berg", "Mrs. Berg", "PERSON"),
    ("Ann Lise Berg", "Ann Berg", "PERSON"),
    ("Ann Lise Berg", "A. Berg", "PERSON"),
    ("Bo Berg", "Bo Berg Jr.", "PERSON"),
    ("Acme Steel", "Acme", "ORG"),
    ("European Fish Council", "Council", "ORG"),
    ("European Fish Council", "EFC", "ORG"),
    ("Bank of Wales", "BOW", "ORG"),
    ("U.S.", "United States", "PLACE"),
    ("USA", "America", "PLACE"),
    ("Holland", "the Netherlands", "PLACE"),
    ("Washington , D.C.", "Washington", "PLACE"),
    ("People 's Republic of China", "China", "PLACE"),
]
OTHER = [
    ("Ann Berg", "Bo Berg", "PERSON"),
    ("Ann Berg", "B. Berg", "PERSON"),
    ("Mr. Berg", "Mrs. Berg", "PERSON"),
    ("Bo Berg Jr.", "Bo Berg Sr.", "PERSON"),
    ("Mexico City", "Mexico", "PLACE"),
    ("Bank of Wales", "Wales", "ORG"),
    ("European Fish Council", "EFA", "ORG"),
    ("May 5", "May 6", "TIME"),
    ("May 5", "May", "TIME"),
]


@pytest.mark.parametrize(("one", "other", "label"), SAME + OTHER)
def test_same_names(one, other, label):
    is_same = (one, other, label) in SAME
    assert same_name(named(one, label), named(other, label)) is is_same
    assert same_name(named(other, label), named(one, label)) is is_same


def test_a_time_is_nobody_and_a_place_is_no_part_of_a_team():
    assert not same_name(Name(("may",), "TIME"), Name(("may",), "PERSON"))
    assert not same_name(named("Leeds", "PLACE"), named("Leeds United", "ORG"))


@pytest.mark.parametrize(
    ("text", "given_name"),
    [
        ("Jean - Paul Berg", "jean-paul"),
        ("Jean Berg", "jean"),
        ("Jean - Bo Berg", "jean"),
        ("Jean -", "jean"),
        ("Berg", "berg"),
    ],
)
def test_given_names(text, given_name):
    assert given_name_of(named(text).words) == given_name


words = st.sampled_from(
    "Ann Berg B. Mr. Mrs. Acme Corp. of the US United States Jr. 's & .".split()
)
names = st.builds(name_of, st.lists(words, max_size=4), st.sampled_from(LABELS))


@given(names, names)
def test_sameness_works_both_ways(one, other):
    if one and other:
        assert same_name(one, other) == same_name(other, one)


@given(names)
def test_every_name_is_the_same_as_itself(name):
    if name and not (name.titles & {"mr"} and name.titles & {"mrs"}):
        assert same_name(name, name)
