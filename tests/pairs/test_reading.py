"""What holds for reading whatever the format."""

import codecs
import gzip
import io
import json
import sys
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.pairs import Label, Pair, load_pairs, read_pairs, write_pairs
from rte_baselines.registry import registry
from tests.pairs.conftest import Reader

TABLE = "text,hypothesis\na,b\nc,d\n"
PAIRS = [Pair("1", "a", "b"), Pair("2", "c", "d")]


def test_compressed_file_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    compressed = gzip.compress(TABLE.encode())
    (tmp_path / "table").write_bytes(compressed)
    assert load_pairs(tmp_path / "table") == PAIRS
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(compressed)))
    stream = read_pairs("-")
    assert list(stream) == PAIRS
    assert stream.source == "-"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["csv", "jsonl", "rte1_xml", "rte4_xml"])
@pytest.mark.parametrize("size", [1, 3, 3000])
def test_pairs_are_counted_before_they_are_read(tmp_path: Path, name: str, size: int):
    pairs = [Pair(str(i), "a\n<pair, of two\n\nb", "<pairs>", None, None) for i in range(size)]
    write_pairs(pairs, tmp_path / "out", name)
    with read_pairs(tmp_path / "out") as stream:
        assert stream.count() == size
        assert list(stream) == pairs


def test_tables_are_counted_with_or_without_header(read: Reader):
    assert read("text\thypothesis\n\na\tb\nc\td\n").count() == 2
    assert read("a,b\nc,d\n", columns={"text": "1", "hypothesis": "2"}).count() == 2


@pytest.mark.parametrize("content", [b'text,hypothesis\n"a,b\n', b"text,hypothesis\n\xff,b\n"])
def test_what_cannot_be_counted_is_not(read: Reader, content: bytes):
    stream = read(content)
    assert stream.count() is None
    with pytest.raises(InputError, match=r"line [12]"):
        list(stream)


def test_an_order_of_labels_may_have_any_of_their_names(read: Reader):
    content = "text,hypothesis,label\na,b,0\na,c,1\n"
    for order in (["neutral", "yes"], [Label.UNKNOWN, Label.ENTAILMENT]):
        labels = [pair.label for pair in read(content, label_order=order)]
        assert labels == [Label.UNKNOWN, Label.ENTAILMENT]
        assert all(isinstance(label, Label) for label in labels)
    with pytest.raises(InputError, match="order of labels: unknown label 'maybe'"):
        read(content, label_order=["maybe", "yes"])


def test_reading_is_lazy(read: Reader):
    content = "text,hypothesis\n" + "a,b\n" * 10 + "too,many,columns\n"
    stream = read(content)
    assert len(list(islice(stream, 10))) == 10
    with pytest.raises(InputError, match="line 12"):
        next(stream)


def test_stream_that_is_not_read_to_its_end_can_be_closed(read: Reader):
    with read(TABLE) as stream:
        assert next(stream) == PAIRS[0]
    assert list(stream) == []


def test_byte_order_mark_is_no_content(read: Reader):
    assert list(read(b"\xef\xbb\xbf" + TABLE.encode())) == PAIRS


def test_outer_white_space_goes_and_inner_stays(read: Reader):
    (pair,) = read('{"text": "\\u00a0 a  b\\t\\nc ", "hypothesis": " d", "id": " 1 ", "task": " "}')
    assert pair == Pair("1", "a  b\t\nc", "d")


@pytest.mark.parametrize("content", ["", " \n\n"])
def test_empty_file_is_reported(read: Reader, content: str):
    with pytest.raises(InputError, match="data: is empty"):
        read(content)


@pytest.mark.parametrize("content", ["utf-8 text\n", "<html></html>", "[1]"])
def test_unknown_content_names_the_known_formats(read: Reader, content: str):
    with pytest.raises(InputError, match=r"data: .* no known format .*rte1_xml.*name its columns"):
        read(content)


def test_unknown_format_names_the_known_ones(read: Reader):
    with pytest.raises(
        InputError, match=r"'xml'; did you mean 'rte1_xml', .* expected one of csv, "
    ):
        read(TABLE, format="xml")


def test_columns_are_for_formats_without_their_own(read: Reader):
    with pytest.raises(InputError, match=r"sick has columns of its own.* csv, json, jsonl, tsv"):
        read(TABLE, format="sick", columns={"text": "text", "hypothesis": "hypothesis"})


def test_format_may_be_given(read: Reader):
    assert list(read(TABLE, format="csv")) == PAIRS
    with pytest.raises(InputError, match="data: line 1: no column 'index'"):
        list(read(TABLE, format="glue"))


_SAME_IN_ALL = {
    "xml": '<?xml version="1.0" encoding="utf-16"?><pair id="1"><t>a\n\u010a</t><h>b</h></pair>',
    "csv": 'id,text,hypothesis\r\n1,"a\n\u010a",b\r\n',
    "json lines": '\n{"id": "1", "text": "a\\n\u010a", "hypothesis": "b"}\n',
}


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
@pytest.mark.parametrize("content", _SAME_IN_ALL.values(), ids=_SAME_IN_ALL)
def test_utf16_with_its_mark_is_read(read: Reader, mark: bytes, content: str):
    encoding = "utf-16-le" if mark == codecs.BOM_UTF16_LE else "utf-16-be"
    # The second byte of this character is that of a line break.
    assert list(read(mark + content.encode(encoding))) == [Pair("1", "a\n\u010a", "b")]
    stream = read(mark + content.encode(encoding)[:-1])
    with pytest.raises(InputError, match="data: is damaged or cut short; save the file as UTF-8"):
        list(stream)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-32"])
