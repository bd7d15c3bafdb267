"""Run files in the XML of the challenges."""

import pytest

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction

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
        (['entailment="YES"', 'entailment="NO"'], [YES, NO]),
        (['entailment="YES"', 'entailment="NO"', 'entailment="UNKNOWN"'], None),
        (['entailment="ENTAILMENT"', 'entailment="NO ENTAILMENT"'], [YES, NO]),
        (['entailment="UNKNOWN"', 'entailment="CONTRADICTION"'], [UNKNOWN, CONTRADICTION]),
    ],
)
def test_every_challenge(read, values, labels):
    run = read(corpus(*(f'id="{place}" task="IE" {value}' for place, value in enumerate(values))))
    assert [prediction.label for prediction in run] == (labels or [YES, CONTRADICTION, UNKNOWN])
    assert run.ids == tuple(map(str, range(len(values))))
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
        (WHOLE[: WHOLE.index('"FALSE"')], "line 4, column"),
        (corpus(), "holds no judgments"),
        (corpus('id="1" value="TRUE"', 'value="TRUE"'), "line 4: the pair has no id"),
        (corpus('id="1" value="TRUE"', 'id="2"'), "line 4: pair '2' has no judgment; expected"),
        (corpus('id="1" value="TRUE"', 'id="2" value="T"'), "line 4: unknown label 'T'"),
        (corpus('id="1" value="TRUE" confidence="sure"'), "line 3: confidence is 'sure'"),
        ("<p>1 ENTAILMENT</p>", "holds no judgments"),
        (WHOLE.encode() + b"\xff", "is not UTF-8"),
    ],
)
def test_damaged_files_are_refused(read, content, message):
    with pytest.raises(InputError, match=r"run\.txt: ") as caught:
        read(content)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


AMBIGUOUS = [
    corpus('id="1" entailment="YES" prediction="NO"', 'id="2" entailment="NO" prediction="YES"'),
    corpus('id="1" value="TRUE" judgment="FALSE"', 'id="2" value="FALSE" judgment="FALSE"'),
    corpus('id="1" entailment="YES"', 'id="2" entailment="YES" label="NO"'),
    corpus('id="1" entailment="YES"', snippets=SNIPPETS + "<pred>NO</pred>"),
    corpus('id="1" entailment="YES" pred="0"', 'id="2" entailment="NO" pred="1"'),
]


@pytest.mark.parametrize("content", AMBIGUOUS)
def test_a_second_label_of_a_pair_is_refused(read, content):
    with pytest.raises(InputError, match=r"may hold the gold labels, as '.*' holds labels, too"):
        read(content)


def test_the_label_may_be_named(read):
    assert read(AMBIGUOUS[0], label_column="prediction").labels.tolist() == [NO, YES]
    assert read(AMBIGUOUS[0], label_column="entailment").labels.tolist() == [YES, NO]
    assert read(AMBIGUOUS[3], label_column="pred").labels.tolist() == [NO]
    some = corpus('id="1" label="NO" entailment="YES"', 'id="2" entailment="YES"')
    with pytest.raises(InputError, match="line 4: pair '2' has no judgment; expected label="):
        read(some, label_column="label")
    with pytest.raises(InputError, match="'label' holds labels, too"):
        read(AMBIGUOUS[2], label_column="label")


def test_labels_that_contradict_each_other_are_refused(read):
    with pytest.raises(InputError, match="entailment='YES' and value='FALSE', which contradict"):
        read(corpus('id="1" entailment="YES" value="FALSE"'))
    assert read(corpus('id="1" entailment="YES" value="TRUE"')).labels.tolist() == [YES]


def test_attributes_without_labels_are_ignored(read):
    content = corpus('id="1" entailment="YES" length="long" gold_label="NO" score="1"')
    assert read(content).labels.tolist() == [YES]
