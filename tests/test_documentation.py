"""The code that the README and the documents show runs as it stands there."""

import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from unittest.mock import MagicMock

import pytest

from rte_baselines import Recognizer, evaluate, load, load_pairs, shipped_models, write_run
from rte_baselines.core.registry import registry
from rte_baselines.core.resources.resources import DEFAULT_MODEL
from rte_baselines.evaluation import available_measures, evaluate_arrays
from rte_baselines.pairs import Scheme
from rte_baselines.recognizers import shipped_configs
from rte_baselines.rules.judging.judgments import QUESTIONS

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "rte_baselines"
CODE = "`{}`".format


def blocks(document, language):
    text = (ROOT / document).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_library_examples_run(capsys):
    (ready,) = blocks("docs/quick-start.md", "python")
    exec(ready, {})
    assert capsys.readouterr().out.startswith("True\n['")
    first, second = blocks("docs/tasks/train.md", "python")
    assert len(first.strip().splitlines()) == 5  # an import, an empty line, and three lines
    assert blocks("docs/api/index.md", "python") == [first]
    scope = {}
    exec(first, scope)
    assert "accuracy" in capsys.readouterr().out
    exec(second, scope)
    assert "head__optimize" in capsys.readouterr().out


@pytest.mark.slow
def test_the_examples_with_scikit_learn_run(capsys):
    scope = {}
    for code in blocks("docs/scikit-learn.md", "python"):
        exec(code, scope)
    assert scope["recognizer"].classes_.tolist() == [0, 1]
    assert "[0 1] [1 0] 1.0" in capsys.readouterr().out


def shown_explanation():
    """What the documents show of an explanation by word overlap."""
    (shown,) = (b for b in blocks("docs/tasks/explain.md", "text") if b.startswith("Entailed"))
    return shown


def test_the_example_of_an_explanation_prints_what_is_shown(capsys):
    (code,) = blocks("docs/tasks/explain.md", "python")
    exec(code, {})
    assert capsys.readouterr().out == shown_explanation()


@pytest.mark.slow
def test_the_first_example_prints_what_is_shown_and_compiles_nothing():
    (code,) = blocks("README.md", "python")
    (shown,) = blocks("README.md", "text")
    check = "import sys\nassert 'numba' not in sys.modules\n"
    run = subprocess.run([sys.executable, "-c", code + check], capture_output=True, text=True)
    printed = run.stdout
    assert printed == "True False\n" + shown_explanation(), run.stderr
    assert printed.startswith(shown.removesuffix("...\n"))


def test_the_readme_is_short_and_has_its_two_commands():
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 100
    setup, _ = blocks("README.md", "bash")
    assert [line.split("#")[0].strip() for line in setup.splitlines()] == [
        "bash scripts/quickstart.sh",
        "bash scripts/test.sh",
    ]
    assert setup == blocks("docs/quick-start.md", "bash")[0]


@pytest.mark.slow
def test_the_examples_with_data_frames_run(capsys, monkeypatch):
    # Both have a context to log in; MLflow logs with a function, Weights & Biases with a method.
    trackers = {name: MagicMock() for name in ("mlflow", "wandb")}
    for name, tracker in trackers.items():
        monkeypatch.setitem(sys.modules, name, tracker)
    scope = {}
    for code in blocks("docs/python.md", "python"):
        exec(code, scope)
    assert capsys.readouterr().out.startswith("word-overlap  accuracy_2way 1.000")
    (logged,) = trackers["mlflow"].log_metrics.call_args.args
    assert logged["accuracy_2way"] == 1
    assert all(isinstance(value, float) for value in logged.values())
    context = trackers["wandb"].init(project="entailment")
    context.__enter__().log.assert_called_once_with(logged)


def test_the_config_shown_is_the_shipped_one():
    shown = blocks("docs/configs.md", "ini")[0]
    assert shown in shipped_configs()["word-overlap"].read_text("utf-8")


@pytest.mark.slow
def test_the_example_of_the_trained_models_runs(capsys):
    (code,) = blocks("docs/models.md", "python")
    exec(code, {})
    printed = capsys.readouterr().out
    assert printed.startswith("True False\nENTAILMENT ")
    assert "'burned' is missing" in " ".join(printed.split())


@pytest.mark.parametrize(
    ("document", "listed"),
    [
        ("models", (f"[`{name}`](../models/recognizers/{name}/" for name in shipped_models())),
        ("models", [f"`explain` uses `{DEFAULT_MODEL}`"]),
        ("formats", map(CODE, registry.all("formats"))),
        ("architecture", (CODE(path.parent.name) for path in PACKAGE.glob("*/__init__.py"))),
        ("evaluation", map(CODE, available_measures())),
        ("analysis", (CODE(n) for of in registry.all("layers").values() for n in of.provides)),
        ("logic", map(CODE, registry.all("engines"))),
        ("judging", (f"| {question.text} | {question.if_no}" for question in QUESTIONS)),
    ],
)
def test_documents_list_what_there_is(document, listed):
    text = (ROOT / f"docs/{document}.md").read_text("utf-8")
    assert [words for words in listed if words not in text] == []


