"""What importing does not load, because it takes long and is often not needed."""

import subprocess
import sys

import pytest

from rte_baselines import load, load_pairs
from rte_baselines.runs import write_run

pytestmark = pytest.mark.slow

LIBRARIES = (
    "numpy scipy scipy.stats sklearn numba spacy skops nltk matplotlib jinja2 rapidfuzz sacrebleu "
    "rich onnxruntime tokenizers fastapi uvicorn narwhals pandas polars datasets"
)


# What is needed grows from line to line, so that one process can run all of them.
STEPS = [
    ("import rte_baselines", set()),
    ("import rte_baselines.recognizers", set()),
    ("from rte_baselines.recognizers import read_config; read_config('word-overlap')", set()),
    ("import rte_baselines.evaluation", set()),
    ("from rte_baselines import read_pairs, read_run", {"numpy"}),
    (
        "from rte_baselines.evaluation import available_measures; available_measures()",
        {"numpy"},
    ),
    ("from rte_baselines import evaluate, compare", {"numpy", "scipy", "rich"}),
    (
        "from rte_baselines.evaluation.power import power_table; text = power_table().to_text()",
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
    (
        "from rte_baselines import load_pairs; pairs = load_pairs('sample:test'); "
        "evaluate(pairs, [rte_baselines.load('word-overlap').predict(pairs)])",
        {"numpy", "scipy", "rich", "spacy", "jinja2", "numba"},
    ),
    (
        "Recognizer.from_config('word-overlap').fit(load_pairs('sample:train'))",
        {"numpy", "scipy", "rich", "spacy", "jinja2", "numba"},
    ),
]


@pytest.fixture(scope="module")
def loaded():
    """The libraries that a new process has loaded after each step."""
    show = f"print(*[name for name in {LIBRARIES.split()} if name in sys.modules])"
    code = "\n".join(["import sys", *(f"{code}\n{show}" for code, _ in STEPS)])
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [set(line.split()) for line in run.stdout.splitlines()]


@pytest.mark.parametrize("number", range(len(STEPS)), ids=[code for code, _ in STEPS])
def test_no_more_is_loaded_than_needed(loaded, number):
    assert len(loaded) == len(STEPS)
    assert loaded[number] <= STEPS[number][1]


def test_modules_of_commands_load_neither_recognizers_nor_the_evaluation():
    """They declare options; what a command does is loaded when it runs."""
    code = (
        "import pkgutil, sys\n"
        "from importlib import import_module\n"
        "from rte_baselines.cli import commands\n"
        "for module in pkgutil.iter_modules(commands.__path__):\n"
        "    import_module(f'{commands.__name__}.{module.name}')\n"
        "print(*(name for name in sys.modules if name.startswith('rte_baselines.')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rooms = {name.split(".")[1] for name in run.stdout.split()}
    assert rooms.isdisjoint({"evaluation", "recognizers", "features", "heads", "logic", "rules"})


BASE = {"numpy", "rich"}
TOKENIZER = {"spacy", "jinja2"}  # spaCy imports jinja2.
COMMANDS = {
    "--help": {"rich"},
    "list recognizers": {"rich"},
    "validate RUN --gold sample:test": BASE,
    "evaluate sample:test RUN --brief": BASE,
    "evaluate sample:test RUN": BASE,
    "compare sample:test RUN RUN": BASE | {"scipy"},
    "train word-overlap --train sample:train --output NEW": BASE | TOKENIZER,
    "predict word-overlap sample:test --output NEW": BASE | TOKENIZER,
}
"""What commands may load of the libraries that take long to import."""


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_load_no_library_that_they_do_not_need(command, tmp_path):
    run = tmp_path / "run.jsonl"
    write_run(load("word-overlap").predict(load_pairs("sample:test")), run)
    words = command.replace("RUN", str(run)).replace("NEW", str(tmp_path / "new")).split()
    code = (
        "import sys, contextlib\n"
        "from rte_baselines.cli.main import main\n"
        "with contextlib.suppress(SystemExit):\n"
        "    main()\n"
        f"print('LOADED', *[name for name in {LIBRARIES.split()} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
    _, _, loaded = done.stdout.rpartition("LOADED")
    assert done.returncode == 0
    assert set(loaded.split()) <= COMMANDS[command]
