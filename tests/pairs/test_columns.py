"""Columns as a user spells them, and those that need no spelling."""

import json
import re
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.advice import advising_options
from rte_baselines.errors import InputError, InputWarning
from rte_baselines.pairs import Label, Pair, parse_columns
from rte_baselines.pairs.columns import NAMES, PARTS, find_columns
from tests.pairs.conftest import Reader


def test_spelling():
    assert parse_columns("text=premise, hypothesis=claim (short) ,label=a=b") == {
        "text": "premise",
        "hypothesis": "claim (short)",
        "label": "a=b",
    }
    assert parse_columns("label=,id = key") == {"label": "", "id": "key"}


@pytest.mark.parametrize(
    ("spelling", "message"),
    [
        ("", "not of the form part=column"),
        ("text", "not of the form"),
        ("text=,hypothesis=b", "text= names no column"),
        ("text=a,text=b,hypothesis=c", "'text' is named twice"),
        ("text=a,hypothesis=a", "'a' is named for two parts"),
        ("text=0,hypothesis=1", "0 is not a column; columns are numbered from 1"),
        ("text=a,hypothesis=b,gold=c", "'gold' is unknown; expected id, text, hypothesis"),
        ("text=1", "hypothesis is missing"),
        ("hypothesis=1,label=2", "text is missing"),
        ("text=1,hypothesis=claim", "name all of them, or number all"),
    ],
)
def test_what_is_wrong_is_said(spelling: str, message: str):
    with pytest.raises(InputError, match=message):
        parse_columns(spelling)


PAIR = Pair("7", "Ada sang.", "Ada hummed; or not, maybe.", "IE", Label.UNKNOWN)
VALUES = (PAIR.id, PAIR.text, PAIR.hypothesis, PAIR.task, "neutral")


def table(names, separator, values=VALUES):
    rows = (
        [f'"{field}"' if separator in field else field for field in row] for row in (names, values)
    )
    return "".join(separator.join(row) + "\n" for row in rows)


WRITERS = {
    "commas": lambda names, values=VALUES: table(names, ",", values),
    "semicolons": lambda names, values=VALUES: table(names, ";", values),
    "tabs": lambda names, values=VALUES: table(names, "\t", values),
    "lines": lambda names, values=VALUES: json.dumps(dict(zip(names, values, strict=True))) + "\n",
    "array": lambda names, values=VALUES: json.dumps(
        [dict(zip(names, values, strict=True))], indent=1
    ),
}
written = pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)


@st.composite
def _spellings(draw: st.DrawFn) -> list[str]:
    """Draw a known name for each part, in any case, its words joined in any way."""
    joint = st.sampled_from(["_", "-", " ", ""])
    change = st.sampled_from([str, str.upper, str.title])
    return [
        draw(change)(draw(st.sampled_from(NAMES[part])).replace("_", draw(joint))) for part in PARTS
    ]


@pytest.mark.slow
@given(names=_spellings(), order=st.permutations(PARTS))
def test_known_names_are_found_however_they_are_spelled(names: list[str], order: list[str]):
    spelled = dict(zip(PARTS, names, strict=True))
    assert find_columns(["", "notes", *(spelled[part] for part in order)]) == spelled


@written
@pytest.mark.parametrize(
    "names",
    [
        ("id", "premise", "hypothesis", "task", "label"),
        ("pairID", "sentence1", "sentence2", "Task", "gold_label"),
        ("pair_ID", "Sentence A", "Sentence B", "TASK", "Entailment-Judgment"),
        ("idx", "text_a", "text_b", "task", "entailment"),
        ("guid", "context", "claim", "task", "label"),
        ("uid", "document", "summary", "task", "label"),
        ("index", "text", "hypothesis", "task", "label"),
        # GLUE's QNLI: the sentence is what answers the question, or not.
        ("index", "sentence", "question", "task", "label"),
    ],
)
def test_tables_and_objects_with_known_names_need_no_option(read: Reader, write, names):
    assert list(read(write(names))) == [PAIR]
    assert list(read(write(names), columns={"text": names[1]})) == [PAIR]
    assert next(read(write(names), columns={"label": ""})).label is None


