"""Thesauri as they are written, opened and asked."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.lexicon.corpus.array_resources import Provenance
from rte_baselines.lexicon.thesaurus.thesaurus import (
    PARTS,
    Entry,
    Thesaurus,
    ThesaurusSimilarity,
    write_thesaurus,
)
from tests.lexicon.words import lemmas, similarity

PROVENANCE = Provenance("a handful of entries", "public domain")
STEP = 1 / 65535

ENTRIES = [
    Entry("boat", "noun", [("ship", 0.5), ("raft", 0.25), ("car", 0.125)]),
    Entry("ship", "noun", [("boat", 0.5)]),
    Entry("ship", "verb", [("send", 0.75)]),
    Entry("quick", "adjective", [("fast", 0.4), ("soon", 0.3)]),
]


@pytest.fixture
def folder(tmp_path):
    write_thesaurus(tmp_path / "thesaurus", ENTRIES, provenance=PROVENANCE)
    return tmp_path / "thesaurus"


@pytest.fixture
def in_use(folder, monkeypatch):
    monkeypatch.setenv("RTE_BASELINES_THESAURUS", str(folder))


@pytest.mark.usefixtures("in_use")
def test_matrix_by_hand():
    hypothesis = lemmas("boat/NOUN", "ship/VERB", "soon/ADV", "the/DET", "Paris/PROPN")
    text = lemmas("ship/NOUN", "ship/PROPN", "quick/ADJ", "the/DET", "send/VERB")
    expected = [
        [0.5, 0.5, 0, 0, 0],
        [1, 1, 0, 0, 0.75],
        [0, 0, 0.3, 0, 0],
        [0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0],
    ]
    found = ThesaurusSimilarity().matrix(hypothesis, text)
    assert found == pytest.approx(np.array(expected), abs=STEP)


words = st.sampled_from(["a", "b", "c", "long word", "é"])
entries = st.lists(
    st.builds(
        Entry,
        words,
        st.sampled_from(PARTS),
        st.lists(st.tuples(words, st.floats(0, 1)), max_size=6),
    ),
    max_size=8,
)


@given(entries)
def test_what_is_written_is_read(tmp_path_factory, entries):
    folder = tmp_path_factory.mktemp("any") / "thesaurus"
    write_thesaurus(folder, entries, provenance=PROVENANCE)
    thesaurus = Thesaurus.open(folder)
    listed = {}
    for entry in entries:
        for other, value in entry.neighbours:
            key = (entry.part, entry.word, other)
            listed[key] = max(value, listed.get(key, 0))
    for part in PARTS:
        for word in ["a", "b", "c", "long word", "é"]:
            # What is nearer to 0 than to the first step is left out.
            for other in ["a", "b", "c", "long word", "é"]:
                both = max(listed.get((part, *pair), 0) for pair in [(word, other), (other, word)])
                expected = both if other != word else 0
                found = similarity(thesaurus, word, other, part)
                assert found == pytest.approx(expected, abs=STEP)


@pytest.mark.slow
def test_many_words_need_more_than_two_bytes(tmp_path):
    entries = [Entry(f"word{n}", "adjective", [(f"word{n + 1}", 0.5)]) for n in range(30_000)]
    write_thesaurus(tmp_path / "large", entries, provenance=PROVENANCE)
    thesaurus = Thesaurus.open(tmp_path / "large")
    assert similarity(thesaurus, "word29999", "word30000", "adjective") > 0
    assert similarity(thesaurus, "word29998", "word30000", "adjective") == 0
