"""Audit a dataset, and show what was found as tables, sentences and JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import named, plain
from rte_baselines.evaluation.audit.baselines import (
    ANNOTATIONS,
    FOLDS,
    MOST_TRAINING_PAIRS,
    BaselineScore,
    Part,
    baseline_scores,
    collect,
    feature_set,
    in_one_scheme,
)
from rte_baselines.evaluation.audit.labels import (
    THRESHOLD,
    AnnotatorAgreement,
    Balance,
    Duplicates,
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
from rte_baselines.evaluation.resampling.bootstrap import Estimate, proportion
from rte_baselines.evaluation.scores import Printed, estimate_cell, number_cell, p_value_text
from rte_baselines.evaluation.significance.exact import LEVEL
from rte_baselines.pairs import Label, Pair, Scheme
from rte_baselines.rendering.tables import Table, decimal, fixed, percentage

_READING = {
    "hypothesis-only": ("The hypothesis alone", "without reading the text"),
    "text-only": ("The text alone", "without reading the hypothesis"),
    "overlap-only": ("The overlap of words alone", "by counting the words in common"),
    "length-only": ("The length of text and hypothesis alone", "by counting words"),
    "negation-only": ("The number of negations alone", "by counting negations"),
}


@dataclass(frozen=True, repr=False)
class Audit(Printed):
    """What an audit has found about a dataset.

    Everything is about the pairs called `name`; baselines were trained on those called
    `trained_on`, None for a cross-validation. The scheme is two-way, unless all three labels occur.
    `annotators` is None if no pair has two annotations. `methods` say how the figures were
    computed, as far as it depends on the data.
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
    methods: Sequence[str]

    def conclusions(self) -> list[str]:
        """Return what it means: sentences, each with the figure that it rests on."""
        return [
            *_of_baselines(self.baselines),
            _of_giveaways(self.giveaways),
            *_of_duplicates(self.duplicates),
            *_of_balances(self.balances, self.scheme),
            *([] if self.annotators is None else [_of_annotators(self.annotators)]),
            _advice(self.baselines, self.giveaways),
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
        [of.name, estimate_cell(of.accuracy), decimal(of.majority), p_value_text(of.p_holm)]
        for of in audit.baselines
    ]
    title = f"Accuracy on {counted(audit.pairs, 'pair')}, {audit.scheme}, {how}"
    return Table(title, ["baseline", "accuracy", "most frequent label", "p"], rows)


def _giveaway_table(found: Giveaways) -> Table:
    rows = [
        [
            *(of.ngram, str(of.label), str(of.pairs), estimate_cell(of.share)),
            *(decimal(of.expected), fixed(of.z, 1), fixed(of.pmi, 2), p_value_text(of.p_holm)),
        ]
        for of in found.strongest
    ]
    title = f"Words and bigrams of the hypothesis with the highest z-scores, of {found.tested}"
    header = ["n-gram", "label", "pairs", "share", "of all", "z", "PMI", "p"]
    return Table(title, header, rows, keys=2)


def _duplicate_table(found: Duplicates) -> Table:
    rows = [
        [
            *(of.what, str(of.pairs), estimate_cell(of.share)),
            *(number_cell(number, str) for number in (of.groups, of.conflicting)),
        ]
        for of in (*found.within, *found.between)
    ]
    header = ["what", "pairs", "share", "groups", "other label"]
    return Table("What occurs more than once", header, rows)


def _balance_table(balance: Balance, scheme: Scheme) -> Table:
    test = ""
    if balance.association is not None and balance.p_holm is not None:
        p_value = p_value_text(balance.p_holm)
        test = f" (Cramér's V {balance.association:.2f}, p {p_value})"
    rows = []
    for group in balance.groups:
        size = sum(group.counts)
        shares = (decimal(count / max(size, 1)) for count in group.counts)
        rows.append([group.name, str(size), *shares])
    header = [balance.by, "pairs", *map(str, scheme.labels)]
    return Table(f"Labels by {balance.by}{test}", header, rows)


