"""Judgments of several judges, their agreement, and tables of results."""

import json

import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa as statsmodels_kappa

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.rule_judgments.judged import (
    Bound,
    ExampleCounts,
    Judged,
    judge_agreements,
)
from rte_baselines.evaluation.rule_judgments.results import results_of
from rte_baselines.rules.judging.judgments import JudgeJudgments, Judgment
from rte_baselines.rules.judging.sheet import Drawing, ListSize, Sheet
from tests.rules.judging.examples import rule, sheet

LETTERS = dict(zip("HNIL", reversed(Judgment), strict=True))


def judge(name, of, *words):
    """The judgments of a judge, a word for each rule: H, N, I, L, a point for none, X a mark."""
    found, marked = {}, set()
    for of_rule, word in zip(of.rules, words, strict=True):
        if word == "X":
            marked.add(of_rule.id)
        else:
            letters = zip(of_rule.example_ids, word, strict=True)
            found.update({id_: LETTERS[letter] for id_, letter in letters if letter != "."})
    return JudgeJudgments(name, found, frozenset(marked))


def agreement_of(of, first, second, **options):
    judged = Judged(of, (judge("ann", of, *first), judge("bob", of, *second)))
    (found,) = judge_agreements(judged, **options)
    return {level.items: level for level in found.levels}


def test_the_disagreements_of_table_3():
    """sign -> set, worsen -> slow, get -> want: one example each."""
    found = agreement_of(sheet(rules=3, examples=1), "HIH", "INN")
    assert found["examples, all judgments"].observed.value == 0
    # Only get -> want is judged as entailment or not by both.
    assert found["examples, entailment or not"].shared == 1
    # By the lower bound, irrelevant contexts and no entailment are conflated: worsen -> slow is
    # incorrect for both.
    lower = found["rules, correct by the lower bound"]
    assert (lower.shared, lower.observed.value) == (3, 1 / 3)
    upper = found["rules, correct by the upper bound"]
    assert (upper.shared, upper.observed.value) == (1, 0)


def test_kappa_by_hand():
    of = sheet(rules=5, examples=4)
    first = ["HHHH", "HHNN", "NNNN", "LLII", "HHHH"]
    second = ["HHHH", "HNNN", "NNNN", "LIII", "HHHN"]
    found = agreement_of(of, first, second)
    # Alike: 4 + 3 + 4 + 3 + 3 of 20. First: H 10, N 6, L 2, I 2; second: H 8, N 8, L 1, I 3.
    chance = (10 * 8 + 6 * 8 + 2 * 1 + 2 * 3) / 400
    examples = found["examples, all judgments"]
    assert examples.observed.value == 17 / 20
    assert examples.kappa.value == pytest.approx((0.85 - chance) / (1 - chance))
    # Precision: 1, 1/2, 0, none and 1; 1, 1/4, 0, none and 3/4, which is below 80%.
    rules = found["rules, correct by the upper bound"]
    assert (rules.shared, rules.observed.value) == (4, 3 / 4)
    assert rules.kappa.value == pytest.approx((3 / 4 - 1 / 2) / (1 - 1 / 2))
    # The fourth rule is wrong by the lower bound, for both.
    rules = found["rules, correct by the lower bound"]
    assert (rules.shared, rules.observed.value) == (5, 4 / 5)
    found = agreement_of(of, first, second, threshold=0.75)
    assert found["rules, correct by the upper bound"].kappa.value == 1


def test_marks():
    found = agreement_of(sheet(rules=3, examples=2), ["X", "X", "HH"], ["X", "NN", "HH"])
    assert found["examples, all judgments"].shared == 2
    marks = found["rules, relational"]
    assert (marks.shared, marks.observed.value) == (3, 2 / 3)
    # A rule that is not relational is not correct.
    assert found["rules, correct by the upper bound"].observed.value == 1


def test_nothing_shared():
    for level in agreement_of(sheet(rules=1, examples=2), ["H."], [".H"]).values():
        assert (level.shared, level.observed, level.kappa) == (0, None, None)


@pytest.mark.parametrize(("first", "value"), [("HNHL", 1), ("HHHH", 0)])
def test_kappa_without_an_interval(first, value):
    """Judges who never differ, and one with a single answer: all resamples have one value."""
    of = sheet(rules=4, examples=1)
    kappa = agreement_of(of, first, "HNHL")["examples, all judgments"].kappa
    assert (kappa.value, kappa.low) == (value, None)
    assert agreement_of(of, "HHHH", "HHHH")["examples, all judgments"].kappa is None


