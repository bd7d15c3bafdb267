"""The page in a browser: it works by itself, with a keyboard, on paper and on a narrow screen."""

from functools import partial

import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.evaluation.page import AlignedWords, Alignment, build_page, write_page
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, Run, Withheld
from tests.browser.conftest import choose, listed
from tests.browser.contrast import check_contrast
from tests.conftest import hide_data

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = pytest.mark.slow

HOSTILE = '</script><img src="https://example.org/x" onerror="document.title=1"><b>bold</b>'
TASKS = ("IE", "IR", "QA")
PAIRS = 120


def pairs():
    """Every other pair is entailed, the tasks take turns, and pair 7 is hostile."""
    return [
        Pair(
            str(number),
            HOSTILE if number == 7 else f"Text number {number} 😀 tells a story.",
            f"Story {number}.",
            TASKS[number % 3],
            Label.NO_ENTAILMENT if number % 2 else Label.ENTAILMENT,
        )
        for number in range(1, PAIRS + 1)
    ]


def run(name, wrong_every):
    """A run that is wrong on each pair of so many, the surer the higher the pair's number."""
    predictions = []
    for number in range(1, PAIRS + 1):
        entails = (number % 2 == 0) != (number % wrong_every == 0)
        label = Label.ENTAILMENT if entails else Label.NO_ENTAILMENT
        score = 0.5 + (number / PAIRS if entails else -number / PAIRS) / 2
        shares = {Label.ENTAILMENT: score, Label.NO_ENTAILMENT: 1 - score}
        predictions.append(Prediction(str(number), label, number / PAIRS, score, shares))
    return Run(predictions, name=name)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    gold, runs = pairs(), [run("first", 4), run(HOSTILE, 5)]
    with pytest.MonkeyPatch.context() as patch:
        hide_data(patch)
        report = evaluate(gold, runs)
    words = tuple("Text number 1 😀 tells a story .".split())
    links = (Alignment(0, 6, "same norm"), Alignment(1, None, "missing"))
    aligned = AlignedWords(words, ("Story", "1", "."), links)
    aligners = {"first": lambda pair: aligned}
    options = {"development": (gold, runs), "aligners": aligners, "title": HOSTILE}
    path = tmp_path_factory.mktemp("page") / "page.html"
    write_page(build_page(report, gold, runs, **options), path)
    return path.as_uri()


@pytest.fixture
def opened(opened_at, address):
    return partial(opened_at, address)


def count(page):
    return int(page.locator("#count").inner_text().split()[0])


FILTERED = [
    ({"task": "IR"}, [n for n in range(1, 121) if n % 3 == 1]),
    ({"gold": "ENTAILMENT"}, list(range(2, 121, 2))),
    ({"label-0": "ENTAILMENT"}, [n for n in range(1, 121) if n % 2 == 0 and n % 4]),
    ({"right-0": "wrong"}, list(range(4, 121, 4))),
    ({"right-1": "right"}, [n for n in range(1, 121) if n % 5]),
    ({"together": "wrong"}, list(range(20, 121, 20))),
    ({"together": "differ"}, [n for n in range(1, 121) if (n % 4 == 0) != (n % 5 == 0)]),
    ({"right-0": "wrong", "task": "QA"}, [n for n in range(4, 121, 4) if n % 3 == 2]),
]


def test_filters(opened):
    page = opened()
    assert count(page) == PAIRS
    for choices, expected in FILTERED:
        choose(page, **choices)
        assert count(page) == len(expected), choices
        assert listed(page) == expected[:20], choices
        page.get_by_role("button", name="Show all pairs").click()
        sync_api.expect(page.locator("#count")).to_contain_text(f"{PAIRS} of {PAIRS} pairs")


def test_confidence_and_words_that_may_look_like_elements(opened):
    page = opened()
    page.fill("[name='words']", "onerror")
    assert listed(page) == [7]
    assert HOSTILE in page.locator("#rows tr").inner_text()
    assert page.locator("img, b:text-is('bold')").count() == 0
    assert page.title() == HOSTILE
    page.fill("[name='words']", "")
    page.fill("[name='least-0']", "0.5")
    page.fill("[name='most-0']", "0.55")
    assert listed(page) == list(range(60, 67))
    page.fill("[name='words']", "NUMBER 64")
    assert listed(page) == [64]
    page.fill("[name='words']", "no such words")
    assert page.locator("#count").inner_text() == f"0 of {PAIRS} pairs"
    assert listed(page) == []


def test_pages_and_order(opened):
    page = opened()
    assert page.locator("#previous").is_disabled()
    for _ in range(5):
        page.click("#next")
    page.click("#next", force=True)
    assert listed(page) == list(range(101, 121))
    assert page.locator("#page").inner_text() == "Page 6 of 6"
    assert page.locator("#next").is_disabled()
    choose(page, task="IE")
    assert page.locator("#page").inner_text() == "Page 1 of 2"
    choose(page, task="", direction="down")
    assert listed(page)[:3] == [120, 119, 118]
    choose(page, by="score-0")
    # The first run labels a pair ENTAILMENT if 2, and not 4, divides its number.
    assert listed(page)[:3] == [118, 114, 110]
    choose(page, direction="up", by="confidence-1")
    assert listed(page)[:3] == [1, 2, 3]


