"""The label in the fields of a JSON object, and the fields that deny it.

An object may have one field ``label``, ``answer``, ``verdict`` or the like, whose value is a label.
Otherwise, it may have fields with the names of labels, such as ``entailed`` or ``is_neutral``. Each
of these is true or false: a boolean or, in any case, "yes", "no", "true" or "false".

- If the fields of exactly one label are true, the object gives this label.
- If no field is true, and one of entailment is false, the object gives NO_ENTAILMENT.
- The object gives no label if the fields of two labels are true; if the fields exclude every label,
  for example if those of all three labels are false; or if a value is neither true nor false, such
  as "maybe", null and 0.9.

Another field denies the label beside it if it is said to be wrong, as in ``"correct": false``; if
it has the name of a label and a truth value against it; if ``follows``, ``faithful``,
``hallucination`` or the like has one; or if its value is a different label. Yes, no, true, false
and stated words are labels only in fields such as ``predicted_label`` and ``decision``. Fields of
the pair itself, such as ``premise`` and ``id``, are not compared.
"""

import json
import re
from collections.abc import Callable, Mapping

from rte_baselines.pairs.labels import Label, are_compatible, label_called
from rte_baselines.quoting import listed, quoted, shortened
from rte_baselines.runs.answers.doubts import is_denied_by, truth_of
from rte_baselines.runs.answers.words import NAMES

LABEL_FIELDS = ("label", "answer", "verdict", "prediction", "judgment", "classification")
"""The names of fields whose value is a label."""

_OTHER_LABEL_FIELDS = (
    "judgement",
    "final_answer",
    "final_label",
    "predicted_label",
    "relation",
    "relationship",
    "decision",
)
"""Names that count where there is none of `LABEL_FIELDS`."""

_MOST_NAMED = 3
# Names of fields without separators, such as those of "isEntailment", "hypothesis_is_entailed" and
# "text_contradicts_hypothesis", but not names that say what a hypothesis entails.
_SAYS_WHETHER = re.compile(
    r"is(?:the)?(?:hypothesis|claim)(?P<asked>entailed|contradicted)"
    r"|(?:the)?(?:hypothesis|claim|pair|label|it)?(?:isan?|is)?"
    rf"(?P<label>{'|'.join(name.replace(' ', '') for name in NAMES)})(?:holds)?"
    r"|(?:does)?(?:the)?(?:text|premise|it)?(?P<verb>entails?|contradicts?)"
    r"(?:the)?(?:hypothesis|claim)?"
)
_BY_COMPACT_NAME = {name.replace(" ", ""): name for name in NAMES} | {
    **dict.fromkeys(("entail", "entails"), "entailment"),
    **dict.fromkeys(("contradict", "contradicts"), "contradiction"),
}
# "is_faithful" and "has_hallucination".
_IS = r"(?:the)?(?:hypothesis|claim|it)?(?:isan?|is|has)?"
# "follows", "it_follows" and "hypothesis_follows_from_text"; the compact names again.
_SAYS_IT_FOLLOWS = re.compile(
    r"(?:does)?(?:the)?(?:hypothesis|claim|it)?follows?(?:from(?:the)?(?:text|premise))?"
    r"|(?:is)?(?:canbe)?(?:inferred|inferable|implied)"
    rf"|{_IS}(?:faithful|grounded)(?:to(?:the)?(?:text|premise|source))?"
)
_SAYS_IT_IS_INVENTED = re.compile(rf"{_IS}(?:unfaithful|ungrounded|hallucinat(?:ed|ion))")
# Fields of the pair, which may be a word such as "Yes", "Neutral" or "C".
_OF_PAIR = re.compile(
    r"(?:premise|hypothesis|text|claim|sentence|statement|question|context|passage|document"
    r"|evidence|quote|source|input|id|pairid|topic|title|task)\d*"
)
_VERDICT_FIELD = re.compile(
    rf".*(?:{'|'.join(LABEL_FIELDS)}|judgement|decision|class|relation|relationship|output|result"
    r"|conclusion|response|determination)"
)
# Numbers may be scores.
_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}
_OF_TRUTH = {True: Label.ENTAILMENT, False: Label.NO_ENTAILMENT}
_OTHER_THAN_ENTAILMENT = {Label.CONTRADICTION, Label.UNKNOWN}


def label_field_names(fields: Mapping[str, object]) -> list[str]:
    """Return the fields whose value should be a label."""
    by_kind = (
        [name for name in fields if name.strip().casefold() in names]
        for names in (LABEL_FIELDS, _OTHER_LABEL_FIELDS)
    )
    return next(filter(None, by_kind), [])


