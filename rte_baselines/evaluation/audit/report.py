"""Audit a dataset, and show what was found as tables, sentences and JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rte_baselines.core.processes.workers import Pool
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import named, plain
from rte_baselines.evaluation.audit.baselines import (
    ANNOTATIONS,
    MOST_TRAINING_PAIRS,
    BaselineScore,
    baseline_scores,
    collect,
    feature_set,
    in_one_scheme,
)
from rte_baselines.evaluation.audit.labels import (
    THRESHOLD,
    AnnotatorAgreement,
    Balance,
    Giveaway,
    Giveaways,
    Repeated,
    annotator_agreement,
    balances,
    find_duplicates,
    giveaways,
)
from rte_baselines.evaluation.comparison.agreement import agreement_table
from rte_baselines.evaluation.inputs.judgments import positions_in
from rte_baselines.evaluation.resampling.bootstrap import Estimate
from rte_baselines.evaluation.scores import Printed, estimate_cell, number_cell, p_value_text
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.pairs import Label, Pair, Scheme
from rte_baselines.rendering.tables import Table, decimal, fixed, percentage


@dataclass(frozen=True, repr=False)
class Audit(Printed):
    """What an audit has found about a dataset.

    Everything is about the pairs called `name`; baselines were trained on those called
    `trained_on`, None for a cross-validation. The scheme is two-way, unless all three labels occur.
    `annotators` is None if no pair has two annotations. `methods` say how the figures were
    computed.
    """

    name: str
    trained_on: str | None
    pairs: int
    training_pairs: int
    scheme: Scheme
    labels: Mapping[Label, int]
    baselines: Sequence[BaselineScore]
    giveaways: Giveaways
    duplicates: Sequence[Repeated]
    balances: Sequence[Balance]
    annotators: AnnotatorAgreement | None
    methods: Sequence[str]

    def conclusions(self) -> list[str]:
        """Return what it means: sentences, each with the figure that it rests on."""
        return [
            _of_baselines(self.baselines),
            _of_giveaways(self.giveaways),
            _of_duplicates(self.duplicates),
            *_of_balances(self.balances),
            *([] if self.annotators is None else [_of_annotators(self.annotators)]),
        ]

    def tables(self) -> Iterator[Table]:
        """Yield the figures as tables."""
        yield _baseline_table(self)
        yield _giveaway_table(self.giveaways)
        yield _duplicate_table(self.duplicates)
        for balance in self.balances:
            yield _balance_table(balance, self.scheme)
        if self.annotators is not None:
            yield agreement_table(self.annotators.among)

    def notes(self) -> Iterator[str]:
        """Yield how the figures were computed, and what they mean."""
        yield from self.methods
        yield from self.conclusions()

    def to_dict(self) -> dict[str, Any]:
        """Return all figures, as JSON has them."""
        found = plain(self)
        notes = found.pop("methods")
        return {"pairs": self.pairs, **found, "notes": notes, "conclusions": self.conclusions()}

    def __repr__(self) -> str:
        return named(self, self.name, counted(self.pairs, "pair"))


def _baseline_table(audit: Audit) -> Table:
    how = "in five-fold cross-validation"
    if audit.trained_on:
        how = f"trained on {counted(audit.training_pairs, 'pair')} of {audit.trained_on}"
    rows = [
        [row.name, estimate_cell(row.accuracy), decimal(row.majority), p_value_text(row.p_holm)]
        for row in audit.baselines
    ]
    title = f"Accuracy on {counted(audit.pairs, 'pair')}, {audit.scheme}, {how}"
    return Table(title, ["baseline", "accuracy", "most frequent label", "p"], rows)


def _giveaway_table(found: Giveaways) -> Table:
    rows = [
        [
            *(row.ngram, str(row.label), str(row.pairs), estimate_cell(row.share)),
            *(decimal(row.expected), fixed(row.z, 1), fixed(row.pmi, 2), p_value_text(row.p_holm)),
        ]
        for row in found.strongest
    ]
    title = f"Words and bigrams of the hypothesis with the highest z-scores, of {found.tested}"
    header = ["n-gram", "label", "pairs", "share", "of all", "z", "PMI", "p"]
    return Table(title, header, rows, keys=2)


def _duplicate_table(found: Sequence[Repeated]) -> Table:
    rows = [
        [
            *(repeated.what, str(repeated.pairs), estimate_cell(repeated.share)),
            *(number_cell(number, str) for number in (repeated.groups, repeated.conflicting)),
        ]
        for repeated in found
    ]
    header = ["what", "pairs", "share", "groups", "other label"]
    return Table("What occurs more than once", header, rows)


def _balance_table(balance: Balance, scheme: Scheme) -> Table:
    strength = _strength(balance)
    rows = [
        [name, str(sum(counts)), *(decimal(count / sum(counts)) for count in counts)]
        for name, counts in balance.groups.items()
    ]
    header = [balance.by, "pairs", *map(str, scheme.labels)]
    return Table(f"Labels by {balance.by}{strength and f' ({strength})'}", header, rows)


def _strength(balance: Balance) -> str:
    """Return how strongly the labels depend on a property; empty for a single group."""
    if balance.association is None or balance.p_holm is None:
        return ""
    return f"Cramér's V {balance.association:.2f}, p {p_value_text(balance.p_holm)}"


def _of_baselines(scores: Sequence[BaselineScore]) -> str:
    best = max(scores, key=lambda score: score.accuracy.value)
    return (
        f"The best baseline, {best.name}, gives {_percent(best.accuracy)} of the labels, the most "
        f"frequent label {percentage(best.majority)}%, p {p_value_text(best.p_holm)}: report it "
        "beside the scores of systems, and their scores on the pairs that it gets wrong, as what "
        "it reaches needs no understanding of the pair."
    )


def _of_giveaways(found: Giveaways) -> str:
    by_z = sorted(found.strongest, key=lambda giveaway: giveaway.z)
    # The strongest of each label.
    by_label = {giveaway.label: giveaway for giveaway in by_z if giveaway.p_holm <= LEVEL}
    examples = "; ".join(map(_named, by_label.values()))
    return (
        f"Of {found.tested} words and bigrams of the hypothesis, {found.significant} go with a "
        f"label significantly more often than all pairs do{examples and ', such as '}{examples}. "
        f"{_percent(found.affected)} of the hypotheses have one."
    )


def _named(giveaway: Giveaway) -> str:
    return (
        f"{quoted(giveaway.ngram)}, with which {_percent(giveaway.share)} of {giveaway.pairs} "
        f"pairs are {giveaway.label}, and {percentage(giveaway.expected)}% of all"
    )


def _of_duplicates(found: Sequence[Repeated]) -> str:
    shares = "; ".join(f"{repeated.what}: {_percent(repeated.share)}" for repeated in found)
    return f"Systems may remember the labels of what occurs more than once. Of all pairs: {shares}."


def _of_balances(balances: Sequence[Balance]) -> Iterator[str]:
    for balance in balances:
        if balance.p_holm is not None and balance.p_holm <= LEVEL:
            yield f"The labels depend on the {balance.by}: {_strength(balance)}."


def _of_annotators(found: AnnotatorAgreement) -> str:
    return (
        f"All annotators agree on {_percent(found.unanimous)} of "
        f"{counted(found.among.pairs, 'pair')} with two annotations or more, and "
        f"{percentage(found.with_label)}% of all annotations are the pair's label."
    )


def _percent(estimate: Estimate) -> str:
    assert estimate.low is not None
    assert estimate.high is not None
    low, high = percentage(estimate.low), percentage(estimate.high)
    return f"{percentage(estimate.value)}% ({low} to {high})"


def audit(
    pairs: Iterable[Pair],
    train: Iterable[Pair] | None = None,
    *,
    name: str = "the pairs",
    train_name: str = "the training pairs",
    min_pairs: int = 10,
    listed: int = 6,
    annotations: str = ANNOTATIONS,
    workers: int | Pool | None = None,
) -> Audit:
    """Audit a dataset for annotation artifacts, duplicates and unbalanced labels.

    Baselines that read only a part of each pair show how far the labels can be predicted from it.

    Parameters
    ----------
    pairs : iterable of Pair
        Labelled pairs, which may come one by one from a file.
    train : iterable of Pair, optional
        The pairs that baselines learn from; without them, they learn from the pairs themselves in
        cross-validation.
    name, train_name : str
        The names of the two sets of pairs.
    min_pairs : int
        The minimum number of distinct pairs whose hypotheses must contain an n-gram for it to be
        tested.
    listed : int
        The number of n-grams to list for each label.
    annotations : str
        The attribute of pairs with a JSON list of labels by several annotators.
    workers : int or Pool, optional
        The number of processes that compute features. Results do not depend on it.

    Raises
    ------
    InputError
        If there are too few pairs, a pair has no label, labels mix two schemes, all labels are
        equal, or annotations are not a list of labels.
    """
    features = feature_set()
    part = collect(name, pairs, features, workers, annotations)
    training = None if train is None else collect(train_name, train, features, workers, annotations)
    (part, *trained), scheme = in_one_scheme([part] if training is None else [part, training])
    training = trained[0] if trained else None
    counts = np.bincount(positions_in(scheme, part.labels), minlength=len(scheme.labels))
    return Audit(
        name,
        None if training is None else train_name,
        len(part),
        0 if training is None else len(training),
        scheme,
        dict(zip(scheme.labels, counts.tolist(), strict=True)),
        baseline_scores(part, training, scheme),
        giveaways(part, features, scheme, min_pairs, listed),
        find_duplicates(part, training),
        balances(part, scheme),
        annotator_agreement(part),
        _methods(min_pairs),
    )


def _methods(min_pairs: int) -> list[str]:
    return [
        "labels: two-way, unless all parts have all of the three labels",
        "intervals: 95%, Wilson's; p-values have Holm's correction",
        f"baselines: logistic regression, of {MOST_TRAINING_PAIRS} pairs at random if there are "
        "more; in a cross-validation, pairs that are equal in the part that the baseline reads are "
        "in one fold; p: McNemar's exact test against the most frequent label",
        f"n-grams: in {min_pairs} or more distinct pairs; share: of the label among these; z: "
        "gardner2021, with the label's share of all pairs; PMI: gururangan2018, in nats, with "
        "100 added to each count; p: exact binomial test",
        "equal: but for case, spaces and punctuation; near-duplicates: with a Jaccard index of "
        f"{THRESHOLD} or more of the words and bigrams of both texts, and of both hypotheses",
    ]