def test_kappa_is_that_of_statsmodels():
    first, second = "HHNILLHHNNIL", "HNNILIHHNHIL"
    table = np.zeros((4, 4))
    for pair in zip(first, second, strict=True):
        table[tuple(map("HNIL".index, pair))] += 1
    found = agreement_of(sheet(rules=12, examples=1), first, second)["examples, all judgments"]
    expected = statsmodels_kappa(table)
    assert found.kappa.value == pytest.approx(expected.kappa)
    # With one example for each rule, the bootstrap is over examples.
    assert found.kappa.low == pytest.approx(expected.kappa_low, abs=0.15)
    assert found.kappa.high == pytest.approx(min(expected.kappa_upp, 1), abs=0.15)


def test_judges_have_different_names():
    of = sheet(rules=1)
    with pytest.raises(InputError, match="the judges are 'ann', 'ann'; expected one file"):
        Judged(of, (judge("ann", of, "HH"), judge("ann", of, "HH")))
    with pytest.raises(InputError, match="there are no judgments"):
        Judged(of, ())


def counts(judged, judges):
    return {
        of_rule.rule.id: of_rule.counts if of_rule.is_relational else None
        for of_rule in judged.rules_of(judges)
    }


def test_rules_judged_by_several():
    of = sheet(rules=5, examples=2)
    ann = judge("ann", of, "HH", "H.", "X", "X", "..")
    bob = judge("bob", of, "NN", ".L", "HH", "X", "H.")
    judged = Judged(of, (ann, bob))
    # A judgment of each counts; two judges may share a rule; of one mark, none is left.
    two, both = ExampleCounts(0, 0, 0, 2), ExampleCounts(0, 0, 2, 2)
    expected = {"r1": both, "r2": ExampleCounts(1, 0, 0, 1), "r3": two, "r4": None}
    assert counts(judged, judged.judges) == expected
    assert counts(judged, [ann]) == {"r1": two, "r3": None, "r4": None}
    assert counts(judged, [bob]) == {"r1": ExampleCounts(0, 0, 2, 0), "r3": two, "r4": None}


def two_bases():
    """A template that both have learned, with its two rules, and one of TEASE alone."""
    both = ("dirt", "tease")
    shared = [Drawing(source, 0.5, "change", "alter", both) for source in both]
    alone = [Drawing("tease", None, "change", "affect", ("tease",))]
    lists = {"dirt": {"change": ListSize(10, 20)}, "tease": {"change": ListSize(4, 8)}}
    drawings = [shared, shared, alone, alone]
    rules = tuple(rule(f"r{number}", 1, of) for number, of in enumerate(drawings))
    return Sheet((*rules, rule("r4", 0, alone)), lists)


def test_results_in_numbers_tables_and_json():
    of = two_bases()
    ann = judge("ann", of, "H", "H", "H", "I", "")
    bob = judge("bob", of, "H", "N", "H", "X", "")
    results = results_of(Judged(of, (ann, bob)))
    assert [each.judges for each in results.by_judge] == ["ann", "bob", "all judges"]
    by_ann, by_bob, _ = results.by_judge
    dirt, tease = by_ann.qualities
    assert dirt.bounds[Bound.UPPER]["rule_yield"].value == 20
    assert dirt.bounds[Bound.UPPER]["paraphrase_rate"].value == 1
    assert tease.without_examples == 1
    assert tease.bounds[Bound.LOWER]["rule_precision"].value == 3 / 4
    assert by_ann.overlaps["dirt", "tease"][Bound.UPPER].value == 1 / 2
    assert by_bob.qualities[1].not_relational == 1
    assert by_bob.qualities[1].examples == 3
    counts, measures = results.tables()
    assert counts.rows[0][:4] == ["dirt", "ann", "1", "2"]
    *_, overlap = (row for row in measures.rows if row[1] == "ann")
    assert measures.rows[1] == ["dirt", "ann", "rules: yield", "20.0", "20.0"]
    assert overlap == ["dirt and tease", "ann", "templates: overlap, percent", "50.0", "50.0"]
    assert "| tease | bob | rules: yield | 4.0 | 4.0 |" in results.to_markdown()
    found = json.loads(results.to_json())
    assert (found["threshold"], found["rules"]) == (0.8, 5)
    of_judge, *_ = found["judges"]
    first, *_, last = of_judge["rules"]
    assert first["is_correct"] == {"upper": True, "lower": True}
    assert first["precision"]["upper"]["value"] == 1.0
    assert last["precision"] == {"upper": None, "lower": None}
    assert of_judge["rule_bases"][0]["bounds"]["upper"]["template_yield"]["value"] == 10
    assert of_judge["overlaps"][0]["rule_bases"] == ["dirt", "tease"]


def test_rules_that_are_not_finished_are_told():
    of = sheet(rules=3)
    results = results_of(Judged(of, (judge("ann", of, "HH", "H.", ".."),)))
    assert len(results.by_judge[0].rules) == 1
    text = " ".join(results.to_text().split())
    assert "judged to the end, of 3 rules: ann 1" in text
    assert "yield" not in text.partition("a rule is correct")[0]
