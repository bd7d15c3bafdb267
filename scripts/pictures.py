"""Make the pictures of the documents: screenshots of a report and of an explanation.

    python scripts/pictures.py

Trains recognizers on the sample, and takes screenshots of their pages in headless Chromium:
docs/report.png of a report on three, docs/explanation.png of an explanation with its drawings.
Needs the extra ``dev`` and a Chromium on the PATH.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

from rte_baselines import Recognizer, evaluate, load_pairs
from rte_baselines.evaluation.page import build_page
from rte_baselines.evaluation.properties import property_values

DOCS = Path(__file__).parent.parent / "docs"
RECOGNIZERS = ("word-overlap", "lexical-logistic", "lexical-tree")
MEASURES = ("accuracy_2way", "cws", "average_precision", "f1", "kappa", "mutual_information")
PROPERTIES = ("overlap", "length", "negations")
EXPLAINED = "kouylekov2006/system-1"
TEXT = "Two old ferries sank off Oslo on Monday, killing three people."
HYPOTHESIS = "Two ferries sank near Oslo."


def main() -> None:
    """Make the pages and their screenshots."""
    take_screenshot(report(), "report.png", 1280, 1760, colours=128)
    take_screenshot(explanation(), "explanation.png", 720, 400, colours=64, is_whole=True)


def report() -> str:
    """Return the page of a report on the sample's test part."""
    train, test = load_pairs("sample:train"), load_pairs("sample:test")
    runs = [Recognizer.from_config(name).fit(train).predict(test) for name in RECOGNIZERS]
    found = evaluate(test, runs, measures=MEASURES)
    properties = property_values(test, PROPERTIES)
    title = "Three recognizers on the sample"
    return build_page(found, test, runs, properties=properties, title=title)


def explanation() -> str:
    """Return the page of an explanation by tree edit distance."""
    recognizer = Recognizer.from_config(EXPLAINED).fit(load_pairs("sample:train"))
    return recognizer.explain(TEXT, HYPOTHESIS).to_html(EXPLAINED)


def take_screenshot(
    html: str, name: str, width: int, height: int, *, colours: int, is_whole: bool = False
) -> None:
    """Take a screenshot of the beginning of a page, or of the whole page."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder) / "page.html"
        page.write_text(html, "utf-8")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        view = browser.new_page(viewport={"width": width, "height": height})
        view.goto(page.as_uri())
        view.screenshot(path=DOCS / name, full_page=is_whole)
        browser.close()
    # Few colours make a small file, and are enough for a page of text and lines.
    picture = Image.open(DOCS / name).convert("RGB")
    picture.quantize(colours).save(DOCS / name, optimize=True)


if __name__ == "__main__":
    main()
