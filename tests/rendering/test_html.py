"""What notebooks show: small tables in HTML, with nothing in them that data could inject."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines import Pair, Prediction, Recognizer, Run, compare, evaluate, load
from rte_baselines.rendering.html import html_of
from rte_baselines.rendering.tables import Table
from rte_baselines.runs import Withheld

EVIL = "<script>alert('x')</script>&amp;\x1b[31m\"'"
TAGS = set("div p strong table thead tbody tr th td small br details summary ul li pre".split())


def text_of(html):
    """The text of elements that are known and closed in their turn, with styles at most."""
    root = ElementTree.fromstring(f"<div>{html.replace('<br>', '<br/>')}</div>")
    assert {found.tag for found in root.iter()} <= TAGS
    assert {name for found in root.iter() for name in found.attrib} <= {"style"}
    return "".join(root.itertext())


@given(st.text())
def test_text_is_text(text):
    text_of(html_of([Table(text, ["a", text], [[text, text]])], [text], lead=[text]))


def test_a_table_with_intervals():
    table = Table("All pairs", ["run", "f1"], [["mine", "0.5\n0.4-0.6"], ["other", "-"]])
    html = html_of([table], ["a note"], lead=["a sentence"])
    assert text_of(html) == "a sentenceAll pairsrunf1mine0.50.4-0.6other-Notesa note"
    assert "0.5<br><small>0.4-0.6</small></td>" in html


RUNS = [
    Run([Prediction(f"{EVIL}{n}", label, 0.5, 0.25) for n, label in enumerate(labels)], name=name)
    for name, labels in (
        (EVIL, ("YES", "NO")),
        ("other", ("YES", "YES")),
        ("third", ("YES", "YES")),
    )
]


def test_a_run():
    shown = text_of(RUNS[0]._repr_html_())
    assert ": 2 predictions (1 ENTAILMENT, 1 NO_ENTAILMENT), ranked" in shown
    assert "0.5000.250" in shown
    assert text_of(Run([], name="none")._repr_html_()) == "none: 0 predictions (none), not ranked"
    judge = Run([Prediction("1", "YES")], withheld=dict.fromkeys("23", Withheld.ABSTAIN))
    assert "1 prediction (1 ENTAILMENT), 2 ABSTAIN, not ranked" in text_of(judge._repr_html_())
    long = Run([Prediction(str(number), "YES") for number in range(30)])._repr_html_()
    assert "The first 10" in long
    assert long.count("<tr>") == 11


@pytest.mark.slow
def test_a_report_and_a_comparison():
    gold = [Pair(f"{EVIL}{n}", "a", "b", EVIL, label) for n, label in enumerate(("YES", "NO"))]
    report = evaluate(gold, RUNS, measures="accuracy_2way")
    shown = text_of(report._repr_html_())
    assert "All 2 pairs" in shown
    assert report.signature in shown
    comparison = compare(gold, RUNS, measures="accuracy_2way")
    shown = text_of(comparison._repr_html_())
    assert comparison.signature in shown
    assert "not shown: every two runs by themselves" in shown


@pytest.mark.slow
def test_a_recognizer():
    recognizer = Recognizer.from_config("word-overlap")
    recognizer.name = EVIL
    assert "not trained" in text_of(recognizer._repr_html_())
    shown = text_of(load("word-overlap")._repr_html_())
    assert "word-overlap: trained on" in shown
    assert "overlapWordOverlap" in shown
