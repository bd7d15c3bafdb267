"""Documents from files of every format, well-formed and not."""

import gzip
import json
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.lexicon.corpus import formats as corpus_formats
from rte_baselines.lexicon.corpus.corpora import Corpus, Document

REUTERS = """<!DOCTYPE lewis SYSTEM "lewis.dtd">
<REUTERS TOPICS="YES" NEWID="1">
<DATE> 1-JAN-1987</DATE><PLACES><D>malta</D></PLACES>
<TEXT>&#2;
<TITLE>FERRY &lt;FRY> SINKS</TITLE>
<DATELINE>    VALLETTA, Jan 1 - </DATELINE><BODY>The ferry sank
&amp; nobody drowned.
 Reuter
&#3;</BODY></TEXT>
</REUTERS>
<REUTERS NEWID="2">
<TEXT TYPE="BRIEF">&#2;
******<TITLE>FERRY RAISED
</TITLE>Blah blah blah.
&#3;

</TEXT>
</REUTERS>
<REUTERS NEWID="3">
<TEXT TYPE="UNPROC">&#2;
ferry sails again
&#3;</TEXT>
</REUTERS>
"""


@pytest.fixture
def write(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def documents(*paths, **options):
    return list(Corpus(paths, **options))


def error_of(*paths, **options):
    with pytest.raises(InputError) as raised:
        documents(*paths, **options)
    message = str(raised.value)
    assert "\n" not in message
    return message


FERRIES = [
    ("FERRY <FRY> SINKS", "The ferry sank\n& nobody drowned."),
    ("FERRY RAISED", "******"),
    ("", "ferry sails again"),
]
OLD = [("Ferry, old", "It\nsank")]
TREC = (
    "<DOC><DOCNO>1</DOCNO><HEADLINE>A ferry</HEADLINE><TEXT>\n<P>\nIt sank.\n</P></TEXT></DOC>"
    "<doc id='2'><text>It floats.</text></doc>\n"
)


@pytest.mark.parametrize(
    ("name", "content", "columns", "expected"),
    [
        ("r.sgm", REUTERS, (), FERRIES),
        ("R.SGM.GZ", gzip.compress(REUTERS.encode()), (), FERRIES),
        ("t.sgml", TREC, (), [("A ferry", "It sank."), ("", "It floats.")]),
        ("a.txt", "A ferry.\n\nIt sank.\n", (), [("", "A ferry.\n\nIt sank.")]),
        ("a.txt", b"\xef\xbb\xbfferry", (), [("", "ferry")]),
        ("h.csv", 'title,kind,text\n"Ferry, old",1,"It\nsank"\n', (), OLD),
        ("n.csv", '1,"Ferry, old","It\nsank"\n', ("3", "2"), OLD),
        ("o.csv", 'a,b\n"Ferry, old","It\nsank"\n', ("b", "a"), OLD),
        ("j.jsonl", '\n{"title": "Ferry, old", "text": "It\\nsank"}\n', (), OLD),
        ("t.tsv", 'title\ttext\r\n"Old"\tIt sank\r\n\r\n', (), [('"Old"', "It sank")]),
        # News from the web is mended.
        ("a.txt", "a  #36;5 fare", (), [("", "a $5 fare")]),
        ("a.txt", "it doesn #39;t sink", (), [("", "it doesn't sink")]),
        ("a.txt", "Salt &amp; Co &lt;SLT.N&gt;", (), [("", "Salt & Co <SLT.N>")]),
        ("a.txt", '&lt;A HREF="x"&gt;Ferry&lt;/A&gt;', (), [("", "Ferry")]),
        ("a.txt", "a\\second for \\$5", (), [("", "a second for $5")]),
        # A title is not needed.
        ("t.csv", "text\nIt sank\n", (), [("", "It sank")]),
        ("n.csv", "1,title\n", ("2",), [("", "title")]),
        # Documents without text are left out, and half a character is replaced.
        ("t.jsonl", '{"text": ""}\n{"text": " - "}\n{"text": "sank"}\n', (), [("", "sank")]),
        ("a.jsonl", '{"text": "a \\ud83d"}\n', (), [("", "a \ufffd")]),
    ],
)
def test_documents_of_a_file(write, name, content, columns, expected):
    options = dict(zip(("text_column", "title_column"), columns, strict=False))
    found = documents(write(name, content), **options)
    assert found == [Document(*parts) for parts in expected]


def test_folders_are_searched_in_order(write, tmp_path):
    for name in ("b/2.txt", "a/1", "z.3", ".hidden.txt", ".git/x.txt", "a.pdf"):
        write(f"c/{name}", name)
    with pytest.warns(InputWarning, match=r"files ending in \.pdf were skipped"):
        # A file that is named twice is read once.
        found = documents(tmp_path / "c", tmp_path / "c" / "a" / "1")
    assert [document.text for document in found] == ["a/1", "b/2.txt", "z.3"]


def test_broken_bytes_are_replaced_and_counted_once(write):
    # One that stands alone, one cut short, and a genuine replacement character.
    corpus = Corpus([write("a.txt", b"caf\xe9 \xe2\x82 " + "\ufffd".encode() + b"\n")])
    with pytest.warns(InputWarning, match=r"a\.txt: 2 broken characters") as caught:
        assert [document.text for document in corpus] == ["caf\ufffd \ufffd \ufffd"]
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(corpus)) == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "title,text\na,b\nc\n", "line 3: 1 column instead of 2"),
        ("a.csv", "head,body\n", "line 1: no column or field 'text'; it has head, body"),
        ("a.csv", 'text\n"a\n', "line 2: malformed CSV"),
        ("a.jsonl", '{"text": "a"}\n{"text"\n', "line 2: malformed JSON"),
        ("a.jsonl", '{"text": 1}\n', "line 1: 'text' is not a string"),
        ("a.jsonl", '{"body": "a"}\n', "line 1: no column or field 'text'; it has body"),
        ("a.jsonl", "[" * 100_000, "line 1: JSON that is too deep or too long"),
        ("a.sgm", "\n<REUTERS>\n<TEXT>a\n", "line 2: the document that starts here has no end"),
        ("a.txt", b"a\n\0b\n", "line 2: is not text (it has a zero byte)"),
        ("a.txt.gz", b"\x1f\x8bjunk", "the gzip file is damaged or cut short"),
    ],
)
def test_errors_name_file_and_line(write, name, content, message):
    path = write(name, content)
    assert error_of(path).startswith(f"{path}: {message}")


