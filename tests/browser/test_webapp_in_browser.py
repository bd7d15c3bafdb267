"""The page of `serve` in a browser: answers as one types, links, keys, small and dark screens."""

import json
from contextlib import closing
from urllib.parse import urlencode

import pytest

from rte_baselines.web.app.application import LIMITS, web_application
from rte_baselines.web.app.served import Job, served
from rte_baselines.web.app.worker import Answerer
from tests.browser.contrast import check_contrast
from tests.web.serving.asking import serving

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = pytest.mark.slow

HOSTILE = "<img src=x onerror=alert(1)><b>Ann</b> met Bob."


class InThisProcess:
    """Stands for `Recognizers`, without other processes."""

    def __init__(self, found):
        self.by_name = {one.name: one for one in found}
        self._answerer = Answerer()

    async def explain(self, recognizer, pair, width):
        folder = str(recognizer.folder)
        if not recognizer.is_trained:
            self._answerer.answer(Job("train", folder, config=recognizer.config))
        return self._answerer.answer(Job("explain", folder, (pair,), width=width))

    def close(self):
        self._answerer.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The page with two recognizers, the second of which is not trained yet."""
    folder = tmp_path_factory.mktemp("trained")
    recognizers = InThisProcess(served(["word-overlap", "majority"], folder))
    with closing(recognizers), serving(web_application(recognizers), LIMITS) as (port, _):
        yield f"http://127.0.0.1:{port}/"


def link(address, text, hypothesis, *names):
    fields = [("t", text), ("h", hypothesis), *(("r", name) for name in names)]
    return f"{address}#{urlencode(fields)}"


def answer(page, number=0):
    """The answer on a card, once it is there."""
    found = page.locator(".card .answer").nth(number)
    sync_api.expect(found).to_have_attribute("aria-busy", "false")
    return found


def test_answers_come_as_one_types_and_the_address_keeps_the_pair(address, opened_at):
    page = opened_at(address)
    assert "'burned' is missing" in answer(page).locator(".sentence").inner_text()
    page.locator("#hypothesis").fill("Two ferries sank.")
    sentence = answer(page).locator(".sentence")
    sync_api.expect(sentence).to_contain_text("all 3 words are found")
    assert "h=Two+ferries+sank." in page.url
    sync_api.expect(page.locator("#status")).to_contain_text("word-overlap: ENTAILMENT, 1.00")
    again = page.context.new_page()
    again.goto(page.url)
    assert again.locator("#hypothesis").input_value() == "Two ferries sank."
    # The pair has not been sent in an address.
    assert "?" not in page.url


def test_a_recognizer_is_trained_when_it_is_chosen(address, opened_at):
    page = opened_at(link(address, "Two old ferries sank off Oslo.", "Ferries sank."))
    box = page.get_by_role("checkbox", name="majority")
    box.focus()
    page.keyboard.press("Space")
    second = page.locator(".card").nth(1)
    sync_api.expect(second.locator(".sentence")).to_contain_text("is the commonest", timeout=60_000)
    assert "r=majority" in page.url
    # What is folded up stays so when the pair changes.
    first = page.locator(".card").first
    first.get_by_text("Aligned words: overlap").click()
    page.locator("#hypothesis").fill("Ferries burned.")
    sync_api.expect(first.locator(".sentence")).to_contain_text("'burned' is missing")
    assert not first.locator("svg.drawing").is_visible()
    box.uncheck()
    assert page.locator(".card").count() == 1


def test_a_pair_of_the_sample_and_copies(address, opened_at):
    page = opened_at(address)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sync_api.expect(page.locator("#status")).to_contain_text("word-overlap")
    page.get_by_label("Pair of the sample").select_option(index=3)
    sync_api.expect(page.locator("#gold")).to_contain_text("Gold label: ")
    hypothesis = page.locator("#hypothesis").input_value()
    sync_api.expect(page.locator("#status")).to_contain_text("word-overlap")
    page.get_by_role("button", name="Copy as JSON").click()
    sync_api.expect(page.locator("#copied")).to_have_text("The JSON is copied.")
    (copied,) = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert copied["recognizer"] == "word-overlap"
    assert copied["explanation"]["pair"]["hypothesis"] == hypothesis
    page.get_by_role("button", name="Copy link").click()
    sync_api.expect(page.locator("#copied")).to_have_text("The link is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_nothing_in_a_text_runs(address, opened_at):
    page = opened_at(link(address, HOSTILE, HOSTILE))
    words = answer(page).locator("svg.drawing text").all_text_contents()
    assert "<" in "".join(words)
    assert page.locator(".answer img, .answer b, .answer script").count() == 0


def test_narrow_screens_and_the_dark(address, opened_at):
    long = "Ann " + "verylongword" * 12 + " met Bob in the old harbour of the town on Monday."
    page = opened_at(link(address, long, "Ann met Bob.", "word-overlap"), width=360)
    answer(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    drawing = page.locator("svg.drawing").first.bounding_box()
    assert drawing["x"] + drawing["width"] <= 360
    check_contrast(
        page,
        *("h1", "label", ".about", ".label", ".sentence", "summary", "footer p", "footer a"),
        *("button", "textarea", ".pulls td", ".box.same text", ".box.free text"),
    )


def test_names_and_roles(address, opened_at):
    page = opened_at(address)
    answer(page)
    tree = page.locator("main").aria_snapshot()
    aligned = 'img "Aligned words of the hypothesis and the text: Two with Two'
    for part in ('textbox "Text"', 'group "Recognizers"', 'article "word-overlap"', aligned):
        assert part in tree
    # The order of the Tab key is that of the page.
    page.locator("#sample").focus()
    names = []
    for _ in range(4):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.id || document.activeElement.value"))
    assert names == ["text", "hypothesis", "task", "word-overlap"]


def test_a_recognizer_that_fails_is_told_and_one_that_is_waited_for(address, opened_at):
    page = opened_at(address)
    answer(page)
    line = {"recognizer": "word-overlap", "error": "time", "message": "it takes too long"}
    page.route("**/v1/explain", lambda route: route.fulfill(body=f"{json.dumps(line)}\n"))
    page.locator("#hypothesis").fill("Ferries.")
    sync_api.expect(page.locator(".answer .error")).to_have_text("it takes too long.")
    page.unroute("**/v1/explain")
    page.route("**/v1/explain", lambda route: None)
    page.locator("#hypothesis").fill("Ferries sank.")
    sync_api.expect(page.locator(".answer .waiting")).to_have_text("Loading …")
