"""Compiling the kernels of recognizers before they are needed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rte_baselines import Recognizer, load_pairs
from rte_baselines.core.errors import InputError
from rte_baselines.kernels.compile import VARIABLE, machine_code_folder
from rte_baselines.reproduction import warming
from rte_baselines.reproduction.warming import Warmed, warm

AFTER_WARMING = """
import gc
from contextlib import suppress
from numba.core.dispatcher import Dispatcher
from rte_baselines import Recognizer, evaluate, load_pairs
from rte_baselines.cli.main import main

def at_hand():
    made = [each for each in gc.get_objects() if isinstance(each, Dispatcher)]
    return {(each.py_func, str(arguments)) for each in made for arguments in each.signatures}

with suppress(SystemExit):
    main(["warm", "rouge", "--workers", "1"])
warmed = at_hand()
train, test = load_pairs("sample:train"), load_pairs("sample:test")
recognizer = Recognizer.from_config("rouge").fit(train)
recognizer.explain(test[0])
evaluate(test, [recognizer.predict(test)])
print(bool(warmed), sorted(map(str, at_hand() - warmed)))
"""


@pytest.fixture
def incomplete_cache(tmp_path):
    """A folder for `NUMBA_CACHE_DIR` that lacks the machine code of skip-bigrams alone."""
    # What other tests need, too, is compiled in the cache that they share.
    warm(["rouge"], workers=1)
    complete = machine_code_folder()
    if complete is None:
        pytest.skip("no folder for machine code is writable")
    copy = tmp_path / "rte_baselines-kernels"
    copy.mkdir(mode=0o700)
    shutil.copytree(
        complete, copy / complete.name, ignore=shutil.ignore_patterns("skip_bigrams*.nb?")
    )
    return tmp_path


@pytest.mark.slow
@pytest.mark.longest
def test_nothing_is_left_to_compile(incomplete_cache):
    environment = {**os.environ, VARIABLE: str(incomplete_cache), "RTE_BASELINES_CACHE": "off"}

    def run(*command):
        return subprocess.run(command, capture_output=True, text=True, check=True, env=environment)

    first = run(Path(sys.executable).with_name("rte-baselines"), "warm", "rouge", "--workers", "1")
    assert "kernels compiled for 1 recognizer in " in first.stderr
    assert str(incomplete_cache) in first.stderr
    again = run(sys.executable, "-c", AFTER_WARMING)
    assert "nothing to compile for 1 recognizer" in again.stderr
    # Nothing that the recognizer or the evaluation calls was compiled or loaded afterwards.
    assert again.stdout.strip() == "True []"


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
    (overlaps,) = tasks
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
        is_first = len(done) == 1
        return {("kernel", "int"), ("other", "int")} if is_first else {("kernel", "float")}

    monkeypatch.setattr(warming, "_compiled_by", compiled_by)
    assert warm(["word-overlap", "rouge"], workers=1).kernels == {"kernel", "other"}
    assert len(done) == 4


@pytest.mark.slow
def test_models_are_recognizers(tasks, tmp_path):
    Recognizer.from_config("word-overlap").fit(load_pairs("sample:train")).save(tmp_path / "model")
    # There is no config of the second name.
    assert warm([tmp_path / "model", "strongest-captions"], workers=1).recognizers == 2
    assert len(tasks) > 2


def test_an_unknown_recognizer_is_refused(tasks):
    with pytest.raises(InputError, match="no config file or shipped config"):
        warm(["no-such-recognizer"], workers=1)