@pytest.mark.parametrize("content", ["", "\n", "... -- ...", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("name", ["a.txt", "a.sgm", "a.csv"])
def test_a_corpus_without_text(write, name, content):
    path = write(name, content)
    options = {"text_column": "1"} if name == "a.csv" else {}
    assert error_of(path, **options) == f"{path}: there is no text in the corpus"


def test_what_is_not_there(tmp_path):
    assert error_of(tmp_path / "absent") == f"{tmp_path / 'absent'}: no such file or folder"
    assert "no files to read" in error_of(tmp_path)
    assert "no files to read" in error_of()


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.txt", "a b\n" * 9), ("a.sgm", "<DOC>\n" + "a b\n" * 9), ("a.txt", "a" * 33)],
)
def test_what_is_too_long_for_a_document(write, monkeypatch, name, content):
    monkeypatch.setattr(corpus_formats, "LONGEST", 32)
    assert "line 1: " in (message := error_of(write(name, content)))
    assert "is longer than" in message


@given(st.lists(st.text(st.characters(exclude_characters="\\#&<", exclude_categories=["Cs"]))))
def test_any_text_survives_json(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("json") / "a.jsonl"
    lines = [json.dumps({"text": text}) for text in [*texts, "ferry"]]
    path.write_text("\n".join(lines))
    expected = [text.strip() for text in texts if any(map(str.isalnum, text))]
    assert [document.text for document in documents(path)] == [*expected, "ferry"]
