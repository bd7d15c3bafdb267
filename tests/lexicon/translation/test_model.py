"""Alignment models that were built, written and opened."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.core.errors import InputError
from rte_baselines.core.resources.resources import required
from rte_baselines.kernels.translation.hidden_alignment import UNALIGNED
from rte_baselines.kernels.translation.word_translation import Cells, Sentences
from rte_baselines.lexicon.translation.building import (
    build_alignment_model,
    passes,
    translation_arrays,
)
from rte_baselines.lexicon.translation.headlines import Headline, headlines
from rte_baselines.lexicon.translation.model import (
    DIRECTIONS,
    FLOOR,
    MODELS,
    AlignmentModel,
    open_alignment_arrays,
)

from ..small_news import PROVENANCE, STORIES

every_model = pytest.mark.parametrize("model", MODELS)
both_ways = pytest.mark.parametrize("direction", DIRECTIONS)


def build(folder, **options):
    options = {"min_documents": 1, "min_probability": 0.0, **options}
    build_alignment_model(
        list(headlines(STORIES)), folder / "mine", provenance=PROVENANCE, **options
    )
    return folder / "mine"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return build(tmp_path_factory.mktemp("news"))


def ids(sentence):
    return TokenIds()(sentence.split())


def probability(model, word, given):
    """The probability of a word given another, or null for None."""
    return float(model.emissions(ids(given or ""), ids(word))[0, -1])


@every_model
@both_ways
def test_what_words_are_translated_into_sums_to_1(folder, model, direction):
    arrays = open_alignment_arrays(str(folder))
    starts = np.unique(arrays[f"{direction}_{model}_offsets"])[:-1]
    sums = np.add.reduceat(arrays[f"{direction}_{model}_probabilities"], starts)
    np.testing.assert_allclose(sums, 1, atol=1e-6)


def test_one_pass_by_hand(tmp_path):
    # After one pass from equal probabilities, "storm" is translated into "storm", "hits" and
    # "coast" alike: each was expected from it with the same share, 1 of null and 5 words.
    model = AlignmentModel.open("hypothesis_given_text", "model_1", build(tmp_path, iterations=1))
    for word in ("storm", "hits", "coast"):
        assert probability(model, word, "storm") == pytest.approx(1 / 3, abs=1e-3)
    # Null has the shares 2/7, 2/7, 3/6 and 3/6, one for each word of the four headlines over
    # the words of the lead and null: 1/7 + 1/7 + 1/6 + 1/6 + ... in all 11/7. "Ferry" has
    # 1/7 + 1/6 of them.
    total = 2 * 2 / 7 + 2 * 3 / 6
    assert probability(model, "ferry", None) == pytest.approx((1 / 7 + 1 / 6) / total, abs=1e-3)


@every_model
@both_ways
def test_words_that_are_not_known_or_never_meet_themselves(folder, model, direction):
    found = AlignmentModel.open(direction, model, folder)
    identity = open_alignment_arrays(str(folder)).description["identities"][f"{direction}_{model}"]
    assert probability(found, "zeppelin", "zeppelin") == identity
    assert probability(found, "zeppelin", "ferry") == FLOOR
    assert probability(found, "ferry", "zeppelin") == FLOOR
    assert probability(found, "zeppelin", None) == FLOOR
    # "Sinks" is a word of headlines only, the others are words of leads only.
    for word in ("sinks", "sank", "the", "off"):
        assert probability(found, word, word) == identity


def test_model_1_prefers_words_to_null_and_the_first():
    model = AlignmentModel.open("hypothesis_given_text", "model_1")
    emissions = np.array([[0.2, 0.2, 0.2], [0.3, 0.1, 0.2], [0.1, 0.1, 0.2]])
    assert model.partners(emissions).tolist() == [0, UNALIGNED, 1]


@pytest.mark.slow
def test_improbable_translations_and_rare_words_are_left_out(tmp_path):
    folder = build(tmp_path, min_probability=0.2, min_documents=2)
    arrays = open_alignment_arrays(str(folder))
    kept = [arrays[f"{way}_{model}_probabilities"] for way in DIRECTIONS for model in MODELS]
    assert min(array.min() for array in kept) >= np.float16(0.2)
    # "The" stands in all four pairs, "coast" in three; "storm", "nobody" and "hurt" in fewer
    # than two, "ferry", "boat", "sinks", "sank", "off", "hits" and "hit" in two.
    assert arrays.description["types"] == 9
    assert arrays.description["pairs"] == 4
    model = AlignmentModel.open("hypothesis_given_text", "model_1", folder)
    assert probability(model, "hits", "storm") == FLOOR


@pytest.mark.parametrize(
    ("least", "precision"), [(0.0, np.float32), (6e-5, np.float32), (7e-5, np.float16)]
)
def test_probabilities_are_precise(least, precision):
    # Half precision has 11 binary digits down to 2 ** -14, which is 0.000061.
    probabilities = np.geomspace(1e-7, 1, 50)
    targets = np.arange(50)
    cells = Cells(np.zeros(50, np.int64), targets, Sentences(*[np.empty(0, np.int64)] * 3))
    table = translation_arrays(cells, probabilities, least, 50)
    assert table["probabilities"].dtype == precision
    kept = probabilities[probabilities >= least]
    np.testing.assert_allclose(table["probabilities"].astype(float), kept, rtol=2**-11)


@pytest.mark.slow
def test_the_same_news_give_the_same_arrays_however_many_work(tmp_path, two_workers):
    digests, steps = set(), []
    for name, workers in (("one", 1), ("two", two_workers)):
        (tmp_path / name).mkdir()
        folder = build(tmp_path / name, workers=workers, progress=lambda: steps.append(1))
        digests.add(open_alignment_arrays(str(folder)).digest)
    assert len(digests) == 1
    assert len(steps) == 2 * passes(5) == 40


@pytest.mark.parametrize("place", [0, 1])
def test_no_word_left_on_one_side(tmp_path, place):
    shared, name = ("the", "ferry"), ("headlines", "leads")[place]
    pairs = []
    for word in ("sinks", "docks", "sails"):
        sides = [shared, shared]
        sides[place] = (word,)
        pairs.append(Headline(*sides))
    with pytest.raises(InputError, match=f"no word of the {name} occurs in 2 documents or more"):
        build_alignment_model(pairs, tmp_path / "mine", provenance=PROVENANCE)
    assert list(tmp_path.iterdir()) == []


def test_the_shipped_model():
    folder = required("alignment-model")
    about = open_alignment_arrays(str(folder)).description
    assert "Reuters" in about["source"]
    assert "research" in about["licence"]
    for model in MODELS:
        found = AlignmentModel.open("hypothesis_given_text", model)
        assert probability(found, "rises", "rose") > 0.1
        assert probability(found, "rises", "fell") < 0.02
        assert probability(found, "kills", "killed") > 0.1


WORDS = "oil prices rose killed the a of zeppelin xqx in iraq reuters".split()
sentences = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)


@given(sentences, sentences, st.sampled_from(MODELS), st.sampled_from(DIRECTIONS))
def test_shipped_scores_keep_their_range(source, target, model, direction):
    found = AlignmentModel.open(direction, model)
    emissions = found.emissions(ids(source), ids(target))
    assert emissions.shape == (len(target.split()), len(source.split()) + 1)
    assert ((emissions >= FLOOR) & (emissions <= 1)).all()
    assert found.lowest <= found.mean_log_probability(emissions) <= 0
    partners = found.partners(emissions)
    assert ((partners >= UNALIGNED) & (partners < len(source.split()))).all()
