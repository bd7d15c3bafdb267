"""Drawings: what is linked with what, where it is, and that nothing in a text is an element."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.rendering.drawings.alignments import draw_aligned_words
from rte_baselines.rendering.drawings.decisions import draw, pull_table
from rte_baselines.rendering.drawings.shapes import (
    AlignedWords,
    Alignment,
    Biparse,
    Constituent,
    Decision,
    Derivation,
    DerivationStep,
    Edge,
    Matching,
    Pull,
    Sketch,
    TreeNode,
    Trees,
    Window,
    Windows,
    Words,
)
from rte_baselines.rendering.drawings.svg import shown
from rte_baselines.rendering.elements import element

HOSTILE = "</text><script>alert(1)</script>&amp;\"'\x00\x1b[2J"
TAGS = set("div svg g rect text title path circle ol li code span ul em".split()) | set(
    "p q strong meter details summary pre table caption thead tbody tr th td wbr".split()
)


def parsed(markup):
    return ElementTree.fromstring(f"<div>{markup}</div>")


def classes(root, tag):
    return [found.get("class") for found in root.iter(tag)]


def texts(root):
    return [found.text for found in root.iter("text")]


def kinds(root):
    return [kind.removeprefix("box ") for kind in classes(root, "g")]


def boxes(root):
    """Left, top, width and height of each rectangle."""
    keys = ("x", "y", "width", "height")
    return [[float(rect.get(key)) for key in keys] for rect in root.iter("rect")]


def drawn(shape, width=400):
    return parsed(draw(shape, width))


def test_labels_of_trees_are_not_cut_where_a_phone_can_scroll():
    node = TreeNode("monday-pcomp-n", None)
    root = drawn(Trees((node, TreeNode("oslo-pcomp-n", 0)), (node,)), 290)
    assert texts(root) == ["monday-pcomp-n", "oslo-pcomp-n", "monday-pcomp-n"]
    assert 290 < int(root.find("svg").get("width")) <= 520
    long = TreeNode("a" * 100, None)
    root = drawn(Trees((long,), (long,)), 290)
    assert root.find("svg").get("width") == "520"
    assert texts(root)[0].endswith("…")
    assert drawn(Trees((node,), (node,)), 800).find("svg").get("width") == "800"


def aligned(text, hypothesis, *links, width=300):
    words = AlignedWords(tuple(text), tuple(hypothesis), tuple(Alignment(*of) for of in links))
    return parsed(draw_aligned_words(words, width))


def test_equal_words_are_the_same_whatever_the_relation_is_called():
    root = aligned(["Ann", "bought"], ["ann", "owns"], (0, 0, "unified"), (1, 1, "unified"))
    assert classes(root, "path") == ["line same", "line similar"]


def test_each_aligned_pair_has_a_line_from_box_to_box():
    links = [(0, 1, "same stem"), (1, 2, "similar 0.5"), (1, None, "missing")]
    root = aligned(["Two", "ferries", "sank"], ["Ferries", "burned"], *links)
    assert texts(root) == ["Two", "ferries", "sank", "Ferries", "burned"]
    assert classes(root, "path") == ["line same", "line similar"]
    titles = [title.text for title in root.iter("title")]
    assert titles == ["ferries with Ferries: same stem", "sank with burned: similar 0.5"]
    assert kinds(root) == ["free", "same", "similar", "same", "similar"]
    _, ferries, _, other, _ = boxes(root)
    assert len({y for _, y, _, _ in boxes(root)}) == 2
    start, end = root.find(".//path").get("d").removeprefix("M").split("C")
    x, y, width, height = ferries
    assert [float(at) for at in start.split()] == pytest.approx(
        [x + width / 2, y + height], abs=0.1
    )
    assert float(end.split()[-1]) == other[1]


@given(st.lists(st.text("abW ", max_size=12), max_size=40), st.integers(240, 900))
def test_no_box_is_outside_of_the_drawing_or_on_another(words, width):
    root = aligned(words, [], width=width).find("svg")
    height = float(root.get("height"))
    rows = {}
    for x, y, wide, high in boxes(root):
        assert 0 <= x <= x + wide <= width + 0.1
        assert y + high <= height
        assert rows.get(y, 0.0) <= x
        rows[y] = x + wide


def test_long_snippets_are_drawn_around_their_links():
    found = shown([str(number) for number in range(100)], [50], 60)
    assert found.words == ("0", "…", "48", "49", "50", "51", "52", "…", "99")
    expected = {0: 0, 1: 1, 47: 1, 48: 2, 50: 4, 53: 7, 98: 7, 99: 8}
    assert {word: found.places[word] for word in expected} == expected
    assert shown(["a"] * 60, [], 60).places == tuple(range(60))


def test_bars_lead_from_the_middle():
    pulls = [Pull("for", 1.0, 0.5, 0.4), Pull("against", None, None, -0.1), Pull("none", 0, 0, 0)]
    root = parsed(pull_table(pulls, "pulls", 0.4))
    bars = [(bar.get("class"), bar.get("x"), bar.get("width")) for bar in root.iter("rect")]
    assert bars == [("for", "60", "60"), ("against", "45", "15"), ("against", "60", "0")]
    rows = [[cell.text for cell in row.iter("td")][1:] for row in root.iter("tr")][1:]
    assert rows[0] == ["+0.400", "1.000", "0.500"]
    assert rows[1] == ["-0.100", None, None]
    # No header is empty: that of a bar is that of its number.
    header = [(cell.text, cell.get("colspan")) for cell in root.find(".//thead/tr")]
    assert header == [("feature", None), ("pull", "2"), ("value", None), ("mean", None)]


def test_lines_of_trees_lead_to_partners():
    sink = TreeNode("sink", None, "same", 0)
    text = (sink, TreeNode("two", 0, "deleted"), TreeNode("ferry", 0, "substituted", 1))
    hypothesis = (sink, TreeNode("boat", 0, "substituted", 2), TreeNode("old", 1, "inserted"))
    root = drawn(Trees(text, hypothesis))
    assert texts(root) == ["= sink", "two", "~ ferry", "= sink", "~ boat", "+ old"]
    assert kinds(root) == ["same", "deleted", "substituted", "same", "substituted", "inserted"]
    titles = [path.findtext("title") for path in root.iter("path") if path.get("class") != "branch"]
    assert titles == ["sink with sink: same", "ferry with boat: substituted"]
    assert classes(root, "path").count("branch") == 4


def test_large_trees_keep_what_is_above_partners():
    deleted = tuple(TreeNode(f"d{number}", 0, "deleted") for number in range(80))
    text = (TreeNode("root", None, "deleted"), *deleted, TreeNode("kept", 40, "same", 0))
    root = drawn(Trees(text, (TreeNode("kept", None, "same", 81),)))
    assert texts(root) == ["root", "d39", "= kept", "= kept"]


def test_a_biparse_frames_its_constituents():
    links = (1, 0, "same norm"), (2, 2, "same norm"), (0, 3, "similar 0.5")
    constituents = Constituent(True, (0, 4), (0, 3)), Constituent(False, (0, 3), (1, 3))
    words = ("a", "x", "b", "c"), ("c", "a", "b")
    root = drawn(Biparse(*words, tuple(Alignment(*link) for link in links), constituents))
    assert classes(root, "rect") == ["frame inverted", "frame"]
    assert classes(root, "circle") == ["dot same", "dot same", "dot similar"]
    outer, inner = boxes(root)
    assert outer[0] < inner[0] < inner[0] + inner[2] < outer[0] + outer[2]
    assert outer[1] < inner[1] < inner[1] + inner[3] < outer[1] + outer[3]
    # "a" is in the first row and the second column: 24 pixels further right than down.
    dot = root.find(".//circle")
    left, top = outer[0] + 4 + 36, outer[1] + 4 + 12
    assert (float(dot.get("cx")), float(dot.get("cy"))) == pytest.approx((left, top), abs=0.2)
    left_over = root.findall(".//text[@class='word left-over']")
    assert [text.text for text in left_over] == ["x"]


def test_a_matching_shows_the_parts_of_the_text_that_are_linked():
    links = (Alignment(0, 2, "sm 0.90"), Alignment(1, None, "no anchor"))
    edges = (Edge(0, 1, "object", False),)
    root = drawn(Matching(("p", "q", "r"), ("a", "b"), links, edges))
    assert texts(root) == ["a", "b", "r"]
    assert kinds(root) == ["same", "alone", "same"]
    assert root.find(".//li").text == "a -object-> b"
    assert texts(drawn(Matching(("p", "q"), ("a",), ()))) == ["a", "p", "q"]
    # Long parts have several lines.
    part = "v:[sank] a:[two old ferries] p:[off the coast of Norway]"
    lines = texts(drawn(Matching((), (part,), ()), 300))
    assert " ".join(lines) == part
    assert len(lines) > 1


def test_the_steps_of_a_proof():
    steps = (DerivationStep("p(a)", "text"), DerivationStep("q(a)", "axiom", (1,)))
    root = drawn(Derivation(steps))
    assert [code.text for code in root.iter("code")] == ["p(a)", "q(a)"]
    assert [reason.text for reason in root.iter("span")] == ["text", "axiom; from 1"]


def shapes(word):
    node = TreeNode(word, None, "same", 0)
    yield Trees((node,), (node,))
    yield Biparse((word,), (word,), (Alignment(0, 0, word),), (Constituent(False, (0, 1), (0, 1)),))
    yield Matching((word,), (word,), (Alignment(0, 0, word),), (Edge(0, 0, word, True),))
    yield Derivation((DerivationStep(word, word),))
    yield Windows((Window(word, word, 0.5, decision(word)),))


def decision(word="word"):
    words = Words((word,), AlignedWords((word,), (word,), (Alignment(0, 0, word),)))
    sketches = (Sketch(word, word, (word,)), Sketch(word, word, (), Derivation(())))
    pulls = (Pull(word, 1.0, 0.5, 0.25),)
    return Decision(word, word, 0.5, 0.25, word, pulls, (words,), sketches)


def test_windows_and_the_reasons_for_the_least_entailed_sentence():
    windows = (
        Window("Ann sang.", "Ann sang aloud.", 0.9, decision()),
        Window("Bob left.", "Bob came.", 0.2, decision()),
        Window("Bob wept.", "Bob came.", 0.1),
    )
    root = parsed(draw(Windows(windows), 300, "key"))
    items = root.findall("./ol/li")
    assert [item.find("p/strong").text for item in items] == ["Ann sang.", "Bob left.", "Bob wept."]
    assert [item.find("p/q").text for item in items] == [one.window for one in windows]
    assert [item.find("p/meter").get("value") for item in items] == ["0.90", "0.20", "0.10"]
    folds = [item.find("details") for item in items]
    assert folds[2] is None
    assert [fold.get("open") is not None for fold in folds[:2]] == [False, True]
    assert folds[1].find("p/strong").text == "word"
    keys = [fold.get("data-key") for fold in root.iter("details")]
    assert len(set(keys)) == len(keys) == 12
    # The drawings inside are narrower than the list.
    assert {svg.get("width") for svg in root.iter("svg") if svg.get("class")} == {"260"}


@given(st.text(min_size=1, max_size=20) | st.just(HOSTILE))
def test_no_text_is_an_element(word):
    for root in (*map(drawn, shapes(word)), aligned([word], [word], (0, 0, word))):
        assert {found.tag for found in root.iter()} <= TAGS
        names = {name for found in root.iter() for name in found.attrib}
        assert not [of for of in names if of.startswith("on") or of in ("style", "href", "src")]


def test_attributes_are_escaped_too():
    made = element("g", aria_label='"><script>', class_="a", x=1.25, y=2.0, open=None)
    assert str(made) == '<g aria-label="&#34;&gt;&lt;script&gt;" class="a" x="1.2" y="2"></g>'
