"""Components from a file of the user's own, and the discovery of components."""

import sys
from importlib import import_module
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from rte_baselines import Recognizer, load_pairs
from rte_baselines.core import registry as registry_module
from rte_baselines.core.code_files import (
    Origin,
    code_files,
    explain_unexpected,
    import_code,
    line_of_code,
    origin_of,
)
from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.core.registry import registry
from rte_baselines.features import FeatureSet
from rte_baselines.features.similarity.similarity_overlap import SimilarityOverlap
from rte_baselines.heads.threshold import ThresholdHead
from rte_baselines.lexicon.word_similarity import TypeSimilarity
from tests.own_code import own_feature

pytestmark = pytest.mark.usefixtures("forget")


@pytest.fixture
def file(tmp_path):
    """Write a Python file and return its path."""

    def written(content, name="own.py"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


def test_what_a_file_registers_can_be_used_by_name(file):
    import_code(file(own_feature("half.v1")))
    config = {
        "recognizer": {
            "@recognizers": "features_and_head.v1",
            "features": {"half": {"@features": "half.v1", "value": 0.25}},
            "head": {"@heads": "threshold.v1"},
        }
    }
    pairs = load_pairs("sample:test")[:20]
    assert Recognizer.from_config(config).fit(pairs).feature_means_ == [0.25]
    with pytest.raises(ConfigError, match=r"recognizer.features.half.value"):
        Recognizer.from_config(config, {"recognizer.features.half.value": "much"})


def test_where_a_component_comes_from(file):
    path = file(own_feature("half.v1"))
    import_code(path)
    found = origin_of("features", "half.v1")
    assert found.name == "own.py"
    assert origin_of("features", "word_overlap.v1") is None
    path.write_text(path.read_text() + "# changed\n")
    import_code(path)
    assert origin_of("features", "half.v1").digest != found.digest
    registry.heads("of_a_test.v1")(type("OfATest", (), {"__module__": "some.module"}))
    assert origin_of("heads", "of_a_test.v1") == Origin("some.module")


@pytest.mark.parametrize("name", ["word_overlap.v1", "half.v1"])
def test_a_name_that_is_taken_is_refused(file, name):
    import_code(file(own_feature("half.v1"), "other.py"))
    taken = registry.get("features", name)
    path = file(own_feature(name))
    with pytest.raises(ConfigError, match=f"own.py: line 6: @features '{name}' exists already"):
        import_code(path)
    assert registry.get("features", name) is taken


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("x = 1\ny = (\n", r"line 2: SyntaxError: '\(' was never closed"),
        ("def f():\n    return g\n\nf()\n", "line 2: NameError: name 'g' is not defined"),
        ("import no_such_module\n", "line 1: ModuleNotFoundError: No module named 'no_such"),
        ("import sys\nsys.exit(3)\n", "line 2: SystemExit: 3"),
        ("raise ValueError('one\\ntwo')\n", "line 1: ValueError: one two"),
        (b"# \xff\n", "(Syntax|UnicodeDecode)Error"),
    ],
)
def test_what_fails_in_a_file_is_said_in_one_line(file, content, message):
    path = file(content)
    before = set(sys.modules)
    with pytest.raises(InputError, match=f"own.py: .*{message}") as caught:
        import_code(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    assert not any(name.startswith("own") for name in set(sys.modules) - before)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match=r"none.py: cannot be read: No such file"):
        import_code(tmp_path / "none.py")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        import_code(tmp_path)


def test_files_are_found_from_any_folder_and_shown_as_they_were_given(file, tmp_path, monkeypatch):
    content = own_feature("half.v1", "return [1 / 0]")
    path = file(content)
    monkeypatch.chdir(tmp_path)
    import_code(path.name)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    (own,) = [known for known in code_files() if known.path.name == path.name]
    assert (own.path, own.shown_as) == (path, "own.py")
    # As workers do.
    import_code(own.path, own.shown_as)
    with pytest.raises(ZeroDivisionError) as caught:
        registry.get("features", "half.v1")().compute_pair(None, None)
    assert line_of_code(caught.value) == "own.py: line 18"
    assert line_of_code(ValueError()) is None
    assert explain_unexpected(ValueError()).endswith("unless the cause is in 'own.py')")
    path.write_text(content + "\nraise RuntimeError\n")
    with pytest.raises(InputError, match=r"^own\.py: line 20: RuntimeError"):
        import_code(own.path, own.shown_as)
    path.unlink()
    with pytest.raises(InputError, match=r"^own\.py: cannot be read: No such file"):
        import_code(own.path, own.shown_as)


def test_a_failing_file_takes_what_it_registered_and_nothing_of_the_package_with_it(file):
    content = "import rte_baselines.evaluation.measures.classes\n" + own_feature("half.v1")
    with pytest.raises(InputError, match="line 20: RuntimeError"):
        import_code(file(content + "raise RuntimeError\n"))
    assert not registry.has("features", "half.v1")
    assert registry.has("measures", "f1.v1")
    assert origin_of("measures", "f1.v1") is None


