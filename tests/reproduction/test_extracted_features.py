"""Features that are computed once for all pairs, and looked up for parts of them."""

import numpy as np
import pytest

from rte_baselines import Recognizer, load_pairs
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import table
from rte_baselines.reproduction.extracted_features import Extraction


@pytest.mark.slow
def test_nearest_sentences_are_looked_for_once(monkeypatch):
    looked_for = []

    def compared(pairs, *arguments, original=table.compared):
        looked_for.append(len(pairs))
        return original(pairs, *arguments)

    monkeypatch.setattr(table, "compared", compared)
    overrides = {"recognizer.text_part": "nearest_sentence"}
    recognizer = Recognizer.from_config("word-overlap", overrides)
    pairs = load_pairs("sample:test")[:9]
    features = Extraction(pairs).for_recognizer(recognizer).features
    parts = [features.extract(part, default_analyzer()).values for part in (pairs[:4], pairs[4:])]
    assert looked_for == [9]
    expected = recognizer.features.extract(pairs, default_analyzer()).values
    np.testing.assert_array_equal(np.vstack(parts), expected)
