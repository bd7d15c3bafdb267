"""JSON Lines: our own, SNLI's, and those with named fields."""

import json
import re
from pathlib import Path

import pytest

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Pair, load_pairs, write_pairs
from tests.pairs.conftest import Reader


def lines(*objects: object) -> str:
    return "".join(json.dumps(fields) + "\n" for fields in objects)


OURS = {"id": "1", "text": "a", "hypothesis": "b"}
SNLI = {"pairID": "7.jpg#0r1n", "sentence1": "a", "sentence2": "b", "gold_label": "neutral"}


def test_our_own(read: Reader):
    stream = read(
        lines(
            {**OURS, "task": "IE", "label": "CONTRADICTION", "phenomenon": "number"},
            {**OURS, "id": 2, "label": None, "scores": [1, 2], "nothing": None},
        )
    )
    assert list(stream) == [
        Pair("1", "a", "b", "IE", Label.CONTRADICTION, {"phenomenon": "number"}),
        Pair("2", "a", "b", None, None, {"scores": "[1, 2]"}),
    ]
    assert stream.format == "jsonl"


def test_snli_skips_and_counts_pairs_without_consensus(read: Reader):
    stream = read(
        lines(
            {**SNLI, "gold_label": "-"},
            {**SNLI, "sentence1_parse": "(ROOT a)", "captionID": "7.jpg"},
            {**SNLI, "gold_label": "-"},
        )
    )
    assert list(stream) == [
        Pair("7.jpg#0r1n", "a", "b", None, Label.UNKNOWN, {"captionID": "7.jpg"})
    ]
    assert (stream.format, stream.skipped) == ("snli", 2)


def test_file_without_any_consensus_holds_no_pair(read: Reader):
    with pytest.raises(InputError, match="holds no pair with a label"):
        list(read(lines({**SNLI, "gold_label": "-"})))


def test_named_fields(read: Reader):
    columns = {"text": "premise", "hypothesis": "claim", "label": "gold", "id": "key"}
    content = lines({"key": 5, "premise": "a", "claim": "b", "gold": "yes", "id": "x"})
    assert list(read(content, columns=columns)) == [
        Pair("5", "a", "b", None, Label.ENTAILMENT, {"id": "x"})
    ]


def test_without_ids_the_objects_are_numbered(read: Reader):
    content = lines({"text": "a", "hypothesis": "b"}, {"text": "c", "hypothesis": "d"})
    assert [pair.id for pair in read("\n" + content.replace("\n", "\n\n"))] == ["1", "2"]


def test_named_id_must_be_there(read: Reader):
    columns = {"text": "text", "hypothesis": "hypothesis", "id": "key"}
    with pytest.raises(InputError, match="data: line 1: no column 'key' for the id; it has 'id'"):
        list(read(lines(OURS), columns=columns))


def test_very_long_first_text_is_recognized(read: Reader):
    (pair,) = read(lines({**OURS, "text": "word " * 20_000}))
    assert len(pair.text.split()) == 20_000


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "2", "text": "a"', "line 3, column 24: malformed JSON"),
        ("[1]", "line 3: is not a JSON object"),
        ('{"id": "2", "text": "a"}', "line 3: pair '2' has no hypothesis"),
        ('{"text": "a", "hypothesis": "b"}', "line 3: the pair has no id"),
        ('{"id": "2", "text": null, "hypothesis": "b"}', "line 3: pair '2' has no text"),
        ('{"id": "2", "text": ["a"], "hypothesis": "b"}', "line 3: 'text' is not a string"),
        ('{"id": "2", "text": "\\uD83d", "hypothesis": "b"}', r"line 3: \\ud83d is half"),
        ('{"id": "1", "text": "c", "hypothesis": "d"}', "line 3: id '1' is repeated"),
        ("[" * 100_000, "line 3: JSON that is too deep"),
    ],
)
def test_unusable_line_is_located(read: Reader, line: str, message: str):
    with pytest.raises(InputError, match=f"data: {message}"):
        list(read(lines(OURS) + "\n" + line))


@pytest.mark.parametrize("value", ["true", "1.5", "[1]", '{"a": 1}', "Infinity", "NaN"])
def test_an_id_that_is_no_string_or_whole_number_is_refused(read: Reader, value: str):
    line = f'{{"id": {value}, "text": "a", "hypothesis": "b"}}'
    expected = f"line 2: 'id' is {value}, which is no id; expected a string or a whole number"
    for content in (f"{lines(OURS)}{line}", f"[{lines(OURS).strip()},\n{line}]"):
        with pytest.raises(InputError, match=re.escape(expected)):
            list(read(content))


def test_whole_numbers_are_ids(read: Reader):
    made = [{**OURS, "id": value} for value in (7, 8.0, -1)]
    assert [pair.id for pair in read(lines(*made))] == ["7", "8.0", "-1"]


def test_escaped_emoji_is_a_whole_character(read: Reader):
    assert [pair.text for pair in read(lines({**OURS, "text": "👍"}))] == ["👍"]


def test_written_without_what_a_pair_does_not_have(tmp_path: Path):
    pairs = [Pair("1", "é\nè", "\0"), Pair("2", "a", "b", "QA", Label.UNKNOWN, {"length": "long"})]
    write_pairs(pairs, tmp_path / "out", "jsonl")
    assert (tmp_path / "out").read_text(encoding="utf-8").splitlines() == [
        '{"id": "1", "text": "é\\nè", "hypothesis": "\\u0000"}',
        '{"id": "2", "text": "a", "hypothesis": "b", "task": "QA", "label": "UNKNOWN", '
        '"length": "long"}',
    ]
    assert load_pairs(tmp_path / "out")[1] == pairs[1]


WORDS_AGREE, WORDS_DIFFER = ("not_entailment", "entailment"), ("entailment", "not_entailment")
BOOLEANS = "".join(
    f'{{"text": "a", "hypothesis": "b", "label": {label}}}\n' for label in ("true", "false")
)


def test_booleans_are_numbers_of_an_order_that_agrees_with_the_words(read: Reader):
    expected = [Label.ENTAILMENT, Label.NO_ENTAILMENT]
    assert [pair.label for pair in read(BOOLEANS, label_order=WORDS_AGREE)] == expected
    table = "text,hypothesis,label\na,b,True\na,b,False\n"
    for order in (None, WORDS_AGREE, WORDS_DIFFER):
        assert [pair.label for pair in read(table, label_order=order)] == expected
    with pytest.raises(InputError, match=r"line 1: pair '1': label True is a boolean, which has n"):
        list(read(BOOLEANS))
    message = "label True is a boolean, and the stated order says that 1 is NO_ENTAILMENT, which"
    with pytest.raises(InputError, match=message):
        list(read(BOOLEANS, label_order=WORDS_DIFFER))
    with pytest.raises(InputError, match="says that 1 is UNKNOWN, which the word true is not"):
        list(read(BOOLEANS, label_order=("entailment", "neutral", "contradiction")))


def test_two_fields_of_one_name_are_refused(read: Reader):
    twins = '{"id": "1", "text": "a", "hypothesis": "b", "label": "YES", "label": "NO"}'
    with pytest.raises(InputError, match="line 1: two fields have the same name, 'label'"):
        list(read(f"{twins}\n"))
    with pytest.raises(InputError, match="line 1: two fields have the same name, 'label'"):
        list(read(f"[{twins}]\n"))
