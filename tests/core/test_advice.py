"""Advice in the style of its reader, and the names that misspelt ones are answered with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.advice import advising_options, did_you_mean, how_to_state, nearest

MEASURES = ["accuracy_2way", "accuracy_3way", "cws", "f1", "mutual_information"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("accuracy", ["accuracy_2way", "accuracy_3way"]),
        ("acuracy", ["accuracy_2way", "accuracy_3way"]),
        ("F", ["f1"]),
        ("w", []),
        ("cwz", ["cws"]),
        ("mutal_informaton", ["mutual_information"]),
        ("rouge", []),
    ],
)
def test_the_nearest_names(name, expected):
    assert nearest(name, MEASURES) == expected


def test_names_that_start_so_come_before_those_that_contain_it():
    assert nearest("way", ["subway", "wayside", "ways"]) == ["ways", "wayside", "subway"]


def test_the_question():
    assert did_you_mean("cwz", MEASURES) == "did you mean 'cws'? "
    question = "did you mean 'accuracy_2way' or 'accuracy_3way'? "
    assert did_you_mean("accuracy", MEASURES) == question
    assert did_you_mean("a", ["ab", "ac", "ad", "ae"]) == "did you mean 'ab', 'ac' or 'ad'? "
    assert did_you_mean("rouge", MEASURES) == ""


@given(st.text(), st.lists(st.text(min_size=1), unique=True))
def test_only_known_names_are_named_and_each_once(name, known):
    found = nearest(name, known)
    assert set(found) <= set(known)
    assert len(found) == len(set(found)) <= 3


@given(st.text(alphabet="abcdefgh_", min_size=5), st.data())
def test_a_letter_left_out_is_forgiven(name, data):
    place = data.draw(st.integers(0, len(name) - 1))
    assert nearest(name[:place] + name[place + 1 :], [name, "zzzzz"]) == [name]


def test_after_an_error_parameters_are_named_again():
    with pytest.raises(ValueError, match="wrong"), advising_options():
        raise ValueError("wrong")
    assert how_to_state("in_order=True", "--in-order") == "in_order=True"
