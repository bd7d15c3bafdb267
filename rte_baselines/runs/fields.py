"""Names of columns and fields, and the check that the labels of a file are of the right kind.

Names are compared without case, spaces, ``_`` and ``-``: ``Predicted Label`` is
``predicted_label``, and ``pair-ID`` is ``pairID``.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rte_baselines.advice import how_to_state
from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.pairs.columns import NAMES, QUESTION_AND_SENTENCE, candidate_columns
from rte_baselines.pairs.labels import label_called, label_number
from rte_baselines.quoting import listed, quoted
from rte_baselines.runs.prediction import number_called
from rte_baselines.runs.training import IN_TRAINING_NAME, MODEL_NAME
from rte_baselines.suggestions import did_you_mean

ID_NAMES = NAMES["id"]
"""Names of columns or fields with the ids of pairs; the first one present is used."""

DIGEST_NAME = "pair_digest"
"""Name of columns or fields with `Prediction.pair_digest`."""

PROBABILITY_NAMES = ("probability", "prob", "proba")
"""Names of columns or fields with one probability, that of the label or of ENTAILMENT."""

SCORE_NAMES = ("score", *PROBABILITY_NAMES)
"""Names of columns or fields with scores; the first one present is used."""

_USUAL_LABEL_NAME = "label"

_PREDICTION_NAMES = (
    *("prediction", "predicted_label", "pred_label", "prediction_label", "predicted", "pred"),
    *("y_pred", "predicted_class", "pred_class", "model_prediction", "model_output", "output"),
    *("judgment", "judgement", "predictions", "predicted_labels", "pred_labels", "preds"),
    *("y_hat", "model_label", "system_label", "predicted_judgment", "label_pred"),
)
_AMBIGUOUS_NAMES = (
    *("label", "entailment_label", "entailment_judgment", "entailment", "gold_label"),
    *("labels", "class"),
)
_GOLD_NAMES = (
    *("gold_label", "gold", "gold_standard", "true_label", "y_true", "ground_truth"),
    *("gold_labels", "true_labels", "gold_judgment", "reference_label"),
)
# Of ambiguous names, those that only labels have; there may be classes of anything.
_GOLD_OR_PREDICTION_NAMES = ("label", "entailment_label", "entailment_judgment", "labels")
_OTHER_NAMES = ("task", "confidence", *SCORE_NAMES, DIGEST_NAME, MODEL_NAME, IN_TRAINING_NAME)
_TEXT_NAMES = (*NAMES["text"], *NAMES["hypothesis"], *QUESTION_AND_SENTENCE.values())
# Names for the output of generative systems, of which not every row has a label word.
_ANSWER_NAMES = (
    *("answer", "response", "reply", "completion", "generation", "generated_text", "raw_output"),
    *("output_text", "raw_response", "raw_answer", "model_answer", "model_response"),
    *("llm_output", "llm_response", "llm_answer"),
)
_LABEL_WORDS = re.compile(
    r"\b(?:yes|no|not|true|false|entail\w*|contradict\w*|neutral|unknown|unclear|supports|refutes)\b",
    re.IGNORECASE,
)
# In names without "_", of columns that are unlikely to hold predictions.
_GOLD_LIKE = re.compile(r"gold|true|truth|target|reference|expected|annotat|correct|^ref$")
_MAX_SEARCHED = 2000
# In names without "_".
_SCORE_LIKE = re.compile(r"prob(?!lem|e$)|score|logit|^conf|confiden|likelihood|certain|softmax")
# "p_other", "P(other)", "other_p" and "p1"; a p-value is no probability of a label.
_PROBABILITY_LIKE = re.compile(
    r"p(?:[\s_.-]+(?!val).+|\(.+\)|[0-9])|.+[\s_.-]p", re.IGNORECASE | re.DOTALL
)
# Answers of systems other than the names of labels.
_SHORT_ANSWERS = {"0", "1", "2", "0.0", "1.0", "2.0", "true", "false"}


@dataclass(frozen=True)
class FieldNames:
    """Names of the id and the label in formats with named columns or fields.

    Parameters
    ----------
    ids, labels : sequence of str
        The names; the first one present is used.
    ambiguous : collection of str
        Those of `labels` that are also used for the other kind of label: both gold
        standards and runs have ``label``.
    is_gold : bool
        Whether the labels are gold labels; otherwise they are predictions.
    label_order : sequence of Label
        The labels that numbers stand for; empty if no order is stated.
    in_order : bool
        Whether ids may be missing, as the predictions are in the order of the pairs.
    needs_label : bool
        Whether the label is required; otherwise the most probable one is used.
    answers : mapping of str to Label
        Words that the user gives a meaning in the answers of chat models.
    """

    ids: Sequence[str] = ID_NAMES
    labels: Sequence[str] = (*_PREDICTION_NAMES, *_AMBIGUOUS_NAMES)
    ambiguous: Collection[str] = _AMBIGUOUS_NAMES
    is_gold: bool = False
    label_order: Sequence[Label] = ()
    in_order: bool = False
    needs_label: bool = False
    answers: Mapping[str, Label] = field(default_factory=dict)

    @classmethod
    def of_predictions(
        cls,
        label_order: Sequence[Label] = (),
        *,
        label_column: str | None = None,
        id_column: str | None = None,
        in_order: bool = False,
        answers: Mapping[str, Label] | None = None,
    ) -> "FieldNames":
        """Return the names for predictions, or those that the user states."""
        return cls(
            ids=cls.ids if id_column is None else [id_column],
            labels=cls.labels if label_column is None else [label_column],
            ambiguous=cls.ambiguous if label_column is None else (),
            label_order=label_order,
            in_order=in_order and id_column is None,
            needs_label=label_column is not None,
            answers=answers or {},
        )

    @classmethod
    def of_gold_labels(cls, label_order: Sequence[Label] = ()) -> "FieldNames":
        """Return the names for gold labels, with names of predictions last."""
        return cls(
            labels=(*_GOLD_NAMES, *_AMBIGUOUS_NAMES[::-1], *_PREDICTION_NAMES[::-1]),
            ambiguous=_PREDICTION_NAMES,
            is_gold=True,
            label_order=label_order,
            needs_label=True,
        )


def listed_names(names: Sequence[str]) -> str:
    """Return a list of accepted names for messages, shortened, with the most common one first."""
    return listed(sorted(names, key=lambda name: name != _USUAL_LABEL_NAME))


def names_instead(name: str, present: Iterable[str]) -> str:
    """Return what there is in place of a name that the user stated, for messages."""
    present = list(present)
    return f"{did_you_mean(name, present)}expected one of {listed(present)}"


class LabelCheck:
    """Check that the field read as the label does not have labels of the other kind.

    If the predictions had an unknown name, and the gold labels were scored in their place,
    the run would look perfect. So an ambiguous name is refused if another field with an
    unknown name has labels, or sentences with label words, in all rows; for names of free
    text, such as ``response``, some rows are enough. For predictions, it is also refused if
    the file has the texts of the pairs, and no gold labels under a separate name.

    Parameters
    ----------
    names : FieldNames
    label_name : str
        The field read as the label.
    others : iterable of str
        The other fields; names with another known use are ignored.
    has_probabilities : bool
        Whether the file has probabilities, which could give the labels.

    Attributes
    ----------
    ambiguous_name : str or None
        The name of the field, if it is ambiguous.
    """

    def __init__(
        self,
        names: FieldNames,
        label_name: str,
        others: Iterable[str],
        *,
        has_probabilities: bool = False,
    ) -> None:
        self._names = names
        self._has_probabilities = has_probabilities
        self._label_name = label_name
        self.ambiguous_name = label_name if _key(label_name) in map(_key, names.ambiguous) else None
        self._texts: list[str] = []
        self._candidates: list[str] = []
        self._with_labels: set[str] = set()
        self._answers: dict[str, str] = {}
        if self.ambiguous_name is not None:
            known = set(map(_key, (*names.ids, *_GOLD_NAMES, *_OTHER_NAMES)))
            others_by_key = {_key(name): name for name in others if name != label_name}
            # pandas writes row numbers under an empty name.
            self._candidates = [
                name for key, name in others_by_key.items() if key and key not in known
            ]
            if not (names.is_gold or set(map(_key, _GOLD_NAMES)) & others_by_key.keys()):
                self._texts = [
                    others_by_key[key] for key in map(_key, _TEXT_NAMES) if key in others_by_key
                ]

    def add(self, row: Mapping[str, Any]) -> None:
        """Check the other fields of a row."""
        if self._candidates:
            self._candidates = [
                name for name in self._candidates if self._may_have_label(name, row)
            ]

    def _may_have_label(self, name: str, row: Mapping[str, Any]) -> bool:
        value = row.get(name)
        if value is None or (isinstance(value, str) and value in ("", "-")):
            return True
        if _is_label(value, self._names.label_order):
            self._with_labels.add(name)
            return True
        if not (_is_short_answer(value) or _contains_label_word(value)):
            return _key(name) in _ANSWER_KEYS
        # A constant value may be the number of a fold.
        if self._answers.setdefault(name, str(value)) != str(value):
            self._with_labels.add(name)
        return True

    def finish(self) -> None:
        """Raise an error if the label is still ambiguous after the last row.

        Raises
        ------
        InputError
            The message names the field, and what makes it ambiguous.
        """
        candidates = [name for name in self._candidates if name in self._with_labels]
        if candidates and self._names.is_gold:
            raise InputError(
                f"{quoted(self._label_name)}, the only known name of labels, is a name of "
                f"predictions, and {quoted(candidates[0])} holds labels, too; rename the gold "
                "labels to 'gold_label'"
            )
        if candidates:
            likely = min(candidates, key=lambda name: bool(_GOLD_LIKE.search(_key(name))))
            raise ambiguous_label_error(
                self._label_name,
                f"{quoted(likely)} holds labels, too",
                likely,
                has_probabilities=self._has_probabilities,
            )
        if self._texts:
            texts = ", ".join(map(quoted, self._texts))
            raise ambiguous_label_error(
                self._label_name,
                f"there are the pairs' texts ({texts})",
                has_probabilities=self._has_probabilities,
            )


def how_to_state_in_order() -> str:
    """Return the advice to state that predictions without ids are in the order of the pairs."""
    stated = how_to_state("in_order=True", "--in-order")
    return f"if the predictions are in the order of the pairs, state it: {stated}"


def how_to_name_label() -> str:
    """Return the advice to name the column or field with the labels."""
    return f"or state its name: {label_column()}"


def label_column(name: str | None = None) -> str:
    """Return how the column or field with the labels is named; a placeholder without a name."""
    shown = "COLUMN" if name is None else quoted(name)
    return how_to_state(f"label_column={shown}", f"--label-column {shown}")


def ambiguous_label_error(
    label_name: str, why: str, candidate: str | None = None, *, has_probabilities: bool = False
) -> InputError:
    """Return the error for a column or field that may contain the gold labels, with advice.

    Parameters
    ----------
    label_name : str
        The column or field in doubt.
    why : str
    candidate : str, optional
        Another one with labels, which is suggested unless its name is that of gold labels.
    has_probabilities : bool
        Whether the file has probabilities, which could give the labels.
    """
    is_suggested = candidate is not None and not _GOLD_LIKE.search(_key(candidate))
    named = label_column(candidate if is_suggested else None)
    advice = (
        f"; without {quoted(label_name)}, the probabilities decide" if has_probabilities else ""
    )
    return InputError(
        f"{quoted(label_name)} may hold the gold labels, as {why}; name the column or field of "
        f"the predictions: {named}{advice}"
    )


def text_fields(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the fields of a run with the text and the hypothesis.

    None unless there is exactly one candidate for each.
    """
    candidates = candidate_columns(names)
    texts, hypotheses = candidates["text"], candidates["hypothesis"]
    return (texts[0], hypotheses[0]) if len(texts) == len(hypotheses) == 1 else None