@pytest.fixture
def point_of_another_package(monkeypatch):
    """Let another package have one entry point."""

    def have(kind, name, value):
        points = EntryPoints([EntryPoint(name, value, f"rte_baselines_{kind}")])
        monkeypatch.setattr(registry_module, "entry_points", points.select)

    registry_module._load_entry_points.cache_clear()
    yield have
    registry_module._load_entry_points.cache_clear()


@pytest.mark.slow
def test_components_of_other_packages_are_found_by_their_entry_points(
    point_of_another_package, file, monkeypatch
):
    path = file(own_feature("other"), "other_package.py")
    monkeypatch.syspath_prepend(path.parent)
    point_of_another_package("features", "half.v9", "other_package:Own")
    assert registry.get("features", "half.v9")(0.25).value == 0.25
    assert "half.v9" in registry.all("features")
    assert registry.has("features", "half.v9")


def test_the_line_of_another_package_that_failed(file, monkeypatch):
    content = own_feature("failing.v1", "return [1 / 0]")
    failing = file(content, "failing_package.py")
    monkeypatch.syspath_prepend(failing.parent)
    feature = import_module("failing_package").Own()
    with pytest.raises(ZeroDivisionError) as caught:
        FeatureSet({"half": feature}).transform(load_pairs("sample:test")[:1])
    assert line_of_code(caught.value) == f"{failing}: line 18"
    assert explain_unexpected(ValueError()).endswith("unless the cause is in 'failing_package')")


def test_annotations_that_cannot_be_read_have_no_line(file):
    import_code(file(own_feature("half.v1").replace("value: float", "value: 'Absent'")))
    with pytest.raises(NameError) as caught:
        registry.get("features", "half.v1")().check_fields("f")
    assert line_of_code(caught.value) is None


@pytest.mark.parametrize("name", ["accuracy_2way.v1", "precision.v1"])
def test_no_other_package_takes_the_name_of_a_component(point_of_another_package, name):
    point_of_another_package("measures", name, "json:dumps")
    with pytest.raises(ConfigError, match=f"point '{name}': @measures '{name}' exists already"):
        registry.all("measures")


@pytest.mark.parametrize("value", ["no_such_module:X", "json:no_such_name"])
def test_a_package_that_cannot_be_imported_is_named(point_of_another_package, value):
    point_of_another_package("measures", "mine.v1", value)
    with pytest.raises(ConfigError, match=r"entry point 'mine\.v1': \w+Error: "):
        registry.all("measures")


INCOMPLETE = """
from rte_baselines.analysis import Layer, WordwiseLayer
from rte_baselines.core.registry import registry
from rte_baselines.evaluation import Measure
from rte_baselines.features import PairFeature
from rte_baselines.heads.base import Head
from rte_baselines.pairs import PairFormat

@registry.{kind}("own.v1")
class Own({base}):
    \"\"\"It lacks a part.\"\"\"
    {body}
"""


@pytest.mark.parametrize(
    ("kind", "base", "body", "missing"),
    [
        ("features", "PairFeature", "", "layers, outputs, compute_pair"),
        ("heads", "Head", "", "scheme, fit, decide"),
        ("measures", "Measure", "", "score"),
        ("layers", "WordwiseLayer", "", "values, provides, reads"),
        ("formats", "PairFormat", "", "recognizes, read, name, description"),
        ("features", "PairFeature", "layers = outputs = (); compute_pair = None", "compute_pair"),
        ("layers", "Layer", "compute = max; provides = property(lambda self: ())", "provides"),
        ("formats", "PairFormat", "name = 'own'; recognizes = read = max", "description"),
    ],
)
def test_a_class_without_a_method_is_refused(file, kind, base, body, missing):
    path = file(INCOMPLETE.format(kind=kind, base=base, body=body))
    names = ", ".join(f"`{name}`" for name in missing.split(", "))
    lack = f"class Own does not define {names}, which {base} requires in the class body"
    with pytest.raises(ConfigError, match=rf"^{path}: line 9: @{kind} 'own\.v1': {lack}$"):
        import_code(path)
    assert "own.v1" not in registry.all(kind)


def test_what_a_class_inherits_or_has_as_an_attribute_is_no_lack(file):
    content = own_feature("half.v1") + (
        '\n@registry.features("other_half.v1")\nclass Other(Own):\n    outputs = (Output("x"),)\n'
    )
    import_code(file(content))
    assert registry.get("features", "other_half.v1")().value == 0.5


def test_a_class_without_a_method_that_is_not_registered():
    class Own(TypeSimilarity):
        maximum = 1.0

    feature = FeatureSet({"own": SimilarityOverlap(Own())})
    expected = r"^recognizer\.features\.own\.similarity: class Own does not define `of_types`, "
    with pytest.raises(ConfigError, match=expected):
        Recognizer(feature, ThresholdHead()).fit(load_pairs("sample:test"))
