"""Explanations as text: the sentence is true, and the rest fits a screen or two."""

import re

import pytest
from rich.cells import cell_len

from rte_baselines.pairs import Label, Pair
from rte_baselines.recognizers import Recognizer

pytestmark = pytest.mark.usefixtures("remembered_analyses")

LONG = "Two old ferries sank off the coast of Norway in a heavy storm on Monday morning. " * 12


@pytest.fixture(scope="module")
def fitted_to(train):
    """A function of a config's name, and what to set in it, to a fitted recognizer."""
    return lambda name, **overrides: Recognizer.from_config(name, overrides).fit(train)


def test_word_overlap_counts_its_words(fitted_to):
    recognizer = fitted_to("word-overlap", **{"recognizer.head.threshold": 0.5})
    found = recognizer.explain("Two old ferries sank off Oslo.", "Two ferries burned.").sentence
    assert found == (
        "Entailed: 2 of 3 words are found in the text, 'burned' is missing; overlap is 0.667, "
        "0.167 above the threshold of 0.500."
    )
    said = [
        recognizer.explain("Ada sang.", hypothesis).sentence.partition(";")[0]
        for hypothesis in ("Ada", "Bo", "Ada Ada sang", "Bo and Cy and Di and Ed slept", "...", "")
    ]
    assert said == [
        "Entailed: the only word is found in the text",
        "Not entailed: the only word, 'Bo', is missing",
        "Entailed: all 2 different words are found in the text",
        "Not entailed: none of 6 different words is found in the text, 'Bo', 'and', 'Cy' and 3 "
        "more are missing",
        "Not entailed: the only word, '...', is missing",
        "Not entailed: the hypothesis has no word",
    ]


def test_content_words_are_called_so(fitted_to):
    sentence = fitted_to("stem-overlap").explain("The ferries sank.", "The captain sank.").sentence
    assert "1 of 2 content words is found in the text, 'captain' is missing" in sentence


@pytest.mark.slow
def test_the_strongest_pulls_are_named_those_towards_the_decision_first(fitted_to, test):
    recognizer = fitted_to("lexical-logistic")
    labels = set()
    for pair in test[:20]:
        explanation = recognizer.explain(pair)
        towards = max(explanation.features, key=lambda feature: feature.pull)
        away = min(explanation.features, key=lambda feature: feature.pull)
        expected = [(towards, "towards"), (away, "away from")]
        said = re.findall(r"([^;:]*) pulls? most (towards|away from) ent", explanation.sentence)
        is_entailed = explanation.label == "ENTAILMENT"
        for (feature, direction), found in zip(
            expected if is_entailed else expected[::-1], said, strict=True
        ):
            assert found[1] == direction
            assert found[0].startswith(f" {feature.name} at {feature.value:.3f} (mean")
        labels.add(explanation.label)
    assert len(labels) == 2


@pytest.mark.slow
def test_a_tree_edit_adds_up_to_its_distance(fitted_to):
    recognizer = fitted_to("kouylekov2006/system-7")
    explanation = recognizer.explain("Two old ferries sank off Oslo.", "Two ferries burned.")
    cost, whole = re.findall(r"cost (\d+\.\d\d)", explanation.sentence)
    (feature,) = explanation.features
    assert float(cost) / float(whole) == pytest.approx(feature.value, abs=0.002)
    assert "inserting 'burned'" in explanation.sentence
    is_below = feature.value < recognizer.head_.threshold_
    assert is_below == (explanation.label == "ENTAILMENT") == ("Entailed" in explanation.sentence)
    assert f"{'below' if is_below else 'above'} the threshold" in explanation.sentence


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said", "label"),
    [
        ("Ada sold the boat.", r"the rule '\w+' answers; rules.entailed is", "ENTAILMENT"),
        (
            "Ada did not sell the boat.",
            r"Contradicted: the rule '\w+' is vetoed by the check 'negation' \(negated in the text "
            r"only\); rules.contradiction is .* which marks a contradiction\.",
            "CONTRADICTION",
        ),
        ("Dogs bark.", r"no rule answers, 0\.00 of the structures", "UNKNOWN"),
    ],
)
def test_linguistic_rules_say_which_rule(fitted_to, text, said, label):
    explanation = fitted_to("delmonte2006/venses").explain(text, "Ada sold the boat.")
    assert explanation.label.startswith(label)
    assert re.search(said, explanation.sentence)


@pytest.mark.slow
def test_a_veto_says_why(fitted_to):
    explanation = fitted_to("jijkoun2006/m").explain("Bo does not sail.", "Bo sails.")
    why = "Not entailed: only the text is negated, and so vetoed by negation_mismatch.v1; "
    assert explanation.sentence.startswith(why)
    assert explanation.features[0].value == 0


