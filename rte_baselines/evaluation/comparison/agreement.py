"""Agreement between labellings of the same pairs: of annotators, or of systems.

bayer2006, section 4.2, compares two judges by the share of pairs that they label alike. The other
coefficients are corrected for the agreement expected by chance: R. Artstein and M. Poesio,
"Inter-coder agreement for computational linguistics", Computational Linguistics 34 (2008).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, product

import numpy as np
from numpy.typing import ArrayLike

from rte_baselines.core.errors import RunError, naming
from rte_baselines.core.quoting import counted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.inputs.arrays import encode_labels, label_objects
from rte_baselines.evaluation.inputs.judgments import (
    LABELS,
    Codes,
    columns_of,
    conflate_codes,
    scheme_of_codes,
)
from rte_baselines.evaluation.measures.accuracy import cohens_kappa
from rte_baselines.evaluation.measures.contingency import ratio
from rte_baselines.evaluation.resampling.bootstrap import (
    CONFIDENCE,
    Estimate,
    expanded_level,
    percentile_interval,
)
from rte_baselines.evaluation.resampling.sums import smoothed_sums
from rte_baselines.evaluation.scores import number_cell
from rte_baselines.kernels.ragged import BoolArray, FloatArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.pairs.labels import is_no_label, label_name, parse_label_order
from rte_baselines.records.rows import is_missing
from rte_baselines.rendering.tables import Table
from rte_baselines.runs.checking import check_same_ids, known_ids

_RANGES = {"observed_agreement": (0, 1), **dict.fromkeys(("kappa", "pi", "alpha"), (-1, 1))}
COEFFICIENTS = tuple(_RANGES)

_UNLABELLED = -1
_UNDEFINED = "no pair is in enough labellings, or all labels are the same: chance agreement is 1"
_OF_TWO = "it compares two labellings; pi is of any number"


@brief
@dataclass(frozen=True)
class Agreement:
    """How far labellings agree, compared in `scheme`, with intervals at `level`.

    The coefficients are `observed_agreement`, in [0, 1], and the chance-corrected `kappa`, `pi` and
    `alpha`, which are 1 for perfect agreement and 0 for the agreement expected by chance.
    `unavailable` says why a coefficient has no value. `labelled_by_all` counts the pairs that have
    a label in every labelling.
    """

    labellings: int
    pairs: int
    labelled_by_all: int
    scheme: Scheme
    level: float
    coefficients: Mapping[str, Estimate]
    unavailable: Mapping[str, str]


def agreement(
    labellings: Iterable[ArrayLike], *, label_order: Sequence[str] | None = None
) -> Agreement:
    """Return how far labellings of the same pairs agree, with intervals from a bootstrap.

    Parameters
    ----------
    labellings : iterable of array_like of Label, str or int, each of shape (n,)
        Two or more, on the same pairs in the same order; a `Run` is one. None, NaN, "" or
        "-" where a pair has no label. If any of them is two-way, the others are conflated.
    label_order : sequence of str, or str, optional
        The labels that the numbers 0, 1, 2 stand for, if labels are numbers; -1 then means no
        label.

    Notes
    -----
    For more than two labellings, the observed agreement is the mean over all pairs of labellings:
    J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76
    (1971). The expected agreement by chance is computed from

    - the labels of each labelling, in Cohen's kappa, which is defined for two labellings only;
    - the labels of all labellings together, in Scott's pi (W. A. Scott, "Reliability of
      content analysis", Public Opinion Quarterly 19, 1955). For more than two labellings, it is
      Fleiss's generalization, often called Fleiss's kappa;
    - the same labels drawn without replacement, in Krippendorff's alpha (K. Krippendorff,
      Content Analysis, 1980), here for nominal data.

    A pair that some labellings leave out counts for alpha only, and only if two or more label it.
    """
    codes, scheme = _encoded(labellings, parse_label_order(label_order))
    distinct, pairs = np.unique(codes, axis=1, return_counts=True)
    smoothing = _contributions(_pseudo_pairs(len(codes), scheme))
    expanded = expanded_level(int(pairs[_tallies(distinct).sum(axis=1) > 1].sum()))
    coefficients = {}
    for name, columns in _contributions(distinct).items():
        value = _OF_SUMS[name](pairs @ columns).item()
        if not np.isnan(value):
            sums = smoothed_sums(columns, pairs.astype(np.float64), smoothing[name])
            drawn = np.clip(_OF_SUMS[name](sums), *_RANGES[name])
            ends = percentile_interval(drawn, value, level=expanded)
            coefficients[name] = Estimate(value, *ends)
    return Agreement(
        labellings=len(codes),
        pairs=codes.shape[1],
        labelled_by_all=int(_labelled_by_all(codes).sum()),
        scheme=scheme,
        level=CONFIDENCE,
        coefficients=coefficients,
        unavailable={
            name: _OF_TWO if name == "kappa" and len(codes) > 2 else _UNDEFINED
            for name in COEFFICIENTS
            if name not in coefficients
        },
    )


def agreement_table(found: Agreement) -> Table:
    """Return a row for each coefficient, with the ends of its interval."""
    header = ["value", "low", "high"]
    return Table(
        f"Agreement of {found.labellings} {found.scheme} labellings, "
        f"{found.labelled_by_all} of {counted(found.pairs, 'pair')} in all of them",
        ["coefficient", *header],
        [
            [name, *(number_cell(getattr(estimate, end, None), "{:.3f}".format) for end in header)]
            for name, estimate in ((name, found.coefficients.get(name)) for name in COEFFICIENTS)
        ],
    )


def _contributions(codes: Codes) -> dict[str, FloatArray]:
    """Return what pairs contribute to the sums of coefficients, shape (n, columns), by name."""
    tallies = _tallies(codes)
    by_all = _agreement_counts(tallies, _labelled_by_all(codes))
    by_several = _agreement_counts(tallies, tallies.sum(axis=1) > 1)
    kappa = {"kappa": _cells(codes)} if len(codes) == 2 else {}
    return {"observed_agreement": by_all, **kappa, "pi": by_all, "alpha": by_several}


def _tallies(codes: Codes) -> FloatArray:
    """Return how many labellings give each of `LABELS` to a pair, shape (n, 4)."""
    tallies = (codes[:, :, None] == np.arange(len(LABELS))).sum(axis=0)
    return np.asarray(tallies, dtype=np.float64)


def _pseudo_pairs(labellings: int, scheme: Scheme) -> Codes:
    """Return pairs on which one labelling gives any label, and all others give any other or it.

    See `with_pseudo_pairs`: two labellings have each label beside each other as often.
    """
    labels = columns_of(scheme)
    patterns = [
        [label if number == which else rest for number in range(labellings)]
        for which, label, rest in product(range(labellings), labels, labels)
    ]
    return np.transpose(np.array(patterns, dtype=np.int8))


def _agreement_counts(tallies: FloatArray, chosen: BoolArray) -> FloatArray:
    """Return, for each pair, the number of agreeing labels and the number of each label.

    Each label counts as agreeing by the share of the pair's other labels that are equal to it.
    Pairs that are not chosen have zeros in the result, shape (n, 5).
    """
    others = np.maximum(tallies.sum(axis=1) - 1, 1)
    agreeing = (tallies * (tallies - 1)).sum(axis=1) / others
    columns: FloatArray = np.column_stack([agreeing, tallies]) * chosen[:, None]
    return columns


def _cells(codes: Codes) -> FloatArray:
    """Return each pair's cell in the table of two labellings, as a row with a single 1."""
    cells = np.where(_labelled_by_all(codes), codes[0] * len(LABELS) + codes[1], _UNLABELLED)
    rows: FloatArray = np.equal.outer(cells, np.arange(len(LABELS) ** 2)).astype(np.float64)
    return rows


