"""The signature: everything that the figures depend on besides the runs."""

from collections.abc import Iterable

from rte_baselines.core.importing import version
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.resampling.bootstrap import SEED, resamples_of
from rte_baselines.evaluation.significance.chance import SIMULATED_RUNS
from rte_baselines.pairs import Scheme


def signature(gold: Gold, scheme: Scheme, measures: Iterable[Measure]) -> str:
    """Return the signature of an evaluation, from which its figures can be reproduced.

    Fields are ``name:value``, joined by ``|``: the number of pairs, the scheme of the
    labels, the treatment of ties, the weighting of pairs, the number of bootstrap resamples,
    the number of simulated runs of guesses for cws, the seed of both, the digest of the gold
    standard, and the version of this package.
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
