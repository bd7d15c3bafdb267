"""Parquet, zstandard and gzip files in and out, with the content of plain ones."""

import gzip
import json
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines import Label, Pair, Prediction, Run, load_pairs, write_pairs, write_run
from rte_baselines.core.errors import InputError

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
zstandard = pytest.importorskip("zstandard")

PAIRS = [
    Pair("1", "The ferry sank.", "A ship sank.", "IE", Label.ENTAILMENT, {"length": "short"}),
    Pair("2", "Nobody came.", "All came in\tMay.", None, Label.CONTRADICTION),
    Pair("3", "It may rain.", "It rains.", "QA", None, {"length": "long"}),
]


def test_parquet_has_the_columns_of_json_lines(tmp_path):
    write_pairs(PAIRS, tmp_path / "pairs.parquet")
    assert load_pairs(tmp_path / "pairs.parquet") == PAIRS
    table = parquet.read_table(tmp_path / "pairs.parquet")
    assert table.column_names == ["id", "text", "hypothesis", "task", "label", "length"]
    assert table.column("task").to_pylist() == ["IE", None, "QA"]


@pytest.mark.parametrize("ending", ["jsonl.gz", "jsonl.zst", "parquet"])
@given(share=st.floats(0.01, 0.99))
def test_a_file_that_is_cut_short_is_refused(tmp_path_factory, ending, share):
    path = tmp_path_factory.mktemp("cut") / f"pairs.{ending}"
    write_pairs(PAIRS, path)
    whole = path.read_bytes()
    path.write_bytes(whole[: max(5, int(share * len(whole)))])
    with pytest.raises(InputError, match=f"pairs.{ending}: .*(damaged or cut short|is empty)"):
        load_pairs(path)


def test_several_frames_of_zstandard_are_one_file(tmp_path):
    lines = [json.dumps({"id": n, "text": "a", "hypothesis": "b"}) + "\n" for n in range(3)]
    frames = (zstandard.ZstdCompressor().compress(line.encode()) for line in lines)
    (tmp_path / "pairs").write_bytes(b"".join(frames))
    assert [pair.id for pair in load_pairs(tmp_path / "pairs")] == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("ending", "package"), [("parquet", "pyarrow"), ("jsonl.zst", "zstandard")]
)
def test_a_missing_package_is_named(tmp_path, monkeypatch, ending, package):
    path = tmp_path / f"pairs.{ending}"
    write_pairs(PAIRS, path)
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setitem(sys.modules, f"{package}.parquet", None)
    with pytest.raises(InputError, match=f"pairs.* needs the package {package}: pip install"):
        load_pairs(path)
    with pytest.raises(InputError, match=f"needs the package {package}"):
        write_pairs(PAIRS, tmp_path / f"new.{ending}")
    assert not (tmp_path / f"new.{ending}").exists()


def test_compressed_files_depend_on_their_content_alone(tmp_path):
    run = Run([Prediction("1", "ENTAILMENT", 1.0)])
    for ending in ("jsonl.gz", "jsonl.zst"):
        for name in ("a", "b"):
            write_run(run, tmp_path / f"{name}.{ending}")
        assert (tmp_path / f"a.{ending}").read_bytes() == (tmp_path / f"b.{ending}").read_bytes()
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()).startswith(b'{"id": "1"')


def _not_utf8():
    """Return strings of which the second is not UTF-8, as only other programs write them."""
    offsets = arrow.py_buffer(np.array([0, 1, 3], dtype=np.int32))
    return arrow.Array.from_buffers(arrow.string(), 2, [None, offsets, arrow.py_buffer(b"ab\xff")])


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"text": _not_utf8()}, "row 2: 'text' is not UTF-8; save it as text"),
        ({"text": ["a", "b"], "more": arrow.array([b"a", b"\xff"])}, "a column holds bytes"),
        ({"text": [None, None]}, "line 1: pair '1' has no text"),
        ({"text": ["a", "b"], "more": arrow.array([2**62] * 2, arrow.duration("s"))}, "too large"),
    ],
)
def test_rows_that_are_no_text_are_refused_in_files_and_frames(tmp_path, columns, expected):
    table = arrow.table({"id": ["1", "2"], "hypothesis": ["c", "d"], **columns})
    parquet.write_table(table, tmp_path / "pairs.parquet")
    with pytest.raises(InputError, match=expected):
        load_pairs(tmp_path / "pairs.parquet")
    with pytest.raises(InputError, match="data frame: "):
        load_pairs(table)


def test_values_are_those_of_frames(tmp_path):
    columns = {
        "text": [b"a", "\u00e9".encode()],
        "x": [float("nan"), 1.5],
        "y": [[None, 1.0], None],
    }
    table = arrow.table({"id": ["1", "2"], "hypothesis": ["c", "d"], **columns})
    parquet.write_table(table, tmp_path / "pairs.parquet")
    pairs = load_pairs(tmp_path / "pairs.parquet")
    assert pairs == load_pairs(table)
    assert [pair.text for pair in pairs] == ["a", "\u00e9"]
    assert [dict(pair.attributes) for pair in pairs] == [{"y": "[null, 1.0]"}, {"x": "1.5"}]


def test_a_name_of_two_columns_is_refused(tmp_path):
    table = arrow.Table.from_arrays([arrow.array(["a"])] * 3, ["text", "hypothesis", "text"])
    parquet.write_table(table, tmp_path / "pairs.parquet")
    with pytest.raises(InputError, match="two columns are called 'text'"):
        load_pairs(tmp_path / "pairs.parquet")
