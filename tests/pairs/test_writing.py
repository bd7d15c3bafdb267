"""Pairs are written so that reading gives them back."""

import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.errors import InputError, InputWarning
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
            and name not in {"id", "task", "value", "entailment", "text", "hypothesis", "label"}
        )
    ),
    _SNIPPETS,
    max_size=2,
)


@st.composite
def _datasets(draw: st.DrawFn) -> list[Pair]:
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
    return draw(st.lists(pairs, min_size=1, max_size=5, unique_by=lambda pair: pair.id))


@pytest.mark.parametrize("name", WRITABLE)
@settings(max_examples=60)
@given(pairs=_datasets())
def test_what_is_written_is_read(name: str, pairs: list[Pair]):
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        path = Path(folder) / "pairs.gz"
        try:
            write_pairs(pairs, path, name)
        except InputError:
            labels = {pair.label for pair in pairs}
            assert name in {"rte1_xml", "rte2_xml"}
            assert Label.CONTRADICTION in labels or Label.UNKNOWN in labels
            assert not path.exists()
        else:
            assert load_pairs(path) == pairs


@pytest.mark.parametrize("name", WRITABLE)
@pytest.mark.parametrize("label", [None, *Label])
def test_two_way_conflates_in_every_format(tmp_path: Path, name: str, label: Label | None):
    write_pairs([Pair("1", "a", "b", None, label)], tmp_path / "out", name, two_way=True)
    (pair,) = load_pairs(tmp_path / "out")
    assert pair.label is (None if label is None else conflate(label))


def test_three_way_label_in_a_two_way_format_is_an_error(tmp_path: Path):
    (tmp_path / "out").write_text("old")
    with pytest.raises(InputError, match="pair '1': rte1_xml has no label CONTRADICTION"):
        write_pairs([PAIR], tmp_path / "out", "rte1_xml")
    assert (tmp_path / "out").read_text() == "old"


@pytest.mark.parametrize("name", WRITABLE)
def test_any_two_formats_convert(tmp_path: Path, name: str):
    pairs = [
        Pair(str(i), f"t{i}", f"h{i}", "QA", label) for i, label in enumerate(Scheme.TWO_WAY.labels)
    ]
    write_pairs(pairs, tmp_path / "first", name)
    for other in WRITABLE:
        write_pairs(read_pairs(tmp_path / "first"), tmp_path / other, other)
        assert load_pairs(tmp_path / other) == pairs


def test_file_may_be_converted_in_place(tmp_path: Path):
    write_pairs([PAIR], tmp_path / "file", "rte4_xml")
    write_pairs(read_pairs(tmp_path / "file"), tmp_path / "file", "jsonl")
    stream = read_pairs(tmp_path / "file")
    assert list(stream) == [PAIR]
    assert stream.format == "jsonl"


def test_failing_input_leaves_no_output(tmp_path: Path):
    (tmp_path / "in").write_text("text,hypothesis\na,b\nc\n")
    with pytest.raises(InputError, match="line 3"):
        write_pairs(read_pairs(tmp_path / "in"), tmp_path / "out", "jsonl")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "attribute"),
    [
        ("rte4_xml", "my column"),
        ("rte4_xml", ""),
        ("rte4_xml", "xmlns"),
        ("rte4_xml", "a:b"),
        ("rte4_xml", "entailment"),
        ("jsonl", "text"),
    ],
)
def test_attribute_that_cannot_be_written_is_left_out_with_one_warning(
    tmp_path: Path, name: str, attribute: str
):
    pairs = [Pair(str(i), "a", "b", None, None, {attribute: "x", "kept": "y"}) for i in range(3)]
    with pytest.warns(InputWarning, match=f"attribute '{attribute}' cannot be written") as caught:
        write_pairs(pairs, tmp_path / "out", name)
    assert len(caught) == 1
    assert [pair.attributes for pair in load_pairs(tmp_path / "out")] == [{"kept": "y"}] * 3


def test_format_that_can_only_be_read(tmp_path: Path):
    with pytest.raises(InputError, match="sick can only be read; written are jsonl, rte1_xml"):
        write_pairs([PAIR], tmp_path / "out", "sick")
