"""Tables: GLUE, SICK, e-SNLI, and those with named columns."""

import pytest

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Pair
from tests.pairs.conftest import Reader

NAMED = {"text": "premise", "hypothesis": "claim"}


def test_glue(read: Reader):
    stream = read(
        "index\tsentence1\tsentence2\tlabel\r\n"
        '0\t"Yes," he said, and left.\tHe left.\tentailment\r\n'
        "1\tHe stayed.\tHe left.\tnot_entailment\r\n"
    )
    assert list(stream) == [
        Pair("0", '"Yes," he said, and left.', "He left.", None, Label.ENTAILMENT),
        Pair("1", "He stayed.", "He left.", None, Label.NO_ENTAILMENT),
    ]
    assert stream.format == "glue"


def test_numbers_in_glues_columns_need_an_order(read: Reader):
    # GLUE's WNLI has the same columns as its RTE, and means the opposite by 0 and 1.
    content = "index\tsentence1\tsentence2\tlabel\n5\ta\tb\t0\n6\ta\tb\t1\n"
    with pytest.raises(InputError, match="line 2: pair '5': label 0 is a number; state the order"):
        list(read(content))
    order = (Label.NO_ENTAILMENT, Label.ENTAILMENT)
    assert [pair.label for pair in read(content, label_order=order)] == list(order)


def test_glue_without_labels(read: Reader):
    stream = read("index\tsentence1\tsentence2\n0\ta\tb\n")
    assert list(stream) == [Pair("0", "a", "b")]
    assert stream.format == "glue"


@pytest.mark.parametrize("label_column", ["entailment_label", "entailment_judgment"])
def test_sick(read: Reader, label_column: str):
    stream = read(
        f"pair_ID\tsentence_A\tsentence_B\trelatedness_score\t{label_column}\n"
        "1\ta\tb\t4.5\tNEUTRAL\n"
        "2\ta\tb\t4.9\tENTAILMENT\n"
        "9\ta\tb\t3.1\tCONTRADICTION\n"
    )
    pairs = list(stream)
    assert [pair.id for pair in pairs] == ["1", "2", "9"]
    assert [pair.label for pair in pairs] == [
        Label.UNKNOWN,
        Label.ENTAILMENT,
        Label.CONTRADICTION,
    ]
    assert pairs[0].attributes == {"relatedness_score": "4.5"}
    assert stream.format == "sick"


def test_esnli(read: Reader):
    stream = read(
        "pairID,gold_label,Sentence1,Sentence2,Explanation_1\r\n"
        '3.jpg#1r1e,entailment,"A man, old.",A man.,"He said: ""a man""\nis one."\r\n'
        "3.jpg#1r1n,-,a,b,\r\n"
    )
    explanation = {"Explanation_1": 'He said: "a man"\nis one.'}
    assert list(stream) == [
        Pair("3.jpg#1r1e", "A man, old.", "A man.", None, Label.ENTAILMENT, explanation)
    ]
    assert (stream.format, stream.skipped) == ("esnli", 1)


@pytest.mark.parametrize(("name", "separator"), [("csv", ","), ("tsv", "\t")])
def test_our_own_column_names_need_no_naming(read: Reader, name: str, separator: str):
    rows = [
        ["text", "hypothesis", "label", "task"],
        ["a", "b", "UNKNOWN", "IR"],
        ["c", "d", "", ""],
    ]
    stream = read("\n".join(separator.join(row) for row in rows))
    assert list(stream) == [Pair("1", "a", "b", "IR", Label.UNKNOWN), Pair("2", "c", "d")]
    assert stream.format == name


@pytest.mark.parametrize(("name", "separator"), [("csv", ","), ("tsv", "\t")])
def test_named_columns(read: Reader, name: str, separator: str):
    rows = [["gold", "claim", "premise", "label"], ["no", "b", "a", "x"]]
    stream = read(
        "\n".join(separator.join(row) for row in rows), columns={**NAMED, "label": "gold"}
    )
    assert list(stream) == [Pair("1", "a", "b", None, Label.NO_ENTAILMENT, {"label": "x"})]
    assert stream.format == name


def test_numbered_columns_mean_that_there_is_no_header(read: Reader):
    columns = {"label": "1", "text": "3", "hypothesis": "2"}
    pairs = read("yes\tb, c\ta\textra\nno\te\td\textra\n", columns=columns)
    assert list(pairs) == [
        Pair("1", "a", "b, c", None, Label.ENTAILMENT),
        Pair("2", "d", "e", None, Label.NO_ENTAILMENT),
    ]


def test_blank_lines_are_no_rows(read: Reader):
    pairs = read("\ntext\thypothesis\n\na\tb\n\nc\td\n\n")
    assert [pair.id for pair in pairs] == ["1", "2"]


def test_very_long_text(read: Reader):
    (pair,) = read("text,hypothesis\n" + "word " * 60_000 + ",b\n")
    assert len(pair.text.split()) == 60_000


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("premise,claim\na,b\nc\n", "line 3: 1 column instead of 2"),
        ("premise\tclaim\na\tb\tc\n", "line 2: 3 columns instead of 2"),
        (
            "premise,text\na,b\n",
            "line 1: no column 'claim' for the hypothesis; it has 'premise', 'text'",
        ),
        ("premise,claim,x,x\na,b,c,d\n", "line 1: two columns have the same name"),
        ('premise,claim\n"a\nb",c\n"d,e\n', "line 4: malformed CSV"),
        ('premise,claim\n"a"b,c\n', "line 2: malformed CSV"),
        ("premise,claim\n", "holds no pair"),
    ],
)
def test_unusable_table_is_located(read: Reader, content: str, message: str):
    with pytest.raises(InputError, match=f"data: {message}"):
        list(read(content, columns=NAMED))


def test_empty_id_is_missing(read: Reader):
    with pytest.raises(InputError, match="line 2: the pair has no index"):
        list(read("index\tsentence1\tsentence2\n\ta\tb\n"))


def test_numbers_are_labels_in_a_stated_order(read: Reader):
    content = "text,hypothesis,label\na,b,0\na,c,1\n"
    with pytest.raises(InputError, match="line 2: pair '1': label 0 is a number; state the order"):
        list(read(content))
    order = (Label.UNKNOWN, Label.ENTAILMENT)
    assert [pair.label for pair in read(content, label_order=order)] == list(order)
