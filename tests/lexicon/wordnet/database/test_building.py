"""From the database files to arrays."""

import json

import pytest

from rte_baselines.core.errors import ResourceError
from rte_baselines.lexicon.wordnet.database.building import build_wordnet
from tests.lexicon.wordnet.small_database import FILES, write_database


def test_licence_and_version_come_from_the_notice(small, wordnet):
    licence = (small.arrays.path / "LICENSE").read_text("utf-8")
    assert licence == "A notice that goes with every copy.\nWordNet 9.9 of this test.\n"
    assert small.arrays.description["version"] == "9.9"
    shipped = (wordnet.arrays.path / "LICENSE").read_text("utf-8")
    assert "Copyright 2006 by Princeton University" in shipped
    assert wordnet.arrays.description["version"] == "3.0"


def test_building_twice_gives_equal_arrays(tmp_path, small):
    build_wordnet(write_database(tmp_path / "database"), tmp_path / "built")
    build_wordnet(tmp_path / "database", tmp_path / "built")
    assert (
        json.loads((tmp_path / "built" / "resource.json").read_text())["digest"]
        == small.arrays.digest
    )


@pytest.mark.parametrize("name", FILES)
def test_missing_file_is_named_and_nothing_written(tmp_path, name):
    database = write_database(tmp_path / "database")
    (database / name).unlink()
    with pytest.raises(ResourceError, match=name):
        build_wordnet(database, tmp_path / "built")
    assert [path.name for path in tmp_path.iterdir()] == ["database"]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("data.noun", "00000010 03 n 01 thing 0 001 @ 00000001"),
        ("data.noun", "00000010 03 n 01 thing 0 001 ? 00000001 n 0000 | odd"),
        ("data.verb", "x"),
        ("index.sense", "dog%1:05:00:: 00000004 1"),
        ("index.sense", "dog%9:05:00:: 00000004 1 3"),
        ("noun.exc", ""),
        ("noun.exc", "beasties"),
    ],
)
def test_damaged_line_is_named(tmp_path, name, line):
    database = write_database(tmp_path / "database")
    with (database / name).open("a") as stream:
        stream.write(line + "\n")
    number = len(FILES[name].splitlines()) + 1
    with pytest.raises(ResourceError, match=rf"{name}, line {number}:"):
        build_wordnet(database, tmp_path / "built")


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("data.noun", "01 cat 0", "01 feline 0", "index.sense lacks 'feline'"),
        ("index.sense", "00000005 1 1", "00000055 1 1", "index.sense lacks 'cat'"),
        ("data.verb", "@ 00000003 v", "@ 00000099 v", "verb synset at 99"),
        ("data.adv", "00000001 a 0101", "00000088 a 0101", "adjective synset at 88"),
        ("data.adv", "00000001 a 0101", "00000001 a 0102", "word 2 of the adjective synset at 1"),
        ("index.sense", "well%4", "thing%1:03:00:: 00000077 1 0\nwell%4", "noun synset at 77"),
        ("data.noun", "entity 0 002", "entity 0 003 @ 00000002 n 0000", "form a cycle"),
    ],
)
def test_files_that_do_not_fit_together(tmp_path, name, old, new, message):
    database = write_database(tmp_path / "database")
    (database / name).write_text(FILES[name].replace(old, new))
    with pytest.raises(ResourceError, match=message):
        build_wordnet(database, tmp_path / "built")
