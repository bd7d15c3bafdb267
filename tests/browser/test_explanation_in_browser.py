"""Explanations as files and in a notebook: what is drawn, and where styles apply."""

import pytest

from rte_baselines import load

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = pytest.mark.slow

# Elements of a notebook that could be taken for parts of a drawing, with its own styles.
NOTEBOOK = """<!DOCTYPE html><html lang="en"><head><title>Notebook</title><style>
:root {{ --ink: #123456; color-scheme: light; }}
body {{ background: #fff; color: var(--ink); }}
.rendered td {{ text-align: right; padding: .5em; }}
.rendered tbody tr:nth-child(odd) {{ background: #f5f5f5; }}
</style></head><body>
<div class="own"><h1>Title</h1><p class="label ENTAILMENT">label</p><p class="sentence">words</p>
<table class="pulls words"><tbody><tr><th>a</th><td>b</td></tr></tbody></table>
<svg class="drawing" width="90" height="30"><g class="box same"><rect width="9" height="9"></rect>
<text y="9">box</text></g><path class="line" d="M0 0L9 9"></path></svg>
<details open><summary>more</summary><div class="scrolling"><pre>pre</pre></div></details>
<ol class="windows proof"><li>one</li></ol><dl class="facts"><dt>a</dt><dd>b</dd></dl></div>
<div class="rendered">{output}</div></body></html>"""

STYLES = """() => [document.documentElement, document.body,
  ...document.querySelectorAll(".own, .own *")].map((element) => {
    const style = getComputedStyle(element);
    return [element.tagName, ...[...style].filter((name) => !/^(block|inline|perspective|transform)/
      .test(name) && !/height|width/.test(name)).map((name) => style.getPropertyValue(name))];
})"""

COLOURS = """() => {
  const style = (name) => getComputedStyle(document.querySelector(`.rendered ${name}`));
  return {
    ground: style(".rte-baselines-drawings").backgroundColor,
    ink: style(".sentence").color,
    row: style(".pulls tbody tr").backgroundColor,
    box: style(".box.same rect").fill,
    name: style(".pulls th[scope=row]").textAlign,
  };
}"""


@pytest.fixture(scope="module")
def explanation():
    return load("word-overlap").explain("Two old ferries sank.", "Two ferries burned.")


def test_styles_do_not_touch_the_notebook_and_hold_in_it(explanation, opened_at, tmp_path):
    styles = {}
    for name, output in (("empty", ""), ("drawn", explanation._repr_html_())):
        file = tmp_path / f"{name}.html"
        file.write_text(NOTEBOOK.format(output=output), "utf-8")
        page = opened_at(file.as_uri())
        page.emulate_media(color_scheme="dark")
        styles[name] = page.evaluate(STYLES)
    assert styles["empty"] == styles["drawn"]
    # The browser is dark, the notebook light: a drawing has its own ground.
    assert page.evaluate(COLOURS) == {
        "ground": "rgb(20, 24, 31)",
        "ink": "rgb(230, 233, 239)",
        "row": "rgba(0, 0, 0, 0)",
        "box": "rgb(18, 60, 44)",
        "name": "left",
    }


def test_a_file_is_drawn_without_scripts(explanation, opened_at, tmp_path):
    file = tmp_path / "why.html"
    file.write_text(explanation.to_html("word-overlap"), "utf-8")
    page = opened_at(file.as_uri(), width=360, scripts=False)
    assert page.title() == f"{explanation.label}: word-overlap"
    assert page.get_by_role("main").get_by_role("heading").inner_text() == "word-overlap"
    drawing = page.locator("svg.drawing")
    assert drawing.is_visible()
    assert drawing.locator("text").first.evaluate("e => getComputedStyle(e).fill") != "none"
    page.get_by_text("Aligned words: overlap").click()
    assert not drawing.is_visible()
