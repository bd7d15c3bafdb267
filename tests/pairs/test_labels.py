"""The labels' names, their conflation and schemes, and what the labels of a source mean."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Label, LabelReader, Scheme, conflate, parse_label, scheme_of
from rte_baselines.pairs.labels import as_label, parse_label_order
from tests.spellings import NAMES

THREE_WAY = (Label.ENTAILMENT, Label.UNKNOWN, Label.CONTRADICTION)
NUMBERED = "entailment,neutral,contradiction"


@pytest.mark.parametrize(
    ("name", "label"), [(name, label) for label, names in NAMES.items() for name in names.split()]
)
def test_every_name_in_every_spelling(name, label):
    for spelled in (name, name.upper(), f" {name.title()}\n", name.replace("_", " ")):
        for given_name in (spelled, np.str_(spelled), spelled.replace(" ", "-")):
            assert parse_label(given_name) is as_label(given_name) is label
    assert conflate(name) is conflate(label)
    assert scheme_of([name, label]) is scheme_of([label])
    assert LabelReader().read(name) is label


@pytest.mark.parametrize(
    "name", ["", "-", "maybe", "E", "0.5", "1.01", "LABEL_", "LABEL_x", "9" * 5000, "noentailment"]
)
def test_what_is_no_name(name):
    with pytest.raises(InputError, match="unknown label"):
        parse_label(name)


def test_numbers_need_an_order():
    for number in ("1", "01", "1.0", "1.", "LABEL_1", "label_1", " 1 ", 1, 1.0, np.int64(1)):
        assert parse_label(number, THREE_WAY) is Label.UNKNOWN
        with pytest.raises(InputError, match="label 1 is a number; state the labels of 0, 1"):
            parse_label(number)
    for beyond in ("3", "-1"):
        with pytest.raises(InputError, match=f"label {beyond} is not in the stated order"):
            parse_label(beyond, THREE_WAY)
    assert parse_label(True, THREE_WAY) is Label.UNKNOWN
    assert parse_label(np.bool_(True)) is Label.ENTAILMENT
    for nothing in (None, ["ENTAILMENT"], b"ENTAILMENT", {}):
        with pytest.raises(InputError, match="is neither a string nor a number"):
            parse_label(nothing, THREE_WAY)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (["maybe", "yes"], "unknown label 'maybe'"),
        (["yes", "entailment"], "repeats one"),
        ({"yes", "no"}, "is not a sequence"),
        ("LABEL_0,LABEL_1", "label 'LABEL_0' is a number"),
        ([0, 1], "label 0 is not a string"),
        ("yes;no", "unknown label 'yes;no'"),
    ],
)
def test_what_is_no_order(order, message):
    with pytest.raises(InputError, match=f"^order of labels: .*{message}"):
        parse_label_order(order)


@given(st.sampled_from(Label))
def test_labels_print_parse_and_conflate(label):
    assert f"{label}" == str(label) == label.value
    assert parse_label(str(label)) is label
    assert conflate(label) in Scheme.TWO_WAY.labels
    assert conflate(conflate(label)) is conflate(label)
    assert (conflate(label) is Label.ENTAILMENT) == (label is Label.ENTAILMENT)


@given(st.sets(st.sampled_from(Label)))
def test_a_scheme_holds_all_labels_or_they_mix(labels):
    if {Label.NO_ENTAILMENT} < labels - {Label.ENTAILMENT}:
        with pytest.raises(InputError, match="mix two schemes"):
            scheme_of(labels)
        return
    scheme = scheme_of(labels)
    assert (scheme is None) == (labels <= {Label.ENTAILMENT})
    assert scheme is None or labels <= set(scheme.labels)


@pytest.mark.parametrize("wrong", [1, True, 1.0, None, ["ENTAILMENT"], "1", "LABEL_0", "maybe"])
def test_what_is_no_label_is_neither_conflated_nor_of_a_scheme(wrong):
    for function in (conflate, lambda label: scheme_of([label])):
        with pytest.raises(InputError, match="label"):
            function(wrong)


@pytest.mark.parametrize("order", [NUMBERED, NUMBERED.split(","), THREE_WAY])
def test_a_stated_order(order):
    reader = LabelReader(order)
    assert reader.order == THREE_WAY
    assert tuple(map(reader.read, (0, "1", "LABEL_2"))) == THREE_WAY
    assert reader.read("refuted") is Label.CONTRADICTION
    assert reader.describe() == "0 = ENTAILMENT, 1 = UNKNOWN, 2 = CONTRADICTION"
    with pytest.raises(InputError, match=r"3 is .* \(0 = ENTAILMENT, .*'3': 'LABEL'}$"):
        reader.read(3)


@pytest.mark.parametrize(
    "stated",
    [
        "1=entailment, Not_Mentioned=neutral,disputed=",
        {1: "yes", "not mentioned": "nei", "disputed": ""},
    ],
)
def test_a_stated_mapping_adds_to_the_known_words(stated):
    reader = LabelReader(stated)
    read = [reader.read(word) for word in (1, "1.0", "not mentioned", "contradiction", "Disputed")]
    assert read == [Label.ENTAILMENT] * 2 + [Label.UNKNOWN, Label.CONTRADICTION, None]
    assert reader.describe().endswith(", disputed = no label")


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ("e=entailment,x", "'x' is not of the form WORD=LABEL, as e=entailment"),
        ("e=entailment,E=neutral", "'E' is empty or given twice"),
        ("=neutral", "'' is empty or given twice"),
        ("a=not_entailment,b=neutral", "labels mix two schemes"),
        ({"e": "entailing"}, "unknown label 'entailing'"),
    ],
)
def test_what_is_stated_wrongly(stated, message):
    with pytest.raises(InputError, match=f"^run_labels: {message}"):
        LabelReader(stated, "run_labels", "--run-labels")


@pytest.mark.parametrize("mark", ["-", "-1", "hidden", "Hidden", "", " ", None, -1, -1.0])
def test_marks_of_no_label(mark):
    for stated in (None, NUMBERED, "e=entailment"):
        assert LabelReader(stated).read(mark) is None


def test_booleans_are_words():
    assert LabelReader(NUMBERED).read(True) is Label.ENTAILMENT
    assert LabelReader("not_entailment,entailment").read(False) is Label.NO_ENTAILMENT
    assert LabelReader("true=neutral").read(True) is Label.UNKNOWN


@pytest.mark.parametrize(
    ("word", "python", "option"),
    [
        ("E", r"labels=\{'E': 'LABEL'\}", "--labels E=LABEL"),
        ("not sure", r"labels=\{'not sure': 'LABEL'\}", "--labels 'not sure=LABEL'"),
        ("LABEL_0", "labels='LABEL,LABEL,LABEL'", "--labels LABEL,LABEL,LABEL"),
    ],
)
def test_what_has_no_meaning_is_to_be_stated(word, python, option):
    with pytest.raises(InputError, match=f"{python}$"):
        LabelReader().read(word)
    with advising_options(), pytest.raises(InputError, match=f"{option}$"):
        LabelReader().read(word)


def test_what_is_stated_already_is_in_the_advice():
    with advising_options(), pytest.raises(InputError, match=r"--labels b=ENTAILMENT,c=LABEL$"):
        LabelReader("b=entailment").read("c")


def test_labels_of_two_schemes_are_refused():
    reader = LabelReader()
    assert [reader.read(word) for word in ("yes", "NO")] == ["ENTAILMENT", "NO_ENTAILMENT"]
    with pytest.raises(InputError, match=r"'NO' is a two-way label and 'neutral' a three-way one"):
        reader.read("neutral")
    assert reader.read("not_entailment") is Label.NO_ENTAILMENT
    assert LabelReader("no=contradiction").read("NO") is Label.CONTRADICTION
