"""How many of the pairs a system answered at all."""

from rte_baselines.evaluation.bootstrap import Resamples
from rte_baselines.evaluation.intervals import wilson_interval
from rte_baselines.evaluation.judgments import Codes, Judgments
from rte_baselines.evaluation.measure import Measure
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.registry import registry


@registry.measures("coverage.v1")
class Coverage(Measure):
    """The share of the pairs that the system labelled.

    RTE-1 let systems label some of the pairs only; their accuracy is then that on the
    pairs they labelled, and has to be read beside this share. Defined for one pair or more.
    """

    name = "coverage"
    description = "share of the pairs that the run labels; all else is scored on these"
    range = (0.0, 1.0)
    citation = "dagan2006, section 3.1 and Table 2"

    def score(self, judgments: Judgments) -> float:
        """Return labelled / asked."""
        answered = len(judgments.gold)
        return answered / (answered + judgments.unanswered)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the share itself: what is drawn are the pairs that were labelled."""
        shares: FloatArray = resamples.sizes / (resamples.sizes + resamples.judgments.unanswered)
        return shares

    def closed_interval(self, judgments: Judgments) -> tuple[float, float]:
        """Return Wilson's 95% interval."""
        answered = len(judgments.gold)
        return wilson_interval(answered, answered + judgments.unanswered)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return 1: a trivial system labels every pair."""
        return 1.0
