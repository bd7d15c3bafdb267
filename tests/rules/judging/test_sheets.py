"""Sheets: what they hold, and files of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.rules.judging.sheet import (
    Drawing,
    Example,
    ListSize,
    Sheet,
    SheetRule,
    read_sheet,
    write_sheet,
)
from tests.rules.judging.examples import example, rule

texts = st.text(min_size=1, max_size=12)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "sheet.jsonl"


def drawn_sheet():
    """A sheet with everything that a sheet can have."""
    drawings = (
        Drawing("dirt", 0.25, "change", "alter", ("dirt", "tease")),
        Drawing("tease", None, "change", "alter", ("dirt", "tease")),
    )
    rules = (rule("one", 2, drawings), rule("two", 0, drawings[:1]))
    lists = {"dirt": {"change": ListSize(70, 140)}, "tease": {"change": ListSize(9, 18)}}
    return Sheet(rules, lists)


def test_a_sheet_is_read_as_it_was_written(path):
    write_sheet(drawn_sheet(), path)
    found = read_sheet(path)
    assert found == drawn_sheet()
    assert found.digest == drawn_sheet().digest
    assert found.sources == ("dirt", "tease")
    assert len(found.examples) == 2


@given(st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=3, unique=True))
def test_any_text_is_kept(tmp_path_factory, found):
    path = tmp_path_factory.mktemp("sheets") / "sheet.jsonl"
    examples = tuple(Example(s, x, y, f"{x} met {y}", s) for s, x, y in found)
    written = Sheet((SheetRule("r", "l", "r", (Drawing("b"),), examples),))
    write_sheet(written, path)
    assert read_sheet(path) == written


def test_ids_follow_from_what_a_judge_sees():
    def id_of(name, left, right, number):
        (id_,) = SheetRule(name, left, right, (Drawing("b"),), (example(number),)).example_ids
        return id_

    ids = [id_of("a", *seen) for seen in ("LR1", "LS1", "MR1", "LR2")]
    assert ids[0] == id_of("b", *"LR1")
    assert len(set(ids)) == 4
    # A spreadsheet would take 12e34567 for a number.
    assert all(id_.startswith("e") for id_ in ids)


@pytest.mark.parametrize(
    ("number", "old", "new", "message"),
    [
        (1, "Ann met Bob.", "Ann left Bob.", "line 2: example 'e"),
        (1, '"left": "X one Y"', '"left": "X won Y"', "line 2: example 'e"),
        (1, "0.25", "0.75", "the content is not what was drawn"),
        (0, "140", "150", "the content is not what was drawn"),
        (0, '"lists"', '"list"', "line 1: the sizes of lists cannot be read"),
        (0, "judgment sheet 1", "judgment sheet 9", "is no judgment sheet"),
        (1, '"right"', '"wrong"', "line 2: is no rule with examples"),
        (1, "{", "[", "line 2 is no JSON object"),
        (2, '"rule": "two"', '"rule": "one"', "2 rules have the id 'one'"),
        (2, '"input": "change"', '"input": null', "template None, for which 'dirt' has no list"),
        (2, '"input": "change"', '"input": "own"', "template 'own', for which 'dirt' has no list"),
    ],
)
def test_an_edited_sheet_is_refused_in_one_line(path, number, old, new, message):
    write_sheet(drawn_sheet(), path)
    lines = path.read_text("utf-8").splitlines()
    assert old in lines[number]
    lines[number] = lines[number].replace(old, new, 1)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(InputError) as error:
        read_sheet(path)
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)


@pytest.mark.parametrize("content", ["", "\n", "{}\n", "a,b\n1,2\n"])
def test_another_file_is_refused(path, content):
    path.write_text(content)
    with pytest.raises(InputError, match=r"sheet.jsonl"):
        read_sheet(path)


def test_what_a_sheet_needs():
    with pytest.raises(InputError, match="no rules"):
        Sheet(())
    twice = SheetRule("r", "l", "r", (Drawing("b"),), (example(1), example(1)))
    with pytest.raises(InputError, match="2 examples have the id"):
        Sheet((twice,))
    with pytest.raises(InputError, match="has no rule base"):
        Sheet((SheetRule("r", "l", "r", ()),))


def test_a_sheet_without_its_sentences_is_the_same_sheet(path):
    whole = drawn_sheet()
    write_sheet(whole.without_texts(), path)
    assert "Ann" not in path.read_text("utf-8")
    found = read_sheet(path)
    assert found.digest == whole.digest
    assert list(found.examples) == list(whole.examples)
    assert found.without_texts() == found
    whole.check_texts()
    with pytest.raises(InputError, match="written without its sentences, and can be evaluated"):
        found.check_texts()
    text = path.read_text("utf-8").replace(next(iter(whole.examples)), "e012345678901")
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match="the content is not what was drawn"):
        read_sheet(path)