def first_present(wanted: Sequence[str], names: Iterable[str]) -> str | None:
    """Return the one of `names` that matches the first possible wanted name, None if none does.

    Exact matches are preferred to matches without case, and these to matches without
    spaces, ``_`` and ``-``.
    """
    wanted_keys = set(map(_key, wanted))
    similar = [name for name in names if _key(name) in wanted_keys]
    for name in wanted:
        for spelling in (str, str.casefold, _key):
            found = next((other for other in similar if spelling(other) == spelling(name)), None)
            if found is not None:
                return found
    return None


def similar_names(name: str, names: Iterable[str]) -> list[str]:
    """Return those of `names` that are spellings of a name."""
    return names_like([name], names)


def names_like(known: Iterable[str], names: Iterable[str]) -> list[str]:
    """Return those of `names` that are spellings of any known name."""
    keys = set(map(_key, known))
    return [other for other in names if _key(other) in keys]


def names_of_kind(label_name: str, names: FieldNames) -> Sequence[str]:
    """Return the names of labels that mean the same as that of a label: predictions, or gold.

    Of a name that the user states, these are its spellings, unless it is that of a column or
    field exactly, but for its case.
    """
    if names.needs_label and not names.is_gold:
        return () if _is_as_stated(label_name, names.labels) else names.labels
    kinds = (_PREDICTION_NAMES, _GOLD_NAMES, _GOLD_OR_PREDICTION_NAMES)
    return next((kind for kind in kinds if similar_names(label_name, kind)), ())


