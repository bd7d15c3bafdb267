"""How the labels are distributed, by task and by length."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np

from rte_baselines.evaluation.audit.part import Part
from rte_baselines.evaluation.comparison.agreement import Agreement, agreement
from rte_baselines.evaluation.inputs.judgments import LABELS
from rte_baselines.evaluation.resampling.intervals import Estimate, proportion
from rte_baselines.evaluation.significance.exact import holm
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Scheme

_NO_TASK = "(no task)"
_QUARTERS = (0.25, 0.5, 0.75)
_LENGTH = "length-only_feature.hypothesis"


@dataclass(frozen=True)
class LabelCounts:
    """The number of pairs of a group with each label of the scheme."""

    name: str
    counts: Sequence[int]


@dataclass(frozen=True)
class Balance:
    """The labels by a property of the pairs, such as "task".

    `association` is Cramér's V of property and label, in [0, 1], None for a single group or label;
    `p_holm` the p-value of the chi-squared test of independence, with Holm's correction over all
    properties.
    """

    by: str
    groups: Sequence[LabelCounts]
    association: float | None
    p_holm: float | None


def balances(part: Part, scheme: Scheme) -> list[Balance]:
    """Return the labels by task, if pairs have tasks, and by the length of the hypothesis.

    Lengths are grouped by their quartiles.
    """
    labels = part.positions_in(scheme)
    properties = {"length of hypothesis": _lengths(part)}
    if any(part.table.tasks):
        properties = {"task": _tasks(part), **properties}
    found = []
    for by, (names, groups) in properties.items():
        table = np.zeros((len(names), len(scheme.labels)), np.int64)
        np.add.at(table, (groups, labels), 1)
        strength, p_value = association(table) or (None, None)
        found.append(Balance(by, list(map(LabelCounts, names, table.tolist())), strength, p_value))
    # Holm's correction comes last, as it is over all properties.
    adjusted = iter(holm([each.p_holm for each in found if each.p_holm is not None]).tolist())
    return [each if each.p_holm is None else replace(each, p_holm=next(adjusted)) for each in found]


def association(table: IntArray) -> tuple[float, float] | None:
    """Return Cramér's V of a table, shape (groups, labels), and the p-value of a chi-squared test.

    None if there are not two rows and two columns with pairs.

    Notes
    -----
    H. Cramér, Mathematical Methods of Statistics (1946), section 21.9:
    V = sqrt(chi^2 / (n (min(groups, labels) - 1))).
    """
    from scipy.stats import chi2_contingency

    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    smaller = min(table.shape)
    if smaller < 2:
        return None
    test = chi2_contingency(table, correction=False)
    return float(np.sqrt(test.statistic / (table.sum() * (smaller - 1)))), float(test.pvalue)


def _tasks(part: Part) -> tuple[list[str], IntArray]:
    names = [task or _NO_TASK for task in part.table.tasks]
    distinct, groups = np.unique(np.array(names), return_inverse=True)
    return distinct.tolist(), groups


def _lengths(part: Part) -> tuple[list[str], IntArray]:
    """Return ranges of lengths in words, and the one of each hypothesis."""
    columns = [column.name for column in part.table.columns]
    lengths = part.table.values[:, columns.index(_LENGTH)].astype(np.int64)
    limits = np.unique(np.quantile(lengths, _QUARTERS, method="lower"))
    limits = limits[limits < lengths.max()]
    starts = [int(lengths.min()), *(limits + 1).tolist()]
    ends = [*limits.tolist(), int(lengths.max())]
    return list(map(_range, starts, ends)), np.searchsorted(limits, lengths)


def _range(start: int, end: int) -> str:
    if start == end:
        return f"{start} word" if start == 1 else f"{start} words"
    return f"{start} to {end} words"


@dataclass(frozen=True)
class AnnotatorAgreement:
    """The agreement of annotators with each other and with the label of each pair.

    Of the `pairs` with two annotations or more, `fewest` and `most` are the numbers of annotations;
    `unanimous` is the share on which all annotators agree, with Wilson's interval; `with_label` the
    share of the annotations that are the pair's label; and `among` has observed agreement, pi and
    alpha.
    """

    pairs: int
    fewest: int
    most: int
    unanimous: Estimate
    with_label: float
    among: Agreement


def annotator_agreement(part: Part) -> AnnotatorAgreement | None:
    """Return the agreement on the pairs with two annotations or more, None if there are none.

    Annotators are taken to be interchangeable: the first annotation of two pairs may be by
    different persons.
    """
    rows = [row for row, labels in enumerate(part.annotations) if len(labels) > 1]
    if not rows:
        return None
    annotations = [part.annotations[row] for row in rows]
    sizes = list(map(len, annotations))
    unanimous = sum(len(set(labels)) == 1 for labels in annotations)
    gold = [LABELS[code] for code in part.labels[rows].tolist()]
    agreeing = sum(
        labels.count(label) for labels, label in zip(map(list, annotations), gold, strict=True)
    )
    labellings = zip_longest(*annotations)
    among = agreement([np.array(labelling, dtype=object) for labelling in labellings])
    # Cohen's kappa corrects for chance by the labels of each annotator, which are unknown here.
    coefficients = {name: of for name, of in among.coefficients.items() if name != "kappa"}
    return AnnotatorAgreement(
        len(rows),
        min(sizes),
        max(sizes),
        proportion(unanimous, len(rows)),
        agreeing / sum(sizes),
        replace(among, coefficients=coefficients),
    )
