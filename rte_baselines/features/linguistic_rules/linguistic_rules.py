"""VENSES: a sequence of linguistic rules, of which the first that no check vetoes answers."""

import textwrap
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature
from rte_baselines.features.describing import WIDTH
from rte_baselines.features.linguistic_rules.consistency import Veto, veto_of
from rte_baselines.features.linguistic_rules.coverage import (
    HYBRID,
    LEXICAL,
    QUANTITATIVE,
    confirmation,
    hybrid,
    is_short,
    lexical,
    quantitative,
)
from rte_baselines.features.linguistic_rules.matching import Match, SnippetPair
from rte_baselines.features.linguistic_rules.paraphrase import (
    BY_GLOSS,
    BY_RULE,
    ParaphraseRule,
    paraphrases,
    rules_of,
)
from rte_baselines.features.linguistic_rules.structures import (
    STRUCTURE_LAYERS,
    Snippet,
    structures_of,
)
from rte_baselines.features.linguistic_rules.syntactic import CALLS, syntactic
from rte_baselines.rules.rule_base import Notation, UsesRuleBase

_FUNCTIONS = {"nsubj": "subj", "obj": "obj", "iobj": "iobj"}

RULES = (BY_GLOSS, BY_RULE, LEXICAL, *CALLS, HYBRID, QUANTITATIVE)
"""All rules, "starting from exceptional cases down to default cases" (section 4.1)."""


@dataclass(frozen=True)
class Verdict:
    """The match that answered TRUE, if any, and the earlier ones with the checks that vetoed them.

    `quantity`, `threshold`: the match of the quantitative module, and the threshold of its weight.
    """

    answer: Match | None
    vetoed: tuple[tuple[Match, Veto], ...]
    quantity: Match
    threshold: float


def _written(verb: str, relations: tuple[str, str]) -> str:
    """Return a side as structures; empty if a relation has no counterpart."""
    first, second = map(_function, relations)
    return f"{verb}({first}, X) & {verb}({second}, Y)" if first and second else ""


def _function(relation: str) -> str:
    preposition = relation.removeprefix("obl:")
    if preposition != relation:
        return f"ncmod:{preposition.replace('_', ' ')}"
    return _FUNCTIONS.get(relation, "")


_NOTATION = Notation(_written, rules_of)


