"""Reader of thesauri in the format of Dekang Lin: ``simN.lsp``, ``simV.lsp`` and ``simA.lsp``.

A file has a LISP list for each word, which may span several lines::

    ("river bank" (desc 0.09) (sims
    shore	0.214
    "harbour wall"	0.180
    ))

Each neighbour may also be in a list: ``(sims ("shore" 0.214) ...)``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.reading import open_input, utf8_text
from rte_baselines.lexicon.corpus.array_resources import Provenance, check_output
from rte_baselines.lexicon.thesaurus.thesaurus import FORMAT, Entry, write_thesaurus

_TOKEN = re.compile(r'"[^"]*"|[()]|[^\s()"]+|"')
_FILE_NAME = re.compile(r"sim(?P<part>[NVA])\.lsp(\.gz)?", re.IGNORECASE)
_PARTS = {"N": "noun", "V": "verb", "A": "adjective"}


def convert_lin_thesauri(
    files: Sequence[str | Path], folder: str | Path, *, provenance: Provenance
) -> None:
    """Convert thesauri in Lin's format, see `read_lin_thesauri`, for `Thesaurus.open`.

    The folder is written atomically; an existing thesaurus is replaced.
    """
    check_output(folder, FORMAT)
    write_thesaurus(folder, read_lin_thesauri(files), provenance=provenance)


def read_lin_thesauri(files: Sequence[str | Path]) -> Iterator[Entry]:
    """Yield the entries of thesauri in Lin's format, in lower case.

    Files have Lin's names: ``simN.lsp`` has nouns, ``simV.lsp`` verbs, ``simA.lsp`` adjectives and
    adverbs.
    """
    parts = [_part_of_file(Path(file)) for file in files]
    for file, part in zip(files, parts, strict=True):
        line = 0
        with open_input(file) as stream, utf8_text(stream, str(file)) as lines:
            for line, tokens in lists_of(lines, str(file)):
                try:
                    yield _entry(tokens, part)
                except ValueError:
                    raise InputError(
                        f"{file}: line {line}: expected (word (desc number) "
                        "(sims word number ...)) with numbers from 0 to 1"
                    ) from None
        if not line:
            raise InputError(f"{file}: has no entry; expected one of Lin's thesauri")


def _part_of_file(file: Path) -> str:
    match = _FILE_NAME.fullmatch(file.name)
    if match is None:
        raise InputError(f"{file}: is named neither simN.lsp, simV.lsp nor simA.lsp")
    return _PARTS[match["part"].upper()]


def lists_of(lines: Iterable[str], name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the tokens of each outermost list, with the number of its first line."""
    tokens: list[str] = []
    depth = first = 0
    for number, line in enumerate(lines, start=1):
        for token in _TOKEN.findall(line):
            if not tokens:
                first = number
            tokens.append(token)
            depth += (token == "(") - (token == ")")  # noqa: S105
            if depth <= 0:
                yield first, tokens
                tokens, depth = [], 0
    if tokens:
        raise InputError(f"{name}: line {first}: the list that starts here has no end")


def _entry(tokens: Sequence[str], part: str) -> Entry:
    """Return the entry in a list."""
    word, description, _, similar, *pairs = (token for token in tokens if token not in {"(", ")"})
    if (tokens[0], description, similar) != ("(", "desc", "sims"):
        raise ValueError
    neighbours = [
        (_word(neighbour), _similarity(value))
        for neighbour, value in zip(pairs[::2], pairs[1::2], strict=True)
    ]
    return Entry(_word(word), part, neighbours)


def _word(token: str) -> str:
    word = token.strip('"').lower()
    if not word:
        raise ValueError
    return word


def _similarity(token: str) -> float:
    value = float(token)
    if not 0 <= value <= 1:
        raise ValueError
    return value
