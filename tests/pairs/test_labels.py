"""The labels' names, their conflation and their schemes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme, conflate, parse_label, scheme_of
from rte_baselines.pairs.judgments import parse_judgments, parse_label_order
from rte_baselines.pairs.labels import as_label, is_without_agreement, label_number
from tests.pairs.spellings import spelled


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("TRUE", Label.ENTAILMENT),
        ("yes", Label.ENTAILMENT),
        (" Entailment\n", Label.ENTAILMENT),
        ("FALSE", Label.NO_ENTAILMENT),
        ("NO", Label.NO_ENTAILMENT),
        ("NO ENTAILMENT", Label.NO_ENTAILMENT),
        ("not_entailment", Label.NO_ENTAILMENT),
        ("no-entailment", Label.NO_ENTAILMENT),
        ("non-entailment", Label.NO_ENTAILMENT),
        ("CONTRADICTION", Label.CONTRADICTION),
        ("neutral", Label.UNKNOWN),
        ("UNKNOWN", Label.UNKNOWN),
        ("SUPPORTS", Label.ENTAILMENT),
        ("REFUTES", Label.CONTRADICTION),
        ("NOT ENOUGH INFO", Label.UNKNOWN),
        ("supported", Label.ENTAILMENT),
        ("Refuted", Label.CONTRADICTION),
        ("NEI", Label.UNKNOWN),
        ("Not Enough Evidence", Label.UNKNOWN),
        ("not_supported", Label.NO_ENTAILMENT),
        ("Unsupported", Label.NO_ENTAILMENT),
    ],
)
def test_names_in_use(name: str, label: Label):
    assert parse_label(name) is label


@pytest.mark.parametrize(
    "name", ["", "-", "maybe", "0.5", "1.01", "LABEL_", "LABEL_x", "9" * 5000, "noentailment"]
)
def test_unknown_name_is_refused(name: str):
    with pytest.raises(InputError, match="unknown label"):
        parse_label(name)


def test_numbers_need_an_order():
    order = (Label.ENTAILMENT, Label.UNKNOWN, Label.CONTRADICTION)
    assert [parse_label(number, order) for number in ("0", "1", "2")] == list(order)
    for spelling in ("1", "01", "1.0", "1.", "LABEL_1", "label_1", " 1 "):
        assert parse_label(spelling, order) is Label.UNKNOWN
    assert parse_label("neutral", order) is Label.UNKNOWN
    with pytest.raises(InputError, match="label 0 is a number; state the order of the labels"):
        parse_label("0")
    for beyond in ("3", "-1"):
        with pytest.raises(InputError, match=f"label {beyond} is not in the stated order"):
            parse_label(beyond, order)


THREE_WAY = (Label.ENTAILMENT, Label.UNKNOWN, Label.CONTRADICTION)
TWO_WAY = (Label.NO_ENTAILMENT, Label.ENTAILMENT)


@pytest.mark.parametrize(
    ("order", "letter", "label"),
    [
        (THREE_WAY, "E", Label.ENTAILMENT),
        (THREE_WAY, "n", Label.UNKNOWN),
        (THREE_WAY, "U", Label.UNKNOWN),
        (THREE_WAY, " C ", Label.CONTRADICTION),
        (TWO_WAY, "E", Label.ENTAILMENT),
        (TWO_WAY, "N", Label.NO_ENTAILMENT),
    ],
)
def test_initials_have_the_meaning_of_the_stated_labels(order, letter, label):
    assert parse_label(letter, order) is label


def test_initials_need_the_labels():
    for letter in "ECNUecnu":
        with pytest.raises(InputError, match=r"single letter; state the order .*: label_order="):
            parse_label(letter)
        with pytest.raises(InputError, match="single letter; expected a name"):
            as_label(letter)
    with pytest.raises(InputError, match="label C is not in the stated order; expected N NO_ENT"):
        parse_label("C", TWO_WAY)
    with pytest.raises(InputError, match="unknown label 'Y'"):
        parse_label("Y", THREE_WAY)


@pytest.mark.parametrize("last", ["N", "E", "C"])
def test_a_name_cut_to_its_initial_is_refused(last):
    assert parse_judgments(["E", "N", last], THREE_WAY)
    with pytest.raises(InputError, match="expected one spelling throughout"):
        parse_judgments(["ENTAILMENT", "CONTRADICTION", last], THREE_WAY)


def test_mixed_spellings_are_of_what_was_given():
    expected = r"^label 'entailment' in a list of labels that writes YES and NO; .* throughout$"
    with pytest.raises(InputError, match=expected):
        parse_judgments(["yes", "entailment"])
    with pytest.raises(InputError, match=r"^order of labels: label 'no' in a list of labels that"):
        parse_label_order(["entailment", "no"])


@given(st.integers(-(10**8), 10**8), st.sampled_from(["{}", "{}.0", "{}.00", "LABEL_{}"]))
def test_numbers_in_every_spelling(number: int, spelling: str):
    assert label_number(spelling.format(number)) == number


def test_marks_of_pairs_without_agreement():
    order = (Label.ENTAILMENT, Label.NO_ENTAILMENT)
    assert is_without_agreement("-")
    assert is_without_agreement(" - ", order)
    assert not is_without_agreement("-1")
    assert is_without_agreement("-1", order)
    assert is_without_agreement("-1.0", order)
    assert not any(is_without_agreement(name, order) for name in ("", "0", "1", "no", "-2"))


def test_long_names_are_cut_in_messages():
    with pytest.raises(InputError) as caught:
        parse_label("x" * 100_000)
    assert f"unknown label '{'x' * 37}...'; expected" in str(caught.value)


@given(st.sampled_from(Label))
def test_labels_print_and_parse_as_themselves(label: Label):
    assert f"{label}" == str(label) == label.value
    assert parse_label(str(label)) is label


@given(st.sampled_from(Label))
def test_conflation_is_two_way_and_done_once(label: Label):
    assert conflate(label) in Scheme.TWO_WAY.labels
    assert conflate(conflate(label)) is conflate(label)
    assert (conflate(label) is Label.ENTAILMENT) == (label is Label.ENTAILMENT)


@pytest.mark.slow
@given(st.sets(st.sampled_from(Label)))
def test_scheme_holds_all_labels_or_they_mix(labels: set[Label]):
    if {Label.NO_ENTAILMENT} < labels - {Label.ENTAILMENT}:
        with pytest.raises(InputError, match="mix two schemes"):
            scheme_of(labels)
        return
    scheme = scheme_of(labels)
    assert (scheme is None) == (labels <= {Label.ENTAILMENT})
    assert scheme is None or labels <= set(scheme.labels)


@pytest.mark.slow
@given(st.data(), st.sampled_from(Label))
def test_a_label_means_the_same_in_any_spelling(data, label: Label):
    name = data.draw(spelled(label))
    assert parse_label(name) is as_label(name) is label
    assert conflate(name) is conflate(label)
    assert scheme_of([name, label]) is scheme_of([label])


def test_numbers_of_an_array_are_those_of_a_file():
    order = (Label.NO_ENTAILMENT, Label.ENTAILMENT)
    for one in (1, 1.0, np.int64(1), np.float32(1)):
        assert parse_label(one, order) is Label.ENTAILMENT
        with pytest.raises(InputError, match="is a number; state the order of the labels"):
            parse_label(one)
    for true in (True, np.bool_(True)):
        assert parse_label(true, order) is Label.ENTAILMENT
        with pytest.raises(InputError, match="label True is a boolean, which has no fixed meaning"):
            parse_label(true)
        with pytest.raises(InputError, match="the stated order says that 1 is NO_ENTAILMENT"):
            parse_label(true, order[::-1])
    for nothing in (None, ["ENTAILMENT"], b"ENTAILMENT", {}):
        with pytest.raises(InputError, match="is neither a string nor a number"):
            parse_label(nothing, order)


@pytest.mark.parametrize("wrong", [1, 0, True, 1.0, None, ["ENTAILMENT"], "1", "LABEL_0", "maybe"])
def test_what_is_no_label_is_neither_conflated_nor_of_a_scheme(wrong):
    with pytest.raises(InputError, match="label"):
        conflate(wrong)
    with pytest.raises(InputError, match="label"):
        scheme_of([Label.ENTAILMENT, wrong] if isinstance(wrong, list) else [wrong])
