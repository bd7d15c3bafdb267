"""Pairs given as tuples, dictionaries and rows of tables."""

import sqlite3
from collections import namedtuple

import numpy as np
import pandas as pd
import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.features.samples import SampleLabels, as_pairs
from rte_baselines.pairs import Label, Pair

TEXT, HYPOTHESIS = "Two old ferries sank.", "Two ferries sank."
PAIR = Pair("1", TEXT, HYPOTHESIS)


SWAPPED = pd.DataFrame({"hypothesis": [HYPOTHESIS], "text": [TEXT]})


def rows_of_a_database():
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    with connection:
        return connection.execute(
            "select ? as hypothesis, ? as text", (HYPOTHESIS, TEXT)
        ).fetchall()


class SparkRow(tuple):
    """As the rows of Spark, which are tuples."""

    __fields__ = ("hypothesis", "text")


@pytest.mark.parametrize(
    "samples",
    [
        [PAIR],
        [(TEXT, HYPOTHESIS)],
        [[TEXT, HYPOTHESIS]],
        np.array([[TEXT, HYPOTHESIS]]),
        [{"text": TEXT, "hypothesis": HYPOTHESIS}],
        [{"premise": TEXT, "hypothesis": HYPOTHESIS, "label": 1, "split": "dev"}],
        [{"sentence1": TEXT, "sentence2": HYPOTHESIS, "pairID": 1}],
        pd.DataFrame({"text": [TEXT], "hypothesis": [HYPOTHESIS], "task": [None]}),
        iter([(TEXT, HYPOTHESIS)]),
        # What has names is read by them, and not by position.
        [SWAPPED.iloc[0]],
        list(SWAPPED.itertuples(index=False)),
        SWAPPED.to_records(index=False),
        [namedtuple("Claim", "claim document")(HYPOTHESIS, TEXT)],
        rows_of_a_database(),
        [SparkRow((HYPOTHESIS, TEXT))],
    ],
)
def test_the_same_pair_in_every_form(samples):
    assert list(as_pairs(samples)) == [PAIR]


def test_a_named_tuple_with_the_index_has_it_as_its_id():
    assert list(as_pairs(SWAPPED.itertuples())) == [Pair("0", TEXT, HYPOTHESIS)]


def test_parts_beside_text_and_hypothesis():
    sample = {"id": "a", "text": TEXT, "hypothesis": HYPOTHESIS, "task": "IE", "label": "neutral"}
    assert list(as_pairs([sample])) == [Pair("a", TEXT, HYPOTHESIS, "IE")]
    (labelled,) = as_pairs([sample], labels=SampleLabels())
    assert labelled.label is Label.UNKNOWN


def test_samples_without_ids_are_numbered():
    samples = [(TEXT, HYPOTHESIS), PAIR, {"text": TEXT, "hypothesis": HYPOTHESIS}]
    assert [pair.id for pair in as_pairs(samples)] == ["1", "1", "3"]


ORDER = (Label.ENTAILMENT, Label.NO_ENTAILMENT)


@pytest.mark.parametrize(
    ("given", "order", "label"),
    [
        *((missing, (), None) for missing in (None, float("nan"), np.float32("nan"), "", " ", "-")),
        *((missing, (), None) for missing in (np.array(np.nan), pd.NA, pd.NaT)),
        # No agreement.
        (-1, ORDER, None),
        (1, ORDER, Label.NO_ENTAILMENT),
        (np.str_("neutral"), (), Label.UNKNOWN),
        (np.array("neutral"), (), Label.UNKNOWN),
    ],
)
def test_labels_of_every_kind(given, order, label):
    sample = {"text": TEXT, "hypothesis": HYPOTHESIS, "label": given}
    assert [pair.label for pair in as_pairs([sample], labels=SampleLabels(order))] == [label]


@pytest.mark.parametrize(
    ("label", "message"),
    [
        (np.array(["neutral", "no"]), r"label array\(\['neutral', 'no'\], .* is neither"),
        (1, "label 1 is a number; state the labels of"),
        (
            "hallucinated",
            "unknown label 'hallucinated'; state what it means: load_pairs\\(frame, "
            "labels={'hallucinated': 'LABEL'}\\), or replace it in y$",
        ),
    ],
)
def test_what_is_no_label_is_named_by_its_place(label, message):
    sample = {"text": TEXT, "hypothesis": HYPOTHESIS, "label": label}
    with pytest.raises(InputError, match=f"^sample 1: {message}"):
        list(as_pairs([sample], labels=SampleLabels()))


@pytest.mark.parametrize(
    ("sample", "message"),
    [
        (
            "a text",
            "'a text' is not a pair; expected a Pair, a \\(text, hypothesis\\) or a mapping",
        ),
        (("a", "b", "c"), "it has 3 parts"),
        (("a", 5), "pair '2': hypothesis 5 is not a string"),
        (
            {"text": "a"},
            "no column for the hypothesis among 'text'; name it: load_pairs\\(frame, "
            "columns={'hypothesis': 'COLUMN'}\\), or rename the columns$",
        ),
        (pd.Series([TEXT, HYPOTHESIS]), "no column for the text and the hypothesis among"),
        (pd.DataFrame({"text": ["a"], "hypothesis": ["b"]}), "pair '2': text 0 .* is not a string"),
        (
            {"text": "a", "premise": "a", "hypothesis": "b"},
            "columns 'text', 'premise' may each hold the text",
        ),
        ({"text": "a", "hypothesis": "b", "id": 1.5}, r"id 1.5 of a pair is not an id"),
    ],
)
def test_what_is_no_pair_is_named_by_its_place(sample, message):
    with pytest.raises(InputError, match=f"^sample 2: {message}"):
        list(as_pairs([PAIR, sample]))


@pytest.mark.parametrize("one", [PAIR, "a text", {"text": "a", "hypothesis": "b"}, 5, None])
def test_one_pair_is_no_list_of_pairs(one):
    with pytest.raises(InputError, match="is not a list of samples"):
        list(as_pairs(one))
