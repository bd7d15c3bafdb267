import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.encoder.encoder import SentenceEncoder
from rte_baselines.analysis.encoder.layers import NO_WORD
from rte_baselines.analysis.english.cache import VARIABLE
from tests.toy_encoder import write_bert, write_table

LAYERS = ("piece_vectors", "snippet_vector", "sentence_vectors", "token_vectors", "input_vectors")
TEXT = "Two ferries burned. Boats sank in Oslo."
SNIPPETS = st.one_of(
    st.text(max_size=40),
    st.lists(st.sampled_from("two Ferries boat sank . ! Oslo burned , ''".split())).map(" ".join),
)


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = write_bert(tmp_path_factory.mktemp("encoders") / "toy")
        patch.setenv("RTE_BASELINES_ENCODER", str(folder))
        yield folder


@pytest.fixture(scope="module")
def analyzer(toy):
    """An analyzer without a cache, which all examples of a property share."""
    return Analyzer()


def analyzed(text, layers=LAYERS, analyzer=None):
    (analysis,) = (analyzer or Analyzer()).analyze([text], layers)
    return analysis


def same(one, other):
    return all(np.array_equal(one.layer(name), other.layer(name)) for name in LAYERS)


def test_vectors_by_hand(tmp_path, monkeypatch):
    vectors = {"ferry": (3, 4), "boat": (1, 0), "##s": (0, 1), "sank": (0, 2)}
    folder = write_table(tmp_path / "table", vectors)
    monkeypatch.setenv("RTE_BASELINES_ENCODER", str(folder))
    text = analyzed("Boats sank. Ferry!", LAYERS[:-1])
    assert text.words == ("Boats", "sank", ".", "Ferry", "!")
    assert text.layer("piece_words").tolist() == [0, 0, 1, 2, 3, 4]
    # The pieces of "Boats" are (1, 0) and (0, 1); "." and "!" have zeros.
    half = np.sqrt(0.5)
    expected = [[half, half], [0, 1], [0, 0], [0.6, 0.8], [0, 0]]
    np.testing.assert_allclose(text.layer("token_vectors"), expected, atol=1e-3)
    # (1, 0) + (0, 1) + (0, 2) = (1, 3), and (3, 4) for the second sentence.
    sentences = [np.array([1, 3]) / np.sqrt(10), [0.6, 0.8]]
    np.testing.assert_allclose(text.layer("sentence_vectors"), sentences, atol=1e-3)
    np.testing.assert_allclose(text.layer("snippet_vector"), np.array([4, 7]) / 65**0.5, atol=1e-3)


def test_an_only_sentence_is_the_snippet(toy):
    text = analyzed("Two ferries sank.")
    np.testing.assert_array_equal(text.layer("sentence_vectors"), [text.layer("snippet_vector")])


def test_the_parser_is_not_needed(toy):
    assert Analyzer().resources(LAYERS) == {"encoder"}


def test_pieces_and_words_with_other_boundaries(toy):
    """spaCy divides "can't" before "n't"; the pieces divide it at the apostrophe."""
    text = analyzed("can't\u00a0boats", ["piece_words"])
    assert text.words == ("ca", "n't", "boats")
    starts = text.layer("piece_offsets")[:, 0].tolist()
    words = dict(zip(starts, text.layer("piece_words").tolist(), strict=True))
    assert words == {0: 0, 3: 1, 4: 1, 6: 2, 10: 2}


@given(texts=st.lists(SNIPPETS, min_size=1, max_size=5))
def test_the_same_alone_and_in_any_batch(analyzer, texts):
    together = analyzer.analyze(texts, LAYERS)
    for text, analysis in zip(texts, together, strict=True):
        alone = analyzed(text, analyzer=analyzer)
        assert same(alone, analysis)
        pieces = analysis.layer("piece_words")
        assert ((pieces == NO_WORD) | ((pieces >= 0) & (pieces < len(analysis)))).all()
        assert len(analysis.layer("token_vectors")) == len(analysis)
        assert len(analysis.layer("sentence_vectors")) <= len(analysis)


def test_cached_vectors_are_the_computed_ones(toy, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    texts = [TEXT, "", "Two old ferries.", "boat " * 50]
    computed = Analyzer().analyze(texts, LAYERS)
    monkeypatch.setattr(SentenceEncoder, "encode", lambda self, sequences: iter(()))
    cached = Analyzer().analyze(texts, LAYERS)
    assert all(map(same, computed, cached))
    assert all(analysis.layer("piece_vectors").dtype == np.float16 for analysis in cached)


def test_another_encoder_does_not_read_the_cache(toy, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    analyzer = Analyzer()
    first = analyzed(TEXT, analyzer=analyzer)
    other = write_bert(tmp_path / "other", bits=32)
    monkeypatch.setenv("RTE_BASELINES_ENCODER", str(other))
    second = analyzed(TEXT, LAYERS[:-1], analyzer)
    assert not np.array_equal(first.layer("piece_vectors"), second.layer("piece_vectors"))
