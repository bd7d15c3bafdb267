"""Make docs/explanation.png, a screenshot of an explanation with its drawings.

    python scripts/explanation_picture.py

Trains a recognizer by tree edit distance on the sample, explains a pair, and takes a screenshot of
the page in headless Chromium. Needs the extra ``dev`` and a Chromium on the PATH.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

from rte_baselines import Recognizer, load_pairs

CONFIG = "kouylekov2006/system-1"
TEXT = "Two old ferries sank off Oslo on Monday, killing three people."
HYPOTHESIS = "Two ferries sank near Oslo."
PICTURE = Path(__file__).parent.parent / "docs" / "explanation.png"
WIDTH = 720
COLOURS = 64


def main() -> None:
    """Make the page and its screenshot."""
    recognizer = Recognizer.from_config(CONFIG).fit(load_pairs("sample:train"))
    explanation = recognizer.explain(TEXT, HYPOTHESIS)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder) / "explanation.html"
        page.write_text(explanation.to_html(CONFIG), "utf-8")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        view = browser.new_page(viewport={"width": WIDTH, "height": 400})
        view.goto(page.as_uri())
        view.screenshot(path=PICTURE, full_page=True)
        browser.close()
    # Few colours make a small file, and are enough for a page of text and lines.
    Image.open(PICTURE).convert("RGB").quantize(COLOURS).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
