import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.inputs.arrays import encode_labels
from rte_baselines.evaluation.inputs.judgments import ENTAILMENT, LABELS
from rte_baselines.evaluation.page import build_page
from rte_baselines.evaluation.report.groups import chances_of_groups, expected_group_scores
from rte_baselines.evaluation.significance.chance import trivial_systems
from rte_baselines.pairs import Scheme


@pytest.fixture(scope="module")
def gold(pairs):
    return pairs("ECU" * 8)


@pytest.fixture(scope="module")
def run(run_of):
    """Right about the first 12 pairs, and wrong about all others."""
    return run_of("ECU" * 4 + "CUE" * 4, "r")


@pytest.mark.slow
def test_accuracy_by_slice(gold, run):
    half = ["first"] * 12 + ["second"] * 12
    few = ["odd"] * 3 + [None] * 21
    report = evaluate(gold, run, slices={"half": half, "few": few}, measures="accuracy_3way")
    (scores,) = report.runs
    found = {
        str(part): (of_part.pairs, of_part.measures["accuracy_3way"].value)
        for part, of_part in scores.slices.items()
    }
    assert found == {"half: first": (12, 1.0), "half: second": (12, 0.0), "few: odd": (3, 1.0)}
    tests = {part.name: p_value for part, p_value in scores.slice_tests.items()}
    # 2 of the 24! / (12! 12!) = 2,704,156 choices are as extreme, for each of three slices.
    assert tests["first"] == pytest.approx(3 * 2 / 2_704_156)
    # 12 * 11 * 10 / (24 * 23 * 22) for 3 hits of 3, and as much for none.
    assert tests["odd"] == pytest.approx(2 * 1_320 / 12_144)
    markdown = report.to_markdown()
    assert "accuracy_3way by half" in markdown
    assert r"| first | 12 | 0.333 | 1.000\* (" in markdown
    assert "| odd | (3) |" in markdown
    assert "slices: * marks those" in markdown
    assert scores.to_dict()["slices"]["half"]["first"]["p_holm"] == tests["first"]


@pytest.mark.slow
def test_values_are_in_natural_order(gold, run):
    values = ["11-20", "6-10", "0-5", "b", "a2", "a10"] * 4
    (scores,) = evaluate(gold, run, slices={"range": values}).runs
    assert [part.name for part in scores.slices] == ["0-5", "6-10", "11-20", "a2", "a10", "b"]
    report = evaluate(gold, run[:4], slices={"range": values}, partial=True)
    assert [part.name for part in report.runs[0].slices] == ["0-5", "6-10", "11-20", "b"]
    assert "\na10 " in report.to_text()


@pytest.mark.slow
@pytest.mark.usefixtures("blank_plots")
def test_consistent_groups(gold, run):
    # Groups of four pairs in a row; the last pairs of the 24 are in no group.
    groups = {"set": [str(n // 4) if n < 20 else None for n in range(24)]}
    whole, some = evaluate(gold, run, groups=groups), run[:10].called("some")
    found = whole.runs[0].groups["set"]
    assert (found.groups, found.consistent.value) == (5, 3 / 5)
    report = evaluate(gold, [run, some], groups=groups, partial=True)
    # The third group lacks two predictions.
    assert report.runs[1].groups["set"].groups == 2
    markdown = report.to_markdown()
    for row in ("r | 5", "some | 2 of 5", "best trivial | 5"):
        assert f"| set | {row} |" in markdown
    note = "shares of different groups do not say which is better"
    for shown in (markdown, build_page(report, gold, [run, some])):
        assert note in shown
    assert note not in whole.to_markdown()


@pytest.mark.slow
def test_tables_say_in_which_scheme_groups_are_right(gold, run_of):
    """Of groups of three, a run with the two other labels swapped is right two-way alone."""
    three_way, two_way = run_of("EUC" * 8, "swapped"), run_of("ENN" * 8, "right")
    groups = {"set": [str(n // 3) for n in range(24)]}
    note = "the labels of right are two-way, and so are the shares of all runs"

    for runs, expected in (([three_way], ("three-way", 0)), ([three_way, two_way], ("two-way", 1))):
        report = evaluate(gold, runs, groups=groups)
        scores = report.to_dict()["runs"][0]["groups"]["set"]
        assert (scores["scheme"], scores["consistent"]["value"]) == expected
        text = report.to_markdown()
        assert f"Groups of which all labels are correct, {expected[0]}" in text
        assert (note in text) is (two_way in runs)


@pytest.mark.slow
@given(
    rows=st.lists(st.tuples(st.booleans(), st.sampled_from("abc")), min_size=1, max_size=12),
    random=st.randoms(use_true_random=False),
)
def test_range_and_invariances_of_groups(rows, random):
    def score(rows, groups=None):
        correct = np.array([float(is_right) for is_right, _ in rows])
        return sorted(chances_of_groups(correct, groups or [group for _, group in rows]))

    members = {group: [right for right, of in rows if of == group] for _, group in rows}
    assert score(rows) == sorted(all(right) for right in members.values())
    assert score(random.sample(rows, len(rows))) == score(rows)
    # Of groups of one pair each, it is whether the pair is right.
    alone = score(rows, [str(place) for place in range(len(rows))])
    assert alone == sorted(right for right, _ in rows)


@pytest.mark.slow
def test_groups_that_trivial_systems_are_right_about(pairs, run_of):
    """Groups of two pairs: of the shares 1, 1/2 and 0 of ENTAILMENT, one each of four is 1."""
    groups = {"set": [*"aabbccdd"], "none": [None] * 8}
    report = evaluate(pairs("EEENNENN"), run_of("EEENNENN"), groups=groups)
    found = [system.groups["set"].consistent for system in report.trivial]
    assert [(estimate.value, estimate.low) for estimate in found] == [(1 / 4, None)] * 4
    assert {system.groups["none"].groups for system in report.trivial} == {0}
    lines = [line.split() for line in report.to_text().splitlines()]
    assert ["best", "trivial", "4", "0.250"] in [line[-4:] for line in lines]


@pytest.mark.parametrize("scheme", Scheme)
def test_expected_groups_are_those_of_many_draws(scheme):
    generator = np.random.default_rng(1)
    gold = encode_labels(generator.choice(Scheme.THREE_WAY.labels, 12))
    groups = [None, *"aabbbccddde"]
    (*_, system) = trivial_systems(gold, Scheme.THREE_WAY)
    draws = generator.choice(len(LABELS), p=system.probabilities, size=(20_000, 12))
    right = draws == gold
    if scheme is Scheme.TWO_WAY:
        right = (draws == ENTAILMENT) == (gold == ENTAILMENT)
    whole = [
        right[:, [place for place, of in enumerate(groups) if of == group]].all(axis=1)
        for group in "abcde"
    ]
    score = expected_group_scores(system, gold, {"of": groups}, scheme)["of"]
    assert score.groups == 5
    assert score.consistent.value == pytest.approx(np.mean(whole), abs=0.01)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"half": ["a"] * 23}, "half has 23 values for 24 pairs; expected as many"),
        ({"half": "a" * 24}, "half is 'aaa.*; expected a list with a value for each pair"),
    ],
)
def test_what_is_refused(gold, run, given, message):
    for argument in ("slices", "groups"):
        with pytest.raises(InputError, match=message):
            evaluate(gold, run, **{argument: given})