def test_the_majority_is_of_the_training_pairs(fitted_to, train):
    explanation = fitted_to("majority").explain("Ada sang.", "Bo slept.")
    entailed = sum(pair.label is Label.ENTAILMENT for pair in train)
    commonest = "ENTAILMENT" if 2 * entailed >= len(train) else "NO_ENTAILMENT"
    assert f"{commonest} is the commonest label of the training pairs" in explanation.sentence
    assert len(explanation.to_text().splitlines()) == 7
    # Where no feature pulls, there is no table from which some could be left out.
    assert explanation.to_text(top=0) == explanation.to_text()


@pytest.mark.parametrize(
    ("gold", "right"),
    [("ENTAILMENT", "right"), ("NO_ENTAILMENT", "wrong"), ("CONTRADICTION", "wrong"), (None, None)],
)
def test_the_gold_label_stands_beside_the_decision(fitted_to, gold, right):
    pair = Pair("17", "Ada sang.", "Ada sang.", "IE", gold and Label(gold))
    text = fitted_to("word-overlap").explain(pair).to_text()
    verdict = f"gold label  {gold} of pair 17: the decision is {right}"
    assert (verdict in text) == (gold is not None)
    assert "task        IE\n" in text


@pytest.mark.slow
@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize(
    "name", ["lexical-cascade", "kouylekov2006/system-7", "desalvobraz2006/pascal"]
)
def test_long_pairs_fit_two_screens_and_say_what_is_left_out(fitted_to, name, width):
    explanation = fitted_to(name).explain("Ferries sank.", LONG[:700])
    lines = explanation.to_text(width).splitlines()
    assert len(lines) <= 80
    assert lines[0].startswith(("Entailed: ", "Not entailed: ", "Neither ", "Contradicted: "))
    note = " ".join(" ".join(lines).rpartition("Left out: ")[2].split())
    assert note.endswith("To show everything: to_text(top=None).")
    # Drawings are made for 80 columns.
    tables = [line for line in lines if width == 80 or "  " not in line.strip()]
    assert max(map(cell_len, tables)) <= width


def text_shown(explanation, **options):
    """The text as it is shown, and what is said to be left out."""
    lines = explanation.to_text(**options)
    text = lines.partition("\ntext ")[2].partition("\nhypothesis ")[0]
    left_out = lines.partition("Left out: ")[2].partition(". To show")[0]
    return " ".join(text.split()), " ".join(left_out.split())


def test_long_texts_are_shown_around_aligned_words(fitted_to):
    recognizer = fitted_to("word-overlap")
    words = [f"w{number}," for number in range(101)]
    found = recognizer.explain(" ".join(words), "w50 w52 w90 gone")
    around = "w0, … w48, w49, w50, w51, w52, w53, w54, … w88, w89, w90, w91, w92, … w100,"
    assert text_shown(found) == (around, "words of the text")
    assert text_shown(found, top=None) == (" ".join(words), "")
    short = recognizer.explain(" ".join(words[:100]), "w50 gone")
    assert text_shown(short) == (" ".join(words[:100]), "")


def test_the_first_words_of_a_long_text_are_shown_if_none_is_aligned(fitted_to):
    words = [f"w{number}" for number in range(101)]
    for name in ("word-overlap", "majority"):
        found = fitted_to(name).explain(" ".join(words), "Nothing found.")
        assert text_shown(found) == (" ".join([*words[:100], "…"]), "words of the text")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["word-overlap", "glickman2006/entscore"])
@pytest.mark.parametrize("length", [15, 30])
def test_the_table_of_words_is_whole_for_long_texts(fitted_to, name, length, train):
    text = " ".join(" ".join(pair.text for pair in train).split()[:400])
    explanation = fitted_to(name).explain(text, " ".join(text.split()[100 : 100 + length]))
    assert len(text_shown(explanation)[0].split()) < 250
    first, *_ = tables_of_words(explanation.to_text())
    assert first == tables_of_words(explanation.to_text(top=None))[0]
    assert len(first) in map(len, explanation.alignments.values())


def tables_of_words(text):
    """The rows of each table of aligned words."""
    blocks = text.split("\n\n")
    titles = [number for number, block in enumerate(blocks) if block.startswith("Aligned words: ")]
    return [blocks[number + 1].splitlines()[2:] for number in titles]


@pytest.mark.slow
def test_as_many_features_as_asked_for(fitted_to):
    explanation = fitted_to("lexical-logistic").explain(LONG, "Ferries sank.")
    assert shown(explanation.to_text()) == strongest(explanation, 10)
    assert shown(explanation.to_text(top=3)) == strongest(explanation, 3)
    everything = explanation.to_text(top=None)
    assert shown(everything) == strongest(explanation, len(explanation.features))
    assert "Left out" not in everything
    assert all(f": {name}\n" in everything or name in everything for name in explanation.alignments)
    assert "16 features that pull less" in explanation.to_text(top=3)
    assert str(explanation) == explanation.to_text()


def shown(text):
    table = text.partition("training mean\n\n")[2].partition("\n\n")[0]
    return [line.split()[0] for line in table.splitlines()[2:]]


def strongest(explanation, count):
    ordered = sorted(explanation.features, key=lambda feature: -abs(feature.pull))
    return [feature.name for feature in ordered[:count]]
