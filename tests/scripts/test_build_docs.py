"""The pages of the site: all documents, what they link to, and a page for each measure."""

import inspect
import json
import re
from pathlib import Path

import build_docs
import pytest

from rte_baselines.evaluation import available_measures

ROOT = Path(__file__).parents[2]
MEASURES = available_measures()


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    build_docs.collect(folder)
    return folder


def test_every_document_is_a_page_in_the_navigation_and_in_the_list_of_documents(pages):
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8")
    listed = (ROOT / "docs/README.md").read_text("utf-8")
    for document in (ROOT / "docs").rglob("*.md"):
        name = document.relative_to(ROOT / "docs").as_posix()
        page = (pages / "docs" / name).read_text("utf-8")
        assert page == document.read_text("utf-8").replace(".ipynb)", ".md)")
        if document.parent.name == "reproduction" and document.name != "README.md":
            assert f"]({document.name})" in (document.parent / "README.md").read_text("utf-8")
            continue
        assert re.search(rf"\bdocs/{name}$", navigation, flags=re.MULTILINE)
        assert f"]({name})" in listed or name == "README.md" or name.startswith("api/")


def test_a_notebook_is_a_page_with_its_outputs(tmp_path):
    cells = [("markdown", "# Sums\n\nOf two."), ("code", "a = 1"), ("code", "print(a)\na + 1")]
    content = {"cells": [{"cell_type": kind, "source": [text]} for kind, text in cells]}
    (tmp_path / "sums.ipynb").write_text(json.dumps(content))
    build_docs.write_notebooks(tmp_path)
    assert (tmp_path / "sums.md").read_text("utf-8") == (
        "# Sums\n\n[The notebook](sums.ipynb)\n\nOf two.\n\n```python\na = 1\n```\n\n"
        "```python\nprint(a)\na + 1\n```\n\n```text\n1\n2\n```\n"
    )


def test_a_notebook_on_data_that_is_not_there_is_shown_and_not_run(tmp_path, without_data):
    code = "import os\nprint(os.environ['RTE_BASELINES_DATA'])"
    content = {"cells": [{"cell_type": kind, "source": [code]} for kind in ("markdown", "code")]}
    (tmp_path / "data.ipynb").write_text(json.dumps(content))
    page = build_docs.notebook_page(tmp_path / "data.ipynb")
    assert page.endswith(f"```python\n{code}\n```\n")


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_has_a_page_with_its_formula_and_its_use(name, pages):
    _, formula, use = build_docs.parts_of(inspect.getdoc(type(MEASURES[name])))
    assert formula
    assert "`" not in formula  # it is shown as it stands
    assert use.endswith(".")
    page = (pages / f"docs/measures/{name}.md").read_text("utf-8")
    assert page.startswith(f"# `{name}`\n")
    assert MEASURES[name].citation in re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", page)
    assert f"]({name}.md)" in (pages / "docs/measures/index.md").read_text("utf-8")


def test_the_page_of_a_measure(pages):
    page = (pages / "docs/measures/nlp.md").read_text("utf-8")
    assert "```text\n-1/n sum_i log10 p(gold label of i)\n```" in page
    assert "| range | 0 to infinity; lower is better |" in page
    assert "| needs | probabilities |" in page
    assert "[`log_loss`](log_loss.md) has natural logarithms" in page
    assert "[quinonero-candela2006](../papers.md), section 4.1" in page
    assert "smoothed bootstrap" in page
    assert "Wilson" in (pages / "docs/measures/recall.md").read_text("utf-8")
    assert "no value is better" in (pages / "docs/measures/entropy_gold.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("html", "loads"),
    [
        ('<script src="https://a.org/x.js">', True),
        ('<link rel="stylesheet" href="//a.org/x.css">', True),
        ('<img alt="x" src="report.png">', False),
        ('<a href="https://a.org">', False),
    ],
)
def test_files_from_other_servers_are_noticed(html, loads):
    assert bool(build_docs.LOADED.search(html)) is loads


def test_every_paper_that_a_measure_cites_by_its_key_is_listed():
    papers = (ROOT / "docs/papers.md").read_text("utf-8")
    keys = {
        key for measure in MEASURES.values() for key in build_docs.PAPER.findall(measure.citation)
    }
    assert keys
    assert all(f"**{key}**" in papers for key in keys)
