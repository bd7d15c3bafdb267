"""General consistency checks: what makes two snippets differ whose structures match.

What the paper leaves open:

- *When they are suspended*. It is "whenever both T/H pairs contain opacity operators and
  negation" (section 4). Here modality and opacity are not looked at where both predicates
  are negated, doubted, modal or opaque; whether the two are negated is, doubt counting as
  negation, so that "it is hard to see" agrees with "cannot see" and not with "may see".
- *Modality* has to be identical, but what is so may be so, and what must be so too. The
  future of the text is no past of the hypothesis.
- *Reporting* is not opaque: "Officials said that he was killed" entails that he died in the
  paper's example 876. Conditions, and what clauses are embedded in, are told by the layer of
  statuses.
- *Spatial and temporal locations* have to be "identical or entailed in one another, if
  present" (section 2): a place or time of the hypothesis's clause, and of its nouns, has to be
  found among those of the text's clause and the nouns that match, or, if these have none,
  anywhere in the text. More of them in the text do no harm. "From" is no "to".
- *Reverted arguments*, *names* and *attributes* are among the paper's conditions for FALSE
  ("Opposite GRs/SRs", "Non-coincidence of Referential Attributes", section 3.1), which it does
  not say where to check.
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
"""Of a match, text and hypothesis: why they differ in a few words, None if they do not."""


@dataclass(frozen=True)
class Veto:
    """What keeps a match from being an entailment.

    Parameters
    ----------
    check : str
        The check's name.
    reason : str
        What it found, in a few words.
    contradicts : bool
        Whether the text says the opposite, and not merely something else.
    """

    check: str
    reason: str
    contradicts: bool


def veto_of(match: Match, text: Snippet, hypothesis: Snippet) -> Veto | None:
    """Return the veto of the first check that has one, in the order of `CHECKS`."""
    for name, check in CHECKS.items():
        reason = check(match, text, hypothesis)
        if reason is not None:
            return Veto(name, reason, _contradicts(name, match, text, hypothesis))
    return None


def antonyms(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look for antonyms "at the level of governing predicates".

    What fell did not rise, so that they agree if only that of the hypothesis is negated; what
    did not rise need not have fallen.
    """
    one, other = _operators(match, text, hypothesis)
    if not match.are_opposites or (other.is_negative and not one.is_negative):
        return None
    return f"{_predicate(match.text)} and {_predicate(match.hypothesis)} are antonyms"


def negation(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look whether one predicate is negated and the other not."""
    one, other = _operators(match, text, hypothesis)
    is_doubted = bool(one.doubt or other.doubt)
    if match.are_opposites or is_doubted or one.is_negative == other.is_negative:
        return None
    return f"negated in the {'text' if one.negated else 'hypothesis'} only"


def doubt(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look for a verb such as "deny", or a noun or adjective, that governs one predicate."""
    one, other = _operators(match, text, hypothesis)
    word = one.doubt or other.doubt
    if match.are_opposites or not word or one.is_negative == other.is_negative:
        return None
    return f"governed by {word!r} in the {'text' if one.doubt else 'hypothesis'}"


def modality(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look for a modal, or a future where the hypothesis has a past."""
    one, other = _operators(match, text, hypothesis)
    if one.are_any and other.are_any:
        return None
    if one.tense == "future" and other.tense == "past":
        return "future in the text, past in the hypothesis"
    if one.modality == other.modality or other.modality == "possible":
        return None
    return f"modality {one.modality} in the text, {other.modality} in the hypothesis"


def opacity(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look for a condition, or a predicate that does not vouch for what it governs."""
    one, other = _operators(match, text, hypothesis)
    if not one.opacity or other.are_any:
        return None
    return f"{one.opacity} in the text"


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
"""All checks by name, in the order in which they are asked."""


def _operators(match: Match, text: Snippet, hypothesis: Snippet) -> tuple[Operators, Operators]:
    """Return what bears on the predicate of the text, and on that of the hypothesis."""
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
    """Whether what a check has found makes one side the opposite of the other."""
    if check == "antonyms":
        return not any(one.is_negative for one in _operators(match, text, hypothesis))
    return check in ("negation", "doubt")


def _predicate(clause: Clause | None) -> str:
    return "" if clause is None else repr(clause.predication.lemma)
