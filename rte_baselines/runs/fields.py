"""What the columns or fields of a file are called, and whether its labels are those sought."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, parse_label
from rte_baselines.pairs.labels import label_number
from rte_baselines.quoting import quoted

ID_NAMES = ("id", "pairID", "pair_id", "uid", "idx", "index")
"""What columns or fields with the pairs' ids are called, in any case; the first wins."""

_PREDICTION_NAMES = (
    *("prediction", "predicted_label", "pred_label", "prediction_label", "predicted", "pred"),
    *("y_pred", "predicted_class", "pred_class", "model_prediction", "model_output", "output"),
    "judgment",
)
_EITHERS_NAMES = ("label", "entailment_label", "entailment_judgment", "entailment", "gold_label")
_GOLD_NAMES = ("gold_label", "gold", "gold_standard", "true_label", "y_true", "ground_truth")
_OTHER_NAMES = ("task", "confidence", "score")
_TEXT_NAMES = (
    *("text", "hypothesis", "premise", "claim", "sentence1", "sentence2"),
    *("sentence_a", "sentence_b"),
)


@dataclass(frozen=True)
class FieldNames:
    """Where formats that name their columns or fields have the id and the label.

    Parameters
    ----------
    ids, labels : sequence of str
        The names, in any case; the first that is there wins.
    doubtful : collection of str
        Those of `labels` that may stand for the other kind of label, too: ``label`` is
        what gold standards call theirs, and many runs their predictions.
    is_gold : bool
        Whether gold labels are sought; otherwise predictions are.
    label_order : sequence of Label
        What numbers stand for; empty if no order is stated.
    """

    ids: Sequence[str] = ID_NAMES
    labels: Sequence[str] = (*_PREDICTION_NAMES, *_EITHERS_NAMES)
    doubtful: Collection[str] = _EITHERS_NAMES
    is_gold: bool = False
    label_order: Sequence[Label] = ()

    @classmethod
    def of_predictions(
        cls,
        label_order: Sequence[Label] = (),
        *,
        label_column: str | None = None,
        id_column: str | None = None,
    ) -> "FieldNames":
        """Seek predictions, in the columns that the user names, if any."""
        return cls(
            ids=cls.ids if id_column is None else [id_column],
            labels=cls.labels if label_column is None else [label_column],
            doubtful=cls.doubtful if label_column is None else (),
            label_order=label_order,
        )

    @classmethod
    def of_gold_labels(cls, label_order: Sequence[Label] = ()) -> "FieldNames":
        """Seek gold labels, which a prediction beside them is not."""
        return cls(
            labels=(*_GOLD_NAMES, *_EITHERS_NAMES[::-1], *_PREDICTION_NAMES[::-1]),
            doubtful=_PREDICTION_NAMES,
            is_gold=True,
            label_order=label_order,
        )


class LabelDoubt:
    """Whether the field taken as the label may hold labels of the other kind.

    A run of which the gold labels were scored, as its predictions stand under a name that
    nobody knows, would look perfect. So a doubtful name is refused if another field of an
    unknown name has labels in all rows; likewise if predictions are sought and the texts
    of the pairs are there, unless the gold labels stand under a name of their own.

    Parameters
    ----------
    names : FieldNames
    taken : str
        The name of the field taken as the label.
    others : iterable of str
        Those of the other fields; names in use for something else are passed over.
    """

    def __init__(self, names: FieldNames, taken: str, others: Iterable[str]) -> None:
        self._names = names
        self._taken = taken
        self._texts: list[str] = []
        self._rivals: list[str] = []
        self._with_labels: set[str] = set()
        if taken.casefold() in names.doubtful:
            known = {name.casefold() for name in (*names.ids, *_GOLD_NAMES, *_OTHER_NAMES)}
            beside = {name.casefold(): name for name in others if name != taken}
            self._rivals = [beside[name] for name in beside if name not in known]
            if not (names.is_gold or set(_GOLD_NAMES) & set(beside)):
                self._texts = [beside[name] for name in _TEXT_NAMES if name in beside]

    def see(self, row: Mapping[str, Any]) -> None:
        """Look at the other fields of a row."""
        if not self._rivals:
            return
        filled = [name for name in self._rivals if row.get(name) not in (None, "", "-")]
        labelled = {name for name in filled if _is_label(row[name], self._names.label_order)}
        self._with_labels |= labelled
        self._rivals = [name for name in self._rivals if name in labelled or name not in filled]

    def settle(self) -> None:
        """Raise an error if doubts are left after the last row.

        Raises
        ------
        InputError
            The message names the field that was taken and what makes it doubtful.
        """
        rivals = [name for name in self._rivals if name in self._with_labels]
        if rivals and self._names.is_gold:
            raise InputError(
                f"{quoted(self._taken)}, the only known name of labels, is one of predictions, "
                f"and {quoted(rivals[0])} holds labels, too; call the gold labels 'gold_label'"
            )
        if rivals:
            raise self._error(f"{quoted(rivals[0])} holds labels, too", rivals[0])
        if self._texts:
            texts = ", ".join(map(repr, self._texts))
            raise self._error(f"the pairs' texts stand beside it ({texts})", self._taken)

    def _error(self, why: str, likely: str) -> InputError:
        return InputError(
            f"{quoted(self._taken)} may hold the gold labels, as {why}; name what holds the "
            f"predictions: label_column={quoted(likely)}, or --label-column {quoted(likely)}"
        )


def first_present(wanted: Sequence[str], names: Iterable[str]) -> str | None:
    """Return which of the names is the first of those wanted, whatever the case, if any is."""
    found = {name.casefold(): name for name in names}
    return next((found[name.casefold()] for name in wanted if name.casefold() in found), None)


def _is_label(value: Any, order: Sequence[Label]) -> bool:
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        return False
    name = str(value).strip()
    if name.casefold().startswith("label_"):
        # A label whatever the order, unlike a bare number.
        return label_number(name) is not None
    try:
        parse_label(name, order)
    except InputError:
        return False
    return True
