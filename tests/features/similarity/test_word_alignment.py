import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse.csgraph import shortest_path

from rte_baselines.core.resources import resources
from rte_baselines.features.similarity.word_alignment import WordAlignment
from tests.analysis.parses import parse
from tests.features.computing import aligned_parsed, named_numbers_of, numbers_of
from tests.features.similarity.vectors import with_vectors
from tests.lexicon.small_comparison import write_comparison

PARTS = ("NOUN", "VERB", "PROPN", "ADJ", "ADV", "NUM", "DET", "PUNCT")


def with_both(vectors, *words):
    """The analysis of words, with a parse as `parse` reads it, and with vectors."""
    analysis = parse(*words)
    analysis.layers |= with_vectors(" ".join(analysis.words), vectors).layers
    return analysis


# The best cosines: ship 0.96 (boat), sank 1 (sank), quickly 0.8 (ferry).
PAIR = (
    with_both(
        [(1, 0, 0), (0, 1, 0), (0, 0, -1), (4, 3, 0), (0, 0, 1)],
        "ferry/NOUN/2/nsubj sank/VERB/0 ./PUNCT/2/punct boat/NOUN/5/nsubj burned/VERB/0",
    ),
    with_both(
        [(1, 0, 0), (3, 4, 0), (0, 1, 0), (4, 0, 3)],
        "the/DET/2/det ship/NOUN/3/nsubj sank/VERB/0 quickly/ADV/3/advmod",
    ),
)


def test_classes_by_hand():
    feature = WordAlignment(measures=["classes"])
    distances = {"noun": 0.04, "verb": 0.0, "name": 0.0, "modifier": 0.2, "number": 0.0}
    expected = {
        # There are three content words.
        **{f"{name}_distance": distance / 3 for name, distance in distances.items()},
        **{f"{name}_furthest": distance for name, distance in distances.items()},
    }
    found = named_numbers_of(feature, *PAIR)
    assert found == pytest.approx(expected, abs=1e-3)
    assert list(found) == list(expected)


def test_gaps_by_hand(tmp_path, monkeypatch):
    write_comparison(tmp_path / "small")
    monkeypatch.setenv(resources.RESOURCES["word-comparison"].variable, str(tmp_path / "small"))
    feature = WordAlignment(measures=["gaps"])
    # The first network sees (2 x 0.2)^4 of ship and (2 x 0.2)^4 of quickly, both of which lack 0.2
    # of the first dimension; the second sees ship - boat = (-0.2, 0.2, 0) with the importance
    # max(0, 1 - 2 x 0.8) and quickly - ferry = (-0.2, 0, 0.6) with 1 + 0.6.
    ship, quickly = 0.4**4 / 2, (0.4**4 + 1.6**2 * 0.6**4) / 2
    expected = {
        "gap_mean": (ship + quickly) / 3,
        **{f"{name}_gap": 0.0 for name in ("noun", "verb", "name", "modifier", "number")},
        "noun_gap": ship,
        "modifier_gap": quickly,
    }
    found = named_numbers_of(feature, *PAIR)
    assert found == pytest.approx(expected, abs=1e-3)
    assert "word-comparison" in feature.resources
    assert "word-comparison" not in WordAlignment().resources


# "of" is a function word, so that Oslo depends on "mayor".
MAYOR = with_both(np.eye(3), "mayor/NOUN/0 of/ADP/1/case Oslo/PROPN/2/nmod")


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        # boat and sank are in different sentences, ferry depends on sank. Both stand on the other
        # side of sank than the words of the hypothesis.
        (PAIR, {"path_mean": 4.5, "path_longest": 8, "path_far": 0.5, "reversed": 1}),
        ((MAYOR, MAYOR), {"path_mean": 2, "path_longest": 2, "path_far": 0, "reversed": 0}),
    ],
)
def test_dependencies_by_hand(pair, expected):
    assert named_numbers_of(WordAlignment(measures=["dependencies"]), *pair) == expected


def test_sentences_by_hand():
    # The cosines are 0.8, 1 and 0.8 in the first sentence, 0.96, 0.6 and 0.64 in the second.
    found = named_numbers_of(WordAlignment(measures=["sentences"]), *PAIR)
    shares = {"recall": 2.6 / 3, "minimum": 0.8, "lowest": 2.6 / 3, "loss": 0.16 / 3}
    expected = {f"sentence_{name}": share for name, share in shares.items()}
    assert found == pytest.approx({**expected, "sentences": 2}, abs=1e-3)


def test_two_words_aligned_with_one_have_a_path_of_no_length():
    text = with_both([(1, 0)], "sank/VERB/0")
    hypothesis = with_both([(1, 0), (1, 0)], "boats/NOUN/2/nsubj sank/VERB/0")
    feature = WordAlignment(measures=["dependencies"])
    assert not numbers_of(feature, (text, hypothesis)).any()
    assert feature.describe(text, hypothesis) == (
        "'sank' and 'boats' are aligned with both 'sank', at a distance of 0 in the text"
    )


