"""The results of judging: tables of the measures of each rule base, as text, Markdown and JSON."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.report.printed import Printed
from rte_baselines.evaluation.resampling.bootstrap import CONFIDENCE, SEED, Estimate
from rte_baselines.evaluation.rule_judgments.judged import CORRECT_FROM, Bound, Judged, JudgedRule
from rte_baselines.evaluation.rule_judgments.measures import Quality, overlap, quality_of
from rte_baselines.rendering.tables import Table, percentage
from rte_baselines.rules.judging.judgments import JudgeJudgments

ALL_JUDGES = "all judges"

_MISSING = "-"
_ROWS = {
    "rule_precision": "rules: precision",
    "rule_yield": "rules: yield",
    "template_precision": "templates: precision",
    "template_yield": "templates: yield",
    "paraphrase_rate": "templates: paraphrases",
}
_YIELDS = ("rule_yield", "template_yield")


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
                    "judges": of_judge.judges,
                    "rules_finished": len(of_judge.rules),
                    "rule_bases": [asdict(quality) for quality in of_judge.qualities],
                    "overlaps": [
                        {"rule_bases": list(sources), **_estimates(by_bound)}
                        for sources, by_bound in of_judge.overlaps.items()
                    ],
                    "rules": [self._rule_to_dict(judged) for judged in of_judge.rules],
                }
                for of_judge in self.by_judge
            ],
        }

    def _rule_to_dict(self, judged: JudgedRule) -> dict[str, Any]:
        return {
            "rule": judged.rule.id,
            "left": judged.rule.left,
            "right": judged.rule.right,
            "is_relational": judged.is_relational,
            "examples": asdict(judged.counts),
            "precision": _estimates(
                {bound: judged.counts.precision_estimate(bound) for bound in Bound}
            ),
            "is_correct": {str(bound): judged.is_correct(bound, self.threshold) for bound in Bound},
        }

    def tables(self) -> Iterator[Table]:
        """Yield the counts, the measures of each rule base by each judge, and the overlaps."""
        yield self._counts_table()
        for of_judge in self.by_judge:
            for quality in of_judge.qualities:
                yield _quality_table(quality, of_judge.judges)
        if self.by_judge[-1].overlaps:
            yield _overlap_table(self.by_judge[-1])
        yield from self.below

    def _counts_table(self) -> Table:
        header = [
            *("rule base", "judge", "rules", "not relational", "no example"),
            *("assessed, upper", "assessed, lower"),
            *("examples", "left not entailed", "irrelevant context"),
        ]
        rows = [
            [
                quality.source,
                of_judge.judges,
                str(quality.rules),
                str(quality.not_relational),
                str(quality.without_examples),
                *(str(quality.assessed[bound]) for bound in Bound),
                str(quality.examples),
                *map(_cell, quality.shares.values()),
            ]
            for of_judge in self.by_judge
            for quality in of_judge.qualities
        ]
        return Table("What was judged; shares in percent", header, rows, keys=2)

    def notes(self) -> Iterator[str]:
        """Yield what the measures are, and which rules are left out."""
        units = dict.fromkeys(
            quality.unit for of_judge in self.by_judge for quality in of_judge.qualities
        )
        yield (
            f"a rule is correct if entailment holds in {percentage(self.threshold)}% or more: of "
            "the examples in a relevant context (upper bound), or of all whose left phrase is "
            "entailed (lower bound); szpektor2007, section 3.4"
        )
        yield (
            "precision: the share of correct ones among those that their examples decide; a rule "
            "that is not relational is not correct. A template is correct if a rule of it is, and "
            "a paraphrase if both are. Yield: the number of correct ones for an input template, "
            "extrapolated from the sample"
        )
        yield (
            f"intervals: 95%, bootstrap over the {' or '.join(units)}s that were drawn, seed "
            f"{self.seed}"
        )
        unfinished = [
            f"{of_judge.judges} {self.rules_of_sheet - len(of_judge.rules)}"
            for of_judge in self.by_judge
            if len(of_judge.rules) < self.rules_of_sheet
        ]
        if unfinished:
            yield (
                f"of the {self.rules_of_sheet} rules, these are not judged to the end and left "
                f"out: {', '.join(unfinished)}"
            )


def results_of(judged: Judged, *, threshold: float = CORRECT_FROM, seed: int = SEED) -> Results:
    """Measure the rule bases of a sheet by the judgments of each judge and of all together.

    Only rules that are judged to the end count. If all judges are taken together, an example that
    several have judged counts once for each. `threshold` is the least precision of a correct rule.
    """
    groups: list[tuple[str, Sequence[JudgeJudgments]]]
    groups = [(judge.judge, [judge]) for judge in judged.judges]
    if len(groups) > 1:
        groups.append((ALL_JUDGES, judged.judges))
    by_judge = [
        _results_by(name, judged, judges, threshold=threshold, seed=seed) for name, judges in groups
    ]
    return Results(tuple(by_judge), len(judged.sheet.rules), threshold, seed)


def _results_by(
    name: str, judged: Judged, judges: Sequence[JudgeJudgments], *, threshold: float, seed: int
) -> JudgeResults:
    rules = tuple(judged.rules_of(judges))
    sheet = judged.sheet
    qualities = tuple(
        quality_of(source, rules, sheet.lists.get(source, {}), threshold=threshold, seed=seed)
        for source in sheet.sources
    )
    overlaps = {
        pair: {
            bound: overlap(rules, pair, bound, threshold=threshold, seed=seed) for bound in Bound
        }
        for pair in combinations(sheet.sources, 2)
    }
    return JudgeResults(name, qualities, overlaps, rules)


def _quality_table(quality: Quality, judges: str) -> Table:
    title = f"{quality.source}, by {judges}: {counted(quality.rules, 'rule')}"
    if quality.unit != "rule":
        title += f" of {counted(quality.units, quality.unit)}"
    rows = []
    for name, shown in _ROWS.items():
        if name in quality.bounds[Bound.UPPER]:
            write, sign = ("{:.1f}".format, "") if name in _YIELDS else (percentage, "%")
            cells = [_cell(quality.bounds[bound][name], write, sign) for bound in Bound]
            rows.append([shown, *cells])
    return Table(title, ["", *(f"{bound} bound" for bound in Bound)], rows)


def _overlap_table(of_judge: JudgeResults) -> Table:
    return Table(
        f"Correct templates that two rule bases have both learned, by {of_judge.judges}; percent",
        ["rule bases", *(f"{bound} bound" for bound in Bound)],
        [
            [" and ".join(sources), *(_cell(by_bound[bound]) for bound in Bound)]
            for sources, by_bound in of_judge.overlaps.items()
        ],
    )


def _cell(
    estimate: Estimate | None, write: Callable[[float], str] = percentage, sign: str = ""
) -> str:
    if estimate is None:
        return _MISSING
    value = f"{write(estimate.value)}{sign}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value}\n{write(estimate.low)} to {write(estimate.high)}"


def _estimates(by_bound: Mapping[Bound, Estimate | None]) -> dict[str, Any]:
    return {
        str(bound): None if estimate is None else asdict(estimate)
        for bound, estimate in by_bound.items()
    }