def names_of_ids(id_name: str, names: FieldNames) -> Sequence[str]:
    """Return the names that mean the same as that of an id, as `names_of_kind` does."""
    return () if _is_as_stated(id_name, names.ids) else names.ids


def _is_as_stated(name: str, stated: Sequence[str]) -> bool:
    return len(stated) == 1 and name.casefold() == stated[0].casefold()


def is_probability(name: str | None) -> bool:
    """Whether a field has a name of a probability, without the name of a label."""
    return name is not None and first_present(PROBABILITY_NAMES, [name]) is not None


def unread_scores(
    first: Mapping[str, Any], read: Collection[str | None], *, has_probabilities: bool
) -> list[str]:
    """Return the names of fields that may have scores, probabilities or confidences, unread.

    Logits beside the probabilities that are read say the same.

    Parameters
    ----------
    first : mapping of str to Any
        The first record. A field such as ``p_other`` counts if its value may be a probability,
        as ``p_id`` may be the id of a premise.
    read : collection of (str or None)
        The names of the fields that are read.
    has_probabilities : bool
        Whether probabilities are read.
    """
    keys = {name: _key(name) for name in first if name not in read}
    return [
        name
        for name, key in keys.items()
        if (
            _SCORE_LIKE.search(key)
            or _is_probability_like(name, first[name])
            or _is_fraction_of_label(name, first[name])
        )
        and not _GOLD_LIKE.search(key)
        and not (has_probabilities and "logit" in key)
    ]


