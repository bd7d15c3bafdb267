"""The same features, predictions and models, however many processes and batches there are."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines import Recognizer, load_pairs
from rte_baselines.core.processes.workers import Workers
from rte_baselines.recognizers import extracting


@pytest.fixture(scope="module", autouse=True)
def all_to_workers():
    """Give the first pairs to workers, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extracting, "_FEW", 0)
        yield


@pytest.fixture(scope="module")
def pairs():
    # One more than `strongest` does at a time.
    return load_pairs("sample:test")[:101]


@pytest.fixture(scope="module")
def shipped(pairs):
    """Models with their predictions on the pairs."""
    models = {name: Recognizer.load(name) for name in ("lexical-logistic", "strongest")}
    return {name: (model, list(model.predict(pairs))) for name, model in models.items()}


@pytest.fixture(scope="module")
def pools(two_workers):
    return {1: Workers(1), 2: two_workers}


@settings(max_examples=4)
@given(
    task=st.sampled_from([*product(("lexical-logistic", "strongest"), (1, 2))]),
    size=st.integers(1, 33),
)
def test_predictions_do_not_depend_on_workers_and_batches(pairs, shipped, pools, task, size):
    name, workers = task
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
    for number, pool in pools.items():
        model = Recognizer.from_config("lexical-logistic").fit(train, workers=pool)
        model.save(tmp_path / str(number))
    saved = [(tmp_path / number / "arrays.npz").read_bytes() for number in "12"]
    assert saved[0] == saved[1]


class Recording:
    """A pool that counts its calls."""

    calls = 0

    def stream(self, function, calls):
        for _, arguments in calls:
            self.calls += 1
            yield function(*arguments)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "calls"), [(10, 0), (9, 11)])
def test_up_to_ten_batches_start_no_process(pairs, shipped, monkeypatch, size, calls):
    monkeypatch.setattr(extracting, "_FEW", 10)
    monkeypatch.setattr(extracting, "_BATCH", size)
    model, expected = shipped["lexical-logistic"]
    pool = Recording()
    assert list(model.predict(pairs[:91], workers=pool)) == expected[:91]
    assert pool.calls == calls
