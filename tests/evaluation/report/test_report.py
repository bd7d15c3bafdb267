"""What a report looks like."""

import json
import re

import pytest

from rte_baselines.evaluation import evaluate, evaluate_arrays
from rte_baselines.evaluation.resampling.bootstrap import SEED
from tests.evaluation.figure_2 import GOLD, LABELS

pytestmark = pytest.mark.usefixtures("few_resamples")


@pytest.fixture
def report(pairs, run_of):
    gold = pairs("ENENEN", ["IE", "IE", "IE", "QA", "QA", "QA"])
    overlap = run_of("EENNEN", "overlap", [0.5] * 6, [6, 5, 2, 1, 4, 3])
    return evaluate(gold, [overlap, run_of("NNNNNN", "never | [b]entailed[/b]")])


@pytest.mark.slow
@pytest.mark.usefixtures("all_resamples")
def test_json(report):
    found = json.loads(report.to_json())
    overlap, never = found["runs"]
    # Right: 1, 4, 5 and 6 of 6. Wilson's interval by hand: z^2 = 3.8415,
    # centre (4 + 1.9207) / 9.8415 = 0.6016, spread sqrt(3.8415 (4/3 + 0.9604)) / 9.8415.
    assert overlap["run"] == "overlap"
    assert overlap["measures"]["accuracy_2way"] == pytest.approx(
        {"value": 4 / 6, "low": 0.29999, "high": 0.90323}, abs=1e-4
    )
    # All are equally sure, so that 4 of 6 are right at every rank: a resample's score is the
    # weight of right ones in it. With the pseudo-pairs, its distribution is Beta(4.5, 2.5). The
    # level for 6 pairs is 1 - 2 P(Z > sqrt(6/5) 2.5706), or 99.51%.
    assert overlap["measures"]["cws"] == pytest.approx(
        {"value": 4 / 6, "low": 0.1591, "high": 0.9696}, abs=0.03
    )
    # Wilson's interval of 2 of 3: centre (2 + 1.9207) / 6.8415 = 0.5731, spread
    # sqrt(3.8415 (2/3 + 0.9604)) / 6.8415 = 0.3654.
    assert overlap["measures"]["recall"] == pytest.approx(
        {"value": 2 / 3, "low": 0.2077, "high": 0.9385}, abs=1e-4
    )
    assert overlap["tasks"].keys() == {"IE", "QA"}
    assert overlap["tasks"]["QA"]["accuracy_2way"]["value"] == 1
    assert overlap["task_details"]["QA"]["confusion"]["counts"] == [[1, 0], [0, 2]]
    assert never["unavailable"]["cws"] == "the run has no confidence for every pair"
    assert "cws" not in never["measures"]
    assert found["trivial"][0]["run"] == "always ENTAILMENT"


@pytest.mark.slow
@pytest.mark.usefixtures("all_resamples")
def test_signature(report, labels):
    fields = dict(field.split(":") for field in report.signature.split("|"))
    names = "pairs scheme ties weights bootstrap seed gold version"
    assert list(fields) == names.split()
    known = ["6", "two-way", "expected", "uniform", "10000", str(SEED)]
    assert list(fields.values())[:6] == known
    assert re.fullmatch("[0-9a-f]{12}", fields["gold"])
    names = ["cws", "mutual_information_by_rank", "mutual_information_weighted"]
    weighted = evaluate_arrays(labels("EN"), labels("EN"), measures=names)
    assert "|weights:uniform+rank+confidence|" in weighted.signature


@pytest.mark.slow
def test_text_shows_every_system(report):
    text = str(report)
    lines = text.splitlines()
    assert lines[-1] == report.signature
    assert all(line == line.rstrip() for line in lines)
    for name in ("overlap", "never | [b]entailed[/b]", "uniform random", "always NO_ENTAILMENT"):
        assert name in text
    assert "average_precision of never | [b]entailed[/b]: the run is not ranked" in text
    assert "nan" not in text.lower()


