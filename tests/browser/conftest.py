"""A browser, and pages opened in it."""

import shutil

import pytest

from tests.conftest import draw_few_resamples

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
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


@pytest.fixture
def opened_at(browser):
    """Open a page; what it complains of or asks for beside itself fails the test.

    Of a page on a server, the server's other addresses are its own.
    """
    contexts, addresses, complaints, asked = [], set(), [], set()

    def open_page(address, *, width=1200, scripts=True):
        context = browser.new_context(
            viewport={"width": width, "height": 800}, java_script_enabled=scripts
        )
        contexts.append(context)
        addresses.add(address.partition("#")[0])
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked.add(request.url))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
    assert all(address.startswith(tuple(addresses)) for address in asked)
