"""The page as a whole."""

import base64
import html
import re
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.page import build_page
from rte_baselines.runs import Prediction, Run
from tests.evaluation.page.conftest import HOSTILE, YES, page_of, run_of
from tests.evaluation.rte1_test_pairs import pairs_like_rte1_test

without_plots = pytest.mark.usefixtures("blank_plots")


class Structure(HTMLParser):
    """Which elements are open where, and what they refer to."""

    VOID = frozenset({"meta", "link", "br", "wbr", "input", "img"})

    def __init__(self):
        super().__init__()
        self.open, self.tags = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture
def report_of_scored(few_pairs, scored_run):
    return evaluate(few_pairs, scored_run)


@pytest.mark.slow
def test_elements_are_nested_ids_are_unique_and_nothing_is_fetched(page):
    structure = Structure()
    structure.feed(page)
    assert structure.open == []
    ids = [attributes["id"] for _, attributes in structure.tags if "id" in attributes]
    assert len(set(ids)) == len(ids)
    for tag, attributes in structure.tags:
        assert tag not in {"img", "iframe", "object", "base"}
        for reference in ("src", "href", "xlink:href", "action"):
            target = attributes.get(reference, "data:,")
            assert target.startswith("data:,") or target.removeprefix("#") in ids


def test_only_the_page_s_own_script_may_run(page):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    (script,) = re.findall(r"<script>(.*?)</script>", page, flags=re.DOTALL)
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    assert "default-src 'none'" in policy
    assert f"script-src 'sha256-{digest}';" in policy


def test_names_and_titles_are_text(page, page_text):
    assert page.startswith("<!DOCTYPE html>\n")
    assert f"<title>{html.escape(f'A {HOSTILE} page').replace('&quot;', '&#34;')}</title>" in page
    assert page_text.count(HOSTILE) > 5


def test_without_scripts_all_but_the_pairs_is_shown(page_text):
    for part in (
        "6: 3 ENTAILMENT, 3 NO_ENTAILMENT",
        "3 IE, 3 QA",
        "two-way",
        "pairs:6",
        "always NO_ENTAILMENT",
        "By task",
        "Precision is interpolated",
        "Reliability",
        "median 0.700 of 3 entailed pairs and median 0.400 of 3 other pairs",
        "Without an entailment score for each prediction, there are no plots of scores",
        "The list of pairs needs a script",
        "ENTAILMENT 2 ✓ (correct labels) 66.7% 1 33.3% 3 NO_ENTAILMENT 1 33.3% 2 ✓",
    ):
        assert part in page_text


@pytest.mark.slow
def test_what_is_found_of_each_run(report_of_scored, page_text):
    (scores,) = report_of_scored.runs
    assert scores.findings
    for finding in scores.findings:
        assert f"{finding.about.capitalize()}. {finding.text}" in page_text


@pytest.mark.slow
def test_the_same_input_gives_the_same_page(few_pairs, scored_run, report_of_scored):
    first, second = (build_page(report_of_scored, few_pairs, [scored_run]) for _ in range(2))
    assert first == second
    # Of a single run.
    for part in ("Difficulty of the pairs", "Pairs to look at"):
        assert part not in first


@pytest.mark.slow
@without_plots
def test_runs_in_different_schemes_have_a_note_and_risks_in_one(pairs):
    """Three-way, half of the labels of "three" are wrong; two-way, as those of "two", none is."""
    gold = pairs("EECUEECU")
    three, two = run_of("three", "EEUCEEUC", [0.75] * 8), run_of("two", "EENNEENN", [0.75] * 8)
    page = page_of(gold, three, two)
    assert "The labels of two are two-way, and so are their kappa" in page
    assert "these values do not say which is better, and there is no ★ for them." in page
    assert "Labels are right or wrong two-way for all runs" in page
    assert "on all that are labelled: three 0.000, 0.000; two 0.000, 0.000." in page
    alone = page_of(gold, three)
    assert "on all that are labelled: three 0.500, 0.500." in alone
    assert "no ★ for them" not in alone


@pytest.mark.slow
@without_plots
@pytest.mark.parametrize(("wrong", "badges"), [(1, 0), (5, 0), (6, 2)])
def test_a_run_is_called_best_if_it_is_better_by_more_than_chance(pairs, wrong, badges):
    """By McNemar's test: of pairs that only one gets right, 6 have a p-value of 1/32, 5 of 1/16."""
    best, other = run_of("a", "EN" * 10), run_of("b", ("NE" * 10)[:wrong] + ("EN" * 10)[wrong:])
    assert page_of(pairs("EN" * 10), best, other).count('<span class="badge">best</span>') == badges


THREE = [run_of(letters, letters) for letters in ("ENNNNN", "EEENNN", "EEEENN")]
OF_SOME = Run(map(Prediction, "123456", [YES] * 6, [None] * 6, [0.5, None, 0.5, 0.5, None, 0.5]))


@pytest.mark.slow
@without_plots
@pytest.mark.parametrize(
    ("runs", "parts"),
    [
        ([OF_SOME], ["Without an entailment score for each prediction, there are no plots"]),
        (THREE, ["Difficulty of the pairs", "Abilities of 3 systems"]),
        ([run_of(name, "EEEEEE") for name in "abc"], ["No Rasch analysis: "]),
        ([run_of("partial", "EN")], ["labels 2 of 6 pairs", "not answered</option>"]),
    ],
)
def test_what_is_said_of_runs(few_pairs, runs, parts):
    page = page_of(few_pairs, *runs)
    for part in parts:
        assert part in page
    assert "Distribution of the entailment score" not in page
    assert "The gold labels have no texts and hypotheses." not in page


