"""Three-way labels, many runs and runs that leave pairs out: all of it stays in sight."""

import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.page import build_page, write_page
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run
from tests.browser.conftest import choose, listed
from tests.conftest import hide_data, leave_plots_blank

pytestmark = pytest.mark.slow

LABELS = (Label.ENTAILMENT, Label.CONTRADICTION, Label.UNKNOWN)
PAIRS = 30


def pairs(text="The ferry left the harbour before the storm came in from the west. "):
    """The labels take turns."""
    return [
        Pair(str(number), text * 4, text and f"Hypothesis {number}.", "IE", LABELS[number % 3])
        for number in range(1, PAIRS + 1)
    ]


def run(name, wrong_every, unanswered=()):
    """A run with scores below 0 that gives the next label on each pair of so many."""
    return Run(
        [
            Prediction(str(n), LABELS[(n + (n % wrong_every == 0)) % 3], n / PAIRS, -n / PAIRS)
            for n in range(1, PAIRS + 1)
            if n not in unanswered
        ],
        name=name,
    )


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Write a page of these runs, by default with blank plots, and return where it is."""
    folder = tmp_path_factory.mktemp("pages")

    def write(name, gold, runs, *, has_plots=False):
        path = folder / f"{name}.html"
        with pytest.MonkeyPatch.context() as patch:
            hide_data(patch)
            if not has_plots:
                leave_plots_blank(patch)
            write_page(build_page(evaluate(gold, runs, partial=True), gold, runs), path)
        return path.as_uri()

    return write


@pytest.fixture(scope="module")
def two_runs(written):
    runs = [run("a-recognizer-of-three-labels.run", 4), run("another.run", 5)]
    return written("two", pairs(), runs, has_plots=True)


def boxes(page, selector):
    rectangles = "found => found.map((one) => one.getBoundingClientRect().toJSON())"
    found = page.locator(selector).evaluate_all(rectangles)
    assert found, selector
    assert all(box["width"] for box in found), selector
    return found


def apart(one, other):
    return any(
        a[start] + a[size] <= b[start]
        for a, b in ((one, other), (other, one))
        for start, size in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize("width", [680, 718, 960, 1280])
def test_confusions_and_findings_stand_apart(opened_at, two_runs, width):
    page = opened_at(two_runs, width=width)
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        tables, findings = boxes(page, ".confusion"), boxes(page, ".findings")
        assert all(table["x"] + table["width"] <= width for table in tables), media
        assert all(apart(table, found) for table in tables for found in findings), media


def test_no_table_of_eight_runs_is_cut(opened_at, written):
    eight_runs = [run(f"system-{n}.run", n + 2) for n in range(8)]
    page = opened_at(written("eight", pairs(), eight_runs), width=1280)
    fits = "all => all.length && all.every((one) => one.scrollWidth <= one.clientWidth + 1)"
    assert page.locator(".scroll:visible").evaluate_all(fits)
    texts = boxes(page, ".texts")[0]
    assert texts["x"] + texts["width"] <= 1280
    assert texts["width"] > 1000
    # Hidden words, which are for screen readers, make no page wider where a table does scroll.
    page.set_viewport_size({"width": 800, "height": 800})
    assert page.locator(".matrix").evaluate("one => one.scrollWidth > 800")
    assert page.evaluate("document.documentElement.scrollWidth") <= 800


def test_runs_stand_above_the_texts_with_negative_scores(opened_at, two_runs):
    page = opened_at(two_runs, width=1280)
    cell, texts = boxes(page, "#rows td")[1], boxes(page, ".texts")[0]
    assert cell["y"] < texts["y"]
    assert "score \u22120.033" in page.locator("#rows tr").first.inner_text()


def test_tables_are_lists_on_phones(opened_at, two_runs):
    page = opened_at(two_runs, width=360)
    row = page.locator("#scores tbody tr").first
    name, *values = row.locator("th, td").all()
    assert name.inner_text().startswith(("another.run", "a-"))
    for value in values:
        column = value.evaluate("one => getComputedStyle(one, '::before').content")
        assert column.strip('"') == value.get_attribute("data-column")
        assert value.bounding_box()["y"] > name.bounding_box()["y"]
    roles = "all => all.map((one) => one.getAttribute('role'))"
    assert set(row.locator("td").evaluate_all(roles)) == {"cell"}


# The words of cells, and of the names of columns before them, that are broken between letters.
BROKEN_WORDS = r"""cells => cells.flatMap(cell => {
  const range = document.createRange(), broken = [];
  const name = cell.dataset.column ?? "";
  if (name) cell.prepend(Object.assign(document.createElement("div"), {textContent: name}));
  cell.firstElementChild?.setAttribute("style", "font-size: .75rem; font-weight: 400");
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    for (const word of text.data.matchAll(/[A-Za-z]+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = [...range.getClientRects()].filter(box => box.width > 0);
      if (new Set(lines.map(box => Math.round(box.top))).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})"""


@pytest.mark.parametrize("width", [320, 360])
def test_no_label_is_broken_on_phones(opened_at, two_runs, width):
    page = opened_at(two_runs, width=width, scripts=False)
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    cells = page.locator(".list tbody th, .list td")
    assert "always CONTRADICTION" in cells.all_inner_texts()
    assert cells.evaluate_all(BROKEN_WORDS) == []


def test_runs_together_takes_an_answer_of_all(opened_at, written):
    # Nobody answers 1 and 2, and one run leaves out what the other gets right (3), what it gets
    # wrong (12), and nothing else.
    runs = [run("most", 4, {1, 2}), run("fewer", 6, {1, 2, 3, 12})]
    page = opened_at(written("partial", pairs(), runs))
    for together, expected in (
        ("right", [n for n in range(4, 31) if n % 4 and n % 6]),
        ("wrong", [24]),
        ("differ", [n for n in range(4, 31) if n != 12 and (n % 4 == 0) != (n % 6 == 0)]),
    ):
        choose(page, together=together)
        assert listed(page) == expected, together


def test_gold_labels_without_texts(opened_at, written):
    address = written("bare", pairs(""), [run("run", 4)])
    for width, rows in ((360, 10), (1280, 20)):
        page = opened_at(f"{address}#pairs", width=width)
        assert page.locator("#rows tr").count() == rows
        assert page.locator("#count").inner_text().startswith(f"{PAIRS} of {PAIRS} pairs")
        assert page.locator(".texts, #rows p").count() == 0
        assert page.get_by_text("The gold labels have no texts and hypotheses.").is_visible()
