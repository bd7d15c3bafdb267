"""Compiling the kernels of recognizers before they are needed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rte_baselines import Recognizer, load_pairs
from rte_baselines.errors import InputError
from rte_baselines.reproduction import Warmed, warm, warming

COUNTED = """
from contextlib import suppress
from numba.core.event import install_recorder
from rte_baselines import Recognizer, evaluate, load_pairs
from rte_baselines.cli.main import main

with suppress(SystemExit):
    main(["warm", "rouge", "--workers", "1"])
train, test = load_pairs("sample:train"), load_pairs("sample:test")
with install_recorder("numba:compile") as recorder:
    recognizer = Recognizer.from_config("rouge").fit(train)
    recognizer.explain(test[0])
    evaluate(test, [recognizer.predict(test)])
print(len(recorder.buffer))
"""


def run(folder, *command):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "RTE_BASELINES_CACHE": "off"}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment)


@pytest.mark.slow
def test_nothing_is_left_to_compile(tmp_path):
    command = Path(sys.executable).with_name("rte-baselines")
    first = run(tmp_path, command, "warm", "rouge", "--workers", "2")
    assert "kernels compiled for 1 recognizer and the evaluation in " in first.stderr
    assert str(tmp_path) in first.stderr
    again = run(tmp_path, sys.executable, "-c", COUNTED)
    assert "nothing to compile: the kernels of 1 recognizer and the evaluation" in again.stderr
    assert again.stdout.strip() == "0"


@pytest.fixture
def tasks(monkeypatch):
    """The tasks of `warm`, which are not done."""
    done = []
    monkeypatch.setattr(warming, "_compiled_by", lambda task: done.append(task) or set())
    return done


def features_of(task):
    return list(Recognizer.from_config(task).features.features.values())


def test_each_distinct_feature_is_computed_once(tasks):
    warmed = warm(["word-overlap", "lemma-overlap", "word-overlap"], workers=1)
    evaluation, overlaps = tasks
    assert evaluation == "evaluation"
    assert len(features_of(overlaps)) == 2
    assert warmed == Warmed(3, frozenset())


@pytest.mark.slow
def test_all_shipped_recognizers_are_warmed_by_default(tasks):
    steps = iter(range(1000))
    warmed = warm(workers=1, advance=lambda: next(steps))
    assert next(steps) == len(tasks) > 20
    assert warmed.recognizers > 70


def test_a_task_is_repeated_if_its_signatures_may_be_lost(monkeypatch):
    done = []

    def compiled_by(task):
        done.append(task)
        is_evaluation = task == "evaluation"
        return {("kernel", "int"), ("other", "int")} if is_evaluation else {("kernel", "float")}

    monkeypatch.setattr(warming, "_compiled_by", compiled_by)
    assert warm(["word-overlap"], workers=1).kernels == {"kernel", "other"}
    assert len(done) == 4


@pytest.mark.slow
def test_a_model_folder_is_a_recognizer(tasks, tmp_path):
    Recognizer.from_config("word-overlap").fit(load_pairs("sample:train")).save(tmp_path / "model")
    warm([tmp_path / "model"], workers=1)
    assert len(tasks) == 2


@pytest.mark.slow
def test_a_shipped_model_without_a_config_of_its_name_is_a_recognizer(tasks):
    warm(["strongest-captions"], workers=1)
    assert len(tasks) > 1


def test_an_unknown_recognizer_is_refused(tasks):
    with pytest.raises(InputError, match="no config file or shipped config"):
        warm(["no-such-recognizer"], workers=1)
