"""Pairs are written so that reading gives them back."""

import warnings
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.pairs import (
    Label,
    Pair,
    Scheme,
    conflate,
    format_names,
    load_pairs,
    read_pairs,
    write_pairs,
)
from rte_baselines.pairs import pair as pair_module
from rte_baselines.pairs.writing import JsonLinesWriter

WRITABLE = format_names(writable=True)
PAIR = Pair("1", "a", "b", "IE", Label.CONTRADICTION)

# Any character that XML can hold, in a snippet as it is after reading.
_CHARACTERS = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]).filter(
    lambda character: character not in "\ufffe\uffff"
)
_SNIPPETS = st.text(_CHARACTERS | st.sampled_from("\t\n\r<&\"'")).map(str.strip)
_NONEMPTY = _SNIPPETS.filter(bool)
_ATTRIBUTES = st.dictionaries(
    st.from_regex(r"[A-Za-z_][A-Za-z0-9_.-]{0,5}", fullmatch=True).filter(
        lambda name: (
            not name.lower().startswith("xml")
            and name not in {"value", "entailment"}
            and JsonLinesWriter().can_write_attribute(name)
        )
    ),
    _SNIPPETS,
    max_size=2,
)


@st.composite
def _datasets(draw):
    scheme = draw(st.sampled_from(Scheme))
    pairs = st.builds(
        Pair,
        id=_NONEMPTY.filter(lambda pair_id: pair_id != "-"),
        text=_SNIPPETS,
        hypothesis=_SNIPPETS,
        task=st.none() | _NONEMPTY,
        label=st.none() | st.sampled_from(scheme.labels),
        attributes=_ATTRIBUTES,
    )
    return draw(st.lists(pairs, min_size=1, max_size=3, unique_by=lambda pair: pair.id))


def _written_and_read(name, pairs, file="pairs"):
    """Return what is read again, None if writing is refused, and what writing warns of."""
    with TemporaryDirectory() as folder, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", InputWarning)
        path = Path(folder) / file
        try:
            write_pairs(pairs, path, name)
        except InputError:
            assert not path.exists()
            return None, []
        complaints = list(told)
        return load_pairs(path), complaints


# Pairs are drawn once for all formats, as drawing takes longer than writing and reading.
@given(pairs=_datasets())
def test_what_is_written_is_read(pairs):
    labels = {pair.label for pair in pairs}
    for name in WRITABLE:
        again, complaints = _written_and_read(name, pairs, "pairs.gz")
        if again is None:
            assert name in {"rte1_xml", "rte2_xml"}
            assert labels & {Label.CONTRADICTION, Label.UNKNOWN}
        elif complaints:
            assert name == "csv"
            assert len({frozenset(pair.attributes) for pair in pairs}) > 1
            bare, expected = ([replace(p, attributes={}) for p in each] for each in (again, pairs))
            assert bare == expected
        else:
            assert again == pairs, name


# Any character that a string can have: lone surrogates, all line ends, marks of byte order.
_ANYTHING = st.text(
    st.characters(exclude_categories=[])
    | st.sampled_from("\0\t\n\v\f\r\x1b\x1c\x85\u2028\u2029\ufeff\ufffe\ud83d\ude00\"'\\,;<&= ")
)
_NAMES = _ANYTHING | st.sampled_from(
    ["text", "Premise", "gold label", "idx", "ID", "sentence", "question", "sentence1_parse", ""]
)


@given(
    pairs=st.lists(
        st.builds(
            Pair,
            id=_ANYTHING | st.sampled_from(["1", "2", "-"]),
            text=_ANYTHING,
            hypothesis=_ANYTHING,
            task=st.none() | _ANYTHING,
            label=st.none() | st.sampled_from(Scheme.TWO_WAY.labels),
            attributes=st.dictionaries(_NAMES, _ANYTHING, max_size=3),
        ),
        max_size=3,
    )
)
def test_whatever_is_written_is_read_or_complained_of(pairs):
    for name in WRITABLE:
        again, complaints = _written_and_read(name, pairs)
        assert all(str(complaint.message).isprintable() for complaint in complaints)
        if complaints:
            assert [(p.id, p.label) for p in again] == [(p.id, p.label) for p in pairs], name
        else:
            assert again in (None, pairs), name


@pytest.mark.parametrize("name", WRITABLE)
@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([], "there is no pair to write"),
        ([Pair("", "a", "b")], "pair '': the id is empty or has white space around it"),
        ([Pair(" 1", "a", "b")], "pair ' 1': the id is empty or has white space around it"),
        ([Pair("1", "a", "b"), Pair("1", "c", "d")], "out: pair 2: id '1' is repeated"),
        ([Pair("\ud83d", "a", "b")], r"pair '\\ud83d': the id has characters that \w+ cannot hold"),
    ],
)
def test_what_could_not_be_read_is_not_written(tmp_path, name, pairs, message):
    with pytest.raises(InputError, match=message):
        write_pairs(pairs, tmp_path / "out", name)
    assert list(tmp_path.iterdir()) == []


