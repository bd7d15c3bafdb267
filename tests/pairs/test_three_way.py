"""Three-way labels from a file of their own."""

import warnings

import pytest

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.pairs import Label, Pair
from rte_baselines.pairs.reading import read_labels, relabel

PAIRS = [
    Pair("1", "a", "b", "IE", Label.ENTAILMENT, {"length": "short"}),
    Pair("2", "c", "d", "IE", Label.NO_ENTAILMENT),
]
LABELS = {"1": Label.ENTAILMENT, "2": Label.UNKNOWN}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1\tENTAILMENT\n1\tUNKNOWN\n", "line 2: id '1' is repeated"),
        ("1\tENTAILMENT\n\tUNKNOWN\n", "line 2: id '' is repeated or missing"),
        ("1\tENTAILMENT\n2\tMAYBE\n", "line 2: unknown label 'MAYBE'"),
    ],
)
def test_unusable_line_is_located(tmp_path, content, message):
    (tmp_path / "labels.tsv").write_text(content)
    with pytest.raises(InputError, match=f"labels.tsv: {message}"):
        read_labels(tmp_path / "labels.tsv")


def test_only_the_label_changes():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        relabelled = list(relabel(PAIRS, LABELS, "data"))
    assert relabelled == [PAIRS[0], Pair("2", "c", "d", "IE", Label.UNKNOWN)]


def test_disagreement_is_told_and_the_three_way_label_wins():
    labels = {"1": Label.CONTRADICTION, "2": Label.ENTAILMENT}
    with pytest.warns(InputWarning, match="data: .* disagrees .* is kept for pair 1, 2"):
        relabelled = list(relabel(PAIRS, labels, "data"))
    assert [pair.label for pair in relabelled] == list(labels.values())


def test_pairs_and_labels_must_be_the_same():
    with pytest.raises(InputError, match="pair '2' has no three-way label"):
        list(relabel(PAIRS, {"1": Label.ENTAILMENT}, "data"))
    with pytest.raises(InputError, match="three-way label of '3' belongs to no pair"):
        list(relabel(PAIRS, {**LABELS, "3": Label.UNKNOWN}, "data"))
