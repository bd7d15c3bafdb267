"""Runs of other systems that repeat the texts of the pairs."""

import json

import pytest

from rte_baselines import evaluate
from rte_baselines.core.errors import InputWarning, RunError
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import check_run
from tests.records.typed import csv, json_lines

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
TOPICS = ["cats", "dogs", "birds", "fish", "horses"]
PAIRS = [
    Pair(str(number), f"Some {topic} aren't at home.", f"No {topic}, it's said.", label=label)
    for number, (topic, label) in enumerate(zip(TOPICS, (YES, NO, YES, NO, YES), strict=True))
]
OTHERS = [Pair(pair.id, f"Once {pair.text}", "Else.", label=pair.label) for pair in PAIRS]


def _rows(pairs):
    return [
        {
            "id": pair.id,
            "premise": pair.text,
            "hypothesis": pair.hypothesis,
            # One is wrong, as a run that is right everywhere may be the gold labels.
            "prediction": NO.value if pair.id == "4" else pair.label.value,
        }
        for pair in pairs
    ]


def _xml(rows):
    pairs = "".join(
        f'<pair id="{row["id"]}" entailment="{"YES" if row["prediction"] == YES else "NO"}">'
        f"<t>{row['premise']}</t><h>{row['hypothesis']}</h></pair>"
        for row in rows
    )
    return f"<entailment-corpus>{pairs}</entailment-corpus>"


def _csv(rows):
    return csv(rows[0], map(dict.values, rows))


every_format = pytest.mark.parametrize("form", [json_lines, json.dumps, _csv, _xml])


@every_format
def test_a_run_with_the_texts_of_another_dataset_is_refused(read, form):
    run = read(form(_rows(OTHERS)))
    assert check_run(run, OTHERS).ids == tuple("01234")
    for use in (check_run, lambda run, gold: evaluate(gold, run)):
        with pytest.raises(RunError) as caught:
            use(run, PAIRS)
        assert "text differs from that of the pair: 5 ('0', '1', '2', ...)" in str(caught.value)
        assert "another dataset or another version of its texts" in str(caught.value)


@pytest.mark.parametrize("form", [json_lines, _csv])
def test_predictions_in_another_order_are_refused(read, form):
    rows = _rows([PAIRS[1], PAIRS[0], *PAIRS[2:]])
    for row in rows:
        del row["id"]
    run = read(form(rows), in_order=True)
    with pytest.raises(RunError, match=r"text and hypothesis of another pair: 2 \('0', '1'\)"):
        check_run(run, PAIRS)
    assert check_run(run, [PAIRS[1], PAIRS[0], *PAIRS[2:]]).ids == tuple("10234")


@every_format
def test_ids_of_another_numbering_are_refused(read, form):
    rows = _rows(PAIRS)
    for row, other in zip(rows, "12340", strict=True):
        row["id"] = other
    with pytest.raises(RunError, match="text and hypothesis of another pair: 5"):
        check_run(read(form(rows)), PAIRS)


@pytest.mark.parametrize(
    "change",
    [
        str.lower,
        lambda text: text.replace("n't", " n't").replace(".", " . "),
        lambda text: text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}"),
        lambda text: "".join(filter(str.isalpha, text)),
    ],
)
def test_texts_that_were_normalized_are_the_same(read, change, recwarn):
    pairs = [
        Pair(pair.id, change(pair.text), change(pair.hypothesis), label=pair.label)
        for pair in PAIRS
    ]
    assert check_run(read(json_lines(_rows(pairs))), PAIRS).ids == tuple("01234")
    assert not recwarn


def test_texts_that_were_cut_are_the_same(read, recwarn):
    long = [Pair(pair.id, pair.text * 20, f"{pair.hypothesis * 20}", label=YES) for pair in PAIRS]
    cut = [Pair(pair.id, pair.text[:60] + "...", pair.hypothesis[:50], label=YES) for pair in long]
    assert check_run(read(json_lines(_rows(cut))), long).ids == tuple("01234")
    assert not recwarn


def test_accents_and_letters_of_other_scripts(read, recwarn):
    given = [Pair("0", "Le café", "Кошки"), Pair("1", "猫が好き", "Straße")]
    pairs = [Pair(pair.id, pair.text, pair.hypothesis, label=YES) for pair in given]
    plain = [Pair("0", "le cafe\N{COMBINING ACUTE ACCENT}", "кошки", label=YES), pairs[1]]
    assert check_run(read(json_lines(_rows(plain))), pairs).ids == ("0", "1")
    swapped = [Pair("0", pairs[1].text, pairs[1].hypothesis, label=YES), pairs[1]]
    with pytest.raises(RunError, match="of another pair: 1"):
        check_run(read(json_lines(_rows(swapped))), pairs)
    assert not recwarn


@every_format
def test_a_few_texts_that_differ_are_spoken_of(read, form):
    run = read(form(_rows([*OTHERS[:1], *PAIRS[1:]])))
    with pytest.warns(InputWarning, match="text differs from that of the pair: 1 ") as caught:
        checked = check_run(run, PAIRS)
    assert len(caught) == 1
    assert check_run(checked, PAIRS).notes == checked.notes
    assert checked.notes == (
        "text differs from that of the pair: 1 ('0'); these predictions are scored nevertheless",
    )


@pytest.mark.parametrize(
    "names", [{"premise": "premise"}, {"premise": "premise", "context": "h", "statement": "s"}]
)
def test_one_text_alone_or_several_are_not_compared(read, names):
    rows = [
        {"id": row["id"], "prediction": row["prediction"], **dict.fromkeys(names, "words")}
        for row in _rows(PAIRS)
    ]
    assert not read(json_lines(rows)).columns.has_texts.any()