def test_other_encodings_are_named(read: Reader, encoding: str):
    with pytest.raises(InputError, match=r"data: is UTF-.*; save the file as UTF-8$"):
        read('<?xml version="1.0"?><pair/>'.encode(encoding))


@pytest.mark.parametrize("content", _SAME_IN_ALL.values(), ids=_SAME_IN_ALL)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_two_byte_order_marks_are_one_too_many(read: Reader, content: str, encoding: str):
    with pytest.raises(InputError, match="data: starts with two byte-order marks; remove one"):
        read(("\ufeff\ufeff" + content).encode(encoding))


def test_byte_that_is_not_utf8_is_located(read: Reader):
    stream = read(TABLE.encode() + b"caf\xe9,e\n")
    with pytest.raises(InputError, match=r"data: byte 0xe9 at offset 27 \(line 4\) is not UTF-8"):
        list(stream)


def test_other_declared_encoding_is_no_excuse(read: Reader):
    content = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<pair id="1"><t>é</t><h>b</h></pair>'
    with pytest.raises(
        InputError, match=r"byte 0xe9 at offset 60 \(line 2\).*save the file as UTF-8"
    ):
        list(read(content.encode("latin-1")))


@pytest.mark.parametrize("part", ["text", "hypothesis"])
def test_empty_snippet_is_kept_with_a_warning(read: Reader, part: str):
    content = "id,text,hypothesis\n7,a,b\n".replace("a,b", " ,b" if part == "text" else "a,")
    with pytest.warns(InputWarning, match=f"data: line 2: pair '7' has an empty {part}"):
        (pair,) = read(content)
    assert getattr(pair, part) == ""


def test_repeated_id_is_found_far_apart(read: Reader):
    ids = [*range(2000), 3]
    content = "id,text,hypothesis\n" + "".join(f"{number},a,b\n" for number in ids)
    with pytest.raises(InputError, match="data: line 2002: id '3' is repeated"):
        list(read(content))


def test_missing_file_is_reported(tmp_path: Path):
    with pytest.raises(InputError, match=r"none.xml: no such file"):
        read_pairs(tmp_path / "none.xml")


def test_exotic_characters_are_read_as_they_are(read: Reader):
    text = "a\x01\x7f 👩\u200d🔬 שלום \u202e \ufeff z"
    (pair,) = read(f"text\thypothesis\n{text}\tb\n")
    assert pair.text == text


def _as_table(separator):
    def table(labels):
        rows = [("text", "hypothesis", "label"), *(("a", "b", label) for label in labels)]
        return "".join(separator.join(row) + "\n" for row in rows)

    return table


def _as_lines(labels):
    rows = [{"premise": "a", "hypothesis": "b", "label": label} for label in labels]
    return "".join(json.dumps(row) + "\n" for row in rows)


def _as_array(labels):
    return f"[{','.join(_as_lines(labels).splitlines())}]"


def _as_snli(labels):
    rows = [
        {"pairID": str(number), "sentence1": "a", "sentence2": "b", "gold_label": label}
        for number, label in enumerate(labels)
    ]
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.mark.parametrize(
    "written", [_as_table(","), _as_table("\t"), _as_lines, _as_array, _as_snli]
)
def test_no_beside_unknown_is_contradiction_wherever_unknown_stands(tmp_path, written):
    path = tmp_path / "pairs"
    entailed, contradicted = Label.ENTAILMENT, Label.CONTRADICTION
    for unknown in ("UNKNOWN", "neutral"):
        path.write_text(written(["No", "YES", "NO", unknown]))
        labels = [pair.label for pair in load_pairs(path)]
        assert labels == [contradicted, entailed, contradicted, Label.UNKNOWN]
    path.write_text(written(["NO", "YES", "NO"]))
    labels = [pair.label for pair in load_pairs(path)]
    assert labels == [Label.NO_ENTAILMENT, entailed, Label.NO_ENTAILMENT]
    path.write_text(written(["TRUE", "FALSE", "UNKNOWN"]))
    assert [pair.label for pair in load_pairs(path)][1] is Label.NO_ENTAILMENT


def test_files_of_words_or_without_labels_are_read_once(tmp_path, monkeypatch):
    reads = []
    read = registry.get("formats", "jsonl").read

    def counting(self, text):
        for record in read(self, text):
            reads.append(record.line)
            yield record

    monkeypatch.setattr(registry.get("formats", "jsonl"), "read", counting)
    path = tmp_path / "pairs"
    for label in ("entailment", "1", None):
        reads.clear()
        path.write_text(_as_lines([label] * 5).replace(', "label": null', ""))
        list(read_pairs(path, label_order=["neutral", "entailment"]))
        assert reads == [1, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize(
    "content",
    [
        TABLE,
        TABLE.replace(",", "\t"),
        '{"text": "a", "hypothesis": "b"}\n{"text": "c", "hypothesis": "d"}\n',
    ],
)
def test_lines_that_end_in_carriage_returns_alone(tmp_path, content, encoding):
    (tmp_path / "pairs").write_bytes(content.replace("\n", "\r").encode(encoding))
    assert load_pairs(tmp_path / "pairs") == PAIRS
    with read_pairs(tmp_path / "pairs") as stream:
        assert stream.count() == 2
