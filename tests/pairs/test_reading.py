"""Pairs of files of any kind: what is read, and what is refused in one line."""

import codecs
import json
import re
import tracemalloc
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.pairs import Label, Pair, load_pairs, read_pairs, write_pairs
from rte_baselines.pairs.reading import pair_called
from rte_baselines.records.rows import Faults
from tests.records.typed import write_shards

TABLE = "text,hypothesis\na,b\nc,d\n"
PAIRS = [Pair("1", "a", "b"), Pair("2", "c", "d")]
OURS = {"id": "1", "text": "a", "hypothesis": "b"}
SHIPS = [Pair(f"p{n}", f"Ship {n} sank.", "A ship sank.", label="ENTAILMENT") for n in range(12)]


def lines(*objects):
    return "".join(json.dumps(fields) + "\n" for fields in objects)


ROW = {"id": "7", "text": "Ada sang, and left.", "claim": "Ada left; or not.", "label": "neutral"}
WRITTEN = {
    "commas": 'id,text,claim,label\n7,"Ada sang, and left.",Ada left; or not.,neutral\n',
    "semicolons": 'id;text;claim;label\n7;Ada sang, and left.;"Ada left; or not.";neutral\n',
    "sep=": 'sep=;\nid;text;claim;label\n7;Ada sang, and left.;"Ada left; or not.";neutral\n',
    "tabs": "id\ttext\tclaim\tlabel\n7\tAda sang, and left.\tAda left; or not.\tneutral\n",
    "lines": lines(ROW),
    "array": json.dumps([ROW], indent=1),
    "blank lines": '\nid;text;claim;label\n\n7;Ada sang, and left.;"Ada left; or not.";neutral\n',
}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("content", WRITTEN.values(), ids=WRITTEN)
def test_every_kind_of_rows(read, content, encoding, ending):
    expected = [Pair("7", ROW["text"], ROW["claim"], None, Label.UNKNOWN)]
    assert list(read(content.replace("\n", ending).encode(encoding))) == expected


def test_a_url():
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").pipe("/reading/pairs.csv", TABLE.encode())
    assert load_pairs("memory://reading/pairs.csv") == PAIRS


def test_attributes_and_missing_values(read):
    second = {**OURS, "id": 2, "label": None, "scores": [1, 2], "nothing": None, "sure": True}
    found = read(lines({**OURS, "task": "IE", "label": "contradicts", "kind": "number"}, second))
    assert list(found) == [
        Pair("1", "a", "b", "IE", Label.CONTRADICTION, {"kind": "number"}),
        Pair("2", "a", "b", None, None, {"scores": "[1, 2]", "sure": "true"}),
    ]


def test_outer_white_space_goes_and_inner_stays(read):
    (pair,) = read('{"text": "\\u00a0 a  b\\t\\nc ", "hypothesis": " d", "id": " 1 ", "task": " "}')
    assert pair == Pair("1", "a  b\t\nc", "d")


def test_characters_are_read_as_they_are(read):
    text = "a\x01\x7f 👩\u200d🔬 שלום \u202e \ufeff z"
    assert [pair.text for pair in read(f"text\thypothesis\n{text}\tb\n")] == [text]
    assert [pair.text for pair in read(lines({**OURS, "text": "👍"}))] == ["👍"]


def test_quotes_between_tabs(read):
    content = 'text\thypothesis\n"A ""b"""\t"c\td"\n'
    with pytest.raises(InputError, match="line 2: 3 columns instead of 2"):
        list(read(content))
    assert list(read(content, quotes=True)) == [Pair("1", 'A "b"', "c\td")]
    with pytest.warns(InputWarning, match="all texts are quoted; .* with quotes=True"):
        assert list(read('text\thypothesis\n"a"\t"b"\n')) == [Pair("1", '"a"', '"b"')]


def test_numbered_columns_mean_that_there_is_no_header(read):
    columns = {"label": "1", "text": "3", "hypothesis": "2"}
    pairs = read("yes\tb, c\ta\textra\nno\te\td\textra\n", columns=columns)
    assert [(pair.text, pair.hypothesis, pair.label) for pair in pairs] == [
        ("a", "b, c", Label.ENTAILMENT),
        ("d", "e", Label.NO_ENTAILMENT),
    ]
    assert next(read("1,claim\na,b\n", columns="text=1,hypothesis=claim")).text == "a"
    with pytest.raises(InputError, match=r"no column '3' for the text; .*'1', '2'"):
        list(read("yes,b\n", columns=columns))


