"""The notebooks run from their first cell to the last, in a kernel as a user starts it."""

import os
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from jupyter_client import KernelManager
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
DATA = "RTE_BASELINES_DATA"
PRINTED = {
    "auditing": ("hypothesis-only", "duplicates"),
    "comparison-table": (r"\begin{tabular}", "p swaps"),
    "first-answer": ("'burned' is missing", "accuracy_"),
    "your-nli-model": ("lexical-cascade", "p mcnemar", "pairs needed", "temperature", "gold: "),
}


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)


def test_every_notebook_is_tested():
    assert [path.stem for path in NOTEBOOKS] == sorted(PRINTED)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_valid_and_have_no_outputs(path: Path):
    notebook = read(path)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)


@pytest.fixture(scope="module")
def kernel() -> Iterator[KernelManager]:
    """One kernel for all notebooks, as its start takes longer than most of them."""
    manager = KernelManager(transport="ipc")
    manager.start_kernel()
    yield manager
    manager.shutdown_kernel(now=True)


def run(path: Path, kernel: KernelManager) -> nbformat.NotebookNode:
    """Run a notebook with no names defined, and return it with its outputs."""
    notebook = read(path)
    notebook.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))
    return NotebookClient(notebook, km=kernel).execute()


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: Path, kernel: KernelManager):
    if DATA in path.read_text("utf-8") and not Path(os.environ.get(DATA, "absent")).is_dir():
        pytest.skip(f"{DATA} names no folder")
    outputs = [output for cell in run(path, kernel).cells for output in cell.get("outputs", [])]
    printed = "".join(output.get("text", "") for output in outputs)
    for text in PRINTED[path.stem]:
        assert text in printed
    assert not any(output.get("name") == "stderr" for output in outputs)