def test_keyboard(opened):
    page = opened()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    reached = []
    for _ in range(120):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.name || document.activeElement.id"))
        if reached[-1] == "next":
            break
    controls = page.locator("#filters :is(input, select, button), #next")
    names = controls.evaluate_all("found => found.map(one => one.name || one.id)")
    assert set(names) <= set(reached)
    page.keyboard.press("Enter")
    assert page.locator("#page").inner_text() == "Page 2 of 6"
    for _ in range(5):
        page.keyboard.press("Enter")
    assert page.locator("#page").inner_text() == "Page 6 of 6"
    assert page.evaluate("document.activeElement.id") == "next"
    page.locator("[name='words']").focus()
    page.keyboard.type("number 3")
    page.keyboard.press("Enter")
    assert count(page) == 11
    summary = page.locator("summary").first
    summary.focus()
    page.keyboard.press("Space")
    assert page.locator("details").first.get_attribute("open") == ""


def test_controls_and_scrolling_parts_have_names(opened):
    page = opened()
    for control in page.locator("#filters :is(input, select)").all():
        assert control.evaluate("one => one.labels.length") == 1
    for part in page.locator(".scroll").all():
        assert part.get_attribute("tabindex") == "0"
        assert part.get_attribute("aria-label")


def test_print(opened):
    page = opened()
    page.emulate_media(media="print")
    for hidden in ("#filters", ".pager", "nav", ".skip"):
        assert not page.locator(hidden).first.is_visible()
    widths = "parts => parts.every(one => getComputedStyle(one).overflowX === 'visible')"
    assert page.locator(".scroll").evaluate_all(widths)
    assert page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize("width", [320, 360, 700])
def test_narrow_screens(opened, width):
    page = opened(width=width)
    page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    fits = "all => all.every(one => one.scrollWidth <= one.clientWidth + 1)"
    assert page.locator(".scroll").evaluate_all(fits)
    snippet = page.locator("#rows td").last.bounding_box()
    assert snippet["width"] > width / 2
    assert snippet["x"] + snippet["width"] <= width


def test_without_scripts(opened):
    page = opened(scripts=False)
    assert page.locator("noscript").inner_text().startswith("The list of pairs needs a script")
    assert not page.locator("#filters").is_visible()
    assert page.locator("#scores table").first.is_visible()
    assert page.locator("#verdict p").first.is_visible()
    assert page.locator("button.sort").count() == 0
    # All runs, by task, where they differ, three curves of both and two of each.
    assert page.locator("figure svg").count() == 10


def first_column(page, body=0):
    bodies = page.locator("#scores table.sortable").first.locator("tbody")
    return [text.split()[0] for text in bodies.nth(body).locator("th").all_inner_texts()]


def test_tables_are_sorted_by_a_click_or_a_key(opened):
    page = opened()
    # The first run is wrong on each fourth pair, the second, whose name is hostile, on each fifth.
    hostile = HOSTILE.split()[0]
    assert first_column(page) == ["first", hostile]
    trivial = first_column(page, 1)
    head = page.locator("#scores th", has_text="accuracy_").first
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    assert first_column(page) == [hostile, "first"]
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert first_column(page) == ["first", hostile]
    assert sorted(first_column(page, 1)) == sorted(trivial)
    names = page.locator("#scores th.key").first
    names.locator("button").press("Space")
    assert names.get_attribute("aria-sort") == "ascending"
    assert head.get_attribute("aria-sort") is None
    assert first_column(page) == [hostile, "first"]


def test_cells_without_a_value_are_sorted_last(opened):
    page = opened()
    table = page.locator("#scores table.sortable").first
    values = table.locator("tbody").nth(1).locator("tr td:nth-child(2)")
    values.evaluate_all("""cells => ["-", "0.300", "\u22120.500", "0.100"]
      .forEach((text, place) => { cells[place].textContent = text; })""")
    head = table.locator("th").nth(1)
    head.locator("button").click()
    assert values.all_inner_texts() == ["0.300", "0.100", "\u22120.500", "-"]
    head.locator("button").click()
    assert values.all_inner_texts() == ["\u22120.500", "0.100", "0.300", "-"]


def test_text_contrasts_with_what_is_behind_it(opened):
    page = opened()
    text = "p, h1, h2, h3, a, th, td, dt, dd, label, summary, caption, span, button, figcaption, li"
    check_contrast(page, text, "svg text")


@pytest.mark.usefixtures("blank_plots")
def test_confusion_tables_and_drawings_fit(opened_at, tmp_path):
    labels = (Label.ENTAILMENT, Label.CONTRADICTION, Label.UNKNOWN)
    text = "Two ferries sank in a storm off the coast of a far and cold country."
    gold = [Pair(str(n), text, "Ferries sank.", None, labels[n % 3]) for n in range(9)]
    withheld = {"0": Withheld.ABSTAIN, "1": Withheld.UNPARSEABLE}
    answers = [Prediction(pair.id, pair.label) for pair in gold[3:]]
    runs = [
        Run([Prediction("2", label), *answers], name=label, withheld=withheld)
        for label in (Label.UNKNOWN, Label.ENTAILMENT)
    ]
    words, links = (*text[:-1].split(), "."), (Alignment(0, 1, "same norm"),)
    alignment = AlignedWords(words, ("Ferries", "sank", "."), links)
    aligners = {run.name: lambda pair: alignment for run in runs}
    path = tmp_path / "page.html"
    write_page(build_page(evaluate(gold, runs), gold, runs, aligners=aligners), path)
    for width in (1280, 360):
        page = opened_at(path.as_uri(), width=width, scripts=False)
        assert page.locator("#runs td[data-column='UNPARSEABLE']").count() == 6
        assert page.locator("#explained svg:visible").count() == 2
        parts = page.locator("#runs .scroll, #explained .scrolling")
        assert parts.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