def test_paths_into_nested_objects(read):
    content = lines({"key": 5, "x": {"p": "a", "q": ["b", "c"]}, "id": "z"})
    columns = "id=key,text=x.p,hypothesis=x.q.1"
    (pair,) = read(content, columns=columns)
    assert (pair.id, pair.text, pair.hypothesis) == ("5", "a", "c")
    with pytest.raises(InputError, match=r"line 1: pair '5' has no x\.q\.2"):
        list(read(content, columns="id=key,text=x.p,hypothesis=x.q.2"))


def test_no_id_and_no_label_as_stated(read):
    content = lines({**OURS, "id": "x", "label": "sports"}, {**OURS, "id": "x", "label": "art"})
    pairs = list(read(content, columns="id=,label="))
    assert [(pair.id, pair.label) for pair in pairs] == [("1", None), ("2", None)]
    assert pairs[0].attributes == {"id": "x", "label": "sports"}


@pytest.mark.parametrize(
    ("names", "seen", "option"),
    [
        ("premise context hypothesis", "columns 'context', 'premise' may each", "text=premise"),
        ("pairID uid text claim", "columns 'pairID', 'uid' may each hold the id", "id=pairID"),
        ("premise assertion", "no column for the hypothesis among", "hypothesis=assertion"),
        ("premise x y", "no column for the hypothesis among 'premise', 'x'", "hypothesis=COLUMN"),
        # Which of two is the text is not known.
        ("s1 s2", "no column for the text and the hypothesis", "text=COLUMN,hypothesis=COLUMN"),
    ],
)
def test_columns_that_are_not_clear_are_to_be_named_as_it_is_said(read, names, seen, option):
    values = "abcd"
    fields = dict(zip(names.split(), values, strict=False))
    table = ",".join(fields) + "\n" + ",".join(fields.values()) + "\n"
    for content in (lines(fields), table):
        with advising_options(), pytest.raises(InputError) as caught:
            list(read(content))
        message = str(caught.value)
        assert re.search(r"data: line [12]: ", message)
        assert message.endswith(f": --columns {option}")
        assert set(re.findall(r"\w+", seen)) <= set(re.findall(r"\w+", message))
        if "COLUMN" not in option:
            assert len(list(read(content, columns=option))) == 1


def test_objects_may_lack_labels_and_may_not_change_ids(read):
    first = {"premise": "a", "hypothesis": "b"}
    pairs = read(lines(first, {**first, "label": "yes"}))
    assert [pair.label for pair in pairs] == [None, Label.ENTAILMENT]
    with pytest.raises(InputError, match="line 2: 'idx' holds the id, and did not in rows before"):
        list(read(lines(first, {**first, "idx": 3})))
    with pytest.raises(InputError, match=r"line 2: columns .* may each hold the text"):
        list(read(lines(first, {**first, "context": "c"})))


