"""What the columns or fields of a file are called, and whether its labels are those sought.

Names are compared without regard to case, spaces, ``_`` and ``-``: ``Predicted Label`` is
``predicted_label``, and ``pair-ID`` is ``pairID``.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.pairs.columns import NAMES, QUESTION_AND_SENTENCE, candidate_columns
from rte_baselines.pairs.labels import label_called, label_number
from rte_baselines.quoting import listed, quoted

ID_NAMES = NAMES["id"]
"""What columns or fields with the pairs' ids are called; the first wins."""

DIGEST_NAME = "pair_digest"
"""What columns or fields with `Prediction.pair_digest` are called."""

PROBABILITY_NAMES = ("probability", "prob", "proba")
"""What columns or fields with one probability are called: of the label or of ENTAILMENT."""

SCORE_NAMES = ("score", *PROBABILITY_NAMES)
"""What columns or fields with scores are called; the first wins."""

HOW_TO_SAY_IN_ORDER = (
    "if the predictions are in the order of the pairs, say so: in_order=True, or --in-order"
)

_USUAL_LABEL_NAME = "label"

HOW_TO_NAME_LABEL = "or say what it is called: label_column=..., or --label-column"

_PREDICTION_NAMES = (
    *("prediction", "predicted_label", "pred_label", "prediction_label", "predicted", "pred"),
    *("y_pred", "predicted_class", "pred_class", "model_prediction", "model_output", "output"),
    *("judgment", "judgement", "predictions", "predicted_labels", "pred_labels", "preds"),
    *("y_hat", "model_label", "system_label", "predicted_judgment", "label_pred"),
)
_EITHERS_NAMES = (
    *("label", "entailment_label", "entailment_judgment", "entailment", "gold_label"),
    *("labels", "class"),
)
_GOLD_NAMES = (
    *("gold_label", "gold", "gold_standard", "true_label", "y_true", "ground_truth"),
    *("gold_labels", "true_labels", "gold_judgment", "reference_label"),
)
_OTHER_NAMES = ("task", "confidence", *SCORE_NAMES, DIGEST_NAME)
_TEXT_NAMES = (*NAMES["text"], *NAMES["hypothesis"], *QUESTION_AND_SENTENCE.values())
# What a generative system writes stands under these, of which not every row need say a label.
_ANSWER_NAMES = (
    *("answer", "response", "reply", "completion", "generation", "generated_text", "raw_output"),
    *("output_text", "raw_response", "raw_answer", "model_answer", "model_response"),
    *("llm_output", "llm_response", "llm_answer"),
)
_SAYS_LABEL = re.compile(
    r"\b(?:yes|no|not|true|false|entail\w*|contradict\w*|neutral|unknown|unclear|supports|refutes)\b",
    re.IGNORECASE,
)
_LOOKED_THROUGH = 2000
# What a system may answer in place of a label that is known by its name.
_ANSWERS = {"0", "1", "2", "0.0", "1.0", "2.0", "true", "false"}


@dataclass(frozen=True)
class FieldNames:
    """Where formats that name their columns or fields have the id and the label.

    Parameters
    ----------
    ids, labels : sequence of str
        The names; the first that is there wins.
    doubtful : collection of str
        Those of `labels` that may stand for the other kind of label, too: ``label`` is
        what gold standards call theirs, and many runs their predictions.
    is_gold : bool
        Whether gold labels are sought; otherwise predictions are.
    label_order : sequence of Label
        What numbers stand for; empty if no order is stated.
    in_order : bool
        Whether there may be no ids, as the predictions are in the order of the pairs.
    needs_label : bool
        Whether the label has to be there; otherwise the most probable one will do.
    """

    ids: Sequence[str] = ID_NAMES
    labels: Sequence[str] = (*_PREDICTION_NAMES, *_EITHERS_NAMES)
    doubtful: Collection[str] = _EITHERS_NAMES
    is_gold: bool = False
    label_order: Sequence[Label] = ()
    in_order: bool = False
    needs_label: bool = False

    @classmethod
    def of_predictions(
        cls,
        label_order: Sequence[Label] = (),
        *,
        label_column: str | None = None,
        id_column: str | None = None,
        in_order: bool = False,
    ) -> "FieldNames":
        """Seek predictions, in the columns that the user names, if any."""
        return cls(
            ids=cls.ids if id_column is None else [id_column],
            labels=cls.labels if label_column is None else [label_column],
            doubtful=cls.doubtful if label_column is None else (),
            label_order=label_order,
            in_order=in_order and id_column is None,
            needs_label=label_column is not None,
        )

    @classmethod
    def of_gold_labels(cls, label_order: Sequence[Label] = ()) -> "FieldNames":
        """Seek gold labels, which a prediction beside them is not."""
        return cls(
            labels=(*_GOLD_NAMES, *_EITHERS_NAMES[::-1], *_PREDICTION_NAMES[::-1]),
            doubtful=_PREDICTION_NAMES,
            is_gold=True,
            label_order=label_order,
            needs_label=True,
        )


