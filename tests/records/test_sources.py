"""Rows of files and of tables in memory, and what is no source of rows."""

import bz2
import io
import lzma
import tarfile
import zipfile

import numpy as np
import pandas as pd
import pytest

from rte_baselines import load_pairs, read_run
from rte_baselines.core.errors import InputError
from rte_baselines.records.sources import Source


def rows_of(source, **options):
    files = Source(source)
    rows = [row for part in files.parts for row in part.rows(**options)]
    files.close()
    return rows


def test_arrays_of_numpy(tmp_path):
    path = tmp_path / "data"
    with path.open("wb") as file:
        np.save(file, np.array([[0.5, 1.5], [2.5, 3.5]]))
    assert [row.fields for row in rows_of(path)] == [{"1": 0.5, "2": 1.5}, {"1": 2.5, "2": 3.5}]
    with path.open("wb") as file:
        np.save(file, np.array([1, 0]))
    assert [row.fields for row in rows_of(path)] == [{"1": 1}, {"1": 0}]
    with path.open("wb") as file:
        np.savez(file, logits=np.eye(2), id=np.array(["a", "b"]))
    rows = rows_of(path)
    assert rows[0].fields == {"logits": [1.0, 0.0], "id": "a"}
    assert [row.line for row in rows] == [1, 2]


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"a": np.zeros((2, 2, 2))}, "a has 3 dimensions"),
        ({"a": np.zeros(())}, "a has 0 dimensions"),
        ({"a": np.zeros(2), "b": np.zeros(3)}, "has no arrays of one length; .* all of a, b"),
        ({"a": np.array([{}, {}], dtype=object)}, "is no array that can be read"),
    ],
)
def test_arrays_that_have_no_rows(tmp_path, arrays, message):
    path = tmp_path / "run.npz"
    np.savez(path, **arrays)
    with pytest.raises(InputError, match=message):
        rows_of(path)
    with pytest.raises(InputError, match=f"run.npz: .*{message}"):
        read_run(path, in_order=True, run_columns="score=a")


def test_an_array_that_is_cut_short(tmp_path):
    np.save(tmp_path / "run.npy", np.zeros(100))
    (tmp_path / "cut.npy").write_bytes((tmp_path / "run.npy").read_bytes()[:200])
    with pytest.raises(InputError, match="is no array that can be read"):
        rows_of(tmp_path / "cut.npy")


def archive(names):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as made:
        for name in names:
            made.writestr(name, "{}")
    return content.getvalue()


def tar(mode):
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode=mode) as made:
        made.addfile(tarfile.TarInfo("pairs.jsonl"))
    return content.getvalue()


@pytest.mark.parametrize("read", [load_pairs, read_run])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (archive(["xl/workbook.xml"]), "is a workbook of Excel; save the sheet as CSV"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "is a workbook of Excel; save the sheet as CSV"),
        (archive(["pairs.jsonl"]), "is a zip archive; unpack it, and name a file in it"),
        (tar("w:gz"), "is a tar archive; unpack it, and name a file in it"),
        (bz2.compress(b"{}"), "is compressed with bzip2; expected gzip or zstandard"),
        (lzma.compress(b"{}"), "is compressed with xz; expected gzip or zstandard"),
        (b"[recognizer]\nlayers = 1\n", "is a config of a recognizer; expected a file of pairs"),
    ],
    ids=range(7),
)
def test_what_is_no_file_of_rows_is_named(tmp_path, read, content, message):
    path = tmp_path / "data"
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"data: {message}") as caught:
        read(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("read", [load_pairs, read_run])
@pytest.mark.parametrize("config", ["config.cfg", "config.json"])
def test_the_folder_of_a_model_is_named(tmp_path, read, config):
    for name in (config, "weights.npz"):
        (tmp_path / name).write_text("{}")
    with pytest.raises(InputError, match=f"^{tmp_path}: is the folder of a model; expected a file"):
        read(tmp_path)


@pytest.mark.parametrize("source", ["", "none-*.jsonl"])
def test_nothing_to_read(tmp_path, source):
    with pytest.raises(InputError, match=r"there is no file .*expected one or more"):
        Source(f"{tmp_path}/{source}")


def test_values_in_memory_are_those_of_json():
    frame = pd.DataFrame(
        {
            "when": [pd.Timestamp("2020-01-02")],
            "kind": pd.Categorical(["x"]),
            "count": np.array([3], dtype=np.int8),
            "parts": [{"a": np.array([1, 2]), "b": None}],
            7: [np.bool_(True)],
        }
    )
    (row,) = rows_of(frame)
    when = "2020-01-02 00:00:00"
    assert row.fields == {"when": when, "kind": "x", "count": 3, "parts": {"a": [1, 2]}, "7": True}
