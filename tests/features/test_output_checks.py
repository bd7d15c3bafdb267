"""What features of users say of a pair is checked, and mistakes are named."""

import re

import numpy as np
import pytest

from rte_baselines import Recognizer, load_pairs
from rte_baselines.analysis import Analyzer
from rte_baselines.core.errors import RteBaselinesError
from rte_baselines.features import Alignment, Feature, FeatureSet, Illustration, Output, PairFeature
from rte_baselines.features.describing import alignments_of, description_by, illustrations_by
from rte_baselines.recognizers.explaining import align_words

TEXT, HYPOTHESIS = Analyzer().analyze(["Two ferries sank .", "Ferries sank ."])


def feature_that(method, returned):
    """A feature from outside the package, of which a method returns what it should not."""
    methods = {"compute": None, method: lambda self, text, hypothesis: returned}
    return type("Mine", (Feature,), {"layers": (), "outputs": (), "source": "own", **methods})()


@pytest.mark.parametrize(
    "returned",
    [
        [Alignment(0, 1, "same word"), Alignment(2, None, "missing")],
        (Alignment(np.int64(0), np.int32(1), "same word"), Alignment(np.int64(2), None, "missing")),
        iter([Alignment(0, 1, "same word"), Alignment(2, None, "missing")]),
    ],
)
def test_alignments_have_plain_integers(returned):
    found = alignments_of(feature_that("align", returned), TEXT, HYPOTHESIS)
    assert found == (Alignment(0, 1, "same word"), Alignment(2, None, "missing"))
    assert {type(alignment.hypothesis) for alignment in found} == {int}
    assert type(found[0].text) is int


SHOWN = Illustration("words", ("ferries",))


def test_descriptions_and_illustrations_are_handed_on():
    assert description_by(feature_that("describe", "2 of 3"), TEXT, HYPOTHESIS) == "2 of 3"
    assert illustrations_by(feature_that("illustrate", [SHOWN]), TEXT, HYPOTHESIS) == (SHOWN,)


@pytest.mark.parametrize(
    ("method", "returned", "message"),
    [
        ("align", None, "returned None; expected Alignment objects, such as"),
        ("align", [(0, 1)], "returned [(0, 1)]; expected Alignment objects, such as"),
        ("align", [Alignment(3, None, "missing")], "gave the word 3 of a hypothesis of 3 words"),
        ("align", [Alignment(0, 4, "same word")], "gave the word 4 of a text of 4 words; expected"),
        ("align", [Alignment(0, "ferries", "same")], "gave the word 'ferries' of a text of 4"),
        ("align", [Alignment(0, 0, None)], "gave the relation None; expected a string"),
        ("describe", None, "returned None; expected a string"),
        ("illustrate", ["ferries"], "returned ['ferries']; expected Illustration objects"),
    ],
)
def test_what_is_none_of_these_is_refused(method, returned, message):
    read = {"align": alignments_of, "describe": description_by, "illustrate": illustrations_by}
    with pytest.raises(RteBaselinesError, match=f"^{method} of Mine {re.escape(message)}"):
        read[method](feature_that(method, returned), TEXT, HYPOTHESIS)


def test_explanations_and_aligned_words_name_the_feature():
    class Mine(PairFeature):
        source = "own"
        layers = ()
        outputs = (Output(""),)

        def compute_pair(self, text, hypothesis):
            return [1.0]

        def align(self, text, hypothesis):
            return [(0, 0)]

    majority = Recognizer.from_config("majority")
    recognizer = Recognizer(FeatureSet({"mine": Mine()}), majority.head)
    pairs = load_pairs("sample:train")[:8]
    recognizer.fit(pairs)
    for say in (recognizer.explain, lambda pair: align_words(recognizer.features, pair)):
        with pytest.raises(RteBaselinesError, match=r"^align of Mine returned \[\(0, 0\)\]"):
            say(pairs[0])
