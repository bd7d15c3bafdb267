"""Options as they are typed, what they are in Python, and the tables of a document with them."""

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from rte_baselines.pairs import Label

LETTERS = {
    "E": Label.ENTAILMENT,
    "C": Label.CONTRADICTION,
    "U": Label.UNKNOWN,
    "N": Label.NO_ENTAILMENT,
    "-": None,
}
"""The labels of files in these tests, a letter for each pair; - for a pair without a label."""

DOCUMENT = Path(__file__).parents[2] / "docs/formats.md"

_FLAGS = ("--in-order", "--quotes")
_NUMBERS = ("--threshold",)
_WORDS = ("--columns", "--labels", "--run-columns", "--run-labels", "--answer-pattern")


@dataclass(frozen=True)
class KnownFile:
    """A file as another project writes it."""

    name: str
    file: str
    content: str | bytes

    def written(self, folder):
        """Write the file into the folder, and return its path."""
        path = folder / self.file
        is_text = isinstance(self.content, str)
        path.write_bytes(self.content.encode() if is_text else self.content)
        return path


def labels_of(letters):
    """Return the labels that letters stand for."""
    return [LETTERS[letter] for letter in letters]


def options_of(typed):
    """Return the parameters in Python that are the options as typed on the command line."""
    options = {}
    words = iter(shlex.split(typed))
    for word in words:
        assert word in (*_FLAGS, *_NUMBERS, *_WORDS), word
        name = word.removeprefix("--").replace("-", "_")
        if word in _FLAGS:
            options[name] = True
        else:
            value = next(words)
            options[name] = float(value) if word in _NUMBERS else value
    return options


def option_names(typed):
    """Return the options that are typed, without their values."""
    return [word for word in shlex.split(typed) if word.startswith("--")]


def rows_under(heading):
    """Return the rows of the table under a heading of docs/formats.md, each a list of cells.

    Code is without its marks. The table's own header is left out.
    """
    _, found, section = DOCUMENT.read_text("utf-8").partition(f"# {heading}\n")
    assert found, f"no heading {heading}"
    section = re.split(r"^#", section, flags=re.MULTILINE)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    assert re.fullmatch(r"[|\s:-]+", lines[1])
    return [
        [re.sub(r"^`(.*)`$", r"\1", cell.strip()) for cell in line.strip("|").split("|")]
        for line in lines[2:]
    ]


def json_lines(objects):
    """Return JSON Lines."""
    return "".join(json.dumps(each) + "\n" for each in objects)


def tsv(header, rows):
    """Return a table with tabs, as it stands: without quotation marks around cells."""
    return "".join("\t".join(map(str, row)) + "\n" for row in [header, *rows])


def csv(header, rows):
    """Return a table with commas, with quotation marks around all cells that need them."""
    return "".join(",".join(map(_cell, row)) + "\n" for row in [header, *rows])


def _cell(value):
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if re.search('[",\n]', text) else text


def write_shards(folder, items, size, ending, write):
    """Write so many pairs or predictions to each file of a folder, and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, len(items), size):
        write(items[start : start + size], folder / f"part-{start:05}.{ending}")
    return folder