def _of_baselines(scores: Sequence[BaselineScore]) -> Iterator[str]:
    above = [score for score in scores if score.is_above_majority]
    for score in sorted(above, key=lambda score: -score.accuracy.value):
        what, how = _READING[score.name]
        gained = 100 * (score.accuracy.value - score.majority)
        yield (
            f"{what} gives {_percent(score.accuracy)} of the labels, the most frequent label "
            f"{percentage(score.majority)}%: a system can gain {gained:.1f} points {how}."
        )
    if not above:
        best = max(scores, key=lambda score: score.accuracy.value)
        yield (
            "No baseline that reads a part of each pair is significantly better than the most "
            f"frequent label ({percentage(best.majority)}%); the best, {best.name}, reaches "
            f"{_percent(best.accuracy)}, p {p_value_text(best.p_holm)}."
        )


def _of_giveaways(found: Giveaways) -> str:
    total = sum(found.significant.values())
    by_z = sorted(found.strongest, key=lambda giveaway: giveaway.z)
    if not found.tested:
        return "No word and no bigram is in enough hypotheses to be tested."
    if not total:
        strongest = f"; the strongest is {_named(by_z[-1])}" if by_z else ""
        noun = "word or bigram" if found.tested == 1 else "words and bigrams"
        return (
            f"Of {found.tested} {noun} of the hypothesis, none goes with a label significantly "
            f"more often than all pairs do{strongest}."
        )
    # The strongest of each label, as far as it is significant.
    by_label = {giveaway.label: giveaway for giveaway in by_z if giveaway.is_significant}
    named = "; ".join(map(_named, by_label.values()))
    noun, go = ("word or bigram", "goes") if total == 1 else ("words and bigrams", "go")
    return (
        f"{total} {noun} of the hypothesis {go} with a label significantly more often than all "
        f"pairs do{named and ', such as '}{named}. {_percent(found.affected)} of the hypotheses "
        "have one."
    )


def _named(giveaway: Giveaway) -> str:
    return (
        f"{quoted(giveaway.ngram)}, with which {_percent(giveaway.share)} of {giveaway.pairs} "
        f"pairs are {giveaway.label}, and {percentage(giveaway.expected)}% of all"
    )


def _of_duplicates(found: Duplicates) -> Iterator[str]:
    equal, near, hypotheses = found.within
    yield (
        f"{_percent(equal.share)} of the pairs are equal to another, and {_percent(near.share)} "
        f"at least nearly so{_conflicts(near)}."
    )
    if hypotheses.pairs:
        yield (
            f"{_percent(hypotheses.share)} of the pairs share their hypothesis with another"
            f"{_conflicts(hypotheses)}."
        )
    if found.between:
        _, alike, leaked, texts = found.between
        end = ": systems may remember their labels." if alike.pairs or leaked.pairs else "."
        yield (
            f"Of the scored pairs, {_percent(alike.share)} are nearly equal to a training pair, "
            f"{_percent(leaked.share)} have a hypothesis and {_percent(texts.share)} a text of the "
            f"training part{end}"
        )


def _conflicts(found: Repeated) -> str:
    if not found.groups or found.conflicting is None:
        return ""
    if found.groups == 1:
        return f"; their only group has {'different labels' if found.conflicting else 'one label'}"
    share = proportion(found.conflicting, found.groups)
    return f"; of their {found.groups} groups, {_percent(share)} have different labels"


def _of_balances(balances: Sequence[Balance], scheme: Scheme) -> Iterator[str]:
    for balance in balances:
        if balance.p_holm is None or balance.p_holm > LEVEL:
            continue
        by_label = [_shares(balance, column) for column in range(len(scheme.labels))]
        spreads = [shares[-1][0] - shares[0][0] for shares in by_label]
        column = spreads.index(max(spreads))
        (_, rarest), *_, (_, commonest) = by_label[column]
        yield (
            f"The labels depend on the {balance.by}: {scheme.labels[column]} has {rarest} and "
            f"{commonest}."
        )


