"""The same features, predictions and models, however many processes and batches there are."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines import Recognizer, load_pairs
from rte_baselines.recognizers import extracting
from rte_baselines.workers import Workers, pool_of


@pytest.fixture(scope="module", autouse=True)
def no_few_pairs():
    """Give few pairs to workers, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extracting, "_FEW", 0)
        patch.setattr(extracting, "_FEW_OF_SLOW", 0)
        yield


@pytest.fixture(scope="module")
def pairs():
    return load_pairs("sample:test")


@pytest.fixture(scope="module")
def shipped(pairs):
    """Models with their predictions on the pairs."""
    models = {name: Recognizer.load(name) for name in ("lexical-logistic", "strongest")}
    return {name: (model, list(model.predict(pairs))) for name, model in models.items()}


@pytest.fixture(scope="module")
def pools():
    """As many processes as a test takes, started once."""
    with Workers(2) as two, Workers(8) as eight:
        yield {1: Workers(1), 2: two, 8: eight}


class Recording:
    """A pool that notes how many pairs each call has."""

    def __init__(self):
        self.sizes = []

    def stream(self, function, calls):
        for _, (features, batch) in calls:
            self.sizes.append(len(batch))
            yield function(features, batch)


@pytest.mark.slow
@settings(max_examples=4)
@given(
    name=st.sampled_from(["lexical-logistic", "strongest"]),
    workers=st.sampled_from([1, 2, 8]),
    size=st.integers(1, 60),
)
def test_predictions_do_not_depend_on_workers_and_batches(
    pairs, shipped, pools, name, workers, size
):
    model, expected = shipped[name]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extracting, "_BATCH", size)
        patch.setattr(extracting, "_BATCH_OF_SLOW", size)
        assert (
            list(model.predict(pairs[: 3 * size], workers=pools[workers])) == (expected[: 3 * size])
        )


@pytest.mark.slow
def test_models_do_not_depend_on_workers(tmp_path, monkeypatch, pools):
    monkeypatch.setattr(extracting, "_BATCH", 30)
    train = load_pairs("sample:train")
    for count, pool in pools.items():
        model = Recognizer.from_config("lexical-logistic").fit(train, workers=pool)
        model.save(tmp_path / str(count))
    saved = [(tmp_path / count / "arrays.npz").read_bytes() for count in "128"]
    assert saved[0] == saved[1] == saved[2]


def test_batches_are_small_where_parsing_takes_long(pairs, shipped):
    for name, size in (("lexical-logistic", len(pairs)), ("strongest", 100)):
        pool = Recording()
        shipped[name][0].predict(pairs[: size + 1], workers=pool)
        assert pool.sizes[0] == size


def test_few_pairs_start_no_process(pairs, shipped, monkeypatch):
    monkeypatch.setattr(Workers, "_started", lambda self: pytest.fail("a process is started"))
    model, expected = shipped["lexical-logistic"]
    assert list(model.predict(pairs, workers=2)) == expected


def test_a_number_is_a_pool_that_ends():
    with pool_of(1) as pool:
        assert list(pool.stream(os.path.basename, [("", ("a/b",))])) == ["b"]
    with pool_of(pool) as same:
        assert same is pool


@pytest.mark.slow
def test_the_first_pairs_are_done_in_this_process(pairs, shipped, monkeypatch):
    monkeypatch.setattr(extracting, "_FEW", len(pairs) - 10)
    monkeypatch.setattr(extracting, "_FEW_OF_SLOW", len(pairs))
    for name, rest in (("lexical-logistic", [10]), ("strongest", [])):
        model, expected = shipped[name]
        recording = Recording()
        assert list(model.predict(pairs, workers=recording)) == expected
        assert recording.sizes == rest
