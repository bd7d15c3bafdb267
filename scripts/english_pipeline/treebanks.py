"""Universal Dependencies treebanks as spaCy documents, one for each sentence."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from spacy.tokens import Doc
from spacy.vocab import Vocab

Part = Literal["train", "dev", "test"]

TREEBANKS = ("en_ewt", "en_gum_open")
"""The folders of the treebanks; the pipeline is trained on all of them together."""

_ID, _FORM, _LEMMA, _UPOS, _XPOS, _FEATS, _HEAD, _RELATION, _MISC = 0, 1, 2, 3, 4, 5, 6, 7, 9
_NO_SPACE = "SpaceAfter=No"


@dataclass(frozen=True)
class Sentence:
    """One sentence of a CoNLL-U file.

    Parameters
    ----------
    name : str
        Its ``sent_id``.
    document : str
        The id of its document.
    text : str
        The text before it was split into words.
    rows : list of list of str
        The columns of each syntactic word.
    spaces : list of bool
        Whether a space follows each word.
    """

    name: str
    document: str
    text: str
    rows: list[list[str]]
    spaces: list[bool]

    def column(self, number: int) -> list[str]:
        """Return a column, with empty strings for absent values."""
        return ["" if row[number] == "_" else row[number] for row in self.rows]

    @property
    def words(self) -> list[str]:
        """The forms; an underscore in the text is a word."""
        return [row[_FORM] for row in self.rows]

    @property
    def parts(self) -> list[str]:
        """The universal parts of speech."""
        return self.column(_UPOS)

    @property
    def relations(self) -> list[str]:
        """The dependency relations, subtypes included."""
        return self.column(_RELATION)

    @property
    def heads(self) -> list[int]:
        """The position of each word's head; a root is its own head, as in spaCy."""
        numbers = map(int, self.column(_HEAD))
        return [number - 1 if number else position for position, number in enumerate(numbers)]

    @property
    def notes(self) -> list[dict[str, str]]:
        """The MISC column, as keys and values."""
        return [
            dict(note.split("=", 1) for note in notes.split("|") if "=" in note)
            for notes in self.column(_MISC)
        ]

    def doc(self, vocab: Vocab) -> Doc:
        """Return the sentence as an annotated document."""
        return Doc(
            vocab,
            words=self.words,
            spaces=self.spaces,
            tags=self.column(_XPOS),
            pos=self.parts,
            morphs=self.column(_FEATS),
            # The lemma of an underscore is an underscore.
            lemmas=[row[_LEMMA] for row in self.rows],
            heads=self.heads,
            deps=["ROOT" if relation == "root" else relation for relation in self.relations],
            sent_starts=[position == 0 for position in range(len(self.rows))],
        )


def treebank_file(folder: Path, treebank: str, part: Part) -> Path:
    """Return the path of one part of a treebank."""
    return folder / treebank / f"{treebank}-ud-{part}.conllu"


def read_sentences(path: Path) -> Iterator[Sentence]:
    """Yield the sentences of a CoNLL-U file in order."""
    name = document = text = ""
    lines: list[str] = []
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            key, _, value = line.partition(" = ")
            if key == "# newdoc id":
                document = value.strip()
            elif key == "# sent_id":
                name = value.strip()
            elif key == "# text":
                text = value.rstrip("\n")
            elif line.strip() and not line.startswith("#"):
                lines.append(line.rstrip("\n"))
            elif not line.strip() and lines:
                yield _sentence(name, document, text, lines)
                lines = []
    if lines:
        yield _sentence(name, document, text, lines)


def _sentence(name: str, document: str, text: str, lines: list[str]) -> Sentence:
    rows, spaces, without_space = [], [], {}
    for row in (line.split("\t") for line in lines):
        if "-" in row[_ID]:
            # A contraction such as "don't" comes before the words that it consists of.
            first, last = map(int, row[_ID].split("-"))
            without_space |= dict.fromkeys(range(first, last), True)
            without_space[last] = _NO_SPACE in row[_MISC]
        elif "." not in row[_ID]:
            # Words with a point in their number are not in the text.
            rows.append(row)
            spaces.append(not without_space.get(len(rows), _NO_SPACE in row[_MISC]))
    return Sentence(name, document, text, rows, spaces)
