"""General consistency checks: differences that veto a match between two snippets.

What the paper leaves open:

- *When the checks are suspended*. They are "whenever both T/H pairs contain opacity operators
  and negation" (section 4). Here modality and opacity are not checked if both predicates are
  negated, doubted, modal or opaque. Negation is still checked, and doubt counts as negation, so
  that "it is hard to see" agrees with "cannot see" but not with "may see".
- *Modality* has to be identical, except that actual or necessary entails possible. A future in
  the text does not entail a past in the hypothesis.
- *Reporting* is not opaque: "Officials said that he was killed" entails that he died in the
  paper's example 876. The layer of statuses identifies conditions and embedding predicates.
- *Spatial and temporal locations* have to be "identical or entailed in one another, if
  present" (section 2). A place or time of the hypothesis's clause or of its nouns has to be
  among those of the text's clause and the matching nouns or, if these have none, anywhere in
  the text. Further places and times in the text do not matter. "From" does not match "to".
- *Reverted arguments*, *names* and *attributes* are among the paper's conditions for FALSE
  ("Opposite GRs/SRs", "Non-coincidence of Referential Attributes", section 3.1). The paper does
  not say where they are checked.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rte_baselines.features.linguistic_rules.location_checks import space, time
from rte_baselines.features.linguistic_rules.matching import Match
from rte_baselines.features.linguistic_rules.noun_checks import (
    attributes,
    modifiers,
    names,
)
from rte_baselines.features.linguistic_rules.operators import (
    Operators,
    operators_of_clause,
    operators_of_noun,
)
from rte_baselines.features.linguistic_rules.quantifiers import quantifiers
from rte_baselines.features.linguistic_rules.reversal import reverted_arguments
from rte_baselines.features.linguistic_rules.structures import Clause, Snippet

Check = Callable[[Match, Snippet, Snippet], str | None]
"""A function of match, text and hypothesis: the reason for a veto in a few words, or None."""


@dataclass(frozen=True)
class Veto:
    """The result of a check that prevents a match from being an entailment.

    Parameters
    ----------
    check : str
        The name of the check.
    reason : str
        In a few words.
    contradicts : bool
        Whether the text contradicts the hypothesis, or only differs from it.
    """

    check: str
    reason: str
    contradicts: bool


def veto_of(match: Match, text: Snippet, hypothesis: Snippet) -> Veto | None:
    """Return the veto of the first check that fails, in the order of `CHECKS`, or None."""
    for name, check in CHECKS.items():
        reason = check(match, text, hypothesis)
        if reason is not None:
            return Veto(name, reason, _contradicts(name, match, text, hypothesis))
    return None


def antonyms(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Veto antonyms "at the level of governing predicates".

    Antonyms agree if only the hypothesis's is negated: what fell did not rise. The reverse does
    not hold: what did not rise need not have fallen.
    """
    of_text, of_hypothesis = _operators(match, text, hypothesis)
    is_denied = of_hypothesis.is_negative and not of_text.is_negative
    if not match.are_opposites or is_denied:
        return None
    return f"{_predicate(match.text)} and {_predicate(match.hypothesis)} are antonyms"


def negation(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Veto a match if exactly one of the predicates is negated."""
    of_text, of_hypothesis = _operators(match, text, hypothesis)
    is_doubted = bool(of_text.doubt or of_hypothesis.doubt)
    has_same_polarity = of_text.is_negative == of_hypothesis.is_negative
    if match.are_opposites or is_doubted or has_same_polarity:
        return None
    return f"negated in the {'text' if of_text.negated else 'hypothesis'} only"


def doubt(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Veto a match if doubt, as by "deny", makes exactly one of the predicates negative."""
    of_text, of_hypothesis = _operators(match, text, hypothesis)
    word = of_text.doubt or of_hypothesis.doubt
    has_same_polarity = of_text.is_negative == of_hypothesis.is_negative
    if match.are_opposites or not word or has_same_polarity:
        return None
    return f"governed by {word!r} in the {'text' if of_text.doubt else 'hypothesis'}"


def modality(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Veto different modalities, and a future in the text for a past in the hypothesis."""
    of_text, of_hypothesis = _operators(match, text, hypothesis)
    if of_text.has_operators and of_hypothesis.has_operators:
        return None
    if of_text.tense == "future" and of_hypothesis.tense == "past":
        return "future in the text, past in the hypothesis"
    if of_hypothesis.modality in (of_text.modality, "possible"):
        return None
    return f"modality {of_text.modality} in the text, {of_hypothesis.modality} in the hypothesis"


def opacity(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Veto a predicate of the text in a condition or below a non-factive predicate."""
    of_text, of_hypothesis = _operators(match, text, hypothesis)
    if not of_text.opacity or of_hypothesis.has_operators:
        return None
    return f"{of_text.opacity} in the text"


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "antonyms": antonyms,
        "negation": negation,
        "doubt": doubt,
        "modality": modality,
        "opacity": opacity,
        "reverted arguments": reverted_arguments,
        "quantifiers": quantifiers,
        "modifiers": modifiers,
        "names": names,
        "attributes": attributes,
        "space": space,
        "time": time,
    }
)
"""All checks by name, in the order in which they are run."""


def _operators(match: Match, text: Snippet, hypothesis: Snippet) -> tuple[Operators, Operators]:
    """Return the operators of the text's predicate and of the hypothesis's."""
    if match.text is not None:
        of_text = operators_of_clause(text, match.text)
    elif match.text_predicate is not None:
        of_text = operators_of_noun(text, match.text_predicate)
    elif match.scope is not None:
        of_text = operators_of_clause(text, match.scope)
    else:
        of_text = Operators()
    if match.hypothesis is None:
        return of_text, Operators()
    return of_text, operators_of_clause(hypothesis, match.hypothesis)


def _contradicts(check: str, match: Match, text: Snippet, hypothesis: Snippet) -> bool:
    """Whether the veto of a check means that the text contradicts the hypothesis."""
    if check == "antonyms":
        both = _operators(match, text, hypothesis)
        return not any(operators.is_negative for operators in both)
    return check in ("negation", "doubt")


def _predicate(clause: Clause | None) -> str:
    return "" if clause is None else repr(clause.predication.lemma)
