"""Columns with numbers of the system are read, or named in a note, in all formats alike."""

import warnings

import pandas as pd
import pytest

from rte_baselines.errors import InputWarning
from rte_baselines.runs import read_run
from tests.table_formats import TABLE_FORMATS

SHARES = {"1": 0.9, "2": 0.6, "3": 0.2}
LABELS = ["entailment", "not_entailment", "not_entailment"]


@pytest.fixture(params=TABLE_FORMATS)
def read(request, tmp_path):
    """Read a run of three pairs with further columns, from any format."""

    def read_columns(**columns):
        frame = pd.DataFrame({"id": list(SHARES), "label": LABELS, **columns})
        return read_run(request.param(frame, tmp_path))

    return read_columns


@pytest.mark.parametrize(
    "name",
    [
        *("p_entailment", "prob_entailment", "probability_entailment", "proba_entailment"),
        *(
            "entailment_probability",
            "entailment_prob",
            "entailment_proba",
            "Entailment Probability",
        ),
        *("probability of entailment", "P(entailment)", "yes_prob", "prob-entailment"),
    ],
)
def test_names_of_a_probability_of_entailment(read, name, recwarn):
    run = read(**{name: list(SHARES.values())})
    assert run.probabilities[:, 0].tolist() == list(SHARES.values())
    assert not run.notes
    assert not [warning for warning in recwarn if issubclass(warning.category, InputWarning)]


@pytest.mark.parametrize("name", ["entailment_logit", "logit entailment"])
def test_names_of_logits(read, name):
    logits = {name: [2.0, -1.0, -2.0], name.replace("entailment", "not_entailment"): [0.0] * 3}
    run = read(**logits)
    assert (run.probabilities[:, 0] > 0.5).tolist() == [True, False, False]


@pytest.mark.parametrize(
    "name",
    [
        "entailment_score",
        "score_entailment",
        "entail_prob",
        "max_logit",
        "Confidence (%)",
        "certainty",
    ],
)
def test_other_numbers_are_named(read, name):
    message = f"the numbers of {name!r} are not read; those of a system are called 'confidence' "
    with warnings.catch_warnings(record=True) as issued:
        warnings.simplefilter("always")
        run = read(**{name: list(SHARES.values()), "length": [1, 2, 3], "problem": ["a", "b", "c"]})
    (note,) = run.notes
    assert note.casefold().startswith(message.casefold())
    (warning,) = (each for each in issued if each.category is InputWarning)
    assert str(warning.message).endswith(f"{run.name}: {note}")
    assert run.probabilities is run.scores is None


@pytest.mark.filterwarnings("ignore:.*the numbers of")
@pytest.mark.parametrize("name", ["p_other", "P(other)", "other_p", "p-entail", "p.entail", "p1"])
def test_what_may_be_a_probability_of_an_unknown_label_is_named(read, name):
    (note,) = read(**{name: list(SHARES.values())}).notes
    assert note.casefold().startswith(f"the numbers of {name.casefold()!r} are not read; ")
    (note,) = read(**{name: [0.1, 0.4, 0.8], "p_entailment": list(SHARES.values())}).notes
    assert note.casefold().startswith(f"the numbers of {name.casefold()!r} are not read; ")


@pytest.mark.filterwarnings("ignore:.*the numbers of")
def test_both_of_two_unknown_labels_are_named(read):
    (note,) = read(p_entail=[0.9, 0.6, 0.2], p_other=[0.1, 0.4, 0.8]).notes
    assert note.startswith("the numbers of 'p_entail', 'p_other' are not read; ")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("p_id", [17, 18, 19]),
        ("p_text", ["A cat slept.", "It sat.", "It ran."]),
        ("p_value", [0.04, 0.5, 0.2]),
        ("step", [0.1, 0.2, 0.3]),
    ],
)
def test_other_columns_with_a_p_are_not_named(read, name, values):
    assert not read(**{name: values}).notes


@pytest.mark.filterwarnings("ignore:.*the numbers of")
def test_of_two_scores_the_second_is_named(read):
    run = read(score=list(SHARES.values()), probability=[0.5, 0.5, 0.5], confidence=[1.0] * 3)
    assert run.scores.tolist() == list(SHARES.values())
    assert [note.partition(";")[0] for note in run.notes] == [
        "the numbers of 'probability' are not read"
    ]


def test_logits_beside_probabilities_and_gold_numbers_are_not_named(read):
    shares = list(SHARES.values())
    run = read(p_entailment=shares, entailment_logit=[2.0, 0.5, -1.0], gold_prob=shares)
    assert not run.notes


@pytest.mark.filterwarnings("ignore:.*the numbers of")
def test_fractions_under_names_of_some_labels_are_named(read):
    (note,) = read(entailment=[0.9, 0.6, 0.2], contradiction=[0.05, 0.1, 0.7]).notes
    assert note.startswith("the numbers of 'entailment', 'contradiction' are not read; ")


def test_whole_numbers_under_names_of_labels_are_not_named(read):
    counts = {"neutral": [1, 0, 4], "contradiction": [0, 2, 1]}
    assert not read(**counts, prediction=LABELS).notes