def test_a_repeated_id_is_found_among_digests_too(tmp_path, monkeypatch):
    monkeypatch.setattr(pair_module, "_RECENT", 3)
    pairs = [Pair(str(number % 7), "a", "b") for number in range(8)]
    with pytest.raises(InputError, match=r"out\.jsonl: pair 8: id '0' is repeated"):
        write_pairs(pairs, tmp_path / "out.jsonl")
    assert list(tmp_path.iterdir()) == []
    write_pairs(pairs[:7], tmp_path / "out.jsonl")
    assert load_pairs(tmp_path / "out.jsonl") == pairs[:7]


@pytest.mark.parametrize("name", WRITABLE)
def test_white_space_and_half_characters_are_warned_of(tmp_path, name):
    with pytest.warns(InputWarning) as told:
        write_pairs([Pair("1", " a", "b\ud83d"), Pair("2", "c\n", "d")], tmp_path / "out", name)
    assert [str(warning.message) for warning in told] == [
        "pair '1': white space around a text, hypothesis or task is not written, here and perhaps "
        "elsewhere",
        f"pair '1': characters that {name} cannot hold are written as U+FFFD",
    ]
    assert load_pairs(tmp_path / "out") == [Pair("1", "a", "b\ufffd"), Pair("2", "c", "d")]


def test_csv_has_the_attributes_of_the_first_pair(tmp_path):
    attributes = [{"a": "x", "b": "y"}, {"b": "z", "c": "w"}, {"c": "w"}]
    pairs = [Pair(str(i), "t", "h", attributes=held) for i, held in enumerate(attributes)]
    with pytest.warns(InputWarning) as told:
        write_pairs(pairs, tmp_path / "out", "csv")
    assert [str(warning.message).split(":")[0] for warning in told] == [
        f"not all pairs have the attribute '{name}'" for name in "acb"
    ]
    assert (tmp_path / "out").read_text() == (
        "id,text,hypothesis,task,label,a,b\n0,t,h,,,x,y\n1,t,h,,,,z\n2,t,h,,,,\n"
    )


@pytest.mark.parametrize(
    ("name", "format_name"), [("a.jsonl", "jsonl"), ("a.b.CSV", "table"), ("a.csv.gz", "table")]
)
def test_the_name_of_the_file_may_tell_the_format(tmp_path, name, format_name):
    write_pairs([PAIR], tmp_path / name)
    with read_pairs(tmp_path / name) as stream:
        assert list(stream) == [PAIR]
        assert stream.schema[0] == format_name


@pytest.mark.parametrize("name", WRITABLE)
@pytest.mark.parametrize("label", [None, *Label])
def test_two_way_conflates_in_every_format(tmp_path, name, label):
    write_pairs([Pair("1", "a", "b", None, label)], tmp_path / "out", name, two_way=True)
    (pair,) = load_pairs(tmp_path / "out")
    assert pair.label is (None if label is None else conflate(label))


def test_file_may_be_converted_in_place(tmp_path):
    write_pairs([PAIR], tmp_path / "file", "rte4_xml")
    write_pairs(read_pairs(tmp_path / "file"), tmp_path / "file", "jsonl")
    stream = read_pairs(tmp_path / "file")
    assert list(stream) == [PAIR]
    assert stream.schema[0] == "jsonl"


@pytest.mark.parametrize(
    ("name", "attribute"),
    [
        ("rte4_xml", "my column"),
        ("rte4_xml", "xmlns"),
        ("rte4_xml", "entailment"),
        ("jsonl", "premise"),
        ("jsonl", "Gold-Label"),
        ("csv", "a;;;;;;b"),
    ],
)
def test_attribute_that_cannot_be_written_is_left_out_with_one_warning(tmp_path, name, attribute):
    pairs = [Pair(str(i), "a", "b", None, None, {attribute: "x", "kept": "y"}) for i in range(3)]
    with pytest.warns(InputWarning, match=f"attribute '{attribute}' cannot be written") as caught:
        write_pairs(pairs, tmp_path / "out", name)
    assert len(caught) == 1
    assert [pair.attributes for pair in load_pairs(tmp_path / "out")] == [{"kept": "y"}] * 3


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([PAIR, ("a text", "a hypothesis")], r"pair 2: \('a text', 'a hypothesis'\) is not a Pair"),
        ("sample:test", r"'sample:test' is a name; expected .* load_pairs\('sample:test'\)"),
        (None, "None is not a list of pairs; expected one"),
    ],
)
def test_what_is_no_pair_is_refused(tmp_path, pairs, message):
    with pytest.raises(InputError, match=f"^{message}"):
        write_pairs(pairs, tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()
