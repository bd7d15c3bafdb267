"""Run files in the XML of the challenges."""

import pytest

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import Prediction, check_run

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
CONTRADICTION, UNKNOWN = Label.CONTRADICTION, Label.UNKNOWN
SNIPPETS = "<t>A cat slept.</t><h>It slept.</h>"


def corpus(*attributes, snippets=SNIPPETS):
    pairs = "\n".join(f"<pair {pair}>{snippets}</pair>" for pair in attributes)
    return f"<?xml version='1.0'?>\n<entailment-corpus>\n{pairs}\n</entailment-corpus>\n"


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        (['value="TRUE"', 'value="FALSE"'], [YES, NO]),
        (['entailment="NO ENTAILMENT"', 'entailment="YES"'], [NO, YES]),
        (['entailment="NO"', 'entailment="UNKNOWN"'], [CONTRADICTION, UNKNOWN]),
    ],
)
def test_every_challenge(read, values, labels):
    run = read(corpus(*(f'id="{place}" task="IE" {value}' for place, value in enumerate(values))))
    assert [prediction.label for prediction in run] == labels
    assert run.ids == ("0", "1")
    assert run.ranking is None


def test_texts_may_be_missing_or_empty(read, recwarn):
    for snippets in ("", "<t></t><h/>"):
        (prediction,) = read(corpus('id="1" entailment="YES"', snippets=snippets))
        assert prediction == Prediction("1", YES)
    assert not recwarn


def test_confidences(read):
    run = read(corpus('id="1" value="TRUE" confidence="0.5"', 'id="2" value="TRUE"'))
    assert list(run) == [Prediction("1", YES, 0.5), Prediction("2", YES)]


WHOLE = corpus('id="1" value="TRUE"', 'id="2" value="FALSE"')


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (WHOLE[: WHOLE.index("</entailment-corpus>")], "malformed XML"),
        (corpus(), "holds no predictions"),
        (corpus('id="1" value="TRUE"', 'value="TRUE"'), "line 4: expected a pair with an id and"),
        (corpus('id="1" value="TRUE"', 'id="2"'), "line 4: expected a pair with an id"),
        (corpus('id="1" value="TRUE" confidence="sure"'), "line 3: 'confidence' is 'sure'"),
    ],
)
def test_damaged_files_are_refused(read, content, message):
    with pytest.raises(InputError, match=r"run\.txt: ") as caught:
        read(content)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_attributes_without_labels_are_ignored(read):
    content = corpus('id="1" entailment="YES" length="long" gold_label="NO" score="1"')
    assert read(content).labels.tolist() == [YES]


def test_columns_of_xml_are_not_named(read):
    with pytest.raises(InputError, match="is XML, which has no columns to name; leave out"):
        read(corpus('id="1" entailment="YES"'), run_columns="label=pred")


def test_gold_labels_in_xml_are_refused_unless_they_are_stated_to_be_predictions(read):
    content = corpus('id="1" value="TRUE"', 'id="2" value="FALSE"')
    gold = [
        Pair(each, "A cat slept.", "It slept.", label=label)
        for each, label in zip("12", (YES, NO), strict=True)
    ]
    with pytest.raises(RunError, match="all 2 labels of 'entailment' are the gold labels"):
        check_run(read(content), gold)
    assert len(check_run(read(content, run_columns="label=value"), gold)) == 2
