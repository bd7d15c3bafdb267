"""The page of an audit in a browser: it works by itself, on a narrow screen too."""

import pytest

from rte_baselines.evaluation.audit import audit
from rte_baselines.evaluation.audit.page import audit_page
from rte_baselines.evaluation.page import write_page
from rte_baselines.pairs import Pair

pytestmark = pytest.mark.slow

HOSTILE = '<img src="https://example.org/x" onerror="document.title=1"><b>bold</b>'


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    # The name and a word of all entailed hypotheses look like elements of a page.
    pairs = [
        Pair(str(n), f"Text {n}.", "Dogs bark." if n % 2 else f"Dogs {HOSTILE}.", label=label)
        for n in range(40)
        for label in [("YES", "NO")[n % 2]]
    ]
    path = tmp_path_factory.mktemp("page") / "audit.html"
    write_page(audit_page(audit(pairs, name=HOSTILE)), path)
    return path.as_uri()


@pytest.mark.parametrize("width", [1200, 360])
def test_the_page_fits_and_asks_for_nothing(opened_at, address, width):
    page = opened_at(address, width=width, scripts=False)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.title() == f"An audit of {HOSTILE}"
    assert page.locator("img").count() == page.locator("b").count() == 0
    assert page.locator("main section").count() == 3
    for link in page.locator("nav a").all():
        assert page.locator(link.get_attribute("href")).count() == 1
