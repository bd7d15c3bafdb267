"""The same rows in every format are the same pairs, or refused in all; damaged files are refused.

The number of mutated inputs is small; ``UNDER_FIRE_INPUTS=20000 pytest -s`` on this file tries
more, and prints what became of them.
"""

import csv
import io
import json
import os
import random
import re
import time
import warnings
from collections import Counter
from pathlib import Path

import pytest

from rte_baselines import read_pairs
from rte_baselines.core.errors import InputError

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")
import pyarrow.parquet  # noqa: E402

pytestmark = pytest.mark.slow

INPUTS = int(os.environ.get("UNDER_FIRE_INPUTS", "200"))
MOST_SECONDS, MOST_MEMORY = 20, 1 << 30
ROWS = [
    {"id": "1", "text": "Two ferries sank.", "hypothesis": "A ferry sank.", "label": "yes"},
    {"id": "2", "text": 'Ada, 36, sang "low".', "hypothesis": "Ada\tsang.", "label": "refuted"},
    {"id": "3", "text": "Zoë wrote\nBo.", "hypothesis": "日本 \U0001f600", "label": "neutral"},
    {"id": "4", "text": "=1+1; <b>&amp;", "hypothesis": "\\N NaN null", "label": "yes"},
]
STRINGS = [
    *("", " ", "0", "1", "1.0", "NaN", "null", "-", "yes", "NO", "-1", "LABEL_1", "hidden"),
    *(
        "\ufeff",
        "a\0b",
        "\r",
        "\u2028",
        "\x85",
        "e\u0301",
        "ﬁ",
        "é,",
        "'",
        '"',
        "{}",
        "[",
        "x" * 999,
    ),
]
VALUES = [[0, 1, -1, 2], [2**53, 7], [0.0, 1.0, 0.5, 1e300], [True, False]]


def columns_of(rows):
    return {name: [row[name] for row in rows] for name in rows[0]}


def as_csv(rows):
    """Return a table, or None of what a table has no values for."""
    # Columns without a name are called as by pandas.
    if "" in rows[0] or any(not isinstance(value, str) for row in rows for value in row.values()):
        return None
    stream = io.StringIO()
    writer = csv.DictWriter(stream, rows[0], lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue().encode()


def as_parquet(rows):
    stream = io.BytesIO()
    pyarrow.parquet.write_table(pa.table(columns_of(rows)), stream, row_group_size=2)
    return stream.getvalue()


FILES = {
    "jsonl": lambda rows: "\n".join(map(json.dumps, rows)).encode(),
    "json": lambda rows: json.dumps(rows, ensure_ascii=False).encode(),
    "csv": as_csv,
    "parquet": as_parquet,
}
TABLES = {
    "records": list,
    "pandas": lambda rows: pandas.DataFrame(rows),
    "polars": lambda rows: polars.DataFrame(columns_of(rows)),
    "pyarrow": lambda rows: pa.table(columns_of(rows)),
}


def read(source):
    """Return the pairs of a source, or None if it is refused in one line."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return list(read_pairs(source))
        except InputError as error:
            return None if error.args[0].isprintable() else error


def mutated(rng):
    """Return rows with a few changes, each column of one type and missing values, as in frames."""
    rows = [dict(row) for row in rng.choices(ROWS, k=rng.randint(1, 4))]
    if rng.random() < 0.8:
        for number, row in enumerate(rows, start=1):
            row["id"] = str(number)
    for _ in range(rng.randint(0, 3)):
        name, kind = rng.choice(list(rows[0])), rng.random()
        if kind < 0.5:
            rng.choice(rows)[name] = rng.choice(STRINGS) if _is_text(rows, name) else None
        elif kind < 0.65:
            rng.choice(rows)[name] = None
        elif kind < 0.75:
            values = rng.choice(VALUES)
            for row in rows:
                row[name] = rng.choice(values)
        elif kind < 0.85 and len(rows[0]) > 1:
            for row in rows:
                del row[name]
        else:
            new = rng.choice(["premise", "extra", "uid", "gold_label", "task", "a.b", "", "Label"])
            for row in rows:
                row.setdefault(new, rng.choice(STRINGS))
    return rows


def _is_text(rows, name):
    return all(isinstance(row[name], str | None) for row in rows)


def test_the_same_rows_are_read_alike(tmp_path):
    seen = Counter()
    for seed in range(INPUTS):
        rows = mutated(random.Random(seed))
        found = {}
        for name, made in {**FILES, **TABLES}.items():
            source = made(rows)
            if name in FILES and source is not None:
                path = tmp_path / f"rows.{name}"
                path.write_bytes(source)
                source = path
            if source is not None:
                found[name] = read(source)
        expected = found["jsonl"]
        assert found == dict.fromkeys(found, expected), (seed, rows)
        seen["refused" if expected is None else "read"] += 1
    print(f"{INPUTS} sets of rows in up to {len(FILES) + len(TABLES)} formats: {dict(seen)}")  # noqa: T201


def damaged(rng, content):
    """Return bytes with a few changes."""
    content = bytearray(content)
    for _ in range(rng.randint(1, 2)):
        place = rng.randrange(len(content))
        change = rng.randrange(5)
        if change == 0:
            content[place] = rng.randrange(256)
        elif change == 1:
            content[place:place] = rng.randbytes(rng.randint(1, 8))
        elif change == 2:
            del content[place : place + rng.randint(1, 20)]
        elif change == 3:
            content[place] ^= 1 << rng.randrange(8)
        else:
            content[place:] = content[: rng.randrange(len(content))]
        content = content or bytearray(b"{")
    return bytes(content)


PROCESS = Path("/proc/self")


def memory(name):
    """The memory of this process in bytes: now, VmRSS, or at its most, VmHWM."""
    return int(re.search(rf"{name}:\s+(\d+)", (PROCESS / "status").read_text())[1]) << 10


def test_damaged_files_are_read_or_refused_within_limits(tmp_path):
    (PROCESS / "clear_refs").write_text("5")  # The most is that from here on.
    seen, slowest, before = Counter(), 0.0, memory("VmRSS")
    contents = [made(ROWS) for made in FILES.values()]
    for seed in range(INPUTS):
        rng = random.Random(seed)
        path = tmp_path / "damaged"
        path.write_bytes(damaged(rng, rng.choice(contents)))
        start = time.perf_counter()
        pairs = read(path)
        slowest = max(slowest, time.perf_counter() - start)
        assert pairs is None or isinstance(pairs, list)
        seen["refused" if pairs is None else "read"] += 1
    taken = memory("VmHWM") - before
    figures = f"{dict(seen)}; slowest {slowest:.1f} s, {taken >> 20} MB more"
    print(f"{INPUTS} damaged files: {figures}")  # noqa: T201
    assert slowest < MOST_SECONDS
    assert taken < MOST_MEMORY
