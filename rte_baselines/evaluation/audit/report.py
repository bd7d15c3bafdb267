"""What an audit has found, as tables, sentences and JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import named
from rte_baselines.evaluation.audit.annotators import AnnotatorAgreement
from rte_baselines.evaluation.audit.balance import Balance
from rte_baselines.evaluation.audit.baselines import BaselineScore
from rte_baselines.evaluation.audit.conclusions import conclusions
from rte_baselines.evaluation.audit.duplicates import Duplicates, Repeated
from rte_baselines.evaluation.audit.giveaways import Giveaways
from rte_baselines.evaluation.comparison.agreement import agreement_table
from rte_baselines.evaluation.report.tables import estimate_cell, p_value_text
from rte_baselines.pairs import Label, Scheme
from rte_baselines.rendering.tables import Table, decimal, fixed, markdown_of, text_of

_MISSING = "-"


@dataclass(frozen=True, repr=False)
class Audit:
    """What an audit has found about a dataset.

    Parameters
    ----------
    name : str
        The pairs that baselines were scored on, and that everything else is about.
    trained_on : str or None
        The pairs that baselines were trained on; None for a cross-validation.
    pairs, training_pairs : int
        How many there are.
    scheme : Scheme
        The scheme in which the labels were compared: two-way, unless all three labels occur.
    labels : mapping of Label to int
        How many pairs have each.
    baselines : sequence of BaselineScore
    giveaways : Giveaways
    duplicates : Duplicates
    balances : sequence of Balance
    annotators : AnnotatorAgreement or None
        None if no pair has two annotations.
    notes : sequence of str
        How the figures were computed, as far as it depends on the data.
    """

    name: str
    trained_on: str | None
    pairs: int
    training_pairs: int
    scheme: Scheme
    labels: Mapping[Label, int]
    baselines: Sequence[BaselineScore]
    giveaways: Giveaways
    duplicates: Duplicates
    balances: Sequence[Balance]
    annotators: AnnotatorAgreement | None
    notes: Sequence[str]

    def conclusions(self) -> list[str]:
        """Return what it means, in sentences."""
        return conclusions(
            self.baselines,
            self.giveaways,
            self.duplicates,
            self.balances,
            self.annotators,
            self.scheme,
        )

    def tables(self) -> Iterator[Table]:
        """Yield the figures as tables."""
        yield _baseline_table(self)
        yield _giveaway_table(self.giveaways)
        yield _duplicate_table(self.duplicates)
        for balance in self.balances:
            yield _balance_table(balance, self.scheme)
        if self.annotators is not None:
            yield agreement_table(self.annotators.among)

    def to_text(self, width: int = 80) -> str:
        """Return tables, notes and sentences in plain text."""
        notes = text_of(self.tables(), self.notes, width)
        return f"{notes}\n\n{text_of((), self.conclusions(), width)}"

    def to_markdown(self) -> str:
        """Return tables, notes and sentences in GitHub's Markdown."""
        return markdown_of(self.tables(), [*self.notes, *self.conclusions()])

    def to_dict(self) -> dict[str, Any]:
        """Return all figures, as JSON has them."""
        return {
            "pairs": self.pairs,
            "name": self.name,
            "trained_on": self.trained_on,
            "training_pairs": self.training_pairs,
            "scheme": str(self.scheme),
            "labels": {str(label): count for label, count in self.labels.items()},
            "baselines": [
                {**asdict(score), "is_above_majority": score.is_above} for score in self.baselines
            ],
            "giveaways": {
                **asdict(self.giveaways),
                "significant": {
                    str(label): count for label, count in self.giveaways.significant.items()
                },
                "strongest": [
                    {
                        **asdict(found),
                        "label": str(found.label),
                        "is_significant": found.is_significant,
                    }
                    for found in self.giveaways.strongest
                ],
            },
            "duplicates": asdict(self.duplicates),
            "balances": list(map(asdict, self.balances)),
            "annotators": None
            if self.annotators is None
            else {**asdict(self.annotators), "among": self.annotators.among.to_dict()},
            "notes": list(self.notes),
            "conclusions": self.conclusions(),
        }

    def to_json(self) -> str:
        """Return all figures as JSON."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)

    def __repr__(self) -> str:
        return named(self, self.name, counted(self.pairs, "pair"))

    def __str__(self) -> str:
        return self.to_text()


def _baseline_table(audit: Audit) -> Table:
    how = (
        f"trained on {counted(audit.training_pairs, 'pair')} of {audit.trained_on}"
        if audit.trained_on
        else "in five-fold cross-validation"
    )
    rows = [
        [
            score.name,
            estimate_cell(score.accuracy),
            decimal(score.majority),
            p_value_text(score.p_holm),
        ]
        for score in audit.baselines
    ]
    return Table(
        f"Accuracy on {counted(audit.pairs, 'pair')}, {audit.scheme}, {how}",
        ["baseline", "accuracy", "most frequent label", "p"],
        rows,
    )


def _giveaway_table(found: Giveaways) -> Table:
    rows = [
        [
            giveaway.ngram,
            str(giveaway.label),
            str(giveaway.pairs),
            estimate_cell(giveaway.share),
            decimal(giveaway.expected),
            fixed(giveaway.z, 1),
            fixed(giveaway.pmi, 2),
            p_value_text(giveaway.p_holm),
        ]
        for giveaway in found.strongest
    ]
    return Table(
        f"Words and bigrams of the hypothesis with the highest z-scores, of {found.tested}",
        ["n-gram", "label", "pairs", "share", "of all", "z", "PMI", "p"],
        rows,
        keys=2,
    )


def _duplicate_table(found: Duplicates) -> Table:
    return Table(
        "What occurs more than once",
        ["what", "pairs", "share", "groups", "other label"],
        [_duplicate_row(repeated) for repeated in (*found.within, *found.between)],
    )


def _duplicate_row(found: Repeated) -> list[str]:
    numbers = [found.groups, found.conflicting]
    return [
        found.what,
        str(found.pairs),
        estimate_cell(found.share),
        *(_MISSING if number is None else str(number) for number in numbers),
    ]


def _balance_table(balance: Balance, scheme: Scheme) -> Table:
    rows = [
        [
            group.name,
            str(sum(group.counts)),
            *(decimal(count / max(sum(group.counts), 1)) for count in group.counts),
        ]
        for group in balance.groups
    ]
    test = ""
    if balance.association is not None and balance.p_holm is not None:
        p_value = p_value_text(balance.p_holm)
        test = f" (Cramér's V {balance.association:.2f}, p {p_value})"
    return Table(
        f"Labels by {balance.by}{test}",
        [balance.by, "pairs", *map(str, scheme.labels)],
        rows,
    )
