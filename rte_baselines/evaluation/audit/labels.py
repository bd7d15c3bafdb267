"""What labels go with, what occurs twice, and whether annotators agree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.quoting import counted
from rte_baselines.evaluation.audit.baselines import AuditPart, bag_name, joint_keys
from rte_baselines.evaluation.comparison.agreement import Agreement, agreement
from rte_baselines.evaluation.inputs.judgments import LABELS, positions_in
from rte_baselines.evaluation.resampling.bootstrap import Estimate, proportion
from rte_baselines.evaluation.significance.exact import LEVEL, holm
from rte_baselines.features import FeatureSet
from rte_baselines.kernels.ragged import BoolArray, FloatArray, IntArray, Ragged
from rte_baselines.kernels.words.near_duplicates import near_duplicates, union
from rte_baselines.pairs import Label, Pair, Scheme

THRESHOLD = 0.8
"""The lowest Jaccard index of near-duplicates, of both texts and of both hypotheses."""


@dataclass(frozen=True)
class Repeated:
    """Pairs that occur more than once in some sense, and their share, with Wilson's interval.

    `groups` is the number of groups of alike pairs, None for pairs that are like pairs of another
    part. `conflicting` is the number of groups with more than one label or, for pairs that are also
    in another part, the number of pairs whose label differs from the labels there.
    """

    what: str
    pairs: int
    share: Estimate
    groups: int | None = None
    conflicting: int | None = None


def find_duplicates(part: AuditPart, train: AuditPart | None) -> list[Repeated]:
    """Find what occurs more than once within a part, and then what is also in the training part.

    Pairs are equal if text and hypothesis have the same words; case, spaces and punctuation do not
    count. Near-duplicates have a Jaccard index of `THRESHOLD` or more between the words and
    bigrams of their texts, and between those of their hypotheses. They are found by MinHash, which
    misses a few; those that are reported have been compared. Two pairs are in one group if they are
    near-duplicates of each other or of a third pair, which may be a training pair.
    """
    near, is_like_training = _near(part, train)
    found = [
        _groups(part, "equal pairs", part.digests["both"]),
        _groups(part, "near-duplicates, with equal pairs", near),
        _groups(part, "hypotheses of several pairs", part.digests["hypothesis"]),
    ]
    if train is not None:
        found += [
            _also_in(part, train, "pairs", "both"),
            _repeated("near-duplicates of training pairs, with equal ones", is_like_training),
            _also_in(part, train, "hypotheses", "hypothesis"),
            _also_in(part, train, "texts", "text"),
        ]
    return found


def _near(part: AuditPart, train: AuditPart | None) -> tuple[IntArray, BoolArray]:
    """Return the group of near-duplicates of each pair, and which are like training pairs."""
    parts = [part] if train is None else [train, part]
    digests = np.concatenate([source.digests["both"] for source in parts])
    is_second = np.arange(len(digests)) >= len(digests) - len(part)
    # Of equal pairs of one part, only the first is compared with others.
    keys = joint_keys(digests, is_second)
    _, rows, places = np.unique(keys, return_index=True, return_inverse=True)
    found = near_duplicates(
        _sets(parts, "text-only", rows),
        _sets(parts, "hypothesis-only", rows),
        is_second[rows],
        THRESHOLD,
    )
    own = places[is_second]
    return found.groups[own], found.is_like_first[own]


def _sets(parts: Sequence[AuditPart], baseline: str, rows: IntArray) -> Ragged:
    """Return the words and bigrams of some snippets, each in increasing order."""
    words, bigrams = (
        Ragged.joined(part.table.bags[bag_name(baseline, name)] for part in parts).select(rows)
        for name in ("words", "bigrams")
    )
    return union(words, bigrams)


def _groups(part: AuditPart, what: str, keys: IntArray) -> Repeated:
    """Return the pairs whose key other pairs have, too."""
    _, groups, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    has_label = np.zeros((len(sizes), len(LABELS)), np.bool_)
    has_label[groups, part.labels] = True
    conflicting = int((has_label.sum(axis=1) > 1).sum())
    return _repeated(what, sizes[groups] > 1, int((sizes > 1).sum()), conflicting)


def _also_in(part: AuditPart, train: AuditPart, what: str, reads: str) -> Repeated:
    """Return the pairs whose snippets are in the training part, and how many differ in label."""
    keys, known = part.digests[reads], train.digests[reads]
    is_known = np.isin(keys, known)
    same_label = np.isin(joint_keys(keys, part.labels), joint_keys(known, train.labels))
    differing = int((is_known & ~same_label).sum())
    return _repeated(f"{what} that are in the training part", is_known, None, differing)


def _repeated(
    what: str, is_repeated: BoolArray, groups: int | None = None, conflicting: int | None = None
) -> Repeated:
    pairs = int(is_repeated.sum())
    return Repeated(what, pairs, proportion(pairs, len(is_repeated)), groups, conflicting)


_BAGS = tuple(bag_name("hypothesis-only", name) for name in ("words", "bigrams"))

_NO_TASK = "(no task)"
_QUARTERS = (0.25, 0.5, 0.75)
_LENGTH = "length-only_feature.hypothesis"


@dataclass(frozen=True)
class Giveaway:
    """An n-gram of the hypotheses of some pairs, and a label that is frequent with it.

    `share` is that of the label among these pairs, with Wilson's interval, `expected` that among
    all pairs; `z` and `pmi` are those of `z_scores` and `smoothed_pmi`. `p_holm` is the p-value of
    an exact one-sided test of the share, with Holm's correction over all n-grams and labels.
    """

    ngram: str
    label: Label
    pairs: int
    share: Estimate
    expected: float
    z: float
    pmi: float
    p_holm: float


@dataclass(frozen=True)
class Giveaways:
    """The n-grams that give a label away.

    `strongest` are those with the highest z-scores of each label, whether significant or not;
    `significant` is how often one gives a label away, of the `tested` n-grams that are in enough
    hypotheses. `affected` is the share of the distinct pairs whose hypothesis has one.
    """

    strongest: Sequence[Giveaway]
    significant: int
    tested: int
    affected: Estimate


def giveaways(
    part: AuditPart, features: FeatureSet, scheme: Scheme, min_pairs: int, listed: int
) -> Giveaways:
    """Find n-grams of `min_pairs` distinct pairs or more that change the distribution of labels.

    Each distinct pair counts once. If an n-gram is independent of the label, the number of its
    pairs with a label is binomial, with the label's share among all pairs as the probability. This
    null hypothesis is tested exactly, because z-scores of few pairs are not normal. Holm's
    correction allows for tests that depend on each other, as those of a word and of a bigram with
    it, and bounds the probability that any n-gram is reported in error. gardner2021 has the
    z-score, with equal shares of all labels, as the statistic of its test for artifacts;
    gururangan2018 the smoothed PMI, in its study of lexical choice.
    """
    keys = joint_keys(part.digests["both"], part.labels)
    rows = np.sort(np.unique(keys, return_index=True)[1])
    labels = positions_in(scheme, part.labels[rows])
    shares = np.bincount(labels, minlength=len(scheme.labels)) / len(rows)
    bags = [part.table.bags[name].select(rows) for name in _BAGS]
    tested = [_tested(bag, labels, len(shares), min_pairs) for bag in bags]
    bag_of_item = np.repeat(np.arange(len(bags)), [len(items) for items, *_ in tested])
    items, counts, pmi = (np.concatenate(arrays) for arrays in zip(*tested, strict=True))
    z = z_scores(counts, shares)
    adjusted = holm(p_values(counts, shares)).reshape(z.shape)
    is_significant: BoolArray = adjusted <= LEVEL
    highest = np.argsort(-z, axis=0, kind="stable")[:listed]
    affected = np.zeros(len(rows), np.bool_)
    for number, bag in enumerate(bags):
        telling = items[is_significant.any(axis=1) & (bag_of_item == number)]
        affected[bag.owners[np.isin(bag.values, telling)]] = True

    def giveaway(place: int, column: int) -> Giveaway:
        number, item = int(bag_of_item[place]), int(items[place])
        # Any hypothesis with the n-gram has it as text.
        row = rows[bags[number].owners[np.argmax(bags[number].values == item)]]
        pair = Pair("", "", part.hypotheses[row])
        spellings = features.spelled(part.table, pair, default_analyzer()).spellings
        return Giveaway(
            spellings[_BAGS[number]][item],
            scheme.labels[column],
            int(counts[place].sum()),
            proportion(int(counts[place, column]), int(counts[place].sum())),
            float(shares[column]),
            float(z[place, column]),
            float(pmi[place, column]),
            float(adjusted[place, column]),
        )

    return Giveaways(
        strongest=[
            giveaway(place, column)
            for column, places in enumerate(highest.T.tolist())
            for place in places
            if z[place, column] > 0
        ],
        significant=int(is_significant.sum()),
        tested=len(items),
        affected=proportion(int(affected.sum()), len(rows)),
    )


def z_scores(counts: IntArray, shares: FloatArray) -> FloatArray:
    """Return how far the share of each label with each n-gram is from that among all pairs.

    It is (p - p0) / sqrt(p0 (1 - p0) / n), with the share p of the label among the n pairs of the
    n-gram and p0 among all pairs; 0 where p0 is 0 or 1 (gardner2021, the test for artifacts). The
    shape of counts and result is (n-grams, labels), that of the shares p0 (labels,).
    """
    totals = counts.sum(axis=1, keepdims=True)
    deviations = np.sqrt(shares * (1 - shares) / totals)
    differences = counts / totals - shares
    scores: FloatArray = np.zeros(counts.shape)
    np.divide(differences, deviations, out=scores, where=deviations > 0)
    return scores


def p_values(counts: IntArray, shares: FloatArray) -> FloatArray:
    """Return the upper-tail p-value of each count, if labels are drawn with the given shares.

    Shapes are those of `z_scores`.
    """
    from scipy.special import bdtrc

    totals = counts.sum(axis=1, keepdims=True)
    # The probability of more than k - 1, which is 1 for k = 0.
    values: FloatArray = bdtrc(counts - 1, totals, shares)
    return values


def smoothed_pmi(counts: IntArray, tested: BoolArray, smoothing: float = 100) -> FloatArray:
    """Return the pointwise mutual information, in nats, of tested n-grams of one length and labels.

    It is log p(n-gram, label) / (p(n-gram) p(label)), with 100 added to each of the counts, shape
    (n-grams, labels), which favours frequent n-grams (gururangan2018, lexical choice).
    """
    smoothed = counts[tested] + smoothing
    label_totals = counts.sum(axis=0) + smoothing * len(counts)
    ngram_totals = smoothed.sum(axis=1, keepdims=True)
    pmi: FloatArray = np.log(smoothed / ngram_totals * label_totals.sum() / label_totals)
    return pmi


def _tested(
    bag: Ragged, labels: IntArray, size: int, min_pairs: int
) -> tuple[IntArray, IntArray, FloatArray]:
    """Return the n-grams of enough pairs, their pairs with each label, and their PMI with it."""
    items, places = np.unique(bag.values, return_inverse=True)
    cells = np.bincount(places * size + labels[bag.owners], minlength=len(items) * size)
    counts = cells.reshape(-1, size)
    is_tested = counts.sum(axis=1) >= min_pairs
    return items[is_tested], counts[is_tested], smoothed_pmi(counts, is_tested)


@dataclass(frozen=True)
class Balance:
    """The labels by a property of the pairs, such as "task".

    `groups` are the numbers of pairs with each label of the scheme, by the value of the property.
    `association` is Cramér's V of property and label, in [0, 1], None for a single group or label;
    `p_holm` the p-value of the chi-squared test of independence, with Holm's correction over all
    properties.
    """

    by: str
    groups: Mapping[str, Sequence[int]]
    association: float | None
    p_holm: float | None


def balances(part: AuditPart, scheme: Scheme) -> list[Balance]:
    """Return the labels by task, if pairs have tasks, and by the length of the hypothesis.

    Lengths are grouped by their quartiles.
    """
    labels = positions_in(scheme, part.labels)
    properties = {"length of hypothesis": _lengths(part)}
    if any(part.table.tasks):
        tasks = np.array([task or _NO_TASK for task in part.table.tasks])
        task_names, task_of_pair = np.unique(tasks, return_inverse=True)
        properties = {"task": (task_names.tolist(), task_of_pair), **properties}
    found = []
    for by, (names, groups) in properties.items():
        table = np.zeros((len(names), len(scheme.labels)), np.int64)
        np.add.at(table, (groups, labels), 1)
        strength, p_value = association(table) or (None, None)
        counts = dict(zip(names, table.tolist(), strict=True))
        found.append(Balance(by, counts, strength, p_value))
    # Holm's correction comes last, as it is over all properties.
    adjusted = iter(holm([item.p_holm for item in found if item.p_holm is not None]).tolist())
    return [item if item.p_holm is None else replace(item, p_holm=next(adjusted)) for item in found]


def association(table: IntArray) -> tuple[float, float] | None:
    """Return Cramér's V of a table, shape (groups, labels), and the p-value of a chi-squared test.

    V = sqrt(chi^2 / (n (min(groups, labels) - 1))): H. Cramér, Mathematical Methods of Statistics
    (1946), section 21.9. None if fewer than two rows or columns have pairs.
    """
    from scipy.stats import chi2_contingency

    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    smaller = min(table.shape)
    if smaller < 2:
        return None
    test = chi2_contingency(table, correction=False)
    return float(np.sqrt(test.statistic / (table.sum() * (smaller - 1)))), float(test.pvalue)


def _lengths(part: AuditPart) -> tuple[list[str], IntArray]:
    """Return ranges of lengths in words, and the one of each hypothesis."""
    columns = [column.name for column in part.table.columns]
    lengths = part.table.values[:, columns.index(_LENGTH)].astype(np.int64)
    limits = np.unique(np.quantile(lengths, _QUARTERS, method="lower"))
    limits = limits[limits < lengths.max()]
    starts = [int(lengths.min()), *(limits + 1).tolist()]
    ends = [*limits.tolist(), int(lengths.max())]
    names = [
        counted(end, "word") if start == end else f"{start} to {end} words"
        for start, end in zip(starts, ends, strict=True)
    ]
    return names, np.searchsorted(limits, lengths)


@dataclass(frozen=True)
class AnnotatorAgreement:
    """The agreement of annotators with each other and with the label of each pair.

    It is of the pairs with two annotations or more: `unanimous` is the share on which all
    annotators agree, with Wilson's interval; `with_label` the share of the annotations that are the
    pair's label; and `among` has observed agreement, pi and alpha.
    """

    unanimous: Estimate
    with_label: float
    among: Agreement


def annotator_agreement(part: AuditPart) -> AnnotatorAgreement | None:
    """Return the agreement on the pairs with two annotations or more, None if there are none.

    Annotators are taken to be interchangeable: the first annotation of two pairs may be by
    different persons.
    """
    rows = [row for row, labels in enumerate(part.annotations) if len(labels) > 1]
    if not rows:
        return None
    annotations = [part.annotations[row] for row in rows]
    unanimous = sum(len(set(labels)) == 1 for labels in annotations)
    gold = [LABELS[code] for code in part.labels[rows].tolist()]
    agreeing = sum(labels.count(label) for labels, label in zip(annotations, gold, strict=True))
    labellings = zip_longest(*annotations)
    among = agreement([np.array(labelling, dtype=object) for labelling in labellings])
    # Cohen's kappa corrects for chance by the labels of each annotator, which are unknown here.
    coefficients = {name: value for name, value in among.coefficients.items() if name != "kappa"}
    return AnnotatorAgreement(
        proportion(unanimous, len(rows)),
        agreeing / sum(map(len, annotations)),
        replace(among, coefficients=coefficients),
    )
