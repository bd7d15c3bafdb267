import pytest

from rte_baselines import Recognizer, load_pairs
from rte_baselines.core.errors import InputError, ResourceError
from rte_baselines.logic.engines.provers import Z3, Cvc5
from rte_baselines.recognizers.engines import use_engine

# Engines take a while to import.
pytestmark = pytest.mark.slow


def test_every_engine_is_replaced():
    config = Recognizer.from_config("natural-logic").to_config()
    features = config["recognizer"]["features"]
    features["a"] = features["proofs"]
    recognizer = Recognizer.from_config(config)
    assert isinstance(recognizer.get_params()["features__a__engine"], Cvc5)
    use_engine(recognizer, "z3")
    engines = {k: v for k, v in recognizer.get_params().items() if k.endswith("engine")}
    assert set(engines) == {"features__a__engine", "features__proofs__engine"}
    assert all(isinstance(engine, Z3) for engine in engines.values())
    assert recognizer.to_config()["recognizer"]["features"]["a"]["engine"] == {"@engines": "z3.v1"}
    use_engine(recognizer, "cvc5.v1")
    assert isinstance(recognizer.get_params()["features__a__engine"], Cvc5)


@pytest.mark.parametrize(
    ("config", "engine", "message"),
    [
        ("natural-logic", "z3.v2", "unknown engine 'z3.v2'; did you mean 'z3.v1'.* cvc5.v1, e.v1"),
        ("natural-logic", "spass", "SPASS is not installed; install it with: apt-get install"),
        ("word-overlap", "z3", "word-overlap: has no engine to replace by 'z3'"),
    ],
)
def test_engines_that_cannot_be_used(monkeypatch, config, engine, message):
    monkeypatch.setenv("PATH", "")
    with pytest.raises((InputError, ResourceError), match=message):
        use_engine(Recognizer.from_config(config), engine)


def test_another_engine_after_training():
    pairs = load_pairs("sample:train")[5:9]
    recognizer = Recognizer.from_config("natural-logic").fit(pairs)
    before = recognizer.predict(pairs)
    assert len(set(before.labels)) == 3
    use_engine(recognizer, "z3")
    assert recognizer.predict(pairs).labels.tolist() == before.labels.tolist()
