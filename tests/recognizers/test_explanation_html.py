"""Explanations as HTML: what is shown, in which order, what is folded up, and what is escaped."""

import re
from base64 import b64encode
from hashlib import sha256
from itertools import accumulate
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features import Alignment, Illustration
from rte_baselines.pairs import Pair
from rte_baselines.recognizers import Explanation, FeaturePull
from rte_baselines.rendering.drawings.shapes import Derivation, DerivationStep

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&"


def explanation(word="sank", features=(), illustrations=None, **fields):
    return Explanation(
        **{
            "pair": Pair("1", f"Ann {word}", f"Bob {word}", "QA"),
            "label": "ENTAILMENT",
            "sentence": f"Entailed: {word!r} is found.",
            "confidence": 0.75,
            "entailment": 0.5,
            "score": 0.7,
            "scale": "certainty of entailment",
            "text": ("Ann", word),
            "hypothesis": ("Bob", word),
            "features": features,
            "task_pull": 0.0,
            "alignments": {
                "less": (Alignment(0, None, "missing"),),
                "most": (Alignment(1, 1, "same word"), Alignment(0, None, "missing")),
            },
            "illustrations": illustrations or {},
            "compared_text": f"Ann {word}",
            **fields,
        }
    )


PULLS = (FeaturePull("less", 1.0, 1.0, 0.01), FeaturePull("most.part", 0.9, 0.5, -0.2))


def parsed(html):
    return ElementTree.fromstring(f"<div>{html}</div>")


def folds(root):
    return {
        fold.find("summary").text: fold.get("open") is not None
        for fold in root.iter("details")
        if fold.find("summary").text != "as a table"
    }


def test_the_features_that_pull_most_come_first_and_are_open():
    drawn = Illustration("Proof", ("1. a",), Derivation((DerivationStep("a", "text"),)))
    illustrations = {"less": (Illustration("Costs", ("1.00 <b>",)),), "most": (drawn,)}
    root = parsed(explanation(features=PULLS, illustrations=illustrations).to_fragment())
    assert folds(root) == {
        "What each feature does to the certainty of entailment, against its training mean": True,
        "Aligned words: most": True,
        "Aligned words: less": False,
        "Proof: most": True,
        "Costs: less": False,
    }
    assert root.find(".//pre").text == "1.00 <b>"
    assert root.find(".//ol/li/code").text == "a"
    rows = ["".join(row.find("th").itertext()) for row in root.find(".//table").iter("tr")]
    assert rows == ["feature", "most.part", "less"]
    keys = [fold.get("data-key") for fold in root.iter("details")]
    assert len(set(keys)) == len(keys)


def test_what_is_not_drawn_is_open_if_nothing_else_is_shown():
    lines = {"less": (Illustration("Formulas", ("a",)), Illustration("Model", ("b",)))}
    idle = (FeaturePull("less", 1.0, 1.0, 0.0),)
    bare = explanation(features=idle, alignments={}, illustrations=lines)
    assert folds(parsed(bare.to_fragment())) == {"Formulas: less": True, "Model: less": False}


def test_equal_alignments_are_drawn_once():
    same = (Alignment(1, 1, "same word"),)
    given_ones = explanation(features=PULLS, alignments={"less": same, "most": same})
    assert "Aligned words: most, less" in folds(parsed(given_ones.to_fragment()))


def test_features_beyond_the_first_ten_are_folded_up():
    many = tuple(FeaturePull(f"f{number}", 1.0, 0.0, 0.1 + number) for number in range(12))
    html = explanation(features=many, task_pull=100.0).to_fragment()
    root = parsed(html)
    first, rest = (
        ["".join(row.find("th").itertext()) for row in table.iter("tr")][1:]
        for table in root.iter("table")
        if table.get("class") == "pulls"
    )
    assert first == ["task QA, against none", *(f"f{number}" for number in range(11, 2, -1))]
    assert rest == ["f2", "f1", "f0"]
    assert folds(root)["3 features that do less"] is False


def test_features_that_do_nothing_have_no_table():
    idle = tuple(FeaturePull(name, 1.0, 1.0, 0.0) for name in ("less", "most"))
    root = parsed(explanation(features=idle).to_fragment())
    assert [table.get("class") for table in root.iter("table")] == ["words", "words"]


def test_a_long_alignment_is_drawn_in_part_and_its_table_is_whole():
    words = tuple(map(str, range(400)))
    links = tuple(Alignment(number, number, "same word") for number in range(400))
    html = explanation(
        features=PULLS, text=words, hypothesis=words, alignments={"most": links}
    ).to_fragment()
    assert "Aligned words (the first 150 of 400): most" in folds(parsed(html))
    assert len([path for path in parsed(html).iter("path") if "line" in path.get("class")]) == 150
    table, *_ = (each for each in parsed(html).iter("table") if each.get("class") == "words")
    rows = [[cell.text for cell in row] for row in table.find("tbody")]
    assert rows == [[word, word, "same word"] for word in words]


def test_a_long_illustration_is_cut():
    lines = tuple(map(str, range(1_000)))
    shown = {"less": (Illustration("Model", lines),)}
    html = explanation(features=PULLS, illustrations=shown).to_fragment()
    assert parsed(html).find(".//pre").text.endswith("\n399\n… 600 more lines")


@given(st.text(min_size=1, max_size=30) | st.just(HOSTILE))
def test_texts_are_escaped_and_pages_are_well_formed(word):
    shown = {word: (Illustration(word, (word,)),)}
    pulls = (FeaturePull(word, 1.0, 0.5, 0.3),)
    html = explanation(word, features=pulls, illustrations=shown).to_fragment()
    names = {found.tag for found in parsed(html).iter()}
    assert not names & {"script", "img", "style", "a", "iframe", "form", "link"}
    assert not any(
        name.startswith("on") or name in ("style", "href", "src")
        for found in parsed(html).iter()
        for name in found.attrib
    )
    page = explanation(word).to_html(word)
    assert page.count("<script") == 0
    assert page.count("<style>") == 1


def test_the_page_allows_its_own_styles_and_nothing_else():
    page = explanation().to_html("word-overlap")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    (styles,) = re.findall(r"<style>(.*?)</style>", page, flags=re.DOTALL)
    digest = b64encode(sha256(styles.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'"
    assert "http" not in page.replace("http-equiv", "")
    assert "<dt>gold label</dt>" not in page
    assert "<dd>Ann sank</dd>" in page
    judged = explanation(pair=Pair("1", "Ann", "Bob", label="NO")).to_html("word-overlap")
    assert "<dd>NO_ENTAILMENT of pair 1: the decision is wrong</dd>" in judged


def test_what_a_notebook_shows_has_the_same_drawings_and_styles_for_itself_alone():
    found = explanation(features=PULLS)
    before, styles, after = re.split("<style>|</style>", found._repr_html_())
    assert before == '<div class="rte-baselines-drawings">'
    assert after.endswith(f"{found.to_fragment()}</div>")
    assert styles.startswith(".rte-baselines-drawings {")
    assert ":root" not in styles
    # The first brace is closed at the end and not before.
    steps = (1 if brace == "{" else -1 for brace in re.findall("[{}]", styles))
    depths = list(accumulate(steps))
    assert min(depths[:-1]) == 1
    assert depths[-1] == 0
    assert styles.endswith("}")