@registry.features("linguistic_rules.v1")
@dataclass(eq=False, repr=False)
class LinguisticRules(UsesRuleBase, PairFeature):
    """The result of the VENSES sequence of linguistic rules.

    Text and hypothesis are converted to augmented head-dependent structures. A sequence of
    sub-modules matches the hypothesis's structures with the text's: paraphrases, words, syntax
    and semantics in five calls, short hypotheses, and finally a count of all matches. The first
    match that no general consistency check vetoes is the answer. `explain` shows the structures
    of the answer, and the vetoes.

    What the paper leaves open:

    - *The ranking of the answers*. Rules are "ranked higher" or "lower" in their sequence, and
      each rule has a weight; the paper does not say how these became the confidence that ranks
      the pairs. Here `entailed` is above 0.5 if a rule answered: the range from 0.5 to 1 is
      divided equally between the rules, the first rule highest, and the weight is the position
      within the rule's part. If no rule answered, it is from 0.25 to 0.5, or from 0 to 0.25 if
      a check vetoed a match, by the ratio of the matched share to its threshold.
    - *The thresholds* and the costs are not given. `quantitative`, `short` and `confirming` were
      chosen on the development part of RTE-1.
    - *`contradiction`* is not in the paper. If no rule answered, it is the weight of the first
      match that was vetoed by negation, doubt or antonyms.

    Parameters
    ----------
    quantitative : float
        The matched share (see `matched_share`) from which the quantitative module answers TRUE.
    short : float
        The same for hypotheses of at most three structures.
    confirming : float
        The matched share that confirms matches of the last three syntactic-semantic calls; see
        `confirmation`.
    rule_base : str, optional
        Entailment rules between templates, as more paraphrase rules: ``shipped`` or the name of
        a file (docs/rules.md), which is not part of a saved model. Those with one verb on each
        side are used; see `template_rules`.
    min_score : float
        Rules of the rule base with lower scores are not used, in [0, 1].
    """

    source = "delmonte2006 sections 2 to 4"
    layers = STRUCTURE_LAYERS
    outputs = Output("entailed"), Output("contradiction", direction=-1)
    """The score of entailment, above 0.5 if a rule answered, and of contradiction.

    The first has no direction: another rule may answer to a text with itself than to its parts.
    """

    field_ranges = (("quantitative", 0, 1), ("short", 0, 1), ("confirming", 0, 1))

    quantitative: float = 0.55
    short: float = 0.8
    confirming: float = 0.4
    rule_base: str | None = None
    min_score: float = 0.0

    def template_rules(
        self, text: Collection[str], hypothesis: Collection[str]
    ) -> list[ParaphraseRule]:
        """Return the rules of the rule base between verbs of the two sides, the best first."""
        found = self.one_word_rules(hypothesis, _NOTATION)
        between = [(rule, paraphrase) for rule, paraphrase in found if rule.left in text]
        between.sort(key=lambda scored: (-scored[0].score, scored[0].left))
        return [paraphrase for _, paraphrase in between]

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Run the sequence."""
        verdict = self._verdict(_structures(text, hypothesis))
        return _entailed(verdict), _contradiction(verdict)

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align the dependents of the matched structures."""
        verdict = self._verdict(_structures(text, hypothesis))
        vetoed = (match for match, _ in verdict.vetoed)
        match = verdict.answer or next(vetoed, verdict.quantity)
        return tuple(
            Alignment(pairing.hypothesis.dependent, pairing.text_word, pairing.similarity)
            for pairing in match.pairings
        )

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say which rule answered, or which check vetoed one, or that there was no answer."""
        verdict = self._verdict(_structures(text, hypothesis))
        if verdict.answer is not None:
            return f"the rule {verdict.answer.rule!r} answers"
        if verdict.vetoed:
            match, veto = verdict.vetoed[0]
            return f"the rule {match.rule!r} is vetoed by the check {veto.check!r} ({veto.reason})"
        share, threshold = verdict.quantity.weight, verdict.threshold
        return (
            f"no rule answers, {share:.2f} of the structures are found and the threshold is "
            f"{threshold:.2f}"
        )

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """List the structures, the rule that answered and the checks that vetoed."""
        pair = _structures(text, hypothesis)
        verdict = self._verdict(pair)
        return (
            Illustration("Structures of the text", tuple(_lines(pair.text))),
            Illustration("Structures of the hypothesis", tuple(_lines(pair.hypothesis))),
            Illustration("The sequence of rules", tuple(_verdict_lines(verdict))),
        )

    def _verdict(self, pair: SnippetPair) -> Verdict:
        """Run the sub-modules in sequence until one has a match without a veto."""
        quantity = quantitative(pair)
        threshold = self.short if is_short(pair.hypothesis) else self.quantitative
        vetoed: list[tuple[Match, Veto]] = []
        for match in self._matches(pair, quantity, threshold):
            veto = veto_of(match, pair)
            if veto is None:
                return Verdict(match, tuple(vetoed), quantity, threshold)
            vetoed.append((match, veto))
        return Verdict(None, tuple(vetoed), quantity, threshold)

    def _matches(self, pair: SnippetPair, quantity: Match, threshold: float) -> Iterator[Match]:
        verbs = (
            {clause.predication.lemma for clause in snippet.clauses}
            for snippet in (pair.text, pair.hypothesis)
        )
        yield from paraphrases(pair, self.template_rules(*verbs))
        yield from lexical(pair)
        yield from syntactic(pair, is_confirmed=confirmation(pair) >= self.confirming)
        yield from hybrid(pair)
        if quantity.weight >= threshold and pair.hypothesis.clauses:
            yield quantity


def _structures(text: Analysis, hypothesis: Analysis) -> SnippetPair:
    return SnippetPair(structures_of(text), structures_of(hypothesis))


def _entailed(verdict: Verdict) -> float:
    if verdict.answer is not None:
        below = len(RULES) - 1 - RULES.index(verdict.answer.rule)
        return 0.5 + 0.5 * (below + verdict.answer.weight) / len(RULES)
    threshold = verdict.threshold
    ratio = min(verdict.quantity.weight / threshold, 1.0) if threshold else 0.0
    return ratio / 4 if verdict.vetoed else 0.25 + ratio / 4


def _contradiction(verdict: Verdict) -> float:
    if verdict.answer is not None:
        return 0.0
    contradicted = (match.weight for match, veto in verdict.vetoed if veto.contradicts)
    return next(contradicted, 0.0)


def _lines(snippet: Snippet) -> Iterator[str]:
    for structure in snippet.structures:
        yield from _wrapped(f"{structure.score:>4}-{structure}.")


def _verdict_lines(verdict: Verdict) -> Iterator[str]:
    rules_of_veto: dict[Veto, dict[str, None]] = {}
    for match, veto in verdict.vetoed:
        rules_of_veto.setdefault(veto, {})[match.rule] = None
    for veto, rules in rules_of_veto.items():
        yield from _wrapped(f"vetoed by {veto.check} ({veto.reason}): {', '.join(rules)}")
    if verdict.answer is None:
        share, threshold = verdict.quantity.weight, verdict.threshold
        yield from _wrapped(f"no answer; matched share {share:.2f}, threshold {threshold:.2f}")
        return
    yield from _wrapped(f"answered by {verdict.answer.rule}, weight {verdict.answer.weight:.2f}")
    for pairing in verdict.answer.pairings:
        yield from _wrapped(f"  {pairing.hypothesis} <- {pairing.text} ({pairing.similarity})")


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="      ")
