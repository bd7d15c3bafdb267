"""What `scripts/package.sh` demands of a wheel."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
script = runpy.run_path(str(ROOT / "scripts" / "wheel_contents.py"))


@pytest.fixture
def names():
    shipped = {
        f"rte_baselines/{path.relative_to(ROOT).as_posix()}"
        for folder in ("configs", "models")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    licences = {"LICENSE", "NOTICE", "models/en_ud_sm/LICENSE", "models/wordnet/LICENSE"}
    return shipped | {f"rte_baselines-1.dist-info/licenses/{name}" for name in licences}


def test_a_whole_wheel_has_no_problems(names):
    assert script["problems"](names) == []


@pytest.mark.parametrize(
    "name", ["tests/test_a.py", "rte_baselines/__pycache__/a.txt", "rte_baselines/a.pyc"]
)
def test_what_does_not_belong_is_named(names, name):
    assert script["problems"](names | {name}) == [f"{name}: does not belong in the wheel"]


def test_a_missing_model_or_licence_is_named(names):
    licence = "rte_baselines-1.dist-info/licenses/models/wordnet/LICENSE"
    model = "rte_baselines/models/wordnet/resource.json"
    assert len(script["problems"](names - {licence, model})) == 2


def test_the_notice_names_every_model():
    models = ROOT / "models"
    words = set(re.split(r"[\s,:]+", (ROOT / "NOTICE").read_text("utf-8")))
    folders = [path for path in models.iterdir() if path.is_dir() and path.name != "recognizers"]
    folders += [path.parent for path in models.glob("recognizers/*/signature.json")]
    assert {path.relative_to(models).as_posix() for path in folders} <= words
