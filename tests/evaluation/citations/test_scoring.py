"""Pairs and scores of citations: by hand, by another implementation, and what holds of all."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from rte_baselines import Run
from rte_baselines.core.errors import RunError
from rte_baselines.evaluation.citations import citation_pairs, score_citations
from rte_baselines.evaluation.citations.scoring import CitationReport, SentenceScore, fault_of
from rte_baselines.runs import Prediction, Withheld
from tests.evaluation.citations.examples import answer, labelled, scored

DOCUMENTS = 4
ANSWERS = [
    answer("Ada sang [1]. Bob danced [1][2][3]. Cy ran [2].", pair_id="a"),
    answer("Dee left. Eve came [1][9].", pair_id="b"),
]
TWO_DOCUMENTS = answer("Ada sang [1][3].", pair_id="c")


def judge(numbers, sentence):
    """Bob danced by 1, or by 2 and 3 with 1: 2 is not needed beside 1 and 3, and 3 is."""
    return {
        "Ada sang.": 1 in numbers,
        "Bob danced.": {1, 3} <= numbers or numbers == {1},
        "Cy ran.": False,
        "Eve came.": 1 in numbers,
    }[sentence]


def report_of(scores):
    return CitationReport((), tuple(scores), "run")


def test_pairs_by_hand():
    pairs = citation_pairs([*ANSWERS, TWO_DOCUMENTS])
    assert [pair.id for pair in pairs] == [
        "a-s1-all",
        "a-s2-all",
        *("a-s2-only-1", "a-s2-only-2", "a-s2-only-3"),
        *("a-s2-without-1", "a-s2-without-2", "a-s2-without-3"),
        "a-s3-all",
        "b-s2-all",
        # Of two documents, all but one is the other.
        *("c-s1-all", "c-s1-only-1", "c-s1-only-3"),
    ]
    assert pairs[5].text == "Document 2.\n\nDocument 3."
    assert pairs[5].hypothesis == "Bob danced."


def test_scores_by_hand():
    """All of 1, 2 and 3 entail that Bob danced, 1 and 3 without 2, and neither 2 nor 3 alone.

    Without 3, 1 and 2 do not: so 2 is irrelevant, and 3 is not.
    """
    first, second = scored(ANSWERS, judge)
    assert [each.is_supported for each in first] == [True, True, False]
    assert [each.irrelevant for each in first] == [(), (2,), ()]
    report = report_of([first, second])
    # Document 9 does not exist: its citation is wrong, and the other is judged by itself.
    assert report.sums.tolist() == [[2, 3, 3, 5], [1, 2, 1, 2]]
    for found, expected in (
        (report.over_answers, (7 / 12, 11 / 20, 77 / 136)),
        (report.over_sentences, (3 / 5, 4 / 7, 24 / 41)),
    ):
        assert [estimate.value for estimate in found.values()] == pytest.approx(expected)


def test_answers_without_sentences_or_citations_have_zero():
    answers = [ANSWERS[0], answer("", pair_id="b"), answer("Dee left.", pair_id="c")]
    first, empty, uncited = scored(answers, judge)
    report = score_citations(answers, labelled(answers, judge))
    assert report.over_answers["recall"].value == pytest.approx(2 / 9)
    assert report.over_answers["precision"].value == pytest.approx(3 / 15)
    assert report.over_sentences["recall"].value == pytest.approx(2 / 4)
    # An answer without a sentence is no unit of what is over sentences.
    cited = [first, uncited] * 6
    assert report_of(cited + [empty] * 6).over_sentences == report_of(cited).over_sentences
    assert "answers without a citation, with recall and precision 0: 2 ('b', 'c')" in report.notes()


NUMBERS = range(1, DOCUMENTS + 1)
SETS = [frozenset(of) for size in NUMBERS for of in combinations(NUMBERS, size)]
CITATIONS = st.lists(st.integers(1, DOCUMENTS + 1), max_size=5)
ENTAILING = st.sets(st.sampled_from(SETS))


def reference(citations, entailing):
    """Recall, precise citations and citations of a sentence, directly by their definitions."""
    known = frozenset(citations) - {DOCUMENTS + 1}
    if known not in entailing:
        return 0, 0, len(set(citations))
    irrelevant = {of for of in known if {of} not in entailing and known - {of} in entailing}
    return 1, len(known - irrelevant), len(set(citations))


def cited(citations, name="a1"):
    return answer("Ada sang" + "".join(f"[{each}]" for each in citations) + ".", DOCUMENTS, name)


def score_of(citations, entailing):
    if not set(citations) - {DOCUMENTS + 1}:
        return 0, 0, len(set(citations))
    (score,) = scored([cited(citations)], lambda numbers, _: numbers in entailing)
    ((supported, _, precise, citations),) = report_of([score]).sums
    return supported, precise, citations


@pytest.mark.slow
@given(CITATIONS, ENTAILING)
def test_scores_are_those_of_the_definitions(citations, entailing):
    """For any judge, even one for whom more documents entail less."""
    assert score_of(citations, entailing) == reference(citations, entailing)


@pytest.mark.slow
@given(CITATIONS, ENTAILING, st.randoms())
def test_neither_order_nor_repetition_of_citations_matters(citations, entailing, random):
    shuffled = random.sample(citations, len(citations)) + citations[:1]
    assert score_of(shuffled, entailing) == score_of(citations, entailing)


@pytest.mark.slow
@given(CITATIONS, ENTAILING, st.integers(1, DOCUMENTS + 1))
def test_an_irrelevant_citation_never_raises_precision(citations, smallest, added):
    """For a judge for whom more documents never entail less."""
    entailing = {found for found in SETS if any(least <= found for least in smallest)}
    known = frozenset(citations) - {DOCUMENTS + 1}
    is_irrelevant = {added} not in entailing and known in entailing
    if added in citations or not (is_irrelevant or added > DOCUMENTS):
        return
    before, after = (score_of(each, entailing) for each in (citations, [*citations, added]))
    assert after[0] == before[0]
    assert after[1] <= before[1]
    assert after[2] == before[2] + 1


@pytest.mark.slow
@settings(max_examples=8)
@given(st.lists(st.tuples(CITATIONS, ENTAILING), min_size=1, max_size=5))
@example([([1, 5], set()), ([1, 5], {frozenset({1})})])
def test_values_and_intervals_are_in_range(sentences):
    assume(any(set(citations) - {DOCUMENTS + 1} for citations, _ in sentences))
    answers = [cited(citations, f"a{n}") for n, (citations, _) in enumerate(sentences)]
    entailing = set().union(*(found for _, found in sentences))
    report = score_citations(answers, labelled(answers, lambda numbers, _: numbers in entailing))
    of_each = [values_of(citations, entailing) for citations, _ in sentences if citations]
    for scores in (report.over_answers, report.over_sentences):
        for estimate, values in zip(scores.values(), zip(*of_each, strict=True), strict=True):
            if estimate.low is None:
                # All answers with a citation have the same value, as where there is only one.
                assert 0 <= estimate.value <= 1
                assert values == pytest.approx([estimate.value] * len(values))
            else:
                assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
        lower, higher = sorted([scores["recall"].value, scores["precision"].value])
        assert lower * (1 - 1e-9) <= scores["f1"].value <= higher * (1 + 1e-9)


def values_of(citations, entailing):
    """Recall, precision and F1 of one sentence with citations."""
    recall, precise, number = reference(citations, entailing)
    precision = precise / number
    return recall, precision, 2 * recall * precision / (recall + precision) if recall else 0.0


SUPPORTED, UNSUPPORTED, UNCITED = (
    SentenceScore(1, "Ada sang.", cited, (), "a", is_supported, ())
    for cited, is_supported in (((1,), True), ((1,), False), ((), False))
)


def check_coverage(draw, means, true):
    """Of 40 samples, 38 intervals are expected to hold the truth, with a standard error of 1.4."""
    held = dict.fromkeys(true, 0)
    for _ in range(40):
        report = report_of(draw())
        for name, value in true.items():
            estimate = getattr(report, means)[name]
            held[name] += estimate.low <= value <= estimate.high
    assert min(held.values()) >= 34


@pytest.mark.slow
def test_intervals_over_answers_hold_the_truth():
    """As often as they say, where the sentences of an answer resemble each other."""
    generator = np.random.default_rng(1)

    def draw():
        counts = generator.binomial(6, generator.beta(2, 2, size=40))
        return [[SUPPORTED] * count + [UNSUPPORTED] * (6 - count) for count in counts]

    check_coverage(draw, "over_answers", {"recall": 0.5, "precision": 0.5, "f1": 0.5})


@pytest.mark.slow
def test_intervals_over_sentences_hold_the_truth_if_answers_lack_citations():
    """A third of the answers cites nothing; others have 2 or 5 citations, alike in an answer."""
    generator = np.random.default_rng(2)
    recall = 3.5 * 0.5 / (2 / 3 * 3.5 + 1 / 3 * 3) * 2 / 3
    f1 = 2 * recall * 0.5 / (recall + 0.5)

    def draw():
        for size in generator.choice([0, 2, 5], size=30):
            count = generator.binomial(size, generator.beta(2, 2))
            yield [SUPPORTED] * count + [UNSUPPORTED] * (size - count) or [UNCITED] * 3

    check_coverage(draw, "over_sentences", {"recall": recall, "precision": 0.5, "f1": f1})


def test_resamples_without_a_citation_count_in_the_interval_of_f1():
    """Of two answers, one without citations, a quarter of the resamples have no citation.

    Recall is 0 there, and so is F1. Precision is over answers with citations: here, one.
    """
    answers = [answer("Ada sang [1].", pair_id="a"), answer("Dee left.", pair_id="b")]
    found = report_of(scored(answers, lambda *_: True)).over_sentences
    assert found["f1"].value == pytest.approx(2 / 3)
    assert (found["f1"].low, found["f1"].high) == (0, 1)
    assert (found["precision"].value, found["precision"].low) == (1, None)


def test_only_entailment_supports():
    answers = [answer(" ".join(f"Ada sang {number} [1]." for number in range(1, 6)))]
    labels = ("yes", "CONTRADICTION", "UNKNOWN")
    withheld = {"a1-s4-all": Withheld.UNPARSEABLE, "a1-s5-all": Withheld.ABSTAIN}
    run = [Prediction(f"a1-s{n}-all", label) for n, label in enumerate(labels, start=1)]
    report = score_citations(answers, Run(run, withheld=withheld))
    assert [each.is_supported for each in report.sentences] == [True, *[False] * 4]
    assert list(report.notes())[-1] == (
        "pairs that run does not label, which count as not entailed: 1 ABSTAIN, 1 UNPARSEABLE"
    )


def test_runs_on_other_answers_are_refused():
    with pytest.raises(RunError, match=r"unknown id: 1 \('b-s2-all'\)"):
        score_citations(ANSWERS[:1], labelled(ANSWERS, judge))


def test_the_worst_sentences():
    report = score_citations(ANSWERS, labelled(ANSWERS, judge), worst=10)
    assert [(each.answer, each.number, fault_of(each)) for each in report.worst] == [
        ("a", 3, "not entailed by [2]"),
        ("b", 1, "no citation"),
        ("a", 2, "[2] irrelevant"),
        ("b", 2, "no document [9]"),
    ]
    (worst,) = replace(report, listed=1).worst
    assert worst == report.worst[0]
    assert "Cy ran." in report.to_text()
    assert "Cy ran." not in replace(report, listed=0).to_text()
    assert "| F1 |" in report.to_markdown()
    assert report.counts["sentences without a citation"] == 1
    notes = list(report.notes())
    assert notes[2] == "F1: the harmonic mean of these two figures (gao2023)"
    assert notes[3].startswith("intervals: 95%, bootstrap over answers, seed 12345; of the prec")
