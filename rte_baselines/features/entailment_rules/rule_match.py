"""The feature of the predicates that entailment rules derive from the text."""

import math
import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.coreference.layer import LAYERS as COREFERENCE_LAYERS
from rte_baselines.analysis.coreference.layer import chains_across
from rte_baselines.analysis.predicates.predications import Status
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature
from rte_baselines.features.describing import WIDTH, aligned
from rte_baselines.rules.dependencies import LAYERS as DEPENDENCY_LAYERS
from rte_baselines.rules.dependencies import Match, MatchedSnippet, dependencies_of, predicated
from rte_baselines.rules.rule_base import (
    SHIPPED,
    Application,
    UsesRuleBase,
    check_own_rules,
    combined,
)
from rte_baselines.rules.template import VARIABLES, Template

_ASSERTED = Status("none", "none", negated=False, commitment="factual", embedded_by=None)


class _Side(NamedTuple):
    """A snippet, with the status of each of its predicates by the word that stands for it."""

    snippet: MatchedSnippet
    statuses: Mapping[int, Status]

    @classmethod
    def of(cls, analysis: Analysis) -> "_Side":
        predications = analysis.layer("predications")
        predicates = predicated(predications, analysis.pos)
        statuses = {
            predicates.get(predication.word, predication.word): status
            for predication, status in zip(predications, analysis.layer("statuses"), strict=True)
        }
        return cls(MatchedSnippet(dependencies_of(analysis)), statuses)


@registry.features("rule_match.v1")
@dataclass(eq=False, repr=False)
class RuleMatch(UsesRuleBase, PairFeature):
    """The predicates of the hypothesis that follow from the text by entailment rules.

    A predicate of the hypothesis (a verb, or what a copula or an apposition predicates) is
    entailed by a rule if the right side of the rule matches the hypothesis at the predicate, the
    left side matches the text, and X and Y are the same in both (szpektor2007 section 2.1): the
    same lemma, or phrases that may corefer (`chains_across`), such as "it" and a name. The
    outputs are

    - share: the share of the hypothesis's predicates that are entailed by rules;
    - score: the mean, over all predicates, of the score of the best rule or chain of rules; 0 for
      predicates that no rule entails;
    - best: the highest score.

    A predicate that the text contains itself needs no rule. It does not count as entailed by a
    rule, because the features of words and trees find it. The paper leaves open when a template is
    inferred from a text that it matches; about 43% of the matches are not (section 5). Here,

    - the topmost predicate that the left side matches has to be asserted: factual, not negated
      and not merely possible; the predicates below it must not be negated, so that a rule about
      "X say that ..." applies to what is said;
    - rules are not applied to negated predicates of the hypothesis.

    Parameters
    ----------
    rule_base : str or None
        ``shipped``, the name of a file of rules (docs/rules.md), or None for none. The rules of
        a file are not part of a saved model; those in `rules` are.
    rules : sequence of str, optional
        Your own rules, in addition, in the text format.
    min_score : float
        Rules with lower scores are not used, in [0, 1].
    rounds : int
        The maximum number of rules in a chain, at least 1.
    """

    source = "szpektor2007 section 2.1; Lin and Pantel 2001"
    layers = (*DEPENDENCY_LAYERS, *COREFERENCE_LAYERS, "statuses")
    outputs = (Output("share"), Output("score"), Output("best"))

    field_ranges = (("rounds", 1, math.inf),)

    rule_base: str | None = SHIPPED
    rules: Sequence[str] | None = None
    min_score: float = 0.0
    rounds: int = 1

    def check_fields(self, path: str) -> None:
        """Check the fields and their ranges, and read the rules; see `Component.check_fields`."""
        super().check_fields(path)
        check_own_rules(path, self.rules or ())

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Find the best rule of each predicate of the hypothesis."""
        predicates, best = self._best(text, hypothesis)
        scores = [application.derivation.score for application in best.values()]
        if not scores:
            return 0.0, 0.0, 0.0
        count = len(predicates)
        return len(scores) / count, min(1.0, sum(scores) / count), max(scores)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each predicate with the word of the text that a rule derives it from."""
        predicates, best = self._best(text, hypothesis)
        return [
            Alignment(word, _top(best[word].derivation.left, best[word].text), "by rule")
            if word in best
            else Alignment(word, None, "no rule")
            for word in sorted(predicates)
        ]

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Count the predicates that rules entail."""
        alignments = self.align(text, hypothesis)
        return aligned(alignments, hypothesis, "predicate", "entailed by a rule")

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """List the rules that entail predicates."""
        _, best = self._best(text, hypothesis)
        derivations = dict.fromkeys(best[word].derivation for word in sorted(best))
        lines = [
            line
            for derivation in derivations
            for rule in derivation.rules
            for line in textwrap.wrap(
                f"{rule.score:.2f}  {rule}", WIDTH, subsequent_indent=" " * len("0.00  ")
            )
        ]
        return [Illustration("Rules that entail predicates", tuple(lines))] if lines else []

    def _best(
        self, text: Analysis, hypothesis: Analysis
    ) -> tuple[Mapping[int, Status], dict[int, Application]]:
        """Return the predicates of the hypothesis, and the best application that entails each."""
        source, target = _Side.of(text), _Side.of(hypothesis)
        coreferent = {
            pair for chains in chains_across(text, hypothesis) for pair in product(*chains)
        }
        best: dict[int, Application] = {}
        for application in self._applications(source, target, coreferent):
            right = application.derivation.rules[-1].right
            for word in _lemmas(right, application.hypothesis):
                if word in target.statuses and word not in best:
                    best[word] = application
        return target.statuses, best

    def _applications(
        self, text: _Side, hypothesis: _Side, coreferent: Collection[tuple[int, ...]]
    ) -> list[Application]:
        """Return the applications whose matched predicates are asserted, the best first."""

        def same(text_word: int, word: int) -> bool:
            return lemmas[0][text_word] == lemmas[1][word] or (text_word, word) in coreferent

        base = combined(self.rule_base, tuple(self.rules or ()), self.min_score)
        lemmas = text.snippet.lemmas, hypothesis.snippet.lemmas
        applications = base.applications(text.snippet, hypothesis.snippet, same, self.rounds)
        return sorted(
            (
                application
                for application in applications
                if _is_asserted(text, application.derivation.left, application.text)
                and not any(
                    hypothesis.statuses.get(word, _ASSERTED).negated
                    for word in application.hypothesis
                )
            ),
            key=lambda applied: (-applied.derivation.score, applied.hypothesis, applied.text),
        )


def _is_asserted(side: _Side, template: Template, match: Match) -> bool:
    """Whether the topmost matched predicate holds, and none below it is negated."""
    top = side.statuses.get(_top(template, match), _ASSERTED)
    return top.holds and not any(
        side.statuses.get(word, _ASSERTED).negated for word in _lemmas(template, match)
    )


def _lemmas(template: Template, match: Match) -> Iterator[int]:
    """Yield the matched words without X and Y."""
    for word, position in zip(template.words, match, strict=True):
        if word not in VARIABLES:
            yield position


def _top(template: Template, match: Match) -> int:
    """Return the matched word of the root or, if that is X or Y, of the first lemma."""
    root = template.heads.index(-1)
    if template.words[root] in VARIABLES:
        root = template.words.index(template.lemmas[0])
    return match[root]