def test_the_document_on_scoring_has_the_measures_by_default_in_bold():
    bold = re.findall(r"\*\*`(\w+)`\*\*", (ROOT / "docs/evaluation.md").read_text("utf-8"))
    measures = available_measures().items()
    assert set(bold) == {name for name, measure in measures if measure.by_default}


@pytest.mark.slow
@pytest.mark.parametrize("document", ["analysis", "meaning"])
def test_an_example_prints_what_it_says(document, capsys):
    (code,) = blocks(f"docs/{document}.md", "python")
    (printed,) = blocks(f"docs/{document}.md", "text")
    exec(code, {})
    assert capsys.readouterr().out == printed


@pytest.mark.slow
def test_the_examples_of_logic_print_what_they_say(capsys):
    formulas, proof, model = blocks("docs/logic.md", "python")
    exec(formulas, {})
    commented = [line.partition("# ")[2] for line in formulas.splitlines() if "# " in line]
    assert capsys.readouterr().out.splitlines() == commented
    scope = {}
    for code, printed in zip((proof, model), blocks("docs/logic.md", "text")[-2:], strict=True):
        exec(code, scope)
        assert capsys.readouterr().out == printed


@pytest.mark.slow
def test_the_worked_pairs_of_logic_are_what_explain_prints():
    text = (ROOT / "docs/logic.md").read_text("utf-8")
    pairs = re.findall(r'^The text is "(.+?)", the hypothesis "(.+?)"', text, flags=re.MULTILINE)
    assert len(pairs) == 3
    recognizer = Recognizer.from_config("natural-logic").fit(load_pairs("sample:train")[:8])
    for pair, shown in zip(pairs, blocks("docs/logic.md", "text"), strict=False):
        assert shown in recognizer.explain(*pair).to_text(80, top=None) + "\n"


@pytest.mark.slow
def test_the_examples_of_scoring_run(forget, capsys):
    # The first needs runs of the user.
    _, arrays, measure = blocks("docs/evaluation.md", "python")
    exec(arrays, {})
    assert "accuracy_3way" in capsys.readouterr().out
    scope = {}
    exec(measure, scope)
    labels = ["YES", "NO", "NO", "NO"]
    assert scope["ShareEntailed"]()(labels, labels) == 1 / 4
    assert "share_entailed" in available_measures()
    assert "share_entailed" in str(evaluate_arrays(labels, labels, measures="share_entailed"))


@pytest.mark.slow
def test_the_example_of_wrong_pairs_has_those_that_are_scored_as_wrong(tmp_path, monkeypatch):
    """Of a two-way run on three-way gold labels."""
    monkeypatch.chdir(tmp_path)
    pairs = load_pairs("sample:test")
    write_run(load("word-overlap").predict(pairs), "my.jsonl")
    (code,) = blocks("docs/tasks/score.md", "python")
    scope = {}
    exec(code, scope)
    scored = evaluate(pairs, scope["run"], measures="accuracy_2way").runs[0].overall
    assert 1 - len(scope["wrong"]) / 160 == scored.measures["accuracy_2way"].value
    assert {pair.label for pair in pairs} == set(Scheme.THREE_WAY.labels)


DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder, pattern in (("", "*.md"), ("docs", "**/*.md"), ("models", "**/*.md"))
    for path in (ROOT / folder).glob(pattern)
)
# Their examples are run by the tests above, and by tests/cli/test_extending.py.
RUN_ABOVE = {"README.md"} | {
    f"docs/{name}.md"
    for name in (
        *("analysis", "api/index", "evaluation", "extending", "logic", "meaning", "models"),
        *("python", "quick-start", "scikit-learn", "tasks/explain", "tasks/score", "tasks/train"),
    )
}


def test_documents_with_examples_are_known():
    examples = {document for document in DOCUMENTS if blocks(document, "python")}
    assert examples >= RUN_ABOVE


@pytest.mark.slow
@pytest.mark.parametrize(
    "document",
    [
        document
        for document in DOCUMENTS
        if blocks(document, "python") and document not in RUN_ABOVE
    ],
)
def test_all_other_examples_run(document, monkeypatch):
    monkeypatch.chdir(ROOT)
    scope = {}
    for code in blocks(document, "python"):
        exec(code, scope)


def configs():
    """The configs of the documents, and parts of configs."""
    for document in DOCUMENTS:
        for block in re.findall(
            r"^ *```ini\n(.*?)^ *```", (ROOT / document).read_text("utf-8"), flags=re.M | re.S
        ):
            yield pytest.param(dedent(block), id=document)


@pytest.mark.slow
@pytest.mark.parametrize("config", list(configs()))
def test_every_config_and_part_of_one_can_be_built(config, forget, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-rules.txt").write_text("X <nsubj- acquire -obj-> Y => X <nsubj- own -obj-> Y\n")
    feature, _, similarity = blocks("docs/extending.md", "python")
    for code in (feature, similarity):
        exec(code, {})
    path = tmp_path / "shown.cfg"
    whole = '[recognizer]\n@recognizers = "features_and_head.v1"\n[recognizer.features]\n'
    head = '[recognizer.head]\n@heads = "classifier.v1"\n'
    path.write_text(config if "[recognizer]" in config else f"{whole}{config}\n{head}")
    assert Recognizer.from_config(path).features
