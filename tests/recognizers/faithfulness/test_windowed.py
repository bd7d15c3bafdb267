import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines import Recognizer
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import FeatureSet
from rte_baselines.features.batch import PairBatch
from rte_baselines.pairs import Pair
from rte_baselines.recognizers.faithfulness import windowed as windowed_feature
from rte_baselines.recognizers.faithfulness.windowed import Windowed
from tests.features.test_contract import SNIPPETS

REPORT_SENTENCES = [
    "The ferry sank off Oslo.",
    "Ann Lee was born in Paris.",
    "She sold her firm.",
    "Bob bought it.",
]
REPORT = " ".join(REPORT_SENTENCES)
CLAIM = "Ann Lee was born in Paris. Bob bought a ferry."


def score(feature, *pairs):
    texts, hypotheses = ([snippets[side] for snippets in pairs] for side in (0, 1))
    analyses = [default_analyzer().analyze(side, feature.layers) for side in (texts, hypotheses)]
    return feature.compute(PairBatch(*analyses))[:, 0]


@pytest.fixture(scope="module")
def overlap():
    """What the recognizer says of a window and a sentence."""
    recognizer = Recognizer.load("word-overlap")
    return lambda *pair: float(recognizer.decide([Pair("1", *pair)]).entailment[0])


def windowed(**fields):
    return Windowed(model="word-overlap", **fields)


def test_the_best_window_of_each_sentence_and_the_mean_of_the_sentences(overlap):
    born = overlap("Ann Lee was born in Paris.", "Ann Lee was born in Paris.")
    bought = overlap("Bob bought it.", "Bob bought a ferry.")
    assert born == 1
    assert bought < 1
    assert score(windowed(), (REPORT, CLAIM)) == pytest.approx([(born + bought) / 2])
    assert score(windowed(over_hypothesis="min"), (REPORT, CLAIM)) == pytest.approx([bought])
    assert score(windowed(over_hypothesis="max"), (REPORT, CLAIM)) == pytest.approx([born])


def test_snippets_that_are_not_split(overlap):
    sentences = ("Ann Lee was born in Paris.", "Bob bought a ferry.")
    by_sentence = [overlap(REPORT, sentence) for sentence in sentences]
    found = score(windowed(text_sentences=None), (REPORT, CLAIM))
    assert found == pytest.approx([np.mean(by_sentence)])
    by_window = [overlap(window, CLAIM) for window in REPORT_SENTENCES]
    assert score(windowed(hypothesis="whole"), (REPORT, CLAIM)) == pytest.approx([max(by_window)])


def test_the_mean_over_the_text(overlap):
    expected = np.mean([overlap(window, "Bob bought a ferry.") for window in REPORT_SENTENCES])
    found = score(windowed(over_text="mean"), (REPORT, "Bob bought a ferry."))
    assert found == pytest.approx([expected])


@pytest.mark.parametrize(
    ("size", "stride", "expected"),
    [(1, 1, "ABCDE"), (2, 1, ["A B", "B C", "C D", "D E"]), (2, 2, ["A B", "C D", "D E"]),
     (3, 2, ["A B C", "C D E"]), (4, 3, ["A B C D", "B C D E"]), (9, 1, ["A B C D E"])],
)  # fmt: skip
def test_windows_overlap_and_the_last_ends_with_the_text(size, stride, expected):
    feature = windowed(text_sentences=size, stride=stride)
    text = " ".join(f"{letter} left." for letter in "ABCDE")
    (analysis,) = default_analyzer().analyze([text])
    windows = [part.replace(" left.", "") for part in feature._windows(analysis)]
    assert windows == list(expected)


def test_a_snippet_without_words_is_one_part():
    assert score(windowed(), ("", ""), (REPORT, ""), ("", CLAIM)).tolist() == [0, 0, 0]


@settings(max_examples=15)
@given(st.lists(st.tuples(SNIPPETS, SNIPPETS), min_size=1, max_size=3))
def test_more_to_choose_from_never_scores_less(pairs):
    for text, hypothesis in pairs:
        alone = score(windowed(), (text, hypothesis))
        longer = score(windowed(), (f"{text}\n\nThe end.", hypothesis))
        assert longer >= alone
        best, mean, least = (
            score(windowed(over_hypothesis=operator), (text, hypothesis))[0]
            for operator in ("max", "mean", "min")
        )
        assert 0 <= least <= mean + 1e-12 <= best + 2e-12 <= 1 + 3e-12


@pytest.mark.slow
def test_it_reads_what_the_model_reads():
    feature = Windowed(model="strongest")
    inner = Recognizer.load("strongest").features.resources(default_analyzer())
    assert feature.resources == inner
    assert FeatureSet({"windows": feature}).resources(default_analyzer()) == inner
    assert [file.name for file in feature.files.values()] == ["signature.json"]


def test_what_is_said_and_shown(overlap):
    text, hypothesis = default_analyzer().analyze([REPORT, CLAIM])
    said = windowed().describe(text, hypothesis)
    lowest = overlap("Bob bought it.", "Bob bought a ferry.")
    assert said == (
        f"with 4 windows of the text, 2 sentences score {lowest:.2f} to 1.00, the lowest being "
        "'Bob bought a ferry.'"
    )
    (shown,) = windowed().illustrate(text, hypothesis)
    assert shown.lines == (
        "1.00  Ann Lee was born in Paris.",
        "   by Ann Lee was born in Paris.",
        f"{lowest:.2f}  Bob bought a ferry.",
        "   by Bob bought it.",
    )
    drawn = shown.drawing.windows
    assert [(one.sentence, one.window) for one in drawn] == [
        ("Ann Lee was born in Paris.", "Ann Lee was born in Paris."),
        ("Bob bought a ferry.", "Bob bought it."),
    ]
    assert [one.score for one in drawn] == [1.0, lowest]
    assert drawn[1].decision.words[0].aligned.hypothesis == ("Bob", "bought", "a", "ferry", ".")


def test_a_mean_over_the_text_is_shown_with_the_range_of_its_scores(overlap):
    sentence = "Bob bought a ferry."
    text, hypothesis = default_analyzer().analyze([REPORT, sentence])
    (shown,) = windowed(over_text="mean").illustrate(text, hypothesis)
    scores = [overlap(window, sentence) for window in REPORT_SENTENCES]
    assert shown.title == "sentences, each with its mean score over 4 windows of the text"
    assert shown.lines == (
        f"{np.mean(scores):.2f}  {sentence}",
        f"   from {min(scores):.2f} to {max(scores):.2f}",
    )
    assert shown.drawing is None


def test_reasons_are_shown_for_the_least_entailed_sentences(overlap, monkeypatch):
    monkeypatch.setattr(windowed_feature, "_MOST_EXPLAINED", 1)
    text, hypothesis = default_analyzer().analyze([REPORT, CLAIM])
    (shown,) = windowed().illustrate(text, hypothesis)
    assert [one.decision is None for one in shown.drawing.windows] == [True, False]


@pytest.mark.slow
def test_a_retrained_model_is_read_again(tmp_path):
    def train(*labels):
        pairs = [("a b", "a"), ("a b", "a b"), ("a b", "c"), ("a b", "c d")]
        recognizer = Recognizer.from_config("majority").fit(pairs, labels)
        recognizer.save(tmp_path / "model")
        return score(Windowed(model=str(tmp_path / "model")), (REPORT, CLAIM))[0]

    yes, no = "ENTAILMENT", "NO_ENTAILMENT"
    assert train(yes, yes, yes, no) > 0.5 > train(no, no, no, yes)
