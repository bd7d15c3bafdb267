"""The feature that a head decides by."""

import textwrap
from collections.abc import Iterator, Sequence

from rte_baselines.analysis import Analysis
from rte_baselines.errors import ConfigError
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature
from rte_baselines.features.illustrating import WIDTH
from rte_baselines.features.linguistic_rules.consistency import Veto
from rte_baselines.features.linguistic_rules.matching import Match
from rte_baselines.features.linguistic_rules.sequence import RULES, Thresholds, Verdict, run
from rte_baselines.features.linguistic_rules.structure_reading import (
    STRUCTURE_LAYERS,
    structures_of,
)
from rte_baselines.features.linguistic_rules.structures import Snippet
from rte_baselines.registry import registry


@registry.features("linguistic_rules.v1")
class LinguisticRules(PairFeature):
    """Whether a sequence of linguistic rules finds the hypothesis in the text: VENSES.

    Both are made into augmented head-dependent structures, and sub-modules look for those of
    the hypothesis among those of the text: paraphrases, words, syntax and semantics in five
    calls, short hypotheses, and last a count of all that is found. Each answers or passes on;
    no answer stands that a general consistency check vetoes. `explain` shows the structures
    of what answered, and the vetoes.

    What the paper leaves open:

    - *The order of the answers*. Rules are "ranked higher" or "lower" in their sequence, and
      within a rule there is a weight; how that became the confidence that pairs were ordered
      by is not said. Here `entailed` is above one half if a rule answered: the tenth that the
      rule has in it, from the first rule at 1 down to the last, and in that its weight. If none
      did it is a quarter and up to another, by the part that the share found is of its
      threshold; if that is because a check vetoed a rule, the same from nothing to a quarter.
    - *The thresholds* are no more known than the costs. `quantitative`, `short` and
      `confirming` were chosen on the development part of RTE-1.
    - *`contradiction`* is not in the paper. It is the weight of the first match that negation,
      doubt or antonyms vetoed, if nothing answered.

    Parameters
    ----------
    quantitative : float
        The share found (see `share_found`) at which the quantitative module says TRUE.
    short : float
        The same for hypotheses of three structures or fewer.
    confirming : float
        The share found that confirms what the last three syntactic-semantic calls match; see
        `confirmation`.
    """

    source = "delmonte2006 sections 2 to 4"
    layers = STRUCTURE_LAYERS
    """Argument structures, their statuses, coreference, and what they are made of."""
    outputs = Output("entailed"), Output("contradiction")
    """Return how surely it is entailed, above one half if so, and whether contradicted."""

    def __init__(
        self, quantitative: float = 0.55, short: float = 0.8, confirming: float = 0.4
    ) -> None:
        self.quantitative = quantitative
        self.short = short
        self.confirming = confirming

    def check_fields(self, path: str) -> None:
        """Check the fields, and that thresholds are shares; see `Component.check_fields`."""
        super().check_fields(path)
        for name in ("quantitative", "short", "confirming"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ConfigError(f"{path}.{name}: {value!r} is not from 0 to 1")

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Run the sequence."""
        verdict = self._verdict(structures_of(text), structures_of(hypothesis))
        return _entailed(verdict), _contradiction(verdict)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the dependents of the structures that what answered has matched."""
        match = _shown(self._verdict(structures_of(text), structures_of(hypothesis)))
        return tuple(
            Alignment(pairing.hypothesis.dependent, pairing.text_word, pairing.likeness)
            for pairing in match.pairings
        )

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Write the structures down, and say which rule answered and which check vetoed."""
        both = structures_of(text), structures_of(hypothesis)
        verdict = self._verdict(*both)
        return (
            *(
                Illustration(f"Structures of the {side}", tuple(_lines(snippet)))
                for side, snippet in zip(("text", "hypothesis"), both, strict=True)
            ),
            Illustration("The sequence of rules", tuple(_said(verdict))),
        )

    def _verdict(self, text: Snippet, hypothesis: Snippet) -> Verdict:
        return run(text, hypothesis, Thresholds(self.quantitative, self.short, self.confirming))


def _entailed(verdict: Verdict) -> float:
    if verdict.answer is not None:
        below = len(RULES) - 1 - RULES.index(verdict.answer.rule)
        return 0.5 + 0.5 * (below + verdict.answer.weight) / len(RULES)
    threshold = verdict.threshold
    reached = min(verdict.quantity.weight / threshold, 1.0) if threshold else 0.0
    return reached / 4 if verdict.vetoed else 0.25 + reached / 4


def _contradiction(verdict: Verdict) -> float:
    if verdict.answer is not None:
        return 0.0
    denied = (match.weight for match, veto in verdict.vetoed if veto.contradicts)
    return next(denied, 0.0)


def _shown(verdict: Verdict) -> Match:
    """Return what to align by: the answer, or the first match that was vetoed, or the count."""
    if verdict.answer is not None:
        return verdict.answer
    return next((match for match, _ in verdict.vetoed), verdict.quantity)


def _lines(snippet: Snippet) -> Iterator[str]:
    for structure in snippet.structures:
        yield from _wrapped(f"{structure.score:>4}-{structure}.")


def _said(verdict: Verdict) -> Iterator[str]:
    for veto, rules in _vetoes(verdict).items():
        yield from _wrapped(f"vetoed by {veto.check} ({veto.reason}): {', '.join(rules)}")
    if verdict.answer is None:
        share, threshold = verdict.quantity.weight, verdict.threshold
        yield from _wrapped(f"no answer; {share:.2f} of the structures found, for {threshold:.2f}")
        return
    yield from _wrapped(f"answered by {verdict.answer.rule}, weight {verdict.answer.weight:.2f}")
    for pairing in verdict.answer.pairings:
        yield from _wrapped(f"  {pairing.hypothesis} <- {pairing.text} ({pairing.likeness})")


def _vetoes(verdict: Verdict) -> dict[Veto, list[str]]:
    """Return the rules that each veto has kept from answering, once each."""
    vetoes: dict[Veto, list[str]] = {}
    for match, veto in verdict.vetoed:
        rules = vetoes.setdefault(veto, [])
        if match.rule not in rules:
            rules.append(match.rule)
    return vetoes


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="      ")
