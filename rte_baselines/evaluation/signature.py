"""The line that lets another person get the same figures."""

from collections.abc import Iterable
from importlib.metadata import version

from rte_baselines.evaluation.bootstrap import SEED, resamples_of
from rte_baselines.evaluation.gold import Gold
from rte_baselines.evaluation.measure import Measure
from rte_baselines.evaluation.significance.chance import SIMULATED_RUNS
from rte_baselines.pairs import Scheme


def signature(gold: Gold, scheme: Scheme, measures: Iterable[Measure]) -> str:
    """Return what the figures depend on besides the runs.

    Fields are ``name:value``, joined by ``|``: the number of pairs, the scheme of the
    labels, how ties are scored, how the measures weigh pairs, how many resamples of all
    pairs a bootstrap draws, how many guesses tell what chance does to cws, the seed of
    both, the digest of the gold standard, and the version of this package.
    """
    fields = {
        "pairs": len(gold.ids),
        "scheme": scheme,
        "ties": "expected",
        "weights": "+".join(dict.fromkeys(measure.weights for measure in measures)),
        "bootstrap": resamples_of(len(gold.ids)),
        "guesses": SIMULATED_RUNS,
        "seed": SEED,
        "gold": gold.digest(),
        "version": version("rte-baselines"),
    }
    return "|".join(f"{name}:{value}" for name, value in fields.items())
