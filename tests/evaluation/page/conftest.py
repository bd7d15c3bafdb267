"""A page of two runs on a few pairs, some of them hostile."""

import html
import re

import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.inputs.gold import Gold, ScoredRun
from rte_baselines.evaluation.page import AlignedWords, Alignment, build_page
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run
from tests.conftest import draw_few_resamples, hide_data

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
LETTERS = {label.value[0]: label for label in Label}
IDS = [str(number) for number in range(1, 101)]
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
    return [
        Pair(str(n), text, f"Hypothesis {n}.", "IE" if n < 4 else "QA", NO if n % 2 == 0 else YES)
        for n, text in enumerate(texts, 1)
    ]


def run_of(name, letters, scores=None):
    """A run of labels by their first letters, with confidences and probabilities by its scores."""
    labels = [LETTERS[letter] for letter in letters]
    if scores is None:
        return Run(map(Prediction, IDS, labels), name=name)
    confidences = [abs(2 * score - 1) for score in scores]
    shares = [{YES: score, NO: 1 - score} for score in scores]
    return Run(map(Prediction, IDS, labels, confidences, scores, shares), name=name)


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
    return run_of("scored", "EEENNN", [0.9, 0.8, 0.7, 0.4, 0.3, 0.1])


@pytest.fixture(scope="session")
def bare_run():
    """Labels alone, under a name that is markup and a formula; right on 1, 3 and 5."""
    return run_of(HOSTILE, "EEEEEE")


@pytest.fixture(scope="session")
def aligners():
    words = AlignedWords(("Bo", "hummed", "."), ("Hypothesis", "2", "."), (Alignment(1, 0, "<b>"),))
    return {"scored": lambda pair: words}


@pytest.fixture(scope="session")
def page(few_pairs, scored_run, bare_run, aligners):
    runs = [scored_run, bare_run]
    with pytest.MonkeyPatch.context() as patch:
        draw_few_resamples(patch)
        hide_data(patch)
        report = evaluate(few_pairs, runs)
    return build_page(report, few_pairs, runs, aligners=aligners, title=f"A {HOSTILE} page")


@pytest.fixture(scope="session")
def page_text(page):
    """What the page says without its scripts, its style and its tags."""
    bare = re.sub(r"<(script|style).*?</\1>|<wbr/>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", bare)).split())
