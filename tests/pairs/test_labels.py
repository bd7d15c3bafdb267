"""The labels' names, their conflation and their schemes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme, conflate, parse_label, scheme_of


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
        ("CONTRADICTION", Label.CONTRADICTION),
        ("neutral", Label.UNKNOWN),
        ("UNKNOWN", Label.UNKNOWN),
    ],
)
def test_names_in_use(name: str, label: Label):
    assert parse_label(name) is label


@pytest.mark.parametrize("name", ["", "-", "maybe", "0", "noentailment"])
def test_unknown_name_is_refused(name: str):
    with pytest.raises(InputError, match="unknown label"):
        parse_label(name)


@given(st.sampled_from(Label))
def test_labels_print_and_parse_as_themselves(label: Label):
    assert f"{label}" == str(label) == label.value
    assert parse_label(str(label)) is label


@given(st.sampled_from(Label))
def test_conflation_is_two_way_and_done_once(label: Label):
    assert conflate(label) in Scheme.TWO_WAY.labels
    assert conflate(conflate(label)) is conflate(label)
    assert (conflate(label) is Label.ENTAILMENT) == (label is Label.ENTAILMENT)


@given(st.sets(st.sampled_from(Label)))
def test_scheme_holds_all_labels_or_they_mix(labels: set[Label]):
    if {Label.NO_ENTAILMENT} < labels - {Label.ENTAILMENT}:
        with pytest.raises(InputError, match="mix two schemes"):
            scheme_of(labels)
        return
    scheme = scheme_of(labels)
    assert (scheme is None) == (labels <= {Label.ENTAILMENT})
    assert scheme is None or labels <= set(scheme.labels)
