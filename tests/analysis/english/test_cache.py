import multiprocessing
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rte_baselines.analysis.english.cache import (
    AnalysisCache,
    cache_folder,
    pack_layers,
    unpack_layers,
)
from rte_baselines.core.errors import InputError, InputWarning

# What is wrong with a cache is a warning, which only the tests below that expect one may get.
pytestmark = pytest.mark.filterwarnings("error::rte_baselines.core.errors.InputWarning")

spawning = multiprocessing.get_context("spawn")


def layers_of(text):
    words = tuple(text.split())
    return {
        "lemmas": tuple(word.lower() for word in words),
        "heads": np.arange(-1, len(words) - 1),
        "sentence_starts": np.arange(len(words)) == 0,
    }


def put(cache, texts, digest="parser"):
    cache.put_many(digest, {text: layers_of(text) for text in texts})


def holds(cache, text, digest="parser"):
    return text in cache.get_many(digest, [text])


def assert_has(cache, texts):
    found = cache.get_many("parser", texts)
    assert set(found) == set(texts)
    for text, layers in found.items():
        for name, value in layers_of(text).items():
            assert np.array_equal(layers[name], value)


def test_what_was_put_is_there_for_the_next_one(tmp_path):
    texts = ["Two ferries sank .", "Nobody drowned", "", "lone \ud800 surrogate"]
    put(AnalysisCache(tmp_path / "new" / "folder"), texts)
    cache = AnalysisCache(tmp_path / "new" / "folder")
    assert len(cache) == 4
    assert_has(cache, texts)
    assert type(cache.get_many("parser", texts)[texts[0]]["lemmas"]) is tuple


def test_layers_are_those_of_the_pipeline_and_the_text(tmp_path):
    cache = AnalysisCache(tmp_path)
    put(cache, ["A b"])
    assert cache.get_many("other parser", ["A b"]) == {}
    assert cache.get_many("parser", ["A B", "A b "]) == {}
    # The digest and the text are not run together.
    put(cache, ["text"], digest="pipe")
    assert cache.get_many("pipet", ["ext"]) == {}


@pytest.mark.slow
def test_clearing_gives_the_disk_back(tmp_path):
    cache = AnalysisCache(tmp_path)
    put(cache, [f"text {number}" for number in range(3000)])
    full = cache.size()
    other = AnalysisCache(tmp_path)
    assert holds(other, "text 0")
    cache.clear()
    assert len(cache) == 0
    assert cache.size() < full / 10
    assert not holds(other, "text 0")
    put(other, ["text 0"])
    assert holds(cache, "text 0")


@pytest.mark.slow
def test_a_cache_without_a_folder_keeps_nothing():
    cache = AnalysisCache(None)
    put(cache, ["A b"])
    assert not holds(cache, "A b")
    assert (len(cache), cache.size(), cache.path) == (0, 0, None)
    cache.clear()


def test_the_least_recently_used_go_first(tmp_path):
    def texts(name):
        return [f"{name} {number} " + os.urandom(500).hex() for number in range(100)]

    often, once, new = texts("often"), texts("once"), texts("new")
    limit = 240_000
    put(AnalysisCache(tmp_path, limit), often)
    put(AnalysisCache(tmp_path, limit), once)
    assert len(AnalysisCache(tmp_path, limit)) == 200
    assert_has(AnalysisCache(tmp_path, limit), often)
    put(AnalysisCache(tmp_path, limit), new)
    cache = AnalysisCache(tmp_path, limit)
    assert_has(cache, often)
    assert_has(cache, new)
    assert len(cache.get_many("parser", once)) < 100


def test_a_cache_smaller_than_anything_keeps_nothing(tmp_path):
    cache = AnalysisCache(tmp_path, 1)
    put(cache, ["A b", "C d"])
    assert len(cache) == 0


# Other processes.


