"""What importing does not load, because it takes long and is often not needed."""

import subprocess
import sys

import pytest

LIBRARIES = (
    "numpy scipy sklearn numba spacy skops nltk matplotlib jinja2 rapidfuzz sacrebleu rich "
    "onnxruntime tokenizers starlette uvicorn narwhals pandas polars datasets"
)


def loaded_by(code):
    """The libraries that a new process has loaded after some code."""
    show = f"import sys; print(*[name for name in {LIBRARIES.split()} if name in sys.modules])"
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\n{show}"], capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "needed"),
    [
        ("import rte_baselines", set()),
        ("import rte_baselines.recognizers", set()),
        ("from rte_baselines.recognizers import read_config; read_config('word-overlap')", set()),
        ("from rte_baselines import read_pairs, read_run", {"numpy"}),
        ("import rte_baselines.evaluation", set()),
        (
            "from rte_baselines.evaluation import available_measures; available_measures()",
            {"numpy", "scipy"},
        ),
        (
            "from rte_baselines import evaluate, compare",
            {"numpy", "scipy", "rich"},
        ),
        (
            "from rte_baselines import Recognizer; Recognizer.from_config('word-overlap')",
            {"numpy", "scipy", "rich"},
        ),
        (
            "import rte_baselines; rte_baselines.load('word-overlap').predict([('a b', 'a')])",
            # spaCy imports jinja2.
            {"numpy", "scipy", "rich", "spacy", "jinja2"},
        ),
    ],
)
def test_no_more_is_loaded_than_needed(code, needed):
    assert loaded_by(code) <= needed
