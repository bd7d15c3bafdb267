"""The page for judging in a browser: by keys, on a narrow screen, in the dark, after a crash."""

import re
import signal
import subprocess
import sys
from contextlib import ExitStack

import pytest

from rte_baselines.rules.judging.judgment_files import opened_log, read_judgments
from rte_baselines.rules.judging.judgments import Judgment, Progress
from rte_baselines.rules.judging.sheet import Drawing, Example, Sheet, SheetRule, write_sheet
from rte_baselines.web.judging.application import judging_application
from tests.browser.contrast import check_contrast
from tests.rules.judging.examples import HOSTILE, sheet
from tests.web.serving.asking import serving

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = pytest.mark.slow

HOLDS, NO, IRRELEVANT, LEFT = reversed(Judgment)
MAIN = (sys.executable, "-c", "from rte_baselines.cli.main import main; main()")
COMMAND = (*MAIN, "rules", "judge", "sheet.jsonl", "--judge", "ann", "--no-browser")


@pytest.fixture
def start(tmp_path, interruptible):
    """Start the command, as a process of its own; return this and the address of the page."""
    write_sheet(sheet(), tmp_path / "sheet.jsonl")
    started = []

    def start(*options):
        process = subprocess.Popen(
            [*COMMAND, *options], cwd=tmp_path, stderr=subprocess.PIPE, text=True
        )
        started.append(process)
        line = process.stderr.readline()
        found = re.match(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        return process, found[0]

    yield start
    for process in started:
        process.kill()
        process.wait()
        process.stderr.close()


@pytest.fixture
def serve(tmp_path):
    """Serve the page of a sheet in a thread of this process; return its address."""
    with ExitStack() as ending:

        def served(of):
            log = ending.enter_context(opened_log(tmp_path / "sheet.ann.jsonl", of, "ann"))
            port, _ = ending.enter_context(serving(judging_application(log)))
            return f"http://127.0.0.1:{port}/"

        yield served


@pytest.fixture
def judgments(tmp_path):
    """What is saved so far of the sheet of the tests."""

    def read():
        found = read_judgments(tmp_path / "sheet.ann.jsonl", sheet(), partial=True)
        return list(found.by_example.values())

    return read


def count(page):
    return page.locator("#count").inner_text()


def press(page, *keys):
    """Press keys, one for each question, and wait for the page that follows each."""
    for key in keys:
        with page.expect_navigation():
            page.keyboard.press(key)


def test_judging_by_keys_from_start_to_end(serve, opened_at, judgments):
    page = opened_at(serve(sheet()))
    assert page.title() == "0 of 6 examples: judging rules"
    press(page, "n", "y", "n")
    assert count(page) == "2 of 6 examples"
    assert judgments() == [LEFT, IRRELEVANT]
    press(page, "u")
    assert count(page) == "1 of 6 examples"
    press(page, "y", "y", "Y", "r")
    assert judgments() == [LEFT, HOLDS]
    press(page, "y", "y", "n", "n")
    assert page.locator("h1").inner_text() == "All examples are judged"
    assert judgments() == [LEFT, HOLDS, NO, LEFT]
    # Keys of questions do nothing where there is none, nor with Ctrl or Alt.
    page.keyboard.press("y")
    page.keyboard.press("Control+u")
    assert count(page) == "6 of 6 examples"


def test_judging_without_scripts(serve, opened_at, judgments):
    page = opened_at(serve(sheet()), scripts=False)
    page.get_by_role("button", name="Yes").click()
    assert page.locator("#question").inner_text().startswith("Is the right phrase a likely")
    page.get_by_role("button", name="No n").click()
    page.get_by_role("button", name="Rule is not relational").click()
    page.get_by_role("button", name="Undo").click()
    assert judgments() == [IRRELEVANT]


def test_after_a_crash_judging_goes_on_in_the_same_tab(start, opened_at, judgments):
    process, address = start()
    page = opened_at(address)
    press(page, "n", "y")
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert judgments() == [LEFT]
    process, again = start("--port", re.search(r":(\d+)/", address)[1])
    assert again == address
    press(page, "y", "y")
    assert count(page) == "2 of 6 examples"
    assert judgments() == [LEFT, HOLDS]
    process.send_signal(signal.SIGINT)
    said = process.communicate()[1]
    assert process.returncode == 0
    assert said.endswith("sheet.ann.jsonl: 2 of 6 examples are judged\n")


def test_a_page_that_is_open_twice(serve, opened_at, judgments):
    address = serve(sheet())
    first = opened_at(address)
    assert first.locator("#twice").is_hidden()
    second = first.context.new_page()
    second.goto(address)
    for page in (first, second):
        sync_api.expect(page.locator("#twice")).to_be_visible()
    press(first, "n")
    press(second, "y")
    assert "was not saved, because judging went on" in second.locator("#notice").inner_text()
    assert judgments() == [LEFT]
    assert count(second) == "1 of 6 examples"
    second.close()
    press(first, "n")
    assert first.locator("#twice").is_hidden()
    assert first.locator("#notice").count() == 0


def test_nothing_in_a_sentence_runs(serve, opened_at):
    image = f"'\"><img src=x onerror=alert(1)>{HOSTILE}"
    page = opened_at(serve(sheet_of_one(*[HOSTILE] * 4, "x", HOSTILE, image)))
    assert page.title() == "0 of 1 example: judging rules"
    assert page.locator("#sentence").inner_text() == HOSTILE
    assert page.locator("main script, main b:not(li b), main img").count() == 0


def sheet_of_one(left, right, *example):
    return Sheet((SheetRule("r", left, right, (Drawing("b"),), (Example(*example),)),))


def test_a_direction_mark_does_not_exchange_the_sides(serve, opened_at):
    example = ("Ann met Bob.", "Ann", "Bob", "Ann meet Bob", "Ann know Bob")
    page = opened_at(serve(sheet_of_one("X \u202emeet Y", "X know Y", *example)))
    left, arrow, right = (page.locator("h1 span").nth(n).bounding_box()["x"] for n in range(3))
    assert left < arrow < right


def test_narrow_screens_and_the_dark(serve, opened_at):
    example = (f"Ann {'verylongword' * 12} met Bob.", "Ann", "Bob", "Ann meet Bob", "Ann know Bob")
    page = opened_at(serve(sheet_of_one("X meet Y", "X know Y", *example)), width=360)
    press(page, "y")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for button in page.get_by_role("button").all():
        assert button.bounding_box()["height"] >= 44
    check_contrast(
        page,
        *(".progress", "blockquote", "mark.X", "mark.Y", ".phrases dt", ".asked", ".phrases div"),
        *("#question", "button", "button.quiet", "summary", ".questions"),
    )


def test_a_form_on_another_page_changes_nothing(serve, browser, judgments):
    address = serve(sheet())
    question = Progress(sheet()).open_question()
    fields = {"version": "0", "example": question.id, "question": question.question.name}
    fields["answer"] = "yes"
    inputs = "".join(f'<input name="{name}" value="{value}">' for name, value in fields.items())
    page = browser.new_page()
    page.set_content(f'<form method="post" action="{address}answer">{inputs}</form>')
    with page.expect_navigation() as navigated:
        page.evaluate("document.forms[0].submit()")
    assert navigated.value.status == 403
    page.close()
    assert judgments() == []