def _shares(balance: Balance, column: int) -> list[tuple[float, str]]:
    """Return the share of a label in each group, as number and in words, in increasing order."""
    found = []
    for group in balance.groups:
        size = sum(group.counts)
        if size:
            share = proportion(group.counts[column], size)
            found.append((share.value, f"{_percent(share)} of the pairs with {group.name}"))
    return sorted(found)


def _of_annotators(found: AnnotatorAgreement) -> str:
    # Of the coefficients, it alone takes pairs with different numbers of annotations.
    alpha = found.among.coefficients.get("alpha")
    beyond = ""
    if alpha is not None:
        interval = f"({alpha.low:.2f} to {alpha.high:.2f})"
        beyond = f"; beyond chance, their agreement is {alpha.value:.2f} {interval}"
    return (
        f"All annotators agree on {_percent(found.unanimous)} of {counted(found.pairs, 'pair')} "
        f"with two annotations or more, and {percentage(found.with_label)}% of all annotations are "
        f"the pair's label{beyond}."
    )


def _advice(scores: Sequence[BaselineScore], giveaways: Giveaways) -> str:
    above = [score for score in scores if score.is_above_majority]
    if above:
        best = max(above, key=lambda score: score.accuracy.value)
        return (
            f"Report {best.name}, {_percent(best.accuracy)}, beside the scores of systems, and "
            "their scores on the pairs that it gets wrong: what it reaches needs no understanding "
            "of the pair."
        )
    points = max(100 * ((of.accuracy.high or 0) - of.accuracy.value) for of in scores)
    found = "Neither baselines nor words give the labels away"
    if sum(giveaways.significant.values()):
        found = "No baseline finds an advantage"
    return f"{found}; with so many pairs, one of up to {points:.1f} points can go unnoticed."


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
        tested; at least 1.
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
    if min_pairs < 1:
        raise InputError(f"min_pairs is {min_pairs}; expected 1 or more")
    features = feature_set()
    part = collect(name, pairs, features, workers, annotations)
    training = None if train is None else collect(train_name, train, features, workers, annotations)
    given = [part] if training is None else [part, training]
    (part, *trained), scheme = in_one_scheme(given)
    training = trained[0] if trained else None
    notes = []
    if scheme is Scheme.TWO_WAY and any(found.scheme is Scheme.THREE_WAY for found in given):
        notes.append("labels: two-way, as not all parts have all of the three labels")
    scores = baseline_scores(part, training, scheme)
    counts = np.bincount(positions_in(scheme, part.labels), minlength=len(scheme.labels))
    return Audit(
        name,
        None if training is None else train_name,
        len(part),
        0 if training is None else len(training),
        scheme,
        dict(zip(scheme.labels, counts.tolist(), strict=True)),
        scores,
        giveaways(part, features, scheme, min_pairs, listed),
        find_duplicates(part, training),
        balances(part, scheme),
        annotator_agreement(part),
        [*notes, *_notes(part, training, min_pairs)],
    )


def _notes(part: Part, training: Part | None, min_pairs: int) -> list[str]:
    learned = len(part) * (FOLDS - 1) // FOLDS if training is None else len(training)
    folds = sampled = ""
    if learned > MOST_TRAINING_PAIRS:
        sampled = f"; each learns from {MOST_TRAINING_PAIRS} pairs at random"
    if training is None:
        folds = ", with pairs that are equal in the part that the baseline reads kept in one fold"
    return [
        "intervals: 95%, Wilson's; p-values have Holm's correction",
        f"baselines: logistic regression{folds}{sampled}; p: McNemar's exact test against the most "
        "frequent label",
        f"n-grams: in {min_pairs} or more distinct pairs; share: of the label among these; z: "
        "gardner2021, with the label's share of all pairs; PMI: gururangan2018, in nats, with "
        "100 added to each count; p: exact binomial test",
        "equal: but for case, spaces and punctuation; near-duplicates: with a Jaccard index of "
        f"{THRESHOLD} or more of the words and bigrams of both texts, and of both hypotheses",
    ]
