"""Coverage: the share of the pairs that a system labelled."""

from rte_baselines.evaluation.inputs.judgments import Codes, Judgments
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.resampling.bootstrap import Resamples
from rte_baselines.evaluation.resampling.intervals import wilson_interval
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.registry import registry


@registry.measures("coverage.v1")
class Coverage(Measure):
    """The share of the pairs that the system labelled.

    RTE-1 allowed systems to label only some of the pairs. Accuracy is then measured on the
    labelled pairs and has to be read together with coverage. Defined for one pair or more.
    """

    name = "coverage"
    description = "share of the pairs that the run labels; other measures are of these pairs"
    range = (0.0, 1.0)
    citation = "dagan2006, section 3.1 and Table 2"

    def score(self, judgments: Judgments) -> float:
        """Return the number of labelled pairs / the number of pairs."""
        answered = len(judgments.gold)
        return answered / (answered + judgments.unanswered)

    def resampled(self, resamples: Resamples) -> FloatArray:
        """Return the coverage itself, since only labelled pairs are drawn."""
        shares: FloatArray = resamples.sizes / (resamples.sizes + resamples.judgments.unanswered)
        return shares

    def closed_interval(self, judgments: Judgments) -> tuple[float, float]:
        """Return Wilson's 95% interval."""
        answered = len(judgments.gold)
        return wilson_interval(answered, answered + judgments.unanswered)

    def expected(self, gold: Codes, probabilities: FloatArray) -> float:
        """Return 1: a trivial system labels every pair."""
        return 1.0
