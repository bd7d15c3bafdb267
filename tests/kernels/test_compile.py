"""Kernels are compiled by their first call; their machine code, and names by `intern`."""

import copy
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rte_baselines
from rte_baselines.kernels import compile as compiling
from rte_baselines.kernels.compile import clear_machine_code, kept_machine_code, machine_code_folder
from rte_baselines.kernels.interning import intern
from tests.kernels.batches import kernel_settings, numbers


def test_kernels_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(intern)) is intern
    assert copy.deepcopy(intern) is intern


@pytest.mark.slow
def test_numba_is_imported_by_the_first_call():
    code = """
import sys
import numpy as np
from rte_baselines.kernels.interning import intern
print("numba" in sys.modules)
intern(np.arange(9), np.arange(9))
print("numba" in sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True"]


PACKAGE = Path(rte_baselines.__file__).parent


@pytest.fixture
def folders(monkeypatch, tmp_path):
    """A user's cache folder and a temporary folder; nothing is remembered."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(compiling, "user_cache_folder", lambda: tmp_path / "user")
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    machine_code_folder.cache_clear()
    yield tmp_path
    machine_code_folder.cache_clear()


def make_unusable(folder):
    """No folder can be made where there is a file; a superuser may write to any folder."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("in the way")


def test_it_is_in_the_users_cache_folder_or_where_the_variable_of_numba_says(folders, monkeypatch):
    assert machine_code_folder().parent == folders / "user" / "kernels"
    machine_code_folder.cache_clear()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folders / "chosen"))
    assert machine_code_folder().parent.parent == folders / "chosen"


def test_a_temporary_folder_serves_without_a_writable_cache_folder(folders, monkeypatch):
    make_unusable(folders / "user")
    assert machine_code_folder().parent.parent == folders / "temporary"
    machine_code_folder.cache_clear()
    monkeypatch.setattr(compiling, "user_cache_folder", lambda: None)
    assert machine_code_folder().parent.parent == folders / "temporary"


def test_there_may_be_no_writable_folder(folders):
    make_unusable(folders / "user")
    shutil.rmtree(folders / "temporary")
    make_unusable(folders / "temporary")
    assert machine_code_folder() is None


def test_nobody_else_may_write_to_it(folders):
    usual = os.umask(0)
    try:
        found = machine_code_folder()
    finally:
        os.umask(usual)
    assert found.parent.stat().st_mode & 0o022 == 0


@pytest.mark.parametrize("mode", [0o770, 0o777, "link"])
def test_a_folder_that_others_may_write_to_is_not_used(folders, mode):
    own = folders / "user" / "kernels"
    own.parent.mkdir()
    if mode == "link":
        (folders / "elsewhere").mkdir(mode=0o700)
        own.symlink_to(folders / "elsewhere")
    else:
        own.mkdir()
        own.chmod(mode)
    assert machine_code_folder().parent.parent == folders / "temporary"


def test_a_folder_of_another_user_is_not_used(folders, monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: folders.stat().st_uid + 1)
    assert machine_code_folder() is None


@pytest.mark.parametrize("change", ["edited", "renamed", "added"])
def test_each_version_of_the_sources_has_a_folder_of_its_own(folders, monkeypatch, change):
    before = machine_code_folder()
    sources = shutil.copytree(PACKAGE / "kernels", folders / "kernels")
    if change == "edited":
        source = sources / "interning.py"
        source.write_text(source.read_text("utf-8").replace("1 <<", "2 <<"), "utf-8")
    elif change == "renamed":
        (sources / "interning.py").rename(sources / "naming.py")
    else:
        (sources / "another.py").touch()
    monkeypatch.setattr(compiling, "_KERNELS", sources)
    machine_code_folder.cache_clear()
    after = machine_code_folder()
    assert after.parent == before.parent
    assert after != before


def test_all_versions_are_counted_and_cleared(folders):
    assert kept_machine_code() == {}
    current = machine_code_folder()
    (current / "kernel.nbc").write_bytes(b"12345")
    (current.parent / "earlier").mkdir()
    (current.parent / "earlier" / "kernel.nbc").write_bytes(b"123")
    assert kept_machine_code() == {current.parent: 8}
    clear_machine_code()
    assert not current.parent.exists()


CALLED = """
from rte_baselines.kernels.compile import compiled
@compiled
def called(number):
    return number + {number}
"""

CALLING = """
from rte_baselines.kernels.called import called
from rte_baselines.kernels.compile import compiled
@compiled
def calling(number):
    return called(number)
"""


@pytest.mark.slow
def test_a_change_of_a_called_kernel_is_noticed_in_a_read_only_installation(tmp_path):
    package = tmp_path / "installed" / "rte_baselines"
    ignored = shutil.ignore_patterns("*.pyc", "*.nbi", "*.nbc")
    shutil.copytree(PACKAGE / "kernels", package / "kernels", ignore=ignored)
    shutil.copytree(PACKAGE / "core", package / "core", ignore=ignored)
    (package / "__init__.py").touch()
    environment = {"PYTHONPATH": str(package.parent), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    environment["XDG_CACHE_HOME"] = str(tmp_path / "caches")
    code = "from rte_baselines.kernels.calling import calling; print(calling(1))"

    def answered():
        command = [sys.executable, "-c", code]
        (package / "kernels").chmod(0o500)
        run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
        (package / "kernels").chmod(0o700)
        assert run.returncode == 0, run.stderr
        return int(run.stdout)

    (package / "kernels" / "calling.py").write_text(CALLING)
    for number in (1, 2):
        (package / "kernels" / "called.py").write_text(CALLED.format(number=number))
        assert answered() == 1 + number
    assert not list(package.rglob("*.nbi"))
    assert len(list((tmp_path / "caches").rglob("calling*.nbi"))) == 2


# Any number, and numbers that differ only in high bits, which bad hashing would confuse.
keys_that_look_alike = st.lists(
    st.one_of(
        st.integers(-(2**63), 2**63 - 1),
        st.integers(-3, 3),
        st.integers(0, 40).map(lambda multiple: multiple << 57),
    ),
    max_size=40,
)


@given(keys_that_look_alike, keys_that_look_alike)
@kernel_settings
def test_names_are_those_of_a_dictionary(first, second):
    known = {key: name for name, key in enumerate(dict.fromkeys(first))}
    names, other_names, types = intern(numbers(first), numbers(second))
    assert names.tolist() == [known[key] for key in first]
    assert other_names.tolist() == [known.get(key, -1) for key in second]
    assert types == len(known)