def label_of_truths(fields: Mapping[str, object]) -> tuple[Label, str] | str:
    """Return the label that fields with the names of labels give.

    Parameters
    ----------
    fields : mapping of str to object
        Those of an object without a field whose value should be a label.

    Returns
    -------
    tuple of Label and str, or str
        The label and its name, as in the field; or why there is none.
    """
    named = {name: label for name in fields if (label := _named_label(name)) is not None}
    if not named:
        return _without_label(fields)
    truths = {name: _truth(fields[name]) for name in named}
    unclear = next((name for name, truth in truths.items() if truth is None), None)
    if unclear is not None:
        return f"JSON whose field {quoted(unclear)} is neither true nor false"
    true = {named[name]: name for name, truth in truths.items() if truth}
    false = {named[name] for name, truth in truths.items() if not truth}
    if len(true) > 1:
        return f"JSON with two labels that are true: {listed(true.values())}"
    if not true and Label.ENTAILMENT in false and Label.NO_ENTAILMENT not in false:
        true = {Label.NO_ENTAILMENT: "no entailment"}
    if not true or (Label.NO_ENTAILMENT in true and false >= _OTHER_THAN_ENTAILMENT):
        return f"JSON whose fields leave no label: {listed(named)}"
    ((label, name),) = true.items()
    return label, _label_name(name)


def _without_label(fields: Mapping[str, object]) -> str:
    expected = ", ".join(map(quoted, LABEL_FIELDS[:_MOST_NAMED]))
    return f"JSON without a field {expected}, ... (it has {listed(fields) or 'none'})"


def denying_field(
    label: Label, fields: Mapping[str, object], label_in: Callable[[str, bool], Label | None]
) -> str | None:
    """Return the field that denies the label beside it, with its value, None if none does.

    Parameters
    ----------
    label : Label
        The label.
    fields : mapping of str to object
        All fields of the object.
    label_in : callable
        Returns the label that a text is; if its second argument is true, also by stated words.
    """
    have_scores = any(_is_score(name, value) for name, value in fields.items())
    for name, value in fields.items():
        says_whether = not (have_scores and _is_number(value))
        is_other = says_whether and _is_other_than(label, name, value)
        is_second = _is_second_verdict(label, name, value, label_in)
        if is_other or is_second or is_denied_by(name, value, LABEL_FIELDS):
            return f"{quoted(name)}: {shortened(json.dumps(value))}"
    return None


def _named_label(name: str) -> Label | None:
    """Return the label that a field has the name of."""
    spelled = _label_name(name)
    return label_called(spelled) if spelled else None


def _label_name(name: str) -> str:
    """Return the name of a label in that of a field, empty if there is none."""
    found = _SAYS_WHETHER.fullmatch(_compact(name))
    return _BY_COMPACT_NAME[next(filter(None, found.groups()))] if found else ""


def _compact(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).casefold()


def _truth(value: object) -> bool | None:
    if isinstance(value, str):
        return _TRUTHS.get(value.strip().rstrip(".!").casefold())
    return value if isinstance(value, bool) else None


def _is_score(name: str, value: object) -> bool:
    """Whether a field is named after a label and has a number, such as a rating or a percentage.

    If any field of an object is such a score, its values 0 and 1 are numbers, not truth values.
    """
    return bool(_label_name(name)) and _is_number(value) and value not in (0, 1)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_other_than(label: Label, name: str, value: object) -> bool:
    """Whether a field with the name of a label says that an answer has another one."""
    other, truth = _label_that_it_affirms(name), truth_of(value)
    if other is None or truth is None:
        return False
    if truth:
        return not are_compatible(label, other)
    return other is label or (other is Label.NO_ENTAILMENT and are_compatible(label, other))


def _label_that_it_affirms(name: str) -> Label | None:
    """Return the label that a pair has if a field of this name is true."""
    compact = _compact(name)
    if _SAYS_IT_FOLLOWS.fullmatch(compact):
        return Label.ENTAILMENT
    if _SAYS_IT_IS_INVENTED.fullmatch(compact):
        return Label.NO_ENTAILMENT
    return _named_label(name)


def _is_second_verdict(
    label: Label, name: str, value: object, label_in: Callable[[str, bool], Label | None]
) -> bool:
    """Whether the value of a field is another label than the one beside it."""
    compact = _compact(name)
    if not isinstance(value, str | bool | int) or _OF_PAIR.fullmatch(compact):
        return False
    is_verdict = _VERDICT_FIELD.fullmatch(compact) is not None
    word = value if isinstance(value, str) else json.dumps(value)
    other = label_in(word, is_verdict)
    # A word without a stated meaning: false beside entailment.
    if other is None and is_verdict and not _is_number(value):
        truth = _truth(value)
        other = None if truth is None else _OF_TRUTH[truth]
    return other is not None and not are_compatible(label, other)
