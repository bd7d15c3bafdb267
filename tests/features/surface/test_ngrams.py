import math

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import _create_ngrams, _score_lcs, _score_ngrams

from rte_baselines.features.surface.bleu import Bleu, NgramOverlap, PerezBleu, PerezBleuRecall
from rte_baselines.features.surface.rouge import RougeL, RougeN, RougeS, RougeW
from tests.features.computing import aligned, numbers_of

WORDS = st.lists(st.sampled_from("a b c d e".split()), max_size=12).map(" ".join)
some_pairs = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5)

# Unigrams in common: the (once: the hypothesis has one), ferry, sank; bigrams: "the ferry".
TEXT = "the ferry of the island sank"
HYPOTHESIS = "the ferry sank"


def test_ngram_overlap_by_hand():
    text_first = numbers_of(NgramOverlap("text", max_n=3), (TEXT, HYPOTHESIS))[0]
    np.testing.assert_allclose(text_first, [3 / 6, 1 / 5, 0, 3 / 3, 1 / 2, 0, 1])
    hypothesis_first = numbers_of(NgramOverlap("hypothesis", max_n=3), (TEXT, HYPOTHESIS))[0]
    penalty = math.exp(1 - 6 / 3)
    np.testing.assert_allclose(hypothesis_first, [1, 1 / 2, 0, 1 / 2, 1 / 5, 0, penalty])


@pytest.mark.parametrize("candidate", ["text", "hypothesis"])
@pytest.mark.parametrize(
    ("smoothing", "theirs"),
    [("exp", "exp"), ("none", "none"), ("floor", "floor"), ("add_k", "add-k")],
)
@given(pairs=some_pairs)
def test_bleu_equals_sacrebleu(candidate, smoothing, theirs, pairs):
    ours = numbers_of(Bleu(candidate, smoothing=smoothing), *pairs)[:, 0]
    expected = []
    for pair in pairs:
        system, reference = pair if candidate == "text" else pair[::-1]
        score = sacrebleu.sentence_bleu(
            system, [reference], smooth_method=theirs, tokenize="none", use_effective_order=True
        )
        expected.append(score.score / 100)
    np.testing.assert_allclose(ours, np.minimum(expected, 1.0), atol=1e-12)


SUMMED = PerezBleuRecall("text", ngrams="reference", combined="sum")


@pytest.mark.parametrize(
    ("feature", "expected", "of_four_equal_words"),
    [
        # As candidate, the text has precisions 3/6, 1/5, 0/4, 0/3 and is the longer.
        (PerezBleu("text"), (3 / 6 + 1 / 5) / 4, 1),
        # As candidate, the hypothesis has 3/3, 1/2, 0/1 and no 4-gram, and half the length.
        (PerezBleu("hypothesis"), (3 / 3 + 1 / 2) / 4 * 3 / 6, 1),
        # All three words of the hypothesis are marked, and three of the text's six.
        (PerezBleuRecall("text"), math.exp((3 / 6 + 1 / 5) / 4), math.e),
        (PerezBleuRecall("hypothesis"), 3 / 6 * math.exp((3 / 3 + 1 / 2) / 4), math.e),
        # Of the hypothesis's words, bigrams and trigrams, 3/3, 1/2 and 0/1 are in the text.
        (SUMMED, math.exp(3 / 3 + 1 / 2), math.exp(4)),
    ],
)
def test_perez2006_by_hand(feature, expected, of_four_equal_words):
    values = numbers_of(feature, (TEXT, HYPOTHESIS), ("wind and rain returned",) * 2)[:, 0]
    assert values.tolist() == pytest.approx([expected, of_four_equal_words])
    assert feature.outputs[0].high == pytest.approx(of_four_equal_words)


def test_bleu_alignment_prefers_long_ngrams():
    met = aligned(PerezBleuRecall(), "rain fell, then heavy rain fell", "heavy rain stopped")
    assert met == {"heavy": "heavy", "rain": "rain", "stopped": None}


@given(pairs=some_pairs, n=st.integers(1, 3))
def test_rouge_n_and_l_equal_googles(pairs, n):
    measures = ["precision", "recall", "f1"]
    ngrams = numbers_of(RougeN(n, measures), *pairs)
    subsequences = numbers_of(RougeL(measures), *pairs)
    for (text, hypothesis), by_ngram, by_lcs in zip(pairs, ngrams, subsequences, strict=True):
        summary, reference = text.split(), hypothesis.split()
        score = _score_ngrams(_create_ngrams(reference, n), _create_ngrams(summary, n))
        np.testing.assert_allclose(by_ngram, [score.precision, score.recall, score.fmeasure])
        score = _score_lcs(reference, summary)
        np.testing.assert_allclose(by_lcs, [score.precision, score.recall, score.fmeasure])


def test_rouge_w_of_equal_snippets_is_at_most_1():
    # By rounding, 7 to the power of 1.2, and of that 1 / 1.2, is more than 7.
    snippets = [" ".join(map(str, range(words))) for words in range(1, 41)]
    values = numbers_of(RougeW(), *zip(snippets, snippets, strict=True))
    assert values.max() <= 1.0
    np.testing.assert_allclose(values, 1.0)


def test_rouge_w_by_hand():
    # Lin's example in letters: a run of four neighbours beats four scattered matches.
    # With f(k) = k^2: sqrt(4^2) = 4 of 7 against sqrt(4 * 1^2) = 2 of 7.
    reference = "a b c d e f g"
    feature = RougeW(2.0, ["recall"])
    values = numbers_of(feature, ("a b c d h i k", reference), ("a h b k c i d", reference))
    np.testing.assert_allclose(values[:, 0], [4 / 7, 2 / 7])


def test_rouge_s_by_hand():
    # "storms hit the coast" has six ordered pairs. "storms struck the coast" keeps storms-the,
    # storms-coast and the-coast; "the coast hit storms" keeps the-coast only.
    feature = RougeS(measures=["precision", "recall", "f1"])
    reference = "storms hit the coast"
    values = numbers_of(
        feature, ("storms struck the coast", reference), ("the coast hit storms", reference)
    )
    np.testing.assert_allclose(values, [[3 / 6] * 3, [1 / 6] * 3])
    # With no word between the two, it is a bigram: the-coast of three.
    values = numbers_of(RougeS(0), ("storms struck the coast", reference))
    np.testing.assert_allclose(values, [[1 / 3]])


def test_rouge_l_alignment():
    met = aligned(RougeL(), "the coast was hit by storms", "storms hit the coast")
    assert met == {"the": "the", "coast": "coast"}
