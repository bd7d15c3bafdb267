"""Components from a file of the user's own, on the command line."""

import json
import subprocess
import sys

import pytest

from rte_baselines import Recognizer, load_pairs
from rte_baselines.core.errors import ModelError
from tests.cli.documents import document, pair, write

pytestmark = pytest.mark.usefixtures("forget")

FEATURE = """\
from rte_baselines.features import Output, PairFeature
from rte_baselines.core.registry import registry


@registry.features("first_word.v1")
class FirstWord(PairFeature):
    layers = ("norms",)
    outputs = (Output(""),)

    def compute_pair(self, text, hypothesis):
        return [float(hypothesis.norms[0] in text.norms)]
"""
LAYER = """\
from rte_baselines.analysis import WordwiseLayer
from rte_baselines.core.registry import registry


@registry.layers("endings.v1")
class Endings(WordwiseLayer):
    provides = ("endings",)
    reads = "norms"

    def values(self, strings):
        return {"endings": [string[-2:] for string in strings]}
"""
MEASURE = """\
from rte_baselines.evaluation import Measure
from rte_baselines.core.registry import registry


@registry.measures("entailed_share.v1")
class EntailedShare(Measure):
    name = "entailed_share"
    description = "share of pairs labelled ENTAILMENT"
    citation = "a test"
    direction = "neither"
    range = (0.0, 1.0)
    needs = ("labels",)

    def score(self, judgments):
        return float(judgments.labels_entail.mean())
"""
FORMAT = """\
from rte_baselines.pairs import PairFormat, Record
from rte_baselines.core.registry import registry


@registry.formats("arrows")
class Arrows(PairFormat):
    name = "arrows"
    description = "a text, an arrow, a hypothesis"

    def recognizes(self, head):
        return "=>" in head

    def read(self, text):
        for number, line in enumerate(text, start=1):
            left, right = line.split("=>")
            yield Record(number, str(number), left, right)
"""
CONFIG = """\
[recognizer]
@recognizers = "features_and_head.v1"
[recognizer.features]
[recognizer.features.first]
@features = "first_word.v1"
[recognizer.head]
@heads = "threshold.v1"
"""


@pytest.fixture
def own(folder):
    """A feature, a layer, a measure, a format and a config in the folder."""
    contents = {"feature": FEATURE, "layer": LAYER, "measure": MEASURE}
    for name, content in {**contents, "format": FORMAT}.items():
        (folder / f"{name}.py").write_text(content)
    (folder / "own.cfg").write_text(CONFIG)
    return folder


def train(rte, config="own.cfg", *options):
    return rte("train", config, "--train", "sample:train", "--output", "own.model", *options)


@pytest.mark.slow
def test_a_model_with_a_feature_of_ones_own(rte, own, forget):
    message = train(rte).refusal()
    assert "@features has no 'first_word.v1'" in message
    assert "(to use a file of your own, give it with --code)" in message
    assert train(rte, "own.cfg", "--code", "feature.py").exit_code == 0
    (component,) = json.loads((own / "own.model/signature.json").read_text())["code"]
    found = [component[name] for name in ("kind", "name", "origin")]
    assert found == ["features", "first_word.v1", "feature.py"]
    forget()
    asked = ("explain", "own.model", "--text", "Two ferries sank.", "--hypothesis", "Two sank.")
    assert "first" in rte(*asked, "-c", "feature.py").output()


@pytest.mark.slow
def test_a_layer_of_ones_own(rte, own, forget):
    feature = FEATURE.replace('"norms",', '"endings",').replace(".norms", '.layer("endings")')
    (own / "feature.py").write_text(feature)
    codes = ("--code", "feature.py", "--code", "layer.py")
    assert train(rte, "own.cfg", *codes).exit_code == 0
    forget()
    asked = ("explain", "own.model", "--text", "a", "--hypothesis", "b")
    found = rte(*asked, "--code", "feature.py")
    assert "own.model: @layers 'endings.v1' is missing; it comes from layer.py" in found.stderr
    assert rte(*asked, *codes).exit_code == 0


@pytest.mark.slow
def test_another_file_of_the_same_components_is_pointed_out(rte, own, forget):
    train(rte, "own.cfg", "--code", "feature.py")
    forget()
    (own / "feature.py").write_text(FEATURE + "# changed\n")
    asked = ("explain", "own.model", "--text", "a", "--hypothesis", "b", "--code", "feature.py")
    found = rte(*asked).succeeded()
    assert "warning: own.model: trained with another feature.py than" in found.stderr


@pytest.mark.slow
def test_loading_a_model_runs_nothing_from_its_folder(rte, own, forget):
    train(rte, "own.cfg", "--code", "feature.py")
    forget()
    (own / "own.model" / "feature.py").write_text(FEATURE)
    with pytest.raises(ModelError, match=r"@features 'first_word.v1' is missing"):
        Recognizer.load(own / "own.model")


@pytest.mark.slow
@pytest.mark.parametrize("code", [5, "x", [5], [{"kind": "features"}], [{"kind": [], "name": ""}]])
def test_a_damaged_signature(rte, own, code):
    train(rte, "own.cfg", "--code", "feature.py")
    path = own / "own.model/signature.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "code": code}))
    message = rte("explain", "own.model", "--text", "a", "--hypothesis", "b").refusal()
    assert "signature.json: damaged; train the model again" in message


