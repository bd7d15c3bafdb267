"""The part of a text that is compared with a hypothesis."""

import pytest

from rte_baselines import Pair, Recognizer
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.nearest import compared

FERRY = "The old ferry sank off Oslo in a storm."
BAKER = "A baker sold bread to two nurses."
TAX = "The council will raise the tax on parking."


def nearest(*pairs):
    samples = [Pair(str(number), *pair) for number, pair in enumerate(pairs)]
    found = compared(samples, "nearest_sentence", default_analyzer())
    return [pair.text for pair in found]


@pytest.mark.parametrize("order", [(FERRY, BAKER, TAX), (TAX, FERRY, BAKER), (BAKER, TAX, FERRY)])
def test_the_nearest_sentence_is_compared_wherever_it_stands(order):
    text = " ".join(order)
    hypotheses = ("A ferry sank.", "Bread was sold.", FERRY, BAKER, TAX)
    assert nearest(*((text, hypothesis) for hypothesis in hypotheses)) == [
        *(FERRY, BAKER),
        *(FERRY, BAKER, TAX),
    ]


def test_as_many_sentences_are_compared_as_the_hypothesis_has():
    text, both = f"{BAKER} {FERRY}\n\n{TAX} {BAKER}", f"{FERRY}\n\n{TAX}"
    # With as many sentences as the text or more, a hypothesis is compared with all of it.
    longest = f"{text} {TAX} {FERRY}"
    assert nearest((text, both), (text, text), (text, longest)) == [both, text, text]


def test_the_whole_text_is_compared_if_no_sentence_is_nearer():
    both = f"{FERRY} {TAX}"
    texts = (both, f" {FERRY}\n", "?!", "")
    assert nearest(*zip(texts, (both, TAX, BAKER, TAX), strict=True)) == list(texts)


def test_features_explanations_and_configs_are_of_the_nearest_sentence():
    overrides = {"recognizer.text_part": "nearest_sentence"}
    text, hypothesis = f"{TAX} {FERRY} {BAKER}", "A ferry sank."
    recognizer = Recognizer.from_config("lexical-logistic", overrides)
    alone = Recognizer.from_config("lexical-logistic")
    [values] = recognizer.features.transform([(text, hypothesis)])
    assert values.tolist() == alone.features.transform([(FERRY, hypothesis)])[0].tolist()
    assert Recognizer.from_config(recognizer.to_config()).features.text_part == "nearest_sentence"
    assert "encoder" in recognizer.features.resources(default_analyzer())
    pairs = [(FERRY, "A ferry sank."), (BAKER, "A tax sank.")]
    explanation = recognizer.fit(pairs, ["ENTAILMENT", "NO_ENTAILMENT"]).explain(text, hypothesis)
    assert explanation.pair.text == text
    assert explanation.compared_text == FERRY
    shown = " ".join(explanation.to_text().split())
    assert f"compared the nearest part of the text alone: {FERRY}" in shown
    assert f"<dt>compared</dt><dd>{FERRY}</dd>" in explanation.to_fragment()
