"""The quality of a rule base, from the judgments of a sample of its rules.

I. Szpektor, E. Shnarch and I. Dagan, "Instance-based evaluation of entailment rule acquisition"
(ACL 2007), sections 3.4, 4.1 and 6.

Intervals are by the bootstrap. Its unit is what was drawn first, at random: the input template,
if rules are samples of the lists of input templates, as in section 4.1. Rules of the same list
share one of their templates, so that their judgments depend on each other, and a bootstrap over
rules would give intervals that are too narrow. Where rules were drawn directly, the unit is the
rule.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rte_baselines.evaluation.ratios import Ratio
from rte_baselines.evaluation.resampling.bootstrap import SEED, Estimate
from rte_baselines.evaluation.rule_judgments.judged import CORRECT_FROM, Bound, JudgedRule
from rte_baselines.rules.judging.sheet import Drawing, ListSize


@dataclass(frozen=True)
class Quality:
    """The measures of one rule base by the judgments of its rules.

    `rules`, `not_relational` and `without_examples` are how many rules were judged, how many of
    them are not relational, and for how many no sentence was found; `assessed` is the number of
    rules for which the `examples` decide, by each bound, whether they are correct. `units` counts
    input templates, or rules if these were drawn directly. `shares` has left not entailed among all
    examples, and irrelevant contexts among those with an entailed left phrase; `bounds` the
    measures of szpektor2007, section 6. Estimates are None where there is nothing to measure.
    """

    source: str
    rules: int
    not_relational: int
    without_examples: int
    assessed: Mapping[Bound, int]
    examples: int
    units: int
    unit: str
    shares: Mapping[str, Estimate | None]
    bounds: Mapping[Bound, Mapping[str, Estimate | None]]


class _Drawn(NamedTuple):
    judged: JudgedRule
    drawing: Drawing

    @property
    def unit(self) -> str:
        return self.judged.rule.id if self.drawing.input is None else self.drawing.input


def quality_of(
    source: str,
    rules: Iterable[JudgedRule],
    lists: Mapping[str, ListSize],
    *,
    threshold: float = CORRECT_FROM,
    seed: int = SEED,
) -> Quality:
    """Measure a rule base by the rules that were drawn from it.

    A rule that was drawn for two input templates counts for each. `lists` has the numbers of
    templates and rules that the rule base has learned for each input template. It is empty if rules
    were drawn directly; then only the precision of rules is computed. `threshold` is the least
    precision of a correct rule.

    Notes
    -----
    szpektor2007, section 6. The measures are computed on the rules that were drawn for each input
    template I. A rule or template is "assessed" if its examples decide whether it is correct:

    - rule precision: correct / assessed rules, over all I together (micro average);
    - rule yield: the mean over I of n_I * correct / assessed, where n_I is the number of rules
      learned for I: "the average number of correct rules learned for each input template, as
      extrapolated based on the sample". Input templates without an assessed rule are left out;
    - template precision and yield: the same of templates O, which are correct if "at least
      one of the rules" I -> O or O -> I is;
    - paraphrase rate: templates with both rules correct / correct templates. A rule whose
      examples do not decide it counts as not correct here.
    """
    drawn = [
        _Drawn(rule, drawing)
        for rule in rules
        for drawing in rule.rule.drawings
        if drawing.source == source
    ]
    by_unit: dict[str, list[_Drawn]] = defaultdict(list)
    for of_rule in drawn:
        by_unit[of_rule.unit].append(of_rule)
    # In an order that does not depend on that of the rules, so that resamples do not, either.
    units = [by_unit[name] for name in sorted(by_unit)]

    def summed(name: str) -> Callable[[Sequence[_Drawn]], int]:
        return lambda unit: sum(getattr(of_rule.judged.counts, name) for of_rule in unit)

    ratios = {
        "left_not_entailed": _ratio(units, summed("left_not_entailed"), summed("judged")),
        "irrelevant_context": _ratio(units, summed("irrelevant_context"), summed("left_entailed")),
    }
    counts = [of_rule.judged.counts for of_rule in drawn]
    return Quality(
        source=source,
        rules=len(drawn),
        not_relational=sum(not of_rule.judged.is_relational for of_rule in drawn),
        without_examples=sum(not of_rule.judged.rule.examples for of_rule in drawn),
        assessed={
            bound: sum(of_rule.judged.is_correct(bound) is not None for of_rule in drawn)
            for bound in Bound
        },
        examples=sum(count.judged for count in counts),
        units=len(units),
        unit="input template" if lists else "rule",
        shares={name: of.estimate(seed=seed) for name, of in ratios.items()},
        bounds={
            bound: {
                name: of.estimate(seed=seed)
                for name, of in _of_bound(units, lists, bound, threshold).items()
            }
            for bound in Bound
        },
    )


def overlap(
    rules: Iterable[JudgedRule],
    sources: tuple[str, str],
    bound: Bound,
    *,
    threshold: float = CORRECT_FROM,
    seed: int = SEED,
) -> Estimate | None:
    """Return the share of correct templates that two rule bases have both learned.

    Of the correct templates in the sample of either rule base, each counted once, it is the share
    of those that are in the lists of both; None if no template is correct. If rules were drawn
    directly, rules take the place of templates. szpektor2007, section 6: "only about 15% of the
    correct templates were learned by both algorithms". A template that both have learned has two
    chances to be drawn, so that the share in the sample is above that of the rule bases unless
    lists are drawn as a whole.
    """
    learned_by_both: dict[tuple[str, str], bool] = {}
    correct: set[tuple[str, str]] = set()
    for judged in rules:
        for drawing in judged.rule.drawings:
            if drawing.source in sources:
                template = _Drawn(judged, drawing).unit, drawing.output or ""
                learned_by_both[template] = set(sources) <= {*drawing.learned_by, drawing.source}
                if judged.is_correct(bound, threshold):
                    correct.add(template)
    by_unit: dict[str, list[bool]] = defaultdict(list)
    for template in sorted(correct):
        by_unit[template[0]].append(learned_by_both[template])
    units = [by_unit[name] for name in sorted(by_unit)]
    return _ratio(units, sum, len).estimate(seed=seed)


def _of_bound(
    units: Sequence[Sequence[_Drawn]], lists: Mapping[str, ListSize], bound: Bound, threshold: float
) -> dict[str, Ratio]:
    """Return the ratios of the measures that can be had."""
    rules = [list(_outcomes(unit, bound, threshold)) for unit in units]
    precision = {"rule_precision": _ratio(rules, sum, len)}
    if not lists:
        return precision
    sizes = [lists[unit[0].unit] for unit in units]
    templates = [list(_template_outcomes(unit, bound, threshold)) for unit in units]
    correct = [[both for is_correct, both in unit if is_correct] for unit in templates]
    any_correct = [[is_correct for is_correct, _ in unit] for unit in templates]
    return {
        **precision,
        "rule_yield": _yield(rules, [size.rules for size in sizes]),
        "template_precision": _ratio(any_correct, sum, len),
        "template_yield": _yield(any_correct, [size.templates for size in sizes]),
        "paraphrase_rate": _ratio(correct, sum, len),
    }


def _outcomes(unit: Iterable[_Drawn], bound: Bound, threshold: float) -> Iterator[bool]:
    """Yield whether each rule is correct, without rules that their examples do not decide."""
    for drawn in unit:
        is_correct = drawn.judged.is_correct(bound, threshold)
        if is_correct is not None:
            yield is_correct


def _template_outcomes(
    unit: Iterable[_Drawn], bound: Bound, threshold: float
) -> Iterator[tuple[bool, bool]]:
    """Yield whether any and whether both rules of a template are correct, if any is assessed."""
    by_output: dict[str | None, list[_Drawn]] = defaultdict(list)
    for drawn in unit:
        by_output[drawn.drawing.output].append(drawn)
    for of_template in by_output.values():
        outcomes = list(_outcomes(of_template, bound, threshold))
        if outcomes:
            yield any(outcomes), sum(outcomes) > 1


def _yield(units: Sequence[Sequence[bool]], learned: Sequence[int]) -> Ratio:
    """Return the mean over units of the number learned times the share that is correct."""
    is_assessed = np.array([bool(unit) for unit in units], dtype=np.float64)
    correct = [
        size * sum(unit) / len(unit) if unit else 0.0
        for unit, size in zip(units, learned, strict=True)
    ]
    most = float(is_assessed @ np.array(learned) / max(is_assessed.sum(), 1.0))
    return Ratio(np.array(correct), is_assessed, most)


def _ratio(
    units: Sequence[Sequence[object]],
    numerator: Callable[..., float],
    denominator: Callable[..., float],
) -> Ratio:
    """Return the ratio of two sums over units, each a function of what is in a unit."""
    return Ratio(
        np.array([numerator(unit) for unit in units], dtype=np.float64),
        np.array([denominator(unit) for unit in units], dtype=np.float64),
    )