@pytest.mark.slow
@without_plots
def test_pairs_without_tasks_and_texts(few_pairs, scored_run):
    bare = [replace(pair, text="", hypothesis="") for pair in few_pairs]
    page = page_of([replace(bare[0], task=None), *bare[1:]], scored_run)
    note = "The gold labels have no texts and hypotheses."
    for part in ("<dd>1 (no task), 2 IE, 3 QA</dd>", "<option>(no task)</option>", note):
        assert part in page
    assert "Text and hypothesis" not in page


@pytest.mark.slow
@without_plots
def test_a_threshold_tuned_on_development_pairs(few_pairs, scored_run):
    # There, whatever scores 0.3 or more is entailed, and nothing else is. Here, the first five
    # do: 1, 3 and 5 rightly, 2 and 4 wrongly; 6 is rightly below.
    tuned = run_of("tuned", "EEEEEE", [0.9, 0.1, 0.5, 0.2, 0.3, 0.0])
    page = page_of(few_pairs, scored_run, development=(few_pairs, [tuned]))
    assert "development pairs, 0.300 (vertical line), gives 1.000 there and 0.667 here" in page
    table = page.rpartition("<span>Two-way accuracy at the first point from each")[2]
    found = re.findall(r"([^>]*)</td>", table.partition("</table>")[0])
    # From the lowest score here to the highest, by a tenth of 0.8: at 0.1, at 0.18, and at the end.
    assert (found[:4], found[-2:]) == (["0.500", "0.667", "0.667", "0.833"], ["0.667", "0.667"])


@pytest.mark.slow
@without_plots
def test_negative_numbers_have_minus_signs(few_pairs):
    run = Run([Prediction(str(n), "NO" if n % 2 else "YES", None, -n / 10) for n in range(1, 7)])
    page = page_of(few_pairs, run, measures="all")
    shown = re.sub(r"<(script|style|svg|pre).*?</\1>", "", page, flags=re.DOTALL)
    assert "median \u22120.300 of 3 entailed pairs" in shown
    assert not re.search(r"[\s>(-]-\d", shown)


@pytest.mark.slow
@pytest.mark.parametrize("letters", ["E", "N", "ECU", "NNNN"])
def test_few_pairs_and_few_labels(pairs, letters):
    gold = pairs(letters)
    run = run_of("run", letters, [0.5] * len(letters))
    page = page_of(gold, run, measures="all")
    assert not re.search(r"\bnan\b", page)
    # The pairs have no tasks.
    assert "By task" not in page


@pytest.mark.slow
@without_plots
def test_runs_that_are_not_the_report_s(few_pairs, scored_run, bare_run, report_of_scored):
    report = report_of_scored
    with pytest.raises(InputError, match="expected those of the report, scored"):
        build_page(report, few_pairs, [bare_run])
    with pytest.raises(InputError, match="0 runs on the development pairs; expected 1"):
        build_page(report, few_pairs, [scored_run], development=(few_pairs, []))
    with pytest.raises(RunError, match="unknown id"):
        build_page(report, few_pairs[:3], [scored_run])


@pytest.mark.slow
@pytest.mark.usefixtures("without_data", "blank_plots")
def test_phenomena(rte_data):
    gold = pairs_like_rte1_test(rte_data)
    run = Run([Prediction(pair.id, YES) for pair in gold[:400]], name="half")
    report = evaluate(gold, run, by_phenomenon=True, partial=True)
    page = build_page(report, gold, [run])
    for part in (
        '<a href="#phenomena">By syntactic phenomenon</a>',
        "Phenomena: as two linguists annotated RTE-1&#39;s test set",
        "<span>accuracy_2way by mismatch</span>",
        '<span class="interval">of ',
    ):
        assert part in page


def test_other_pairs_have_no_phenomena(page_text):
    assert "henomen" not in page_text


@pytest.mark.slow
def test_latex_for_a_paper(page_text):
    """Of six pairs, the first run is right on four."""
    latex = page_text.partition("For a paper, in LaTeX")[2]
    assert r"scored & 0.667 {\scriptsize (0.300--0.903)} &" in latex
    assert r"\paragraph{Results.} accuracy\_2way: " in latex
    assert "McNemar's exact test, two-sided, with Holm's correction for 1 comparison." in latex
    assert r"with the signature pairs:6\textbar{}scheme:two-way" in latex


@pytest.mark.slow
def test_pairs_to_look_at(few_pairs):
    """The better run is right on all but pair 1, the worse one on pair 6 alone."""
    page = page_of(few_pairs, run_of("better", "NNENEN"), run_of("worse", "NENENN"))
    part = page.partition('<section id="items"')[2].partition("</section>")[0]
    assert "Of 6 pairs, all runs get 1 right, and none gets 1 right, two-way." in part
    telling, wrong = (re.findall(r"<b>Pair (\d)</b>", of) for of in part.split("</details>")[:2])
    assert (telling, wrong) == (["2", "3", "4", "5"], ["1"])
    assert HOSTILE not in part
    assert html.escape(HOSTILE) in part.replace("&#34;", "&quot;")
    assert "better: NO_ENTAILMENT" in part


@pytest.mark.slow
def test_how_many_pairs_to_look_at_are_tied(few_pairs):
    """The better run alone is right on all twelve pairs."""
    pairs = [replace(few_pairs[0], id=str(number)) for number in range(1, 13)]
    page = page_of(pairs, run_of("better", "E" * 12), run_of("worse", "N" * 12))
    assert "correlation of both, 10 of 12, as the last are tied." in page