def put_in_turn(folder, first):
    cache = AnalysisCache(folder)
    for number in range(first, first + 30):
        put(cache, [f"shared {number}", f"own {first} {number}"])


@pytest.mark.slow
def test_processes_write_at_once(tmp_path):
    writers = [spawning.Process(target=put_in_turn, args=(tmp_path, n)) for n in (0, 10, 20)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    assert len(AnalysisCache(tmp_path)) == 50 + 90
    assert_has(AnalysisCache(tmp_path), [f"shared {number}" for number in range(50)])


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_child_has_a_connection_of_its_own(tmp_path):
    cache = AnalysisCache(tmp_path)
    put(cache, ["parent"])
    child = os.fork()
    if child == 0:
        put(cache, ["child"])
        os._exit(0 if holds(cache, "parent") else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert_has(cache, ["parent", "child"])


# Damage and want of place.


def is_locked(path):
    """Whether another process cannot write to the file."""
    code = (
        "import sqlite3, sys\n"
        "database = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)\n"
        "try:\n    database.execute('BEGIN IMMEDIATE')\n"
        "except sqlite3.OperationalError:\n    print('locked')\n"
    )
    run = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    return run.stdout == "locked\n"


def test_a_second_cache_of_the_process_leaves_the_locks_of_the_first(tmp_path, monkeypatch):
    cache = AnalysisCache(tmp_path)
    put(cache, ["one"])
    monkeypatch.setattr("rte_baselines.analysis.english.cache._BUSY_SECONDS", 0)
    writing = sqlite3.connect(cache.path, isolation_level=None)
    writing.execute("BEGIN IMMEDIATE")
    assert is_locked(cache.path)
    with pytest.warns(InputWarning, match="the cache of analyses is off"):
        AnalysisCache(tmp_path).get_many("parser", ["one"])
    assert is_locked(cache.path)
    writing.close()


def damaged(folder):
    cache = AnalysisCache(folder)
    put(cache, [f"text {number}" for number in range(500)])
    cache.close()
    cache.path.write_bytes(b"this is no database" * 1000)
    return AnalysisCache(folder)


def test_a_damaged_file_is_put_aside(tmp_path):
    cache = damaged(tmp_path)
    with pytest.warns(InputWarning, match="is damaged"):
        put(cache, ["A b"])
    assert_has(cache, ["A b"])
    assert (tmp_path / f"{cache.path.name}.damaged").is_file()
    assert_has(AnalysisCache(tmp_path), ["A b"])
    cache.clear()
    assert not (tmp_path / f"{cache.path.name}.damaged").exists()


def test_a_damaged_entry_and_one_in_the_place_of_another_are_made_anew(tmp_path):
    cache = AnalysisCache(tmp_path)
    put(cache, ["A b", "C d", "E f"])
    with sqlite3.connect(cache.path) as database:
        entries = database.execute("SELECT layers FROM analyses").fetchall()
        (first,), (second,), (third,) = entries
        database.execute("UPDATE analyses SET layers = ? WHERE layers = ?", (second, first))
        database.execute("UPDATE analyses SET layers = x'00' WHERE layers = ?", (third,))
    assert len(cache.get_many("parser", ["A b", "C d", "E f"])) == 1
    put(cache, ["A b", "C d", "E f"])
    assert_has(cache, ["A b", "C d", "E f"])
    assert len(cache) == 3


def test_only_the_user_reads_the_cache(tmp_path, monkeypatch):
    """Texts can be read off the parses."""

    def modes(cache):
        put(cache, ["A b"])
        return [stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.iterdir()]]

    folder = tmp_path / "cache"
    before = os.umask(0)
    try:
        assert modes(AnalysisCache(folder)) == [0o700, 0o600, 0o600, 0o600]
        # As earlier versions left them, and a folder that the user has made.
        for path in [folder, *folder.iterdir()]:
            path.chmod(0o755)
        assert modes(AnalysisCache(folder)) == [0o755, 0o600, 0o600, 0o600]
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        folder.rename(tmp_path / "rte_baselines")
        folder = tmp_path / "rte_baselines"
        assert modes(AnalysisCache(folder)) == [0o700, 0o600, 0o600, 0o600]
    finally:
        os.umask(before)


def assert_works_without(cache):
    with pytest.warns(InputWarning, match="the cache of analyses is off"):
        put(cache, ["A b"])
    assert not holds(cache, "A b")
    put(cache, ["C d"])


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path):
    # A file in place of the folder: permissions mean nothing to the superuser.
    (tmp_path / "file").write_text("")
    assert_works_without(AnalysisCache(tmp_path / "file"))
    assert_works_without(AnalysisCache(tmp_path / "file" / "folder"))
    in_place_of_the_file = AnalysisCache(tmp_path)
    in_place_of_the_file.path.mkdir()
    assert_works_without(in_place_of_the_file)
    # Several layers have a cache in the same file: it is said once.
    put(AnalysisCache(tmp_path / "file"), ["A b"])


