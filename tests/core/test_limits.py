"""Small files that would fill the memory, the disk or the day: refused by declared limits."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

from rte_baselines import Pair, load, load_pairs, read_run, shipped_models, write_pairs
from rte_baselines.core.errors import InputError
from rte_baselines.core.limits import LARGEST_ROW, LARGEST_UNPACKED, LONGEST_TEXT, MOST_TIMES

pytest.importorskip("pyarrow")
import pyarrow as pa
import pyarrow.parquet as pq

MEGABYTE = 1 << 20
# Peak memory of a command, of which most is for Python and the libraries.
MOST_MEMORY = 1 << 30


def row(text="a", pair_id="1"):
    return json.dumps({"id": pair_id, "text": text, "hypothesis": "b", "label": "yes"})


def gzip_bomb(path, megabytes=400):
    with gzip.open(path, "wb") as stream:
        stream.write(b'{"id": "1", "text": "')
        for _ in range(megabytes):
            stream.write(b"a" * MEGABYTE)
        stream.write(b'", "hypothesis": "b"}\n')


def parquet_bomb(path, rows=10_000):
    """One text of a megabyte, which all rows share."""
    text = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), ["a" * MEGABYTE])
    columns = {"id": list(map(str, range(rows))), "text": text, "hypothesis": ["b"] * rows}
    pq.write_table(pa.table(columns), path, compression="zstd")


def zeros(path):
    np.savez_compressed(path, label=np.zeros(100 * MEGABYTE // 2))


BOMBS = {"line.jsonl.gz": gzip_bomb, "shared.parquet": parquet_bomb, "zeros.npz": zeros}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_in_little_memory(tmp_path, name):
    path = tmp_path / name
    BOMBS[name](path)
    assert path.stat().st_size < MEGABYTE
    # What `resource` says of a process begins with the memory of the one that started it.
    command = (
        "import atexit\n"
        "from rte_baselines.cli.main import main\n"
        "atexit.register(lambda: print(open('/proc/self/status').read()))\n"
        f"main(['validate', {str(path)!r}])"
    )
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert LARGEST_UNPACKED.variable in done.stderr
    peak = int(re.search(r"VmHWM:\s+(\d+) kB", done.stdout)[1]) << 10
    print(f"{name}: {path.stat().st_size:,} bytes, {peak >> 20:,} MB")  # noqa: T201 - a figure
    assert peak < MOST_MEMORY


@pytest.fixture
def small_rows(monkeypatch):
    monkeypatch.setenv(LARGEST_ROW.variable, "100")


LONG = "a" * 200
ROWS = {
    "jsonl": row("a") + "\n" + row(LONG),
    "json": f"[{row('a')},\n{row(LONG, '2')}]",
    "csv": f"text,hypothesis\na,b\n{LONG},b\n",
    "csv_unclosed": 'text,hypothesis\na,b\n"' + "a\n" * 200,
    "tsv": f"text\thypothesis\na\tb\n{LONG}\tb\n",
    "xml_text": f'<pair id="1"><t>a</t><h>b</h></pair>\n<pair id="2"><t>{LONG}</t><h>b</h></pair>',
    "xml_texts": f'<pair id="1">{"<t>a</t>" * 200}<h>b</h></pair>',
}


@pytest.mark.parametrize("form", ROWS)
def test_a_row_is_limited_in_every_format(tmp_path, small_rows, form):
    path = tmp_path / "data"
    path.write_text(f"<a>{ROWS[form]}</a>" if form.startswith("xml") else ROWS[form])
    place = "1" if form == "xml_texts" else "3" if form[:2] in ("cs", "ts") else "2"
    expected = (
        rf"^{re.escape(str(path))}: line {place}: .* more than 100 characters; if it is right,"
    )
    with pytest.raises(InputError, match=f"{expected} set {LARGEST_ROW.variable} to a higher"):
        load_pairs(path)


@pytest.mark.parametrize(
    ("before", "content", "after"),
    [
        ("", '{"text": "%s", "hypothesis": "b"}', ""),
        ("[", '{"text": "%s", "hypothesis": "b"}', "]"),
        ("text\thypothesis\n", "%s\tb", ""),
        ("text,hypothesis\n", '"a\n%s",b', ""),
    ],
)
def test_a_row_may_be_as_long_as_the_limit(tmp_path, small_rows, before, content, after):
    longest = "a" * (100 - len(content % ""))
    path = tmp_path / "data"
    path.write_text(before + content % longest + after)
    (pair,) = load_pairs(path)
    assert pair.text.endswith(longest)
    path.write_text(before + content % f"{longest}a" + after)
    with pytest.raises(InputError, match="more than 100 characters"):
        load_pairs(path)


def test_a_tag_of_xml_is_limited(tmp_path, monkeypatch):
    monkeypatch.setenv(LARGEST_ROW.variable, "1000")
    (tmp_path / "data").write_text(
        f'<a><pair id="1" a="{"x" * 300_000}"><t>a</t><h>b</h></pair></a>'
    )
    with pytest.raises(InputError, match="line 1: a tag has more than 1,000 characters"):
        load_pairs(tmp_path / "data")


def test_the_limit_of_a_row_is_for_one_row(tmp_path, monkeypatch):
    monkeypatch.setenv(LARGEST_ROW.variable, "1000")
    rows = [row("a" * 500, str(number)) for number in range(500)]
    (tmp_path / "lines").write_text("\n".join(rows))
    (tmp_path / "array").write_text(f"[{', '.join(rows)}]")
    assert load_pairs(tmp_path / "array") == load_pairs(tmp_path / "lines")


@pytest.mark.parametrize("ending", [".jsonl.gz", ".jsonl.zst", ".parquet", ".npz"])
def test_what_is_unpacked_is_limited_and_the_limit_can_be_raised(tmp_path, monkeypatch, ending):
    path = tmp_path / f"data{ending}"
    if ending == ".npz":
        np.savez_compressed(path, score=np.zeros(300_000))
    else:
        write_pairs([Pair("1", "a" * 3_000_000, "b")], path)

    def read():
        if ending == ".npz":
            return len(read_run(path, in_order=True))
        return len(load_pairs(path))

    monkeypatch.setenv(LARGEST_UNPACKED.variable, "1000000")
    assert path.stat().st_size * MOST_TIMES < 2_400_000
    with pytest.raises(InputError, match="holds, once it is unpacked, more than 1,000,000"):
        read()
    monkeypatch.setenv(LARGEST_UNPACKED.variable, "9000000")
    assert read() == (300_000 if ending == ".npz" else 1)


def test_an_archive_that_declares_too_much_in_a_model(tmp_path, monkeypatch):
    folder = tmp_path / "model"
    shutil.copytree(shipped_models()["lexical-logistic"], folder)
    held = dict(np.load(folder / "arrays.npz"))
    np.savez_compressed(folder / "arrays.npz", **held, zeros=np.zeros(300_000))
    signature = json.loads((folder / "signature.json").read_text())
    digest = hashlib.sha256((folder / "arrays.npz").read_bytes()).hexdigest()
    signature["files"]["arrays.npz"] = digest
    (folder / "signature.json").write_text(json.dumps(signature))
    monkeypatch.setenv(LARGEST_UNPACKED.variable, "1000000")
    with pytest.raises(InputError, match=r"arrays\.npz: holds, once it is unpacked, more than"):
        load(folder)


@pytest.mark.parametrize("text", ["word " * 101, ". " * 101, "a." * 51])
def test_a_text_is_limited_where_it_is_analysed(monkeypatch, text):
    monkeypatch.setenv(LONGEST_TEXT.variable, "100")
    recognizer = load("word-overlap")
    assert recognizer.predict([Pair("7", "word " * 100, "word")])
    pair = Pair("7", text, "word")
    for work in (recognizer.predict, lambda pairs: recognizer.explain(*pairs)):
        with pytest.raises(InputError, match="pair '7': the text has more than 100 words; if it"):
            work([pair])


def test_a_limit_is_a_number(monkeypatch, tmp_path):
    monkeypatch.setenv(LARGEST_ROW.variable, "16M")
    (tmp_path / "data").write_text(row())
    expected = f"{LARGEST_ROW.variable} is '16M'; expected a number of characters, such as"
    with pytest.raises(InputError, match=expected):
        load_pairs(tmp_path / "data")
