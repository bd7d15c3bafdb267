"""A browser, and pages opened in it."""

import shutil

import pytest

from tests.conftest import draw_few_resamples

# The shell is the same browser without windows, and takes two thirds of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SWITCHES = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]


@pytest.fixture(scope="module", autouse=True)
def as_many_resamples_as_needed():
    """Draw few resamples: a page shows intervals, whatever these are."""
    with pytest.MonkeyPatch.context() as patch:
        draw_few_resamples(patch)
        yield


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser found: install one of {', '.join(BROWSERS)}")
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=SWITCHES)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def blank_pages(browser):
    """Blank pages with and without scripts; a new one takes longer than most tests."""
    pages = {True: [], False: []}
    yield pages
    for page in (*pages[True], *pages[False]):
        page.context.close()


@pytest.fixture
def opened_at(browser, blank_pages):
    """Open a page; what it complains of or asks for beside itself fails the test.

    Of a page on a server, the server's other addresses are its own.
    """
    pages, addresses, complaints, asked = [], set(), [], set()
    listeners = {
        "console": lambda message: complaints.append(message.text),
        "pageerror": lambda error: complaints.append(str(error)),
        "request": lambda request: asked.add(request.url),
    }

    def open_page(address, *, width=1200, scripts=True):
        if not blank_pages[scripts]:
            context = browser.new_context(java_script_enabled=scripts)
            blank_pages[scripts].append(context.new_page())
        page = blank_pages[scripts].pop()
        pages.append((scripts, page))
        addresses.add(address.partition("#")[0])
        for event, listener in listeners.items():
            page.on(event, listener)
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(address)
        return page

    yield open_page
    for scripts, page in pages:
        make_blank(page, listeners)
        blank_pages[scripts].append(page)
    assert complaints == []
    assert all(address.startswith(tuple(addresses)) for address in asked)


def choose(page, **choices):
    """Choose these values in the filters of a page's pairs."""
    for name, value in choices.items():
        page.locator(f"select[name='{name}']").select_option(value)


def listed(page):
    """The numbers of the pairs that a page lists."""
    return [int(text.split()[0]) for text in page.locator("#rows th").all_inner_texts()]


def make_blank(page, listeners):
    """Leave nothing of a test in a page that the next test opens."""
    for other in page.context.pages:
        if other != page:
            other.close()
    page.context.clear_permissions()
    page.unroute_all(behavior="ignoreErrors")
    page.emulate_media(media="null", color_scheme="null")
    page.goto("about:blank")
    for event, listener in listeners.items():
        page.remove_listener(event, listener)