@written
@pytest.mark.parametrize(
    ("names", "rivals", "option"),
    [
        (
            ["premise", "context", "hypothesis"],
            "'premise', 'context'",
            "text=premise,hypothesis=hypothesis",
        ),
        (
            ["sentence1", "sentence2", "text"],
            "'text', 'sentence1'",
            "text=text,hypothesis=sentence2",
        ),
        (["text", "claim", "summary"], "'claim', 'summary'", "text=text,hypothesis=claim"),
        (["text", "Text", "claim"], "'text', 'Text'", "text=text,hypothesis=claim"),
        (["text", "claim", "label", "gold_label"], "'gold_label', 'label'", "label=gold_label"),
        (["ID", "id", "text", "claim"], "'ID', 'id'", "id=ID"),
    ],
)
def test_two_columns_for_one_part_are_refused(read: Reader, write, names, rivals, option):
    content = write(names, ["a", "b", "c", "yes"][: len(names)])
    message = f"columns {rivals} may each hold .*: --columns {re.escape(option)}$"
    with (
        advising_options(),
        pytest.raises(InputError, match=rf"data: line \d: {message}"),
    ):
        list(read(content))
    settled = parse_columns(option)
    with pytest.raises(InputError, match=re.escape(f": columns={settled}") + "$"):
        list(read(content))
    assert len(list(read(content, columns=settled))) == 1


@written
def test_what_is_not_named_is_found(read: Reader, write):
    content = write(["id", "s", "hypothesis", "note", "gold"])
    found = Pair("7", PAIR.text, PAIR.hypothesis, None, Label.UNKNOWN, {"note": "IE"})
    assert list(read(content, columns={"text": "s"})) == [found]
    assert list(read(content, columns={"text": "S ", "label": "gold"})) == [found]


@written
def test_what_is_not_found_is_to_be_named_as_it_is_said(read: Reader, write):
    content = write(["id", "premise", "my claim", "task", "label"])
    with (
        advising_options(),
        pytest.raises(InputError, match="among 'id', 'premise', 'my claim', 'task'") as caught,
    ):
        read(content)
    option = shlex.split(str(caught.value).partition("--columns ")[2].partition(", or")[0])[0]
    assert option == "text=premise,hypothesis=my claim"
    assert list(read(content, columns=parse_columns(option))) == [PAIR]


@written
@pytest.mark.parametrize("column", ["gold", "prediction"])
def test_predictions_are_no_labels(read: Reader, write, column: str):
    names = ["id", "text", "claim", "prediction", "gold"]
    values = ["1", "a", "b", "contradiction", "neutral"]
    (pair,) = read(write(names, values), columns={"label": column})
    assert pair.label is (Label.UNKNOWN if column == "gold" else Label.CONTRADICTION)
    (pair,) = read(write(names[:4], values[:4]))
    assert (pair.label, pair.attributes) == (None, {"prediction": "contradiction"})


@written
def test_a_column_for_each_label_is_none_of_labels(read: Reader, write):
    names = ["id", "text", "claim", "entailment", "neutral"]
    (pair,) = read(write(names, ["1", "a", "b", "0.25", "0.75"]))
    assert (pair.label, pair.attributes) == (None, {"entailment": "0.25", "neutral": "0.75"})


@written
def test_words_that_are_no_labels_are_located(read: Reader, write):
    content = write(["id", "text", "claim", "topic", "label"], ["1", "a", "b", "neutral", "sports"])
    with pytest.raises(
        InputError, match=r"data: line \d: pair '1': unknown label 'sports'"
    ) as caught:
        list(read(content))
    assert "it is in column 'label'" in str(caught.value)
    assert (
        "name it (columns={'label': 'COLUMN'}), and if none does, give columns={'label': ''}"
        in (str(caught.value))
    )
    (pair,) = read(content, columns={"label": "topic"})
    assert pair.label is Label.UNKNOWN
    (pair,) = read(content, columns=parse_columns("label="))
    assert (pair.label, pair.attributes["label"]) == (None, "sports")


