"""Gold labels, of pairs or of ids alone."""

import gzip
import io

import pytest

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Pair, load_pairs
from rte_baselines.runs import read_gold

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
CONTRADICTION, UNKNOWN = Label.CONTRADICTION, Label.UNKNOWN


@pytest.fixture
def gold(tmp_path):
    def read_content(content, **options):
        path = tmp_path / "gold.txt"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        with read_gold(path, **options) as stream:
            return list(stream)

    return read_content


def test_pairs_are_read_as_read_pairs_does():
    with read_gold("sample:test") as stream:
        assert list(stream) == load_pairs("sample:test")
    assert stream.skipped == 0


@pytest.mark.parametrize(
    "content",
    [
        '<entailment-corpus><pair id="1" entailment="YES"><t>a</t><h>b</h></pair>'
        "</entailment-corpus>",
        '{"pairID": "1", "sentence1": "a", "sentence2": "b", "gold_label": "entailment"}\n',
        "id,text,hypothesis,label\n1,a,b,YES\n",
        "index\tsentence1\tsentence2\tlabel\n1\ta\tb\tentailment\n",
    ],
)
def test_pairs_keep_their_texts(gold, content):
    assert gold(content) == [Pair("1", "a", "b", label=YES)]


def test_columns_or_a_format_say_that_there_are_pairs(gold):
    columns = {"text": "p", "hypothesis": "h", "label": "label", "id": "id"}
    found = gold("id,label,p,h\n1,neutral,a,b\n", columns=columns)
    assert found == [Pair("1", "a", "b", label=UNKNOWN)]
    with pytest.raises(InputError, match="no column of a known name for the text and the"):
        gold("id,label\n1,neutral\n", format="csv")


@pytest.mark.parametrize(
    "content",
    [
        "1 YES\n2 NO\n3 UNKNOWN\n",
        "id\tlabel\n1\tYES\n2\tNO\n3\tUNKNOWN\n",
        "pairID,gold_label\n1,entailment\n2,contradiction\n3,neutral\n",
        '{"id": 1, "label": "YES"}\n{"id": 2, "label": "NO"}\n{"id": 3, "label": "UNKNOWN"}\n',
    ],
)
def test_ids_with_labels_are_pairs_without_texts(gold, content, recwarn):
    labels = [YES, CONTRADICTION, UNKNOWN]
    assert gold(content) == [
        Pair(str(number), "", "", label=label) for number, label in enumerate(labels, start=1)
    ]
    assert not recwarn


@pytest.mark.parametrize(
    "content",
    [
        "id,task,label\n1,IE,YES\n2,,NO\n",
        '{"id": "1", "task": "IE", "label": "YES"}\n{"id": "2", "task": null, "label": "NO"}\n',
    ],
)
def test_tasks_are_kept(gold, content):
    assert gold(content) == [Pair("1", "", "", "IE", YES), Pair("2", "", "", None, NO)]


def test_gold_labels_win_over_predictions(gold):
    (pair,) = gold("id,prediction,label,gold_label\n1,entailment,entailment,neutral\n")
    assert pair.label is UNKNOWN
    (pair,) = gold('{"id": 1, "prediction": "entailment", "label": "neutral"}\n')
    assert pair.label is UNKNOWN


def test_numbers_in_a_stated_order(gold):
    order = ["entailment", "neutral", "contradiction"]
    assert [pair.label for pair in gold("1 0\n2 2\n", label_order=order)] == [YES, CONTRADICTION]
    with pytest.raises(InputError, match=r"gold\.txt: .* line 1: label 0 is a number; state"):
        gold("1 0\n2 2\n")


def test_pairs_without_agreement_are_left_out(tmp_path):
    path = tmp_path / "gold.csv"
    path.write_text("pairID,task,gold_label\na,IE,-\nb,IR,neutral\n")
    stream = read_gold(path)
    assert list(stream) == [Pair("b", "", "", "IR", UNKNOWN)]
    assert (stream.skipped, stream.skipped_ids) == (1, ["a"])


@pytest.mark.parametrize(
    "content",
    [
        "pairID,gold_label\na,-1\nb,1\nc,-1\n",
        "a -1\nb 1\nc -1.0\n",
        '{"id": "a", "label": -1}\n{"id": "b", "label": 1}\n{"id": "c", "label": -1.0}\n',
        "id,text,hypothesis,label\na,x,y,-1\nb,,,1\n c ,x,y,-1\n",
        '{"pairID": "a", "sentence1": "x", "sentence2": "y", "gold_label": -1}\n'
        '{"pairID": "b", "sentence1": "x", "sentence2": "y", "gold_label": 1}\n'
        '{"pairID": "c", "sentence1": "x", "sentence2": "y", "gold_label": "-"}\n',
    ],
)
@pytest.mark.filterwarnings("ignore:.*has an empty")
def test_numbers_for_pairs_without_agreement_where_an_order_is_stated(tmp_path, content):
    path = tmp_path / "gold.txt"
    path.write_text(content)
    stream = read_gold(path, label_order=["entailment", "neutral", "contradiction"])
    (pair,) = stream
    assert (pair.id, pair.label) == ("b", UNKNOWN)
    assert (stream.skipped, stream.skipped_ids) == (2, ["a", "c"])
    with pytest.raises(InputError, match="label -1 is a number; state the order"):
        list(read_gold(path))


def test_compressed_files_and_standard_input(gold, monkeypatch):
    expected = [Pair("1", "", "", label=YES)]
    assert gold(gzip.compress(b"1 YES\n")) == expected
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 YES\n")))
    assert list(read_gold("-")) == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("words\n", "'words' is not the start of a known run format; expected RTE XML or"),
        ("1 YES\n2 NO\n3 UNKN", "line 3: unknown label 'UNKN'"),
        ('{"premise": "a", "label": "neutral"}\n', "line 1: field 'id' is missing"),
        ("1 YES\n1 NO\n", "id '1' is repeated"),
        ("id,label\n1,-\n", "holds no judgments"),
    ],
)
def test_what_is_neither_says_what_was_expected_of_both(gold, content, message):
    with pytest.raises(InputError) as caught:
        gold(content)
    found = str(caught.value)
    assert "gold.txt: the content is of no known format (" in found
    assert f"; read as ids with labels: {message}" in found
    assert "\n" not in found


def test_what_cannot_be_read_at_all(gold, tmp_path):
    with pytest.raises(InputError, match=r"gold\.txt: is empty$"):
        gold(" \n")
    with pytest.raises(InputError, match=r"gold\.txt: byte 0xff at offset 6 \(line 2\)"):
        gold(b"1 YES\n\xff NO\n")
    with pytest.raises(InputError, match="no such file"):
        read_gold(tmp_path / "absent")
    with pytest.raises(InputError, match="unknown dataset"):
        read_gold("rte9:dev")