def _kappa(sums: FloatArray) -> FloatArray:
    return cohens_kappa(sums.reshape(*sums.shape[:-1], len(LABELS), len(LABELS)))


def _observed_agreement(sums: FloatArray) -> FloatArray:
    return ratio(sums[..., 0], sums[..., 1:].sum(axis=-1))


def _pi(sums: FloatArray) -> FloatArray:
    """Return (observed - chance) / (1 - chance), both multiplied by the labels squared."""
    agreeing, labels = sums[..., 0], sums[..., 1:].sum(axis=-1)
    chance = (sums[..., 1:] ** 2).sum(axis=-1)
    return ratio(agreeing * labels - chance, labels**2 - chance)


def _alpha(sums: FloatArray) -> FloatArray:
    """Return 1 - observed / chance disagreement, multiplied by labels (labels - 1)."""
    agreeing, labels = sums[..., 0], sums[..., 1:].sum(axis=-1)
    chance = labels**2 - (sums[..., 1:] ** 2).sum(axis=-1)
    return ratio(chance - (labels - agreeing) * (labels - 1), chance)


_OF_SUMS = {"observed_agreement": _observed_agreement, "kappa": _kappa, "pi": _pi, "alpha": _alpha}
"""Functions from sums over pairs, shape (..., columns), to values, NaN where undefined."""


def _labelled_by_all(codes: Codes) -> BoolArray:
    labelled: BoolArray = np.logical_and.reduce(codes != _UNLABELLED, axis=0)
    return labelled


def _encoded(labellings: Iterable[ArrayLike], order: Sequence[Label]) -> tuple[Codes, Scheme]:
    """Return the codes of labellings in their common scheme, shape (labellings, n)."""
    numbered = list(enumerate(labellings, start=1))
    if len(numbered) < 2:
        raise RunError(f"{len(numbered)} labellings to compare; expected two or more")
    check_same_ids({f"labelling {number}": known_ids(given) for number, given in numbered})
    columns, schemes = zip(*(_codes(*labelling, order) for labelling in numbered), strict=True)
    sizes = sorted(set(map(len, columns)))
    if len(sizes) > 1 or sizes == [0]:
        found = " and ".join(map(str, sizes))
        raise RunError(f"labellings of {found} pairs; expected one pair or more, the same in all")
    codes = np.stack(columns)
    if Scheme.THREE_WAY in schemes and Scheme.TWO_WAY not in schemes:
        return codes, Scheme.THREE_WAY
    return np.where(codes == _UNLABELLED, codes, conflate_codes(codes)), Scheme.TWO_WAY


def _codes(
    number: int, labelling: ArrayLike, order: Sequence[Label]
) -> tuple[Codes, Scheme | None]:
    """Return the codes of a labelling, and the scheme that they are in."""
    given = label_objects(labelling)
    if given.ndim != 1:
        raise RunError(
            f"labelling {number} has the shape {given.shape}; expected one label for each pair"
        )
    with naming(f"labelling {number}"):
        names = ["" if is_missing(label) else label_name(label, order) for label in given.tolist()]
        is_labelled = [not is_no_label(name) for name in names]
        codes = np.full(len(names), _UNLABELLED, dtype=np.int8)
        codes[is_labelled] = encode_labels(list(compress(names, is_labelled)), order)
        return codes, scheme_of_codes(codes[is_labelled])
