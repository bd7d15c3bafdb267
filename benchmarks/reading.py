"""The speed of reading pairs from each format, compared with Python's parser for the same file.

    python benchmarks/reading.py [--pairs N] [--repeats N]

Artificial pairs are written to a temporary folder. `read_pairs`, which checks every pair,
is compared with the parser of Python's library that extracts the same strings without
checks: ElementTree's iterparse, json.loads, csv.reader, str.split.
"""

import argparse
import csv
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from generating import write
from measuring import NOTE, Spread, ratios, seconds

from rte_baselines.pairs import read_pairs


def parse_xml(path: Path) -> None:
    """Parse elements one by one."""
    for _, element in ElementTree.iterparse(path):
        if element.tag == "pair":
            element.clear()


def parse_json(path: Path) -> None:
    """Parse one object a line."""
    with path.open() as lines:
        for line in lines:
            json.loads(line)


def parse_csv(path: Path) -> None:
    """Split comma-separated rows."""
    with path.open(newline="") as lines:
        for _ in csv.reader(lines):
            pass


def parse_tsv(path: Path) -> None:
    """Split rows at tabs."""
    with path.open() as lines:
        for line in lines:
            line.rstrip().split("\t")


PARSERS: dict[str, Callable[[Path], None]] = {
    "csv": parse_csv,
    "tsv": parse_tsv,
    "jsonl": parse_json,
    **dict.fromkeys(("rte1_xml", "rte2_xml", "rte4_xml"), parse_xml),
}


def read(path: Path) -> None:
    """Read pairs one by one."""
    for _ in read_pairs(path):
        pass


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=50_000)
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    print(f"{arguments.pairs:,} pairs; {NOTE} of {arguments.repeats} repeats\n")
    print(f"{'format':12}{'pairs per second':32}times the bare parser's time")
    with tempfile.TemporaryDirectory() as folder:
        for name in PARSERS:
            path = Path(folder) / name
            write(path, arguments.pairs, name)
            compare(name, path, arguments.pairs, arguments.repeats)
            path.unlink()


def compare(name: str, path: Path, pairs: int, repeats: int) -> None:
    """Time reading and parsing in turn, and print the line of a format."""
    times = [
        (seconds(lambda: read(path)), seconds(lambda: PARSERS[name](path))) for _ in range(repeats)
    ]
    reading, parsing = zip(*times, strict=True)
    speed = Spread.of(pairs / time for time in reading)
    print(f"{name:12}{f'{speed:,.0f}':32}{ratios(reading, parsing):.1f}", flush=True)


if __name__ == "__main__":
    main()
