"""Rules between words, from entailment rules between templates of one word."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from rte_baselines.core.registry import registry
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.word_similarity import Lemmas, WordSimilarity
from rte_baselines.rules.rule_base import SHIPPED, RuleBase, UsesRuleBase

_OPEN_BASES = 4
_VERBS = "VERB"


@registry.word_similarities("entailment_rules.v1")
class EntailmentRuleWords(UsesRuleBase, WordSimilarity):
    """The score of the best rule that replaces a verb of the text by one of the hypothesis.

    Only rules that replace one word and nothing else count: X and Y have the same relations to
    it on both sides, as in "X acquire Y => X own Y". In kouylekov2006, section 5, each resource
    is "a database of entailment rules, where each rule has associated a probability value"; here,
    the score of a rule takes the place of the probability.

    Parameters
    ----------
    rule_base : str
        ``shipped``, or the name of a file of rules (docs/rules.md).
    min_score : float
        Rules with lower scores are not used, in [0, 1].
    """

    rule_base: str
    relation = "entailment rule"
    maximum = 1.0

    def __init__(self, rule_base: str = SHIPPED, min_score: float = 0.0) -> None:
        self.rule_base = rule_base
        self.min_score = min_score

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Return the scores, shape (words of the hypothesis, words of the text)."""
        scores = _scores(RuleBase.open(self.rule_base, self.min_score))
        matrix = np.equal.outer(hypothesis.ids, text.ids).astype(np.float64)
        verbs = [
            [place for place, part in enumerate(side.parts) if part == _VERBS]
            for side in (hypothesis, text)
        ]
        for row in verbs[0]:
            by_left = scores.get(hypothesis.strings[row])
            if by_left:
                for column in verbs[1]:
                    score = by_left.get(text.strings[column], 0.0)
                    matrix[row, column] = max(matrix[row, column], score)
        return matrix


@lru_cache(maxsize=_OPEN_BASES)
def _scores(base: RuleBase) -> Mapping[str, Mapping[str, float]]:
    """Return the best score of each rule, by the word on the right and the one on the left."""
    scores: dict[str, dict[str, float]] = {}
    for rule in base.one_word_rules():
        if rule.left_relations == rule.right_relations:
            by_left = scores.setdefault(rule.right, {})
            by_left[rule.left] = max(by_left.get(rule.left, 0.0), rule.score)
    return scores