def _is_probability_like(name: str, value: Any) -> bool:
    if isinstance(value, bool) or not _PROBABILITY_LIKE.fullmatch(name.strip()):
        return False
    number = _number(value)
    return number is not None and 0 <= number <= 1


def _is_fraction_of_label(name: str, value: Any) -> bool:
    """Whether a field such as ``neutral`` has a probability; 0 and 1 may be labels."""
    number = _number(value)
    return label_called(name) is not None and number is not None and 0 < number < 1


def _number(value: Any) -> float | None:
    number = number_called(value.strip()) if isinstance(value, str) else value
    return number if isinstance(number, (int, float)) else None


def _key(name: str) -> str:
    """Return a name without case, spaces, ``_`` and ``-``."""
    return name.casefold().replace("_", "").replace("-", "").replace(" ", "")


def _is_short_answer(value: Any) -> bool:
    """Whether a value may be a system's answer: a truth value, a class number, or "Yes."."""
    answer = str(value).strip().strip(".!").casefold()
    return answer in _SHORT_ANSWERS or label_called(answer) is not None


def _contains_label_word(value: Any) -> bool:
    """Whether a value may be a system's answer in free text: "I think so, yes"."""
    return isinstance(value, str) and bool(_LABEL_WORDS.search(value[:_MAX_SEARCHED]))


def _is_label(value: Any, order: Sequence[Label]) -> bool:
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        return False
    name = str(value).strip()
    number = label_number(name)
    if number is None:
        return label_called(name) is not None
    # LABEL_1 is a label with any order, unlike a bare number.
    return name.casefold().startswith("label_") or 0 <= number < len(order)


_ANSWER_KEYS = frozenset(map(_key, _ANSWER_NAMES))