@pytest.mark.slow
def test_a_measure_of_ones_own(rte, own):
    pairs = [pair(1, "YES"), pair(2, "NO")]
    write(own / "gold.xml", document(*pairs))
    (own / "a.run").write_text("1 YES\n2 YES\n")
    (own / "b.run").write_text("1 YES\n2 NO\n")
    options = ("gold.xml", "a.run", "b.run", "--measures", "entailed_share", "--code", "measure.py")
    evaluated = rte("evaluate", *options, "--json")
    runs = json.loads(evaluated.stdout)["runs"]
    shares = [run["measures"]["entailed_share"]["value"] for run in runs]
    assert shares == [1.0, 0.5]
    compared = rte("compare", *options).succeeded()
    assert "entailed_share" in compared.stdout
    assert rte("report", *options, "--output", "page.html").exit_code == 0
    assert "entailed_share" in (own / "page.html").read_text()
    listed = rte("list", "measures", "--code", "measure.py", "--json")
    assert "entailed_share" in [row["name"] for row in json.loads(listed.stdout)]


@pytest.mark.slow
def test_a_measure_with_the_name_of_another_one(rte, own):
    write(own / "gold.xml", document(pair(1, "YES")))
    (own / "a.run").write_text("1 YES\n")
    (own / "measure.py").write_text(MEASURE.replace('name = "entailed_share"', 'name = "f1"'))
    for measure in ("entailed_share", "f1"):
        message = rte(
            *("evaluate", "gold.xml", "a.run", "--measures", measure, "--code", "measure.py")
        ).refusal()
        assert message == (
            "error: measure 'entailed_share.v1' has the attribute name = 'f1'; expected "
            "'entailed_share', or a registration as 'f1.v1'\n"
        )


def test_a_format_of_ones_own(rte, own):
    (own / "pairs.arrows").write_text("Two ferries sank. => Ferries sank.\n")
    found = rte("validate", "pairs.arrows", "--code", "format.py").succeeded()
    assert "pairs: 1" in found.stdout
    converted = rte(
        *("convert", "pairs.arrows", "--to", "jsonl", "--output", "-", "--code", "format.py")
    )
    assert json.loads(converted.stdout)["hypothesis"] == "Ferries sank."


@pytest.mark.slow
def test_what_fails_in_the_file_is_said_in_one_line(rte, own):
    (own / "feature.py").write_text(FEATURE.replace("hypothesis.norms[0]", "hypothesis.norms[99]"))
    failed = train(rte, "own.cfg", "--code", "feature.py")
    assert failed.exit_code == 1
    assert failed.stderr.startswith("error: feature.py: line 11: IndexError: ")
    assert not (own / "own.model").exists()


def test_what_fails_in_the_package_may_be_due_to_the_file(rte, own, monkeypatch):
    def fail(*arguments, **options):
        raise ZeroDivisionError("over nothing")

    monkeypatch.setattr(Recognizer, "load", fail)
    asked = ("explain", "model", "--text", "t", "--hypothesis", "h", "--code", "feature.py")
    assert "please report it, unless the cause is in 'feature.py')" in rte(*asked).stderr


LOGGING = """
import sys
from pathlib import Path

log = open(Path(__file__).with_suffix(".log"), "w")

def note(text):
    print(text, file=log)

note("imported")
"""


@pytest.mark.slow
def test_files_that_code_of_the_user_leaves_open_are_written(tmp_path):
    code = tmp_path / "code.py"
    code.write_text(LOGGING)
    program = "from rte_baselines.cli.main import main; main()"
    command = [sys.executable, "-c", program, "validate", "sample:test", "--code", code]
    subprocess.run(command, capture_output=True, check=True)
    assert (tmp_path / "code.log").read_text() == "imported\n"


# For each file, the line in whose place the process is ended, and a command that comes there.
ENDINGS = [
    ("feature", "@registry.features(", "list features"),
    ("feature", "        return [float(", "train own.cfg --train sample:train --output own.model"),
    ("measure", "        return float(", "evaluate sample:test run.csv --measures entailed_share"),
    ("format", "        return ", "validate pairs.txt"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "line", "command"), ENDINGS)
def test_code_cannot_end_a_command_as_if_all_were_well(rte, own, name, line, command):
    ending = f"{' ' * 8 if line.startswith(' ') else ''}raise SystemExit(0)\n#"
    source = (own / f"{name}.py").read_text()
    (own / f"{name}.py").write_text(source.replace(line, f"{ending}{line}"))
    write("pairs.txt", "Ada sang. => Bob sang.\n")
    ids = [pair.id for pair in load_pairs("sample:test")]
    write("run.csv", "id,label\n" + "".join(f"{id_},UNKNOWN\n" for id_ in ids))
    result = rte(*command.split(), "--code", f"{name}.py")
    assert (result.exit_code != 0, result.stdout) == (True, "")
    assert f"{name}.py: line " in result.stderr
    assert "SystemExit: 0" in result.stderr
