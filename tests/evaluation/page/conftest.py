"""A page of two runs on a few pairs, some of them hostile."""

import html
import re

import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.inputs.scored_run import ScoredRun
from rte_baselines.evaluation.page import AlignedWords, Alignment, build_page
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run
from tests.conftest import draw_few_resamples, hide_data

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
HOSTILE = '</script><img src="https://example.org/x" onerror="alert(1)"> & $x_1$'


@pytest.fixture(autouse=True)
def as_many_resamples_as_needed(few_resamples):
    """Draw few resamples: a page shows intervals, whatever these are."""


@pytest.fixture(scope="session")
def few_pairs():
    texts = [
        "Ada sang in Rome.",
        "Bo hummed.",
        HOSTILE,
        "Cy paid 5 😀 euros.",
        "Di left.",
        "Ed ran.",
    ]
    labels = [YES, NO, YES, NO, YES, NO]
    return [
        Pair(str(number), text, f"Hypothesis {number}.", "IE" if number < 4 else "QA", label)
        for number, (text, label) in enumerate(zip(texts, labels, strict=True), 1)
    ]


def run_of(name, labels, scores=None, probabilities=False):
    return Run(
        [
            Prediction(
                str(number),
                label,
                None if scores is None else abs(2 * scores[number - 1] - 1),
                None if scores is None else scores[number - 1],
                {YES: scores[number - 1], NO: 1 - scores[number - 1]} if probabilities else None,
            )
            for number, label in enumerate(labels, 1)
        ],
        name=name,
    )


def scored_runs(pairs, *runs):
    gold = Gold.from_pairs(pairs)
    return [ScoredRun.of(run, gold) for run in runs]


def page_of(gold, *runs, measures=None, **options):
    """The page of some runs, which may leave pairs out."""
    report = evaluate(gold, runs, measures=measures, partial=True)
    return build_page(report, gold, runs, **options)


@pytest.fixture(scope="session")
def scored_run():
    """Right on all pairs but 2 and 5."""
    scores = [0.9, 0.8, 0.7, 0.4, 0.3, 0.1]
    return run_of("scored", [YES, YES, YES, NO, NO, NO], scores, probabilities=True)


@pytest.fixture(scope="session")
def bare_run():
    """Labels alone, under a name that is markup and a formula; right on 1, 3 and 5."""
    return run_of(HOSTILE, [YES] * 6)


@pytest.fixture(scope="session")
def alignments():
    words = ("Ada", "sang", "in", "Rome", ".")
    links = (Alignment(0, 1, "same sense"), Alignment(1, None, "missing"))
    hummed = AlignedWords(
        ("Bo", "hummed", "."), ("Hypothesis", "2", "."), (Alignment(1, 0, "<b>"),)
    )
    return {"scored": {"1": AlignedWords(words, ("Hypothesis", "1", "."), links), "2": hummed}}


@pytest.fixture(scope="session")
def page(few_pairs, scored_run, bare_run, alignments):
    runs = [scored_run, bare_run]
    with pytest.MonkeyPatch.context() as patch:
        draw_few_resamples(patch)
        hide_data(patch)
        report = evaluate(few_pairs, runs)
    return build_page(report, few_pairs, runs, alignments=alignments, title=f"A {HOSTILE} page")


@pytest.fixture(scope="session")
def page_text(page):
    """What the page says without its scripts, its style and its tags."""
    bare = re.sub(r"<(script|style).*?</\1>|<wbr>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", bare)).split())
