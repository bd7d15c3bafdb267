"""`cache`."""

import json
import os

import pytest

from rte_baselines.analysis.english.cache import AnalysisCache
from rte_baselines.kernels import compile as machine_code
from tests.cli.test_streams import on_a_terminal


@pytest.fixture(autouse=True)
def kernels(monkeypatch, folder):
    """The only folder of compiled kernels, which other tests need."""
    found = folder / "kernels"
    monkeypatch.setattr(machine_code, "_folders", lambda: iter([found]))
    return found


@pytest.fixture
def kept(folder, monkeypatch):
    monkeypatch.setenv("RTE_BASELINES_CACHE", str(folder / "kept"))
    cache = AnalysisCache(folder / "kept")
    cache.put_many("parser", {f"text {number}": {"lemmas": ("text",)} for number in range(3000)})
    cache.close()
    return cache


@pytest.mark.slow
def test_what_is_kept_is_shown_and_cleared(rte, kept):
    assert f"{kept.path}: 3,000 analyses" in rte("cache", "info").output()
    found = json.loads(rte("cache", "info", "--json").stdout)
    assert found["file"] == str(kept.path)
    assert found["analyses"] == 3000
    assert 0 < found["bytes"] < found["max_bytes"]
    result = rte("cache", "clear")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "MB freed" in result.stderr
    assert len(kept) == 0


@pytest.mark.slow
def test_compiled_kernels_are_shown_and_cleared(rte, kept, kernels):
    kernels.mkdir(mode=0o700)
    (kernels / "kernel.nbc").write_bytes(bytes(200_000))
    assert f"{kernels}: compiled kernels, 0.2 MB" in rte("cache", "info").stdout
    assert json.loads(rte("cache", "info", "--json").stdout)["kernels"] == {str(kernels): 200_000}
    assert f"{kernels}: 0.2 MB freed" in rte("cache", "clear").stderr
    assert not kernels.exists()


@pytest.mark.parametrize("what", ["info", "clear"])
@pytest.mark.parametrize("place", ["off", "none"])
def test_there_need_be_no_cache(rte, folder, monkeypatch, place, what):
    monkeypatch.setenv("RTE_BASELINES_CACHE", place)
    result = rte("cache", what).succeeded()
    assert ("the cache is off" in result.stdout + result.stderr) == (place == "off")
    assert not (folder / place).exists()


@pytest.mark.slow
def test_what_cannot_be_cleared_is_an_error(rte, kept):
    kept.path.unlink()
    kept.path.mkdir()
    message = rte("cache", "clear").refusal()
    assert "cannot be cleared" in message
    assert "Traceback" not in message


@pytest.mark.slow
def test_who_watches_is_told_that_kernels_are_compiled(tmp_path):
    command = ("predict", "lexical-logistic", "sample:test", "--output", os.devnull)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    first, again = (on_a_terminal("stderr", *command, env=environment)[0] for _ in range(2))
    assert first.count("compiling kernels") == 1
    assert "compiling kernels" not in again