@pytest.mark.slow
def test_markdown(report):
    lines = report.to_markdown().splitlines()
    header = next(line for line in lines if line.startswith("| run |"))
    names = "accuracy_2way average_precision cws f1 kappa mutual_information precision recall"
    assert header == f"| run | {names.replace(' ', ' | ')} |"
    assert "| --- |" + " ---: |" * 8 in lines
    assert any(line.startswith("| overlap | 0.667 (0.300-0.903) | ") for line in lines)
    assert any(line.startswith(r"| never \| [b]entailed[/b] | 0.500 (") for line in lines)
    assert f"- {report.signature}" in lines


@pytest.mark.slow
def test_what_is_left_to_guess_stands_below_each_label():
    """Figure 2 of bergmair2009: 1.0746, 1.4277 and 1.5395 bits."""
    lines = str(evaluate_arrays(GOLD, LABELS)).splitlines()
    (row,) = (line.split() for line in lines if line.startswith("entropy, bits"))
    # In the order of the scheme: ENTAILMENT, CONTRADICTION, UNKNOWN.
    assert row[2:] == ["1.075", "1.539", "1.428"]


@pytest.mark.slow
def test_latex(report):
    latex = report.to_latex()
    assert latex.count(r"\begin{table}") == latex.count(r"\end{table}") == 4
    assert r"overlap & 0.667 {\scriptsize (0.300--0.903)} & " in latex
    assert r"never \textbar{} [b]entailed[/b] & 0.500" in latex
    assert latex.splitlines()[-1] == f"% {report.signature}"


@pytest.mark.slow
def test_p_values_against_guessing(pairs, run_of):
    gold, perfect, half = pairs("EEEENNNN"), run_of("EEEENNNN", "perfect"), run_of("E" * 8, "half")
    alone, both = str(evaluate(gold, perfect)), str(evaluate(gold, [perfect, half]))
    # 8 of 8 by 2/256; of two runs, the smaller p-value counts twice.
    rows = [line.split() for line in (*alone.splitlines(), *both.splitlines())]
    assert ["perfect", "accuracy_2way", "1.000", "0.0078", "0.0078"] in rows
    assert ["perfect", "accuracy_2way", "1.000", "0.0156", "0.0156"] in rows
    assert ["half", "accuracy_2way", "0.500", "1.0000", "1.0000"] in rows
    assert ["above", "0.500"] * 2 in rows
    assert ["at", "0.500"] * 2 in rows
    for test in evaluate(gold, [perfect, half]).to_dict()["runs"][0]["chance_tests"]:
        assert (test["p_value"], test["p_holm"]) == pytest.approx((2 / 256, 4 / 256), abs=1e-15)


def test_findings_are_shown(pairs, run_of):
    run = run_of("CCE", "mine", [0.5] * 3, [3, 2, 1])
    report = evaluate(pairs("ECU"), run, measures=["cws", "accuracy_2way"])
    findings = report.runs[0].findings
    assert [finding.about for finding in findings] == ["exchange", "ties", "soundness"]
    assert findings[2].text.endswith("usual for three-way runs labelled by the most probable label")
    text, in_json = " ".join(str(report).split()), report.to_dict()["runs"][0]["findings"]
    assert all(finding.text in text for finding in findings)
    assert [finding["text"] for finding in in_json] == [finding.text for finding in findings]


@pytest.mark.slow
def test_partial_runs_and_schemes_have_remarks(pairs, run_of):
    runs = [run_of("EN ", "part"), run_of("EUU", "whole")]
    report = evaluate(pairs("ECU"), runs, partial=True)
    text = " ".join(str(report).split())
    assert (
        "part labels 2 of 3 pairs and is scored on these; in tables of scores, trivial systems are "
        "scored on all, in that of p-values on the pairs of each value"
    ) in text
    assert "the labels of part are two-way, and so are their kappa" in text
    assert [run["scheme"] for run in report.to_dict()["runs"]] == ["two-way", "three-way"]