def test_words_that_are_no_labels_are_located(read):
    content = "id,text,claim,topic,label\n1,a,b,neutral,sports\n"
    with pytest.raises(InputError, match="data: line 2: pair '1': 'sports' is no label") as caught:
        list(read(content))
    assert "(column 'label'; another one is named by columns={'label': 'COLUMN'}" in str(
        caught.value
    )
    assert next(read(content, columns="label=topic")).label is Label.UNKNOWN
    assert next(read(content, labels="sports=contradiction")).label is Label.CONTRADICTION


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "2", "text": "a"', "line 3: column 24: malformed JSON"),
        ("[1]", "line 3: is not a JSON object"),
        ("{} {}", "line 3: more than one JSON value, from column 3"),
        ('{"id": "2", "text": "a"}', "line 3: pair '2' has no hypothesis"),
        ('{"text": "a", "hypothesis": "b"}', "line 3: the pair has no id"),
        ('{"id": "2", "text": ["a"], "hypothesis": "b"}', "line 3: 'text' is not a string"),
        ('{"id": "2", "text": "\\uD83d", "hypothesis": "b"}', r"line 3: \\ud83d is half"),
        ('{"id": "1", "text": "c", "hypothesis": "d"}', "line 3: id '1' is repeated"),
        ('{"id": true, "text": "c", "hypothesis": "d"}', "line 3: 'id' is true, which is no id"),
        ('{"id": "2", "id": "3", "text": "c"}', "line 3: two fields have the same name, 'id'"),
        ('{"id": "2", "text": "c", "hypothesis": "d", "label": {}}', "line 3: 'label' is {}"),
        ("[" * 100_000, "line 3: JSON that is too deep"),
    ],
)
def test_an_unusable_line_is_located(read, line, message):
    content = lines({**OURS, "label": "yes"}) + "\n" + line
    with pytest.raises(InputError, match=f"data: {message}"):
        list(read(content))
    faults = Faults(are_collected=True)
    assert len(list(read(content, faults=faults))) == 1
    assert faults.total == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[{"text": "a", "hypothesis": "b"}\n{}]', "line 1: neither ',' nor a final ']'"),
        ('[{"text": "a", "hypothesis": "b"},\n 5]', "line 2: is not a JSON object"),
        ("premise,claim\na,b\nc\n", "line 3: 1 column instead of 2"),
        ("premise,claim,x,x\na,b,c,d\n", "line 1: two columns have the same name"),
        ('premise,claim\n"a\nb",c\n"d,e\n', "line 4: malformed CSV"),
        ("index\tpremise\tclaim\n\ta\tb\n", "line 2: the pair has no index"),
        ("premise,claim\n", "holds no pair"),
        ("", "is empty"),
        ("<html></html>", "is XML without pairs"),
    ],
)
def test_an_unusable_file_is_located(read, content, message):
    with pytest.raises(InputError, match=f"data: {message}"):
        list(read(content))


def test_columns_without_a_name_are_called_as_pandas_does(read):
    content = ",premise,hypothesis\n7,a,b\n"
    (pair,) = read(content)
    assert (pair.id, pair.attributes) == ("1", {"Unnamed: 0": "7"})
    assert next(read(content, columns="id=Unnamed: 0")).id == "7"


def test_named_columns_are_not_for_xml(read):
    with pytest.raises(InputError, match=r"is rte4_xml, which has no columns to name; leave out"):
        read('<pair id="1"><t>a</t><h>b</h></pair>', columns="text=t")


@pytest.mark.parametrize(
    "content",
    [
        '<?xml version="1.0" encoding="utf-16"?><pair id="1"><t>a\n\u010a</t><h>b</h></pair>',
        'id,text,hypothesis\r\n1,"a\n\u010a",b\r\n',
        '\n{"id": "1", "text": "a\\n\u010a", "hypothesis": "b"}\n',
    ],
)
def test_encodings(read, content):
    # The second byte of U+010A is that of a line break.
    for mark, name in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        assert list(read(mark + content.encode(name))) == [Pair("1", "a\n\u010a", "b")]
        with pytest.raises(InputError, match="data: is damaged or cut short; save the file as UTF"):
            list(read(mark + content.encode(name)[:-1]))
    for name in ("utf-16-le", "utf-16-be", "utf-32"):
        with pytest.raises(InputError, match=r"data: is UTF-.*; save the file as UTF-8$"):
            read(content.lstrip("\n").encode(name))
    for name in ("utf-8", "utf-16-le", "utf-16-be"):
        with pytest.raises(InputError, match="data: starts with two byte-order marks; remove one"):
            read(("\ufeff\ufeff" + content).encode(name))


@pytest.mark.parametrize("part", ["text", "hypothesis"])
def test_an_empty_snippet_is_kept_with_a_warning(read, part):
    content = "id,text,hypothesis\n7,a,b\n".replace("a,b", " ,b" if part == "text" else "a,")
    with pytest.warns(InputWarning, match=f"data: line 2: pair '7' has an empty {part}"):
        (pair,) = read(content)
    assert getattr(pair, part) == ""