def listed_names(names: Sequence[str]) -> str:
    """Return names that a column may have, as many as fit; the usual one is among them."""
    return listed(sorted(names, key=lambda name: name != _USUAL_LABEL_NAME))


class LabelDoubt:
    """Whether the field taken as the label may hold labels of the other kind.

    A run of which the gold labels were scored, as its predictions stand under a name that
    nobody knows, would look perfect. So a doubtful name is refused if another field of an
    unknown name has labels, or sentences with words of labels, in all rows, or in some rows
    if it has one of the names of free answers, such as ``response``; likewise if predictions
    are sought and the texts of the pairs are there, unless the gold labels stand under a
    name of their own.

    Parameters
    ----------
    names : FieldNames
    taken : str
        The name of the field taken as the label.
    others : iterable of str
        Those of the other fields; names in use for something else are passed over.

    Attributes
    ----------
    taken_in_doubt : str or None
        The name, if it is a doubtful one.
    """

    def __init__(self, names: FieldNames, taken: str, others: Iterable[str]) -> None:
        self._names = names
        self._taken = taken
        self.taken_in_doubt = taken if _key(taken) in map(_key, names.doubtful) else None
        self._texts: list[str] = []
        self._rivals: list[str] = []
        self._with_labels: set[str] = set()
        self._answers: dict[str, str] = {}
        if self.taken_in_doubt is not None:
            known = set(map(_key, (*names.ids, *_GOLD_NAMES, *_OTHER_NAMES)))
            beside = {_key(name): name for name in others if name != taken}
            # pandas writes its row numbers under no name.
            self._rivals = [name for key, name in beside.items() if key and key not in known]
            if not (names.is_gold or set(map(_key, _GOLD_NAMES)) & beside.keys()):
                self._texts = [beside[key] for key in map(_key, _TEXT_NAMES) if key in beside]

    def see(self, row: Mapping[str, Any]) -> None:
        """Look at the other fields of a row."""
        if self._rivals:
            self._rivals = [name for name in self._rivals if self._may_hold_label(name, row)]

    def _may_hold_label(self, name: str, row: Mapping[str, Any]) -> bool:
        value = row.get(name)
        if value in (None, "", "-"):
            return True
        if _is_label(value, self._names.label_order):
            self._with_labels.add(name)
            return True
        if not (_is_answer(value) or _says_label(value)):
            return _key(name) in _ANSWER_KEYS
        # The same answer throughout may be the number of a fold.
        if self._answers.setdefault(name, str(value)) != str(value):
            self._with_labels.add(name)
        return True

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
            raise doubtful_error(self._taken, f"{quoted(rivals[0])} holds labels, too", rivals[0])
        if self._texts:
            texts = ", ".join(map(quoted, self._texts))
            raise doubtful_error(
                self._taken, f"the pairs' texts stand beside it ({texts})", self._taken
            )


def doubtful_error(taken: str, why: str, likely: str) -> InputError:
    """Return the error that a column or field may hold the gold labels, and what to do then."""
    return InputError(
        f"{quoted(taken)} may hold the gold labels, as {why}; name what holds the "
        f"predictions: label_column={quoted(likely)}, or --label-column {quoted(likely)}"
    )


def text_fields(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the fields of the text and of the hypothesis that a run repeats.

    None unless there is one alone that may hold each.
    """
    candidates = candidate_columns(names)
    texts, hypotheses = candidates["text"], candidates["hypothesis"]
    return (texts[0], hypotheses[0]) if len(texts) == len(hypotheses) == 1 else None


def first_present(wanted: Sequence[str], names: Iterable[str]) -> str | None:
    """Return which of the names is the first of those wanted, if any is.

    The very name wins over one that differs in case, and that over one that is merely alike.
    """
    sought = set(map(_key, wanted))
    alike = [name for name in names if _key(name) in sought]
    for name in wanted:
        for spelling in (str, str.casefold, _key):
            found = next((other for other in alike if spelling(other) == spelling(name)), None)
            if found is not None:
                return found
    return None


def is_probability(name: str | None) -> bool:
    """Whether a field is called a probability, without saying of what."""
    return name is not None and first_present(PROBABILITY_NAMES, [name]) is not None


def _key(name: str) -> str:
    """Return what a name and its other spellings have in common."""
    return name.casefold().replace("_", "").replace("-", "").replace(" ", "")


def _is_answer(value: Any) -> bool:
    """Whether a value may be a system's answer: a truth value, a class number, or "Yes."."""
    answer = str(value).strip().strip(".!").casefold()
    return answer in _ANSWERS or label_called(answer) is not None


def _says_label(value: Any) -> bool:
    """Whether a value may be a system's answer in free words: "I think so, yes"."""
    return isinstance(value, str) and bool(_SAYS_LABEL.search(value[:_LOOKED_THROUGH]))


def _is_label(value: Any, order: Sequence[Label]) -> bool:
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        return False
    name = str(value).strip()
    number = label_number(name)
    if number is None:
        return label_called(name) is not None
    # With its name it is a label whatever the order, unlike a bare number.
    return name.casefold().startswith("label_") or 0 <= number < len(order)


_ANSWER_KEYS = frozenset(map(_key, _ANSWER_NAMES))