def test_explains_itself():
    feature = WordAlignment()
    assert aligned_parsed(feature, *PAIR) == {
        "ship": ("boat", "cosine 0.96"),
        "sank": ("sank", "cosine 1.00"),
        "quickly": ("ferry", "cosine 0.80"),
    }
    assert feature.describe(*PAIR) == (
        "'sank' and 'ship' are aligned with 'sank' and 'boat', at a distance of 8 or more in the "
        "text"
    )


def test_without_words():
    text, hypothesis = PAIR
    nothing, function = with_both(np.empty((0, 3))), with_both([(1, 0, 0)], "the/DET/0")
    feature = WordAlignment()
    for sides in [(text, nothing), (nothing, hypothesis), (nothing, nothing), (text, function)]:
        assert not numbers_of(feature, sides).any()
        assert feature.describe(*sides) == (
            "the text has no words, or the hypothesis no content words"
        )
    assert aligned_parsed(feature, text, function) == {}
    assert aligned_parsed(feature, nothing, hypothesis)["ship"] == (None, "missing")


@st.composite
def snippets(draw):
    """Words with vectors, and a parse in which each word depends on an earlier one or none."""
    size = draw(st.integers(0, 12))
    heads = [draw(st.integers(0, word)) for word in range(size)]
    vectors = draw(arrays(np.float16, (size, 3), elements=st.integers(-4, 4)))
    pos = [draw(st.sampled_from(PARTS)) for _ in range(size)]
    # Mirrored, each depends on a later one or none.
    if draw(st.booleans()):
        heads = [size + 1 - head if head else 0 for head in heads[::-1]]
    words = [draw(st.sampled_from("ab.")) for _ in range(size)]
    return words, vectors, pos, heads


def made(words, vectors, pos, heads):
    rows = zip(words, pos, heads, strict=True)
    return with_both(
        vectors, *(f"{word}/{tag}/{head}/{'dep' if head else 'root'}" for word, tag, head in rows)
    )


@given(text=snippets(), hypothesis=snippets())
def test_range_and_invariances(text, hypothesis):
    feature = WordAlignment()

    def numbers(text, hypothesis):
        found = named_numbers_of(feature, made(*text), made(*hypothesis))
        for output in feature.outputs:
            assert output.low <= found[output.name] <= output.high, output
        return found

    found = numbers(text, hypothesis)
    assert found["path_mean"] <= found["path_longest"]
    assert found["sentence_minimum"] <= found["sentence_lowest"] + 1e-9
    assert found["sentence_lowest"] <= found["sentence_recall"] + 1e-9
    # Lengths of vectors do not matter.
    words, vectors, pos, heads = text
    assert found == pytest.approx(numbers((words, 2 * vectors, pos, heads), hypothesis))
    distances = [name for name in found if name.endswith(("distance", "furthest"))]
    # The same words in more sentences are no further, and the best sentence is no worse.
    if words:
        more = (
            [*words[:-1], ".", *words],
            np.vstack([vectors, vectors[::-1]]),
            [*pos, *pos],
            [*heads, *(head + len(words) if head else 0 for head in heads)],
        )
        with_more = numbers(more, hypothesis)
        assert [with_more[name] for name in distances] == pytest.approx(
            [found[name] for name in distances]
        )
        assert with_more["sentence_recall"] >= found["sentence_recall"] - 1e-9
    # A snippet is next to itself.
    of_itself = numbers(hypothesis, hypothesis)
    if hypothesis[1].any(axis=1).all():
        assert [of_itself[name] for name in distances] == pytest.approx([0.0] * 10, abs=2e-3)


@given(side=snippets().filter(lambda side: side[0]))
def test_paths_are_those_of_scipy(side):
    words, _, _, heads = side
    size = len(words)
    # The first word of the hypothesis is aligned with the last one of the text, and so on.
    vectors = np.eye(size)[::-1], np.eye(size)
    sides = (made(words, each, ["NOUN"] * size, heads) for each in vectors)
    feature = WordAlignment(measures=["dependencies"])
    found = named_numbers_of(feature, *sides)
    graph = np.eye(size + 1)[heads][:, 1:]
    lengths = np.minimum(shortest_path(graph, directed=False), 8)[::-1, ::-1]
    expected = [lengths[head - 1, word] for word, head in enumerate(heads) if head] or [0]
    assert found["path_mean"] == pytest.approx(np.mean(expected))
    assert found["path_longest"] == max(expected)
    assert found["path_far"] == np.mean(np.array(expected) > 2)
