"""The sequence of sub-modules: the first match without a veto is the answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from rte_baselines.features.linguistic_rules import (
    light_verbs,
    paraphrase,
    short_snippets,
    syntactic,
)
from rte_baselines.features.linguistic_rules.consistency import Veto, veto_of
from rte_baselines.features.linguistic_rules.lexical import RULE as LEXICAL
from rte_baselines.features.linguistic_rules.lexical import lexical
from rte_baselines.features.linguistic_rules.matching import Match
from rte_baselines.features.linguistic_rules.paraphrase_rules import Rule
from rte_baselines.features.linguistic_rules.quantitative import RULE as QUANTITATIVE
from rte_baselines.features.linguistic_rules.quantitative import confirmation, quantitative
from rte_baselines.features.linguistic_rules.structures import Snippet

RULES = (
    *(paraphrase.GLOSS, paraphrase.RULE),
    LEXICAL,
    *(syntactic.SAME_PREDICATE, syntactic.SIMILAR_PREDICATE, light_verbs.RULE),
    *(syntactic.SAME_ADJUNCT, syntactic.SYNONYMOUS_PREDICATE),
    short_snippets.RULE,
    QUANTITATIVE,
)
"""All rules, "starting from exceptional cases down to default cases" (section 4.1)."""


@dataclass(frozen=True)
class Thresholds:
    """Thresholds of the matched share; see `quantitative.matched_share`.

    Parameters
    ----------
    quantitative : float
        For the quantitative module to answer TRUE.
    short : float
        The same for short hypotheses, for which "a stricter check is performed".
    confirming : float
        For the calls that quantitative measures have to confirm; see
        `quantitative.confirmation`.
    """

    quantitative: float
    short: float
    confirming: float


@dataclass(frozen=True)
class Verdict:
    """The result of the sequence for a pair.

    Parameters
    ----------
    answer : Match or None
        The match that answered TRUE, if any.
    vetoed : tuple of (Match, Veto)
        Earlier matches that a check vetoed.
    quantity : Match
        The match of the quantitative module.
    threshold : float
        The threshold of its weight.
    """

    answer: Match | None
    vetoed: tuple[tuple[Match, Veto], ...]
    quantity: Match
    threshold: float


def run(
    text: Snippet,
    hypothesis: Snippet,
    thresholds: Thresholds,
    more_rules: Sequence[Rule] = (),
) -> Verdict:
    """Run the sub-modules in sequence until one has a match without a veto.

    Parameters
    ----------
    text, hypothesis : Snippet
    thresholds : Thresholds
    more_rules : sequence of Rule
        Paraphrase rules in addition to those of ``paraphrases.txt``.
    """
    quantity = quantitative(text, hypothesis)
    is_short = short_snippets.is_short(hypothesis)
    threshold = thresholds.short if is_short else thresholds.quantitative
    vetoed: list[tuple[Match, Veto]] = []
    is_confirmed = confirmation(text, hypothesis) >= thresholds.confirming
    paraphrased = paraphrase.paraphrases(text, hypothesis, more_rules)
    others = _matches(text, hypothesis, quantity, is_confirmed, threshold)
    for match in chain(paraphrased, others):
        veto = veto_of(match, text, hypothesis)
        if veto is None:
            return Verdict(match, tuple(vetoed), quantity, threshold)
        vetoed.append((match, veto))
    return Verdict(None, tuple(vetoed), quantity, threshold)


def _matches(
    text: Snippet, hypothesis: Snippet, quantity: Match, is_confirmed: bool, threshold: float
) -> Iterator[Match]:
    yield from lexical(text, hypothesis)
    yield from syntactic.syntactic(text, hypothesis, is_confirmed=is_confirmed)
    yield from short_snippets.hybrid(text, hypothesis)
    if quantity.weight >= threshold and hypothesis.clauses:
        yield quantity
