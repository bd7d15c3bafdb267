"""Folders of arrays: what is written is read, and nothing else."""

import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from rte_baselines.core.errors import InputError, ResourceError
from rte_baselines.core.resources.arrays import open_arrays, write_arrays

ARRAYS = {
    "numbers": np.arange(6, dtype=np.int32).reshape(2, 3),
    "marks": np.array([True, False]),
    "none": np.empty(0, np.float64),
}


def anything(folder):
    """Whatever the arrays are, they are right."""


def write(folder, arrays=ARRAYS, format_name="test.v1", **description):
    write_arrays(
        folder,
        arrays,
        format_name=format_name,
        version="1",
        source="a test",
        licence="none",
        **description,
    )
    return folder


def test_what_is_written_is_read(tmp_path):
    opened = open_arrays(
        write(tmp_path / "folder", count=7, levels=("a", "b")), "test.v1", anything
    )
    assert set(opened) == set(ARRAYS)
    for name, array in ARRAYS.items():
        assert np.array_equal(opened[name], array)
        assert opened[name].dtype == array.dtype
    assert opened.description["count"] == 7
    assert opened.description["levels"] == ["a", "b"]


@given(arrays_of.arrays(st.sampled_from(["<i4", "<f8", "?", "|u1"]), st.integers(0, 5)))
def test_any_array_survives(tmp_path_factory, array):
    folder = tmp_path_factory.mktemp("arrays") / "folder"
    opened = open_arrays(write(folder, {"array": array}), "test.v1", anything)
    assert opened["array"].tobytes() == array.tobytes()


def test_arrays_cannot_be_changed(tmp_path):
    opened = open_arrays(write(tmp_path / "folder"), "test.v1", anything)
    with pytest.raises(ValueError, match="read-only"):
        opened["numbers"][0, 0] = 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["numbers.npy", "marks.npy", "none.npy", "resource.json"])
def test_every_byte_counts(tmp_path, name):
    file = write(tmp_path / "folder", count=7) / name
    sound = file.read_bytes()
    for place in range(len(sound)):
        changed = bytearray(sound)
        changed[place] ^= 1
        file.write_bytes(changed)
        with suppress(ResourceError):
            opened = open_arrays(file.parent, "test.v1", anything)
            # White space may stand for other white space, and padding for other padding.
            assert all(np.array_equal(opened[name], ARRAYS[name]) for name in ARRAYS)
            assert opened.description["count"] == 7


@pytest.mark.parametrize(
    ("name", "contents"),
    [
        ("numbers.npy", [b"", b"PK\x03\x04", b"\x93NUMPY\x01\x00", b"x" * 1000]),
        ("resource.json", [b"", b"{", b"[]", b"[" * 100_000, b'{"format": "test.v1"}']),
    ],
)
def test_a_damaged_file_is_named(tmp_path, name, contents):
    file = write(tmp_path / "folder") / name
    for content in contents:
        file.write_bytes(content)
        with pytest.raises(ResourceError, match=f"{name}: is damaged"):
            open_arrays(file.parent, "test.v1", anything)


def test_a_file_that_has_gone(tmp_path):
    folder = write(tmp_path / "folder")
    (folder / "marks.npy").unlink()
    with pytest.raises(ResourceError, match=r"marks\.npy: is missing"):
        open_arrays(folder, "test.v1", anything)


@pytest.mark.parametrize("folder", ["absent", "a" * 5000])
def test_no_folder(tmp_path, folder):
    with pytest.raises(ResourceError):
        open_arrays(tmp_path / folder, "test.v1", anything)


def test_another_format(tmp_path):
    with pytest.raises(ResourceError, match=r"holds 'test\.v1', not 'other\.v1'"):
        open_arrays(write(tmp_path / "folder"), "other.v1", anything)


def test_a_damaged_folder_is_replaced_and_nothing_else(tmp_path):
    damaged = write(tmp_path / "damaged")
    (damaged / "marks.npy").write_bytes(b"")
    write(damaged)
    assert set(open_arrays(damaged, "test.v1", anything)) == set(ARRAYS)
    folder = write(tmp_path / "folder", format_name="other.v1")
    with pytest.raises(InputError, match="exists and is not replaced"):
        write(folder)
    assert json.loads((folder / "resource.json").read_text())["format"] == "other.v1"


def test_what_is_not_shipped_is_checked(tmp_path):
    def refuse(folder):
        raise ResourceError(f"{folder.path}: {sorted(folder)}")

    with pytest.raises(ResourceError, match=r"folder: \['marks', 'none', 'numbers'\]"):
        open_arrays(write(tmp_path / "folder"), "test.v1", refuse)
