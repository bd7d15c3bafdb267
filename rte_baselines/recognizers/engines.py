"""The engines of a recognizer's features, and their replacement by another."""

from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.logic.engines.engine import Engine
from rte_baselines.recognizers.recognizer import Recognizer


def use_engine(recognizer: Recognizer, name: str) -> None:
    """Make every feature that looks for proofs use another engine, such as ``z3.v1``, or ``z3``.

    What the recognizer has learned is kept. An unknown engine, one that is not installed, and a
    recognizer without engines are refused.
    """
    engines = registry.all("engines")
    versions = [known for known in engines if name in (known, known.rpartition(".")[0])]
    if not versions:
        known = f"{did_you_mean(name, engines)}expected one of {', '.join(engines)}"
        raise InputError(f"unknown engine {quoted(name)}; {known}")
    engine: Engine = engines[versions[-1]]()
    engine.check_installed()
    found = [key for key, value in recognizer.get_params().items() if isinstance(value, Engine)]
    if not found:
        raise InputError(
            f"{recognizer.name}: has no engine to replace by {quoted(name)}; expected a recognizer "
            "by proofs, such as natural-logic"
        )
    recognizer.set_params(**dict.fromkeys(found, engine))
