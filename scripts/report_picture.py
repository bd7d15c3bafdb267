"""Make docs/report.png, a screenshot of a report on three recognizers.

    python scripts/report_picture.py

Trains on the sample's train part, reports on its test part, and takes a screenshot of the
page in headless Chromium. Needs the extra ``dev`` and a Chromium on the PATH.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

from rte_baselines import Recognizer, evaluate, load_pairs
from rte_baselines.evaluation.page import build_page, write_page
from rte_baselines.evaluation.properties import property_values

RECOGNIZERS = ("word-overlap", "lexical-logistic", "lexical-tree")
MEASURES = ("accuracy_2way", "cws", "average_precision", "f1", "kappa", "mutual_information")
PROPERTIES = ("overlap", "length", "negations")
PICTURE = Path(__file__).parent.parent / "docs" / "report.png"
WIDTH, HEIGHT = 1280, 1760
COLOURS = 128


def main() -> None:
    """Make the page and its screenshot."""
    train, test = load_pairs("sample:train"), load_pairs("sample:test")
    recognizers = [Recognizer.from_config(name).fit(train) for name in RECOGNIZERS]
    runs = [recognizer.predict(test) for recognizer in recognizers]
    report = evaluate(test, runs, measures=MEASURES)
    properties = property_values(test, PROPERTIES)
    with TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        title = "Three recognizers on the sample"
        write_page(build_page(report, test, runs, properties=properties, title=title), page)
        take_screenshot(page, PICTURE)
    # Few colours make a small file, and are enough for a page of text and lines.
    Image.open(PICTURE).convert("RGB").quantize(COLOURS).save(PICTURE, optimize=True)


def take_screenshot(page: Path, picture: Path) -> None:
    """Take a screenshot of the beginning of a page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        view = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        view.goto(page.as_uri())
        view.screenshot(path=picture)
        browser.close()


if __name__ == "__main__":
    main()
