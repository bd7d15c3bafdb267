"""Datasets split anew: what stays as it was, and what comes of training on the parts."""

from collections import Counter
from itertools import islice
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines import Recognizer, load_pairs
from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Label, Pair
from rte_baselines.reproduction.experiment import run_experiments
from rte_baselines.reproduction.resplitting import Spread, pool, resplits, run_resplits

CELLS = st.tuples(
    st.sampled_from([Label.ENTAILMENT, Label.NO_ENTAILMENT]), st.sampled_from(["IE", "QA", None])
)
PARTS = st.lists(CELLS, max_size=25)

pytestmark = pytest.mark.usefixtures("only_data_asked_for", "few_resamples")


def pairs_of(cells):
    """Pairs of these labels and tasks; their ids are those of any other such part."""
    return [
        Pair(str(number), f"Text {number}.", "A hypothesis.", task, label)
        for number, (label, task) in enumerate(cells)
    ]


def cells_of(pairs):
    return Counter((pair.label, pair.task) for pair in pairs)


@given(PARTS, PARTS, st.integers(0, 99))
def test_every_cell_keeps_its_size_and_every_pair_is_used_once(dev_cells, test_cells, seed):
    dev, test = pairs_of(dev_cells), pairs_of(test_cells)
    together = pool(dev, test)
    place = {pair.id: position for position, pair in enumerate(together)}
    assert len(place) == len(dev) + len(test)
    for new_dev, new_test in resplits(dev, test, 3, seed):
        assert cells_of(new_dev) == cells_of(dev)
        assert cells_of(new_test) == cells_of(test)
        assert sorted([*new_dev, *new_test], key=lambda pair: place[pair.id]) == together
        for part in (new_dev, new_test):
            places = [place[pair.id] for pair in part]
            assert places == sorted(places)


@pytest.mark.slow
def test_seeds_repeat():
    dev, test = load_pairs("sample:train"), load_pairs("sample:test")
    assert list(resplits(dev, test, 3, seed=1)) == list(resplits(dev, test, 3, seed=1))
    # The first splits of many are those of few.
    assert list(resplits(dev, test, 2)) == list(islice(resplits(dev, test, 9), 2))
    splits = [*resplits(dev, test, 3, seed=1), *resplits(dev, test, 3, seed=2)]
    assert len({tuple(pair.id for pair in new_dev) for new_dev, _ in splits}) == 6


@pytest.mark.slow
def test_pairs_of_a_cell_have_equal_chances():
    """Of 2 pairs for development and 6 for testing, each is among the 2 a quarter of the time."""
    dev, test = (pairs_of([(Label.ENTAILMENT, "IE")] * size) for size in (2, 6))
    drawn = Counter(pair.id for new_dev, _ in resplits(dev, test, 2000) for pair in new_dev)
    assert len(drawn) == 8
    # Six standard deviations of a binomial distribution.
    assert np.array(list(drawn.values())) / 2000 == pytest.approx(1 / 4, abs=0.06)


def test_labels_are_needed():
    dev, test = pairs_of([(Label.ENTAILMENT, None)]), pairs_of([(None, "QA")])
    with pytest.raises(InputError, match=r"^pair 'test:0' has no label; expected one for every"):
        next(resplits(dev, test))


def test_spread_by_hand():
    resplits = (0.6, 0.4, 0.9, 0.7)
    assert Spread.of(0.5, *resplits) == Spread(0.5, 0.4, pytest.approx(0.65), 0.9, resplits)
    assert Spread.of(0.5, 0.6, 0.4, 0.9).median == 0.6


@pytest.mark.slow
def test_the_official_figures_are_those_of_the_main_job(tmp_path):
    configs = ["word-overlap", "lexical-logistic"]
    (experiment,) = run_experiments(configs, ["sample"], tmp_path)
    results = run_resplits(configs, "sample", splits=1)
    assert [spreads.recognizer for spreads in results.recognizers] == configs
    for spreads, run in zip(results.recognizers, experiment.report.runs, strict=True):
        assert spreads.measures.keys() == {"accuracy_2way", "cws"}
        for name, spread in spreads.measures.items():
            assert spread.official == run.overall.measures[name].value


@pytest.mark.slow
@pytest.mark.parametrize("config", ["stem-overlap", "strongest"])
def test_the_others_are_those_of_a_recognizer_trained_on_each_split(config):
    (spreads,) = run_resplits([config], "sample", splits=3, seed=4).recognizers
    expected = [
        Recognizer.from_config(config).fit(dev).score(test)
        for dev, test in resplits(load_pairs("sample:train"), load_pairs("sample:test"), 3, 4)
    ]
    assert spreads.measures["accuracy_2way"].resplits == pytest.approx(expected)
    assert spreads.measures["accuracy_2way"].median == pytest.approx(median(expected))


@pytest.mark.slow
def test_it_shows_the_signature_and_the_progress():
    steps = []
    results = run_resplits(
        ["majority", "lemma-overlap"], "sample", splits=2, seed=3, advance=lambda: steps.append(1)
    )
    assert len(steps) == 2 * (1 + 2)
    fields = dict(field.split(":") for field in results.signature.split("|"))
    assert list(fields) == ["dev", "test", "splits", "seed", "gold", "version", "english"]
    assert [fields[name] for name in ("dev", "test", "splits", "seed")] == ["160", "160", "2", "3"]
