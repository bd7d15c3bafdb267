"""Training of translation models: against NLTK, and what must hold of any."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate import AlignedSent, IBMModel1

from rte_baselines.lexicon.translation import training
from rte_baselines.lexicon.translation.training import train_hidden_markov, train_model_1
from tests.kernels.translations import cells_of, corpora, numbered

# Leads and headlines without a word twice in a headline, of which NLTK counts only one.
NEWS = (
    ("the old ferry sank off the coast", "ferry sinks off coast"),
    ("the ferry company sold the old ferry", "company sells ferry"),
    ("a storm sank two boats off the coast", "storm sinks boats"),
    ("the company bought two boats", "company buys boats"),
    ("a storm hit the old harbour", "harbour hit by storm"),
)


def as_numbers(news):
    words = sorted({word for pair in news for side in pair for word in side.split()})
    corpus = [[[words.index(word) for word in side.split()] for side in pair] for pair in news]
    return words, corpus


@pytest.mark.parametrize("iterations", [1, 2, 10])
def test_model_1_equals_nltk(iterations):
    words, corpus = as_numbers(NEWS)
    cells = cells_of(corpus)
    trained = train_model_1(cells, iterations)
    sentences = [AlignedSent(target.split(), source.split()) for source, target in NEWS]
    theirs = IBMModel1(sentences, iterations).translation_table
    for (source, target), number in numbered(cells).items():
        expected = theirs[words[target]][None if source is None else words[source]]
        assert trained.probabilities[number] == pytest.approx(expected, abs=1e-11)


def sums_by_source(cells, probabilities):
    return np.bincount(cells.sources, probabilities)[np.unique(cells.sources)]


@given(corpora, st.integers(1, 6))
def test_likelihood_never_falls_and_probabilities_sum_to_1(corpus, iterations):
    cells = cells_of(corpus)
    first = train_model_1(cells, iterations)
    hidden = train_hidden_markov(cells, first.probabilities, iterations)
    for trained in (first, hidden):
        np.testing.assert_allclose(sums_by_source(cells, trained.probabilities), 1)
        assert all(after >= before - 1e-9 for before, after in pairwise(trained.log_likelihoods))
    assert hidden.jumps.sum() == pytest.approx(1)


def results_of(cells, iterations, **options):
    first = train_model_1(cells, iterations, **options)
    hidden = train_hidden_markov(cells, first.probabilities, iterations, **options)
    return *first, *hidden


@pytest.mark.slow
def test_results_do_not_depend_on_the_number_of_workers(two_workers):
    _, corpus = as_numbers(NEWS)
    cells, calls = cells_of(corpus), []
    alone = results_of(cells, 3, progress=lambda: calls.append(1))
    assert len(calls) == 6
    for one, other in zip(alone, results_of(cells, 3, workers=two_workers), strict=True):
        np.testing.assert_array_equal(one, other)


@given(corpora, st.integers(1, 3))
def test_expected_counts_do_not_depend_on_the_parts(corpus, most_pairs):
    cells = cells_of(corpus)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "_PARTS", 1)
        whole = results_of(cells, 2)
        patch.setattr(training, "_MOST_PAIRS", most_pairs)
        for one, other in zip(whole, results_of(cells, 2), strict=True):
            np.testing.assert_allclose(one, other, atol=1e-12)
