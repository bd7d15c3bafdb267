"""How far several annotators agree."""

from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np

from rte_baselines.evaluation.audit.part import Part
from rte_baselines.evaluation.comparison.agreement import Agreement, agreement
from rte_baselines.evaluation.inputs.judgments import LABELS
from rte_baselines.evaluation.resampling.estimate import Estimate
from rte_baselines.evaluation.resampling.intervals import proportion


@dataclass(frozen=True)
class AnnotatorAgreement:
    """The agreement of annotators with each other and with the label of each pair.

    Parameters
    ----------
    pairs : int
        The number of pairs with two annotations or more.
    fewest, most : int
        The smallest and the largest number of annotations of these pairs.
    unanimous : Estimate
        The share of these pairs on which all annotators agree, with Wilson's interval.
    with_label : float
        The share of the annotations that are the pair's label.
    among : Agreement
        Observed agreement, and pi and alpha, which set off chance; see `agreement`.
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
