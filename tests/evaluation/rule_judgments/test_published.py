"""The published figures, and what they imply of each other."""

from itertools import permutations

import pytest

from rte_baselines.evaluation.rule_judgments.published import (
    Check,
    Range,
    checks,
    figures,
    notes,
    to_tables,
)


def test_the_figures_are_those_of_the_paper():
    assert figures()["DIRT rules upper precision"].middle == 0.305
    assert figures()["TEASE templates lower yield"] == pytest.approx((16.75, 16.85))
    assert figures()["evaluated rules"] == (646, 646)


@pytest.mark.parametrize(("low", "agrees"), [(2, True), (2.1, False)])
def test_ranges_agree_if_they_meet(low, agrees):
    for first, second in permutations([Range(1, 2), Range(low, 3)]):
        assert Check("what", first, second).agrees is agrees


def check(start):
    (found,) = (each for each in checks() if each.what.startswith(start))
    return found


def test_sampling_by_hand():
    """380 templates induce 760 rules; 754 - 108 = 646 were evaluated; 43% + 57% = 100%."""
    for start in ("rules: two", "evaluated rules", "matching precision"):
        assert check(start).agrees


def test_kappa_by_hand():
    found = check("chance agreement")
    # (0.75 - 0.64) / (1 - 0.64) = 0.306 is chance agreement, before rounding is considered.
    assert found.figure.low < 0.11 / 0.36 < found.figure.high
    # 43% left not entailed, 28% of 57% irrelevant, 41% the rest.
    assert found.implied == pytest.approx((0.294, 0.379), abs=0.002)
    assert found.agrees


def test_yields_by_hand():
    found = check("DIRT, yield / precision of rules: the same")
    assert found.figure.low < 33.5 / 0.305 < found.figure.high
    assert found.implied.low < 20.4 / 0.186 < found.implied.high
    assert found.agrees
    # 109.8 rules and 51.6 templates for an input template: more than two rules for each.
    assert not check("DIRT, yield / precision of rules: twice").agrees
    assert check("TEASE, yield / precision of rules: twice").agrees


def test_paraphrases_by_hand():
    """33.5 correct rules of 22.6 correct templates: 48% have two; the text says 20-25%."""
    found = check("DIRT, upper bound, paraphrases")
    assert found.implied.low < 33.5 / 22.6 - 1 < found.implied.high
    assert found.figure == pytest.approx((0.195, 0.255))
    assert not found.agrees
    # 30.5% / 44% * 646 / 380 - 1
    assert "1.7 evaluated rules of a template, precisions imply 0.16 to 0.19" in found.note


def test_contradictions_are_told():
    assert len(notes()) == sum(not each.agrees for each in checks()) == 5
    assert [row[-1] for row in to_tables()[-1].rows].count("no") == 5