def test_objects_may_lack_labels_and_may_not_change_names(read: Reader):
    first = {"premise": "a", "hypothesis": "b"}

    def content(**second: object) -> str:
        return "".join(json.dumps(fields) + "\n" for fields in (first, {**first, **second}))

    assert [pair.label for pair in read(content(label="yes"))] == [None, Label.ENTAILMENT]
    with pytest.raises(
        InputError, match="line 2: 'idx' holds the id, and no field in earlier objects"
    ):
        list(read(content(idx=3)))
    with pytest.raises(InputError, match="line 2: columns 'premise', 'context' may each hold"):
        list(read(content(context="c")))


def test_a_header_is_no_pair_though_columns_are_numbered(read: Reader):
    columns = {"text": "2", "hypothesis": "3"}
    with pytest.raises(
        InputError,
        match=r"line 1: is a header, .*: columns={'text': 'Premise', 'hypothesis': 'claim'}$",
    ):
        list(read("id,Premise,claim\n1,a,b\n", columns=columns))
    with pytest.raises(InputError, match="line 1: no column '3' for the hypothesis"):
        list(read("1,a\n", columns=columns))


def test_what_separates_numbered_columns(read: Reader):
    columns = {"text": "2", "hypothesis": "3"}
    sentences = "1;Ada sang, and left.;Ada left.\n2;Bo sang.;Bo, who left, hummed, or not.\n"
    assert [pair.text for pair in read(sentences, columns=columns)] == [
        "Ada sang, and left.",
        "Bo sang.",
    ]
    with pytest.raises(InputError, match="the columns may be separated by commas or by semicolons"):
        list(read("1,2;3,4;5\n", columns=columns))


def test_a_table_without_header_is_to_be_numbered(read: Reader):
    with pytest.raises(
        InputError, match=r"'Ada sang.', 'Bo sang.'.*: columns={'text': '1', 'hypothesis': '2'}$"
    ):
        read("Ada sang.\tBo sang.\tneutral\n")


@pytest.mark.slow
def test_thousands_of_columns_are_named_in_one_short_line(read: Reader):
    names = [f"column {number}" for number in range(5000)]
    for columns in (None, {"text": "absent"}):
        with pytest.raises(InputError) as caught:
            list(read(",".join(names) + "\n" + ",".join("x" for _ in names), columns=columns))
        assert len(str(caught.value)) < 700


def test_columns_without_a_name_are_left_out(read: Reader):
    assert list(read(",premise,hypothesis,,\n0,a,b,,c\n")) == [Pair("1", "a", "b")]


def test_glue_and_snli_are_known_by_all_of_their_names(read: Reader):
    with read("index\tpairID\tsentence1\tsentence2\tgold_label\n0\t1n\ta\tb\tneutral\n") as stream:
        assert list(stream) == [Pair("1n", "a", "b", None, Label.UNKNOWN, {"index": "0"})]
    with read('{"idx": 0, "sentence1": "a", "sentence2": "b", "label": "neutral"}\n') as stream:
        assert list(stream) == [Pair("0", "a", "b", None, Label.UNKNOWN)]


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("id,satz,aussage", {"id": "1", "text": "2", "hypothesis": "3"}),
        ("satz,aussage,label", {"text": "1", "hypothesis": "2", "label": "3"}),
    ],
)
def test_a_header_shows_by_its_id_or_label_too(read: Reader, header, columns):
    with pytest.raises(InputError, match="is a header, though the columns are numbered"):
        list(read(f"{header}\nA cat sat.,A cat did.,A cat.\n", columns=columns))


@pytest.mark.filterwarnings("error")
def test_what_may_be_a_header_is_asked_about(read: Reader):
    columns = {"text": "1", "hypothesis": "2"}
    with pytest.warns(
        InputWarning, match="if it is a header, name them: columns={'text': 'satz', "
    ):
        assert len(list(read("satz,aussage\nA cat sat.,It did.\n", columns=columns))) == 2
    assert len(list(read("A cat sat.,It did.\nsatz,aussage\n", columns=columns))) == 2
    labelled = {**columns, "label": "3"}
    (pair,) = read("A cat sat.,It did.,entailment\n", columns=labelled)
    assert pair.label is Label.ENTAILMENT
