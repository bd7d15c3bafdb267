"""How the manifests of two runs differ, in words."""

import json
import re

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.recognizers.sharding.manifest import Manifest, writing_run

OLD, NEW = "0123456789abcdef", "fedcba9876543210"


def manifest(resources=None, code=()):
    return Manifest(
        model="word-overlap",
        model_digest=OLD,
        resources=resources or {},
        code=[list(file) for file in code],
        run_format="jsonl",
        reading={"columns": None, "labels": None, "quotes": False},
    )


@pytest.mark.parametrize(
    ("before", "now", "difference"),
    [
        (
            manifest({"thesaurus": OLD, "wordnet": OLD}),
            manifest({"thesaurus": NEW, "wordnet": OLD}),
            "the resource 'thesaurus' was 0123456789ab, and is fedcba987654",
        ),
        (
            manifest({"thesaurus": None}),
            manifest({"verbs": OLD, "thesaurus": OLD}),
            "the resource 'thesaurus' was missing, and is 0123456789ab; the resource 'verbs' was "
            "not used, and is 0123456789ab",
        ),
        (
            manifest(code=[("own.py", OLD)]),
            manifest(code=[("own.py", NEW)]),
            "the imported code 'own.py' was 0123456789ab, and is fedcba987654",
        ),
        (
            manifest(code=[("own.py", OLD)]),
            manifest(),
            "the imported code 'own.py' was 0123456789ab, and is not used",
        ),
        (
            manifest(code=[("a.py", OLD), ("b.py", NEW)]),
            manifest(code=[("b.py", NEW), ("a.py", OLD)]),
            "the imported code was in another order",
        ),
        (
            manifest(code=[("a.py", OLD), ("a.py", OLD)]),
            manifest(code=[("a.py", NEW), ("a.py", OLD)]),
            "the imported code 'a.py' was 0123456789ab and 0123456789ab, and is fedcba987654 and "
            "0123456789ab",
        ),
    ],
)
def test_files_that_differ_are_named(tmp_path, before, now, difference):
    folder = str(tmp_path / "run")
    with writing_run(folder, before):
        pass
    message = f"{folder}: belongs to another run: {difference}; write to another folder"
    with pytest.raises(InputError) as raised, writing_run(folder, now):
        pass
    assert str(raised.value) == message


def test_a_run_goes_on_with_the_same_files(tmp_path):
    same = manifest({"wordnet": OLD, "thesaurus": None}, [("own.py", OLD)])
    for _ in range(2):
        with writing_run(str(tmp_path / "run"), same):
            pass
    assert (tmp_path / "run" / "_manifest.json").exists()


@pytest.mark.parametrize(
    "code", [[["feature", "own", "own.py", OLD]], "abc", 5, None, [["own.py"]], [[["x"], {}, 1]]]
)
def test_a_record_of_another_kind_is_another_run(tmp_path, code):
    with writing_run(str(tmp_path), manifest()):
        pass
    path = tmp_path / "_manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"code": code}))
    with (
        pytest.raises(InputError, match="the imported code was recorded in another way"),
        writing_run(str(tmp_path), manifest()),
    ):
        pass


@pytest.mark.parametrize(
    ("reading", "problem"),
    [
        ([1], "_manifest.json: damaged; write to another folder"),
        ("abc", "_manifest.json: damaged"),
        (7, "_manifest.json: damaged"),
        ({"labels": [0, 1]}, "labels was 0,1, and is not given; write to another folder"),
        ({"columns": 7}, "columns was 7, and is not given; write to another folder"),
    ],
)
def test_options_of_another_kind_are_said(tmp_path, reading, problem):
    with writing_run(str(tmp_path), manifest()):
        pass
    path = tmp_path / "_manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"reading": reading}))
    with (
        pytest.raises(InputError, match=re.escape(problem)),
        writing_run(str(tmp_path), manifest()),
    ):
        pass
