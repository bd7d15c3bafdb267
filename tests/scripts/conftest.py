"""What the tests of scripts share: the scripts on the path, and small treebanks."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from english_pipeline.treebanks import Sentence, read_sentences, treebank_file


@pytest.fixture(scope="session")
def conllu():
    """A function of a CoNLL-U file with spaces between its columns to the file with tabs."""

    def tabbed(spaced):
        lines = [line.strip() for line in spaced.strip().splitlines()]
        lines = [line if line.startswith("#") else "\t".join(line.split()) for line in lines]
        return "\n".join([*lines, "", ""])

    return tabbed


@pytest.fixture
def read_conllu(tmp_path, conllu):
    """A function of a CoNLL-U file with spaces to its sentences."""

    def read(spaced):
        path = tmp_path / "sentences.conllu"
        path.write_text(conllu(spaced), encoding="utf-8")
        return list(read_sentences(path))

    return read


@pytest.fixture
def write_treebank(tmp_path, conllu):
    """A function that writes one part of a treebank and returns the folder of all."""

    def write(treebank, part, spaced):
        path = treebank_file(tmp_path, treebank, part)
        path.parent.mkdir(exist_ok=True)
        path.write_text(conllu(spaced), encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture(scope="session")
def sentence_of():
    """A function of a line for each word to a sentence.

    A line holds form, part of speech, tag, head, relation and, if there is one, the note
    on entities.
    """

    def sentence(lines, name=""):
        rows = []
        for number, line in enumerate(lines.strip().splitlines(), 1):
            form, part, tag, head, relation, *entity = line.split()
            misc = f"Entity={entity[0]}" if entity else "_"
            rows.append(
                [str(number), form, form.lower(), part, tag, "_", head, relation, "_", misc]
            )
        text = " ".join(row[1] for row in rows)
        return Sentence(name, "", text, rows, [True] * len(rows))

    return sentence


@pytest.fixture
def write_uner(tmp_path):
    """A function that writes a Universal NER file and returns its path.

    Sentences are given by their name, and their words as in "Ida/B-PER left/O".
    """

    def write(sentences):
        lines = []
        for name, tagged in sentences.items():
            words = [word.rpartition("/") for word in tagged.split()]
            rows = [f"{n}\t{form}\t{tag}\t-\tsomeone" for n, (form, _, tag) in enumerate(words, 1)]
            lines += [f"# sent_id = {name}", "# text = of no matter", *rows, ""]
        path = tmp_path / "names.iob2"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    return write