def test_a_database_of_somebody_else_is_left_alone(tmp_path):
    cache = AnalysisCache(tmp_path)
    with sqlite3.connect(cache.path) as database:
        database.execute("CREATE TABLE analyses (somebody TEXT)")
    assert_works_without(cache)
    with pytest.raises(InputError, match="cannot be cleared"):
        AnalysisCache(tmp_path).clear()
    assert sqlite3.connect(cache.path).execute("SELECT * FROM analyses").fetchall() == []


def put_on_a_full_disk(folder, said):
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
    cache = AnalysisCache(folder)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for batch in range(20):
            put(cache, [f"{batch} {number} " + os.urandom(500).hex() for number in range(50)])
    said.extend([str(warning.message) for warning in caught])


@pytest.mark.slow
def test_a_full_disk_is_said_once_and_leaves_the_cache_whole(tmp_path):
    put(AnalysisCache(tmp_path), ["before"])
    with spawning.Manager() as manager:
        said = manager.list()
        writer = spawning.Process(target=put_on_a_full_disk, args=(tmp_path, said))
        writer.start()
        writer.join()
        assert writer.exitcode == 0
        assert len(said) == 1
        assert "the cache of analyses is off" in said[0]
    assert_has(AnalysisCache(tmp_path), ["before"])


# Where it is.


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"XDG_CACHE_HOME": "/caches"}, "/caches/rte_baselines"),
        ({"XDG_CACHE_HOME": "relative"}, "/home/bo/.cache/rte_baselines"),
        ({}, "/home/bo/.cache/rte_baselines"),
        ({"RTE_BASELINES_CACHE": "/mine"}, "/mine"),
        ({"RTE_BASELINES_CACHE": "OFF"}, None),
    ],
)
def test_the_folder_is_the_named_one_or_where_the_system_has_its_caches(
    monkeypatch, variables, expected
):
    for variable in ("RTE_BASELINES_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/bo"))
    assert cache_folder() == (expected and Path(expected))


# The bytes of layers.


# Every character there is, lone surrogates included.
strings = st.text(st.characters())
values = st.one_of(
    st.lists(strings, max_size=8).map(tuple),
    arrays(np.int64, st.integers(0, 8)),
    arrays(np.bool_, st.integers(0, 8)),
    arrays(np.float16, st.tuples(st.integers(0, 3), st.integers(0, 3))),
)


def same(one, other):
    if isinstance(one, tuple):
        return one == other
    return one.dtype == other.dtype and np.array_equal(
        one, other, equal_nan=one.dtype == np.float16
    )


@given(st.dictionaries(strings, values, max_size=5))
def test_what_is_packed_comes_back(layers):
    unpacked = unpack_layers(pack_layers(layers))
    assert list(unpacked) == list(layers)
    assert all(same(value, unpacked[name]) for name, value in layers.items())
