"""Thesauri in Lin's published format."""

import gzip

import pytest
from nltk.corpus.reader.lin import LinThesaurusCorpusReader

from rte_baselines.core.errors import InputError
from rte_baselines.lexicon.corpus.array_resources import Provenance
from rte_baselines.lexicon.thesaurus.lin_format import convert_lin_thesauri, read_lin_thesauri
from rte_baselines.lexicon.thesaurus.thesaurus import Entry, Thesaurus
from tests.lexicon.words import similarity

NOUNS = """\
("river bank" (desc 0.0912) (sims
shore\t0.214
"harbour wall"\t0.18
))
(Ferry (desc 0.3) (sims
boat\t0.31
desc\t0.05
sims\t0.04
))
(hermit (desc 0.1) (sims
))
"""


@pytest.fixture
def nouns(tmp_path):
    (tmp_path / "simN.lsp").write_text(NOUNS)
    return tmp_path / "simN.lsp"


def test_entries(nouns):
    assert list(read_lin_thesauri([nouns])) == [
        Entry("river bank", "noun", [("shore", 0.214), ("harbour wall", 0.18)]),
        Entry("ferry", "noun", [("boat", 0.31), ("desc", 0.05), ("sims", 0.04)]),
        Entry("hermit", "noun", []),
    ]


def test_reads_what_nltk_reads(nouns, monkeypatch):
    monkeypatch.setattr("nltk.data.path", [str(nouns.parent)])
    theirs = LinThesaurusCorpusReader(str(nouns.parent))
    for entry in read_lin_thesauri([nouns]):
        key = "Ferry" if entry.word == "ferry" else entry.word
        assert dict(theirs.scored_synonyms(key, fileid="simN.lsp")) == dict(entry.neighbours)


@pytest.mark.parametrize(
    "text",
    [
        '("sail" (desc 0.1) (sims ("row" 0.2) ("drift" 0.1)))',
        '( "sail"\n(desc 0.1)(sims row 0.2\n\n drift 1e-1) )\n',
        "(SAIL (desc .1) (sims Row\t.2\r\ndrift\t0.1\r\n))\r\n",
    ],
)
def test_other_layouts(tmp_path, text):
    (tmp_path / "simV.lsp").write_bytes(text.encode())
    (entry,) = read_lin_thesauri([tmp_path / "simV.lsp"])
    assert entry == Entry("sail", "verb", [("row", 0.2), ("drift", 0.1)])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sail 0.2", "line 1: expected (word (desc number) (sims word number ...))"),
        ("\n(sail (desc 1) (sims row))", "line 2: expected (word"),
        ("(sail (desc 1) (sims row 1.5))", "numbers from 0 to 1"),
        ("(sail (desc 1) (sims row nan))", "numbers from 0 to 1"),
        ('(sail (desc 1) (sims "" 0.5))', "line 1: expected (word"),
        ('(sail (desc 1) (sims "row 0.5))', "line 1: expected (word"),
        (
            "(a (desc 1) (sims b 1))\n(sail (desc 1) (sims\nrow 0.5\n",
            "line 2: the list that starts",
        ),
        ("(a (desc 1) (sims b 1)))", "line 1: expected (word"),
    ],
)
def test_bad_lists(tmp_path, text, message):
    file = tmp_path / "simA.lsp"
    file.write_text(text)
    with pytest.raises(InputError) as error:
        list(read_lin_thesauri([file]))
    assert str(error.value).startswith(f"{file}: line ")
    assert message in str(error.value)


@pytest.mark.parametrize("name", ["thesaurus.txt", ".lsp", "sim.lsp", "data"])
def test_a_name_that_tells_no_part_of_speech(tmp_path, name):
    (tmp_path / name).write_text(NOUNS)
    with pytest.raises(InputError, match=r"is named neither simN\.lsp"):
        list(read_lin_thesauri([tmp_path / name]))


def test_conversion(nouns, tmp_path):
    with gzip.open(tmp_path / "simA.lsp.gz", "wt") as file:
        file.write("(calm (desc 0.2) (sims\nstill\t0.4\n))\n")
    files = [nouns, tmp_path / "simA.lsp.gz"]
    convert_lin_thesauri(files, tmp_path / "built", provenance=Provenance("its author"))
    thesaurus = Thesaurus.open(tmp_path / "built")
    assert similarity(thesaurus, "boat", "ferry", "noun") == pytest.approx(0.31, abs=1e-5)
    assert similarity(thesaurus, "calm", "still", "adjective") == pytest.approx(0.4, abs=1e-5)
