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