def test_reading_goes_on_after_a_repeated_id(read):
    faults = Faults(are_collected=True)
    rows = [f"{0 if n == 5 else n},k{n},a,b\n" for n in range(5000)]
    pairs = list(read(f"id,key,text,hypothesis\n{''.join(rows)}", faults=faults))
    assert (len(pairs), faults.total) == (4999, 1)
    assert "data: line 7: id '0' is repeated" in faults.lines()[0]


def test_reading_is_lazy_and_may_end_early(read):
    stream = read("text,hypothesis\n" + "a,b\n" * 10 + "too,many,columns\n")
    assert len(list(islice(stream, 10))) == 10
    with pytest.raises(InputError, match="line 12"):
        next(stream)
    with read(TABLE) as stream:
        assert next(stream) == PAIRS[0]
    assert list(stream) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["csv", "jsonl", "rte4_xml"])
def test_memory_does_not_grow_with_the_pairs(tmp_path, name):
    pairs = (Pair(str(n), "word " * 400, "b") for n in range(5000))
    write_pairs(pairs, tmp_path / "large", name)
    tracemalloc.start()
    write_pairs(read_pairs(tmp_path / "large"), tmp_path / "copy", name)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # Beside the first bytes, by which the format is recognized, only the ids are kept.
    assert peak < 8_000_000 < (tmp_path / "copy").stat().st_size


@pytest.mark.parametrize("name", ["csv", "jsonl", "rte1_xml", "rte4_xml"])
@pytest.mark.parametrize("size", [1, 300])
def test_pairs_are_counted_before_they_are_read(tmp_path, name, size):
    pairs = [Pair(str(n), "a <pair, of two", "<pairs>") for n in range(size)]
    write_pairs(pairs, tmp_path / "out", name)
    with read_pairs(tmp_path / "out") as stream:
        assert stream.count() == size
        assert list(stream) == pairs


@given(size=st.integers(1, 12), ending=st.sampled_from(["jsonl", "csv.gz"]))
def test_several_files_are_one_set(tmp_path_factory, size, ending):
    folder = write_shards(tmp_path_factory.mktemp("any") / "a", SHIPS, size, ending, write_pairs)
    (folder / "_SUCCESS").touch()
    (folder / ".hidden").touch()
    assert load_pairs(folder) == load_pairs(f"{folder}/part-*.{ending}") == SHIPS
    with read_pairs(folder) as stream:
        assert stream.count() == (12 if size == 12 else None)


def test_pairs_of_several_files_without_ids_are_numbered_on(tmp_path):
    for name in "ab":
        (tmp_path / name).write_text(TABLE)
    assert [pair.id for pair in load_pairs(tmp_path)] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("b.jsonl", "", "b.jsonl: is empty"),
        ("b.jsonl", '{"id": "9", "text": "a", "hypo', "b.jsonl: line 1: column .* malformed JSON"),
        ("b.jsonl", lines({**OURS, "id": "p1"}), "b.jsonl: line 1: id 'p1' is repeated"),
        ("b.jsonl", '{"id": "9", "premise": "a", "claim": "b"}', "b.jsonl: is jsonl with .*prem"),
        ("b.csv", "id,text,hypothesis\n9,a,b\n", "b.csv: is table with .*a.jsonl is jsonl with"),
    ],
)
def test_a_damaged_or_different_file_is_named(tmp_path, name, content, message):
    write_pairs(SHIPS, tmp_path / "a.jsonl")
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=message):
        load_pairs(tmp_path)


def test_the_pair_with_an_id(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text(lines(*({**OURS, "id": name} for name in ("a-1", "b-1"))) + "x\n")
    assert pair_called("b-1", read_pairs(path), path).id == "b-1"
    with pytest.raises(InputError, match="line 3"):
        pair_called("b-2", read_pairs(path), path)
    expected = r"^mine: no pair has the id 'b-2'; did you mean 'b-1'.* one of 2, such as 'a-1'"
    with pytest.raises(InputError, match=expected):
        pair_called("b-2", [Pair(name, "a", "b") for name in ("a-1", "b-1")], "mine")


def test_ids_that_are_one_number_are_one_id(read):
    rows = [{**OURS, "id": 1.0}, {**OURS, "id": 1}]
    for content in (lines(*rows), json.dumps(rows)):
        with pytest.raises(InputError, match="id '1' is repeated"):
            list(read(content))
