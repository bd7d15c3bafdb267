"""Translation scores as a feature."""

import numpy as np
import pytest

from rte_baselines.core.resources.arrays import write_arrays
from rte_baselines.features.similarity.word_probabilities import AlignmentScore
from rte_baselines.kernels.ragged import Ragged
from rte_baselines.lexicon.corpus.vocabulary import vocabulary_arrays
from rte_baselines.lexicon.translation.model import (
    FORMAT,
    MODELS,
    lowest_mean_log_probability,
)
from rte_baselines.lexicon.translation.ngram_information import ngram_arrays
from tests.features.computing import aligned, aligned_parsed, numbers_of, parsed

every_model = pytest.mark.parametrize("model", MODELS)


SMALL_WORDS = ["ferry", "sank", "sinks"]
# Source word (None for null), target word and probability.
SMALL = {
    "hypothesis_given_text": [
        (None, "sinks", 0.1), ("ferry", "ferry", 0.5), ("sank", "sinks", 0.8),
    ],
    "text_given_hypothesis": [
        (None, "sank", 0.8), ("ferry", "ferry", 0.25), ("sinks", "sank", 0.3),
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def small_model(tmp_path_factory):
    """A model written by hand, with jumps that are all equally probable."""
    folder = tmp_path_factory.mktemp("small") / "model"
    arrays = vocabulary_arrays(SMALL_WORDS) | ngram_arrays(Ragged.concatenate([]), 3)
    for direction, rows in SMALL.items():
        sources, targets, probabilities = zip(*rows, strict=True)
        translated = [sources.count(word) for word in (None, *SMALL_WORDS)]
        table = {
            "offsets": np.cumsum([0, *translated], dtype=np.int32),
            "targets": np.array(list(map(SMALL_WORDS.index, targets)), np.uint8),
            "probabilities": np.array(probabilities, np.float32),
        }
        arrays[f"{direction}_jumps"] = np.full(41, 1 / 41)
        for model in MODELS:
            arrays |= {f"{direction}_{model}_{name}": table[name] for name in table}
    write_arrays(
        folder,
        arrays,
        **dict.fromkeys(("version", "source", "licence"), "by hand"),
        format_name=FORMAT,
        identities={f"{direction}_{model}": 0.4 for direction in SMALL for model in MODELS},
        words=1,
    )
    return folder


@pytest.mark.parametrize(
    ("model", "text", "hypothesis", "expected"),
    [
        # The mean of null and two words: for "ferry" of 0, 0.5 and 0, for "sinks" of 0.1, 0 and
        # 0.8. Back, of 0, 0.25 and 0; for "sank" of 0.8, 0 and 0.3, where null is the likeliest.
        ("model_1", "ferry sank", "Ferry sinks!", (0.5 / 3, 0.9 / 3, 0, 0.25 / 3, 1.1 / 3, 0.5)),
        # Null has a share of 0.2, each of the two words one of 0.4.
        (
            *("hidden_markov", "ferry sank", "Ferry sinks!"),
            (0.4 * 0.5, 0.2 * 0.1 + 0.4 * 0.8, 0, 0.4 * 0.25, 0.2 * 0.8 + 0.4 * 0.3, 0.5),
        ),
        # "Sank" and "sinks" never meet themselves, and given themselves are as probable as words
        # that are not known. Back, null makes "sank" too, and is the likelier.
        ("model_1", "sinks sank", "sinks sank", (1.3 / 3, 0.4 / 3, 0, 0.4 / 3, 1.5 / 3, 0.5)),
        ("model_1", "xqx zyz", "xqx zyz", (0.4 / 3, 0.4 / 3, 0, 0.4 / 3, 0.4 / 3, 0)),
    ],
)
def test_by_hand(model, text, hypothesis, expected, small_model, monkeypatch):
    monkeypatch.setenv("RTE_BASELINES_ALIGNMENT_MODEL", str(small_model))
    [values] = numbers_of(AlignmentScore(model), (text, hypothesis))
    first, second, nulls, back_first, back_second, back_nulls = expected
    logs = np.log([first * second, back_first * back_second]) / 2
    # What has a probability of 0 above is at the floor.
    np.testing.assert_allclose(values, [logs[0], nulls, logs[1], back_nulls], atol=1e-4)


@every_model
@pytest.mark.parametrize("nothing", ["", " ", "\n"])
def test_sides_without_words(model, nothing):
    values = numbers_of(
        AlignmentScore(model), (nothing, nothing), (nothing, "Qqzx!"), ("Qqzx!", nothing)
    )
    lowest = lowest_mean_log_probability(model)
    expected = [[0, 0, 0, 0], [lowest, 1, 0, 0], [0, 0, lowest, 1]]
    np.testing.assert_allclose(values, expected)


@every_model
def test_alignment(model):
    feature = AlignmentScore(model)
    # Unseen names are aligned with themselves; the comma is left out.
    met = aligned(feature, "Qqzx met Xqqz.", "Xqqz, Qqzx")
    assert met == {"Xqqz": "Xqqz", "Qqzx": "Qqzx"}
    met = aligned_parsed(feature, parsed("Qqzx"), parsed("to Qqzx"))
    assert met["to"] == (None, "from null")
    met = aligned_parsed(feature, parsed("Rebels killed soldiers ."), parsed("It kills soldiers ."))
    assert met["soldiers"] == ("soldiers", "same word")
    text_word, relation = met["kills"]
    assert text_word == "killed"
    assert relation.startswith("translation 0.")
    assert "." not in met
