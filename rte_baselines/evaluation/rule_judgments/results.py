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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, NamedTuple

import numpy as np

from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import plain
from rte_baselines.evaluation.ratios import Ratio
from rte_baselines.evaluation.resampling.bootstrap import CONFIDENCE, SEED, Estimate
from rte_baselines.evaluation.rule_judgments.judged import CORRECT_FROM, Bound, Judged, JudgedRule
from rte_baselines.evaluation.scores import Printed, estimate_cell
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.rendering.tables import Table, percentage
from rte_baselines.rules.judging.judgments import JudgeJudgments
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
    by_unit: dict[str, list[_Drawn]] = defaultdict(list)
    for rule in rules:
        for drawing in rule.rule.drawings:
            if drawing.source == source:
                drawn = _Drawn(rule, drawing)
                by_unit[drawn.unit].append(drawn)
    # In an order that does not depend on that of the rules, so that resamples do not, either.
    units = [by_unit[name] for name in sorted(by_unit)]
    all_drawn = list(chain.from_iterable(units))

    def share(part: str, whole: str) -> Estimate | None:
        parts, wholes = (
            np.array([sum(getattr(drawn.judged.counts, name) for drawn in unit) for unit in units])
            for name in (part, whole)
        )
        return Ratio(parts, wholes).estimate(seed=seed)

    return Quality(
        source=source,
        rules=len(all_drawn),
        not_relational=sum(not drawn.judged.is_relational for drawn in all_drawn),
        without_examples=sum(not drawn.judged.rule.examples for drawn in all_drawn),
        assessed={
            bound: sum(drawn.judged.is_correct(bound) is not None for drawn in all_drawn)
            for bound in Bound
        },
        examples=sum(drawn.judged.counts.judged for drawn in all_drawn),
        units=len(units),
        shares={
            "left_not_entailed": share("left_not_entailed", "judged"),
            "irrelevant_context": share("irrelevant_context", "left_entailed"),
        },
        bounds={
            bound: {
                name: ratio.estimate(seed=seed)
                for name, ratio in _of_bound(units, lists, bound, threshold).items()
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
    by_unit: dict[str, dict[str | None, bool]] = defaultdict(dict)
    for judged in rules:
        for drawing in judged.rule.drawings:
            if drawing.source in sources and judged.is_correct(bound, threshold):
                is_in_both = set(sources) <= {*drawing.learned_by, drawing.source}
                by_unit[_Drawn(judged, drawing).unit][drawing.output] = is_in_both
    units = [by_unit[name].values() for name in sorted(by_unit)]
    in_both, correct = (np.array(list(map(count, units))) for count in (sum, len))
    return Ratio(in_both, correct).estimate(seed=seed)


def _of_bound(
    units: Sequence[Sequence[_Drawn]], lists: Mapping[str, ListSize], bound: Bound, threshold: float
) -> dict[str, Ratio]:
    """Return the ratios of the measures that can be had."""
    counts = np.array([_counts_of(unit, bound, threshold) for unit in units], dtype=np.float64)
    rules, correct_rules, templates, correct, paraphrases = counts.reshape(-1, 5).T
    ratios = {"rule_precision": Ratio(correct_rules, rules)}
    if lists:
        sizes = [lists[unit[0].unit] for unit in units]
        ratios |= {
            "rule_yield": _yield(correct_rules, rules, [size.rules for size in sizes]),
            "template_precision": Ratio(correct, templates),
            "template_yield": _yield(correct, templates, [size.templates for size in sizes]),
            "paraphrase_rate": Ratio(paraphrases, correct),
        }
    return ratios


def _counts_of(
    unit: Iterable[_Drawn], bound: Bound, threshold: float
) -> tuple[int, int, int, int, int]:
    """Count assessed and correct rules, assessed and correct templates, and paraphrases."""
    by_output: dict[str | None, list[bool]] = defaultdict(list)
    for drawn in unit:
        is_correct = drawn.judged.is_correct(bound, threshold)
        if is_correct is not None:
            by_output[drawn.drawing.output].append(is_correct)
    assessed = list(map(len, by_output.values()))
    correct = list(map(sum, by_output.values()))
    any_correct, both_correct = (sum(count >= least for count in correct) for least in (1, 2))
    return sum(assessed), sum(correct), len(assessed), any_correct, both_correct


def _yield(correct: FloatArray, assessed: FloatArray, learned: Sequence[int]) -> Ratio:
    """Return the mean over units of the number learned times the share that is correct."""
    is_assessed = (assessed > 0).astype(np.float64)
    most = float(is_assessed @ np.array(learned) / max(is_assessed.sum(), 1.0))
    return Ratio(np.array(learned) * correct / np.maximum(assessed, 1), is_assessed, most)


ALL_JUDGES = "all judges"

_ROWS = {
    "rule_precision": "rules: precision, percent",
    "rule_yield": "rules: yield",
    "template_precision": "templates: precision, percent",
    "template_yield": "templates: yield",
    "paraphrase_rate": "templates: paraphrases, percent",
    "overlap": "templates: overlap, percent",
}


@dataclass(frozen=True)
class JudgeResults:
    """The results by the judgments of one judge, or of `ALL_JUDGES` together.

    There is a quality for each rule base, and for each two the share of correct templates that both
    have learned. The rules are those that are judged to the end, or have no examples.
    """

    judges: str
    qualities: tuple[Quality, ...]
    overlaps: Mapping[tuple[str, str], Mapping[Bound, Estimate | None]]
    rules: tuple[JudgedRule, ...]


@dataclass(frozen=True)
class Results(Printed):
    """The results of judging a sheet, by each judge and, if there are several, by all together.

    The tables `below` are shown below those of the results.
    """

    by_judge: tuple[JudgeResults, ...]
    rules_of_sheet: int
    threshold: float
    seed: int
    below: tuple[Table, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the results, with each rule's precision."""
        return {
            "threshold": self.threshold,
            "level": CONFIDENCE,
            "seed": self.seed,
            "rules": self.rules_of_sheet,
            "judges": [
                {
                    "judges": result.judges,
                    "rules_finished": len(result.rules),
                    "rule_bases": plain(result.qualities),
                    "overlaps": [
                        {"rule_bases": list(sources), **plain(by_bound)}
                        for sources, by_bound in result.overlaps.items()
                    ],
                    "rules": [self._rule_to_dict(judged) for judged in result.rules],
                }
                for result in self.by_judge
            ],
        }

    def _rule_to_dict(self, judged: JudgedRule) -> dict[str, Any]:
        return {
            "rule": judged.rule.id,
            "left": judged.rule.left,
            "right": judged.rule.right,
            "is_relational": judged.is_relational,
            "examples": plain(judged.counts),
            "precision": plain({bound: judged.counts.precision(bound) for bound in Bound}),
            "is_correct": {str(bound): judged.is_correct(bound, self.threshold) for bound in Bound},
        }

    def tables(self) -> Iterator[Table]:
        """Yield the counts, the measures of each rule base by each judge, and the overlaps."""
        yield self._counts_table()
        yield self._measures_table()
        yield from self.below

    def _counts_table(self) -> Table:
        header = [
            *("rule base", "judge", "drawn first", "rules", "not relational", "no example"),
            *("assessed, upper", "assessed, lower"),
            *("examples", "left not entailed", "irrelevant context"),
        ]
        rows = [
            [
                quality.source,
                result.judges,
                str(quality.units),
                str(quality.rules),
                str(quality.not_relational),
                str(quality.without_examples),
                *(str(quality.assessed[bound]) for bound in Bound),
                str(quality.examples),
                *(estimate_cell(share, percentage) for share in quality.shares.values()),
            ]
            for result in self.by_judge
            for quality in result.qualities
        ]
        return Table("What was judged; shares in percent", header, rows, keys=2)

    def _measures_table(self) -> Table:
        rows = []
        for result in self.by_judge:
            measured: list[tuple[str, str, Mapping[Bound, Estimate | None]]] = [
                (quality.source, name, {bound: quality.bounds[bound][name] for bound in Bound})
                for quality in result.qualities
                for name in quality.bounds[Bound.UPPER]
            ]
            for sources, by_bound in result.overlaps.items():
                measured.append((" and ".join(sources), "overlap", by_bound))
            for source, name, by_bound in measured:
                write = "{:.1f}".format if name.endswith("yield") else percentage
                cells = (estimate_cell(by_bound[bound], write) for bound in Bound)
                rows.append([source, result.judges, _ROWS[name], *cells])
        header = ["rule base", "judge", "measure", *(f"{bound} bound" for bound in Bound)]
        return Table("Measures of rule bases", header, rows, keys=3)

    def notes(self) -> Iterator[str]:
        """Yield what the measures are, and which rules are left out."""
        yield (
            f"a rule is correct if entailment holds in {percentage(self.threshold)}% or more: of "
            "the examples in a relevant context (upper bound), or of all whose left phrase is "
            "entailed (lower bound); szpektor2007, section 3.4"
        )
        yield (
            "precision: the share of correct ones among those that their examples decide; a rule "
            "that is not relational is not correct. A template is correct if a rule of it is, and "
            "a paraphrase if both are. Yield: the number of correct ones for an input template, "
            "extrapolated from the sample. Overlap: the share of correct templates that both have "
            "learned"
        )
        yield (
            "intervals: 95%, bootstrap over what was drawn first, input templates or rules, seed "
            f"{self.seed}"
        )
        finished = ", ".join(f"{result.judges} {len(result.rules)}" for result in self.by_judge)
        yield f"judged to the end, of {counted(self.rules_of_sheet, 'rule')}: {finished}"


def results_of(judged: Judged, *, threshold: float = CORRECT_FROM, seed: int = SEED) -> Results:
    """Measure the rule bases of a sheet by the judgments of each judge and of all together.

    Only rules that are judged to the end count. If all judges are taken together, an example that
    several have judged counts once for each. `threshold` is the least precision of a correct rule.
    """
    sheet = judged.sheet
    groups: list[tuple[str, Sequence[JudgeJudgments]]]
    groups = [(judge.judge, [judge]) for judge in judged.judges]
    if len(groups) > 1:
        groups.append((ALL_JUDGES, judged.judges))
    by_judge = []
    for name, judges in groups:
        rules = tuple(judged.rules_of(judges))
        qualities = tuple(
            quality_of(source, rules, sheet.lists.get(source, {}), threshold=threshold, seed=seed)
            for source in sheet.sources
        )
        overlaps = {
            pair: {
                bound: overlap(rules, pair, bound, threshold=threshold, seed=seed)
                for bound in Bound
            }
            for pair in combinations(sheet.sources, 2)
        }
        by_judge.append(JudgeResults(name, qualities, overlaps, rules))
    return Results(tuple(by_judge), len(sheet.rules), threshold, seed)