@pytest.mark.slow
def test_partial_runs_show_both_numbers_of_pairs(pairs, labels, run_of):
    """Of four pairs, one task has three, of which the run labels one."""
    gold = pairs("ENEN", ["IE", "IE", "IE", "QA"])
    part = run_of("E  N", "part")
    report = evaluate(gold, part, measures=["coverage", "accuracy_2way"], partial=True)
    rows = [line.split() for line in str(report).splitlines()]
    assert ["run", "labelled", "coverage", "2way_of_all", "2way"] in rows
    assert ["part", "2", "of", "4", "0.500", "0.500", "1.000"] in rows
    assert ["always", "ENTAILMENT", "4", "of", "4", "1.000", "0.500", "0.500"] in rows
    assert ["IE", "1", "of", "3", "0.333", "0.333", "1.000"] in rows
    assert ["QA", "1", "of", "1", "1.000", "1.000", "1.000"] in rows
    footnote = "coverage, accuracy_2way_of_all: of all pairs; other measures: of the labelled pairs"
    text = " ".join(str(report).split())
    assert "By label, on the labelled pairs" in text
    assert text.count(footnote) == report.to_markdown().count(footnote) == 2
    found = report.to_dict()["runs"][0]
    of_all, of_task = found, found["task_details"]["IE"]
    assert [(of["pairs"], of["unlabelled"]) for of in (of_all, of_task)] == [(2, 2), (1, 2)]
    whole = str(evaluate(gold, labels("ENEN"), measures=["coverage", "accuracy_2way"]))
    assert "labelled" not in whole
    assert ["IE", "3", "1.000", "1.000"] in [line.split() for line in whole.splitlines()]


def test_p_values_of_partial_runs_say_on_which_pairs_they_are(pairs, labels, run_of):
    """Half of all six pairs are entailed, but three quarters of the labelled ones are."""
    gold = pairs("EEENNN")
    part = run_of("EEEN  ", "part")
    measures = ["accuracy_2way", "accuracy_2way_of_all"]
    report = evaluate(gold, part, measures=measures, partial=True)
    rows = [line.split() for line in str(report).splitlines()]
    # Of guesses, 1/16 are right on all four pairs, and as many on none; (3/4)^4 = 81/256 of
    # constant labels are, which no less probable number of hits than 0 or 1 has: 1/256 + 12/256.
    assert ["part", "accuracy_2way", "4", "1.000", "0.1250", "0.5781"] in rows
    assert ["above", "0.500", "above", "0.750"] in rows
    # 4 of 6 by guesses of one half: 2 (15 + 6 + 1) / 64.
    assert ["part", "accuracy_2way_of_all", "6", "0.667", "0.6875", "0.6875"] in rows
    said = "in that of p-values on the pairs of each value"
    assert said in " ".join(str(report).split())
    whole = str(evaluate(gold, labels("EEENNN"), measures=measures))
    assert said not in " ".join(whole.split())


@pytest.mark.slow
def test_negative_ends_of_intervals(pairs, labels):
    report = evaluate(pairs("EENN" * 5), labels("ENEN" * 5), measures="kappa")
    ((low, high),) = re.findall(r"-(0\.\d+) to (0\.\d+)", str(report))
    assert f"($-${low} to {high})" in report.to_latex()


@pytest.mark.slow
def test_names_cannot_move_the_terminal(pairs, run_of):
    run = run_of("EN", "a\x1b[31m\nb*c<d>`e`")
    report = evaluate(pairs("EN"), run)
    assert "\x1b" not in report.to_text() + report.to_markdown() + report.to_latex()
    assert "a\\x1b[31m" in report.to_text()
    assert r"b\*c\<d\>\`e\`" in report.to_markdown()
    comments = [line for line in report.to_latex().splitlines() if "no confidence" in line]
    assert all(line.startswith("% ") for line in comments)


@pytest.mark.slow
def test_the_missing_values_of_a_task_have_their_reason(pairs, labels):
    report = evaluate(pairs("ENN", ["IE", "QA", "QA"]), labels("ENN"))
    assert "recall of system on QA: no gold label is ENTAILMENT" in str(report)
    assert str(evaluate(pairs("E"), labels("E"))).startswith("The only pair\n")
