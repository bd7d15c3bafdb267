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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rte_baselines.analysis.predicates.predications import Modality, Tense
from rte_baselines.analysis.predicates.verb_groups import head_of
from rte_baselines.features.linguistic_rules.clause_checks import reverted_arguments, space, time
from rte_baselines.features.linguistic_rules.matching import Match, SnippetPair
from rte_baselines.features.linguistic_rules.noun_checks import (
    attributes,
    modifiers,
    names,
    quantifiers,
)
from rte_baselines.features.linguistic_rules.structures import Clause, Snippet
from rte_baselines.features.linguistic_rules.word_relations import words_of

Check = Callable[[Match, SnippetPair], str | None]
"""A function of match, text and hypothesis: the reason for a veto in a few words, or None."""

_OF_CLAUSES = ("ccomp", "xcomp", "csubj", "acl")
_ADJUNCTS = ("obl", "advcl")


@dataclass(frozen=True)
class Operators:
    """The operators on a predicate, which decide whether its proposition holds.

    `doubt`: the governing predicate that denies or doubts it, or empty. `opacity`: why it is
    opaque, that is, may not hold, in a few words; empty if it is not.
    """

    negated: bool = False
    doubt: str = ""
    modality: Modality = "none"
    tense: Tense = "none"
    opacity: str = ""

    @property
    def is_negative(self) -> bool:
        """Whether it is negated or doubted, but not both."""
        return self.negated != bool(self.doubt)

    @property
    def has_operators(self) -> bool:
        """Whether there is negation, doubt, modality or opacity."""
        return self.negated or bool(self.doubt or self.opacity) or self.modality != "none"


def operators_of_clause(snippet: Snippet, clause: Clause) -> Operators:
    """Return the operators on the predicate of a clause, by its status and its governors."""
    status = clause.status
    above = _governors(snippet, head_of(snippet.tree, clause.predication), _OF_CLAUSES)
    doubt = _doubting(snippet, above)
    if not doubt and status.commitment == "counterfactual":
        doubt = snippet.words[above[0].word].lemma if above else status.commitment
    is_opaque = status.commitment in {"believed", "potential", "conditional"}
    return Operators(
        negated=status.negated,
        doubt=doubt,
        modality=status.modality,
        tense=status.tense,
        opacity=status.commitment if is_opaque else _opaque(above),
    )


def operators_of_noun(snippet: Snippet, noun: int) -> Operators:
    """Return the operators on a noun that expresses a predicate."""
    above = _governors(snippet, noun, ("nmod", "compound", "obj"))
    return Operators(
        negated=_is_negated(snippet, noun),
        doubt=_doubting(snippet, above),
        opacity=_opaque(above),
    )


class _Governor(NamedTuple):
    """A predicate that governs another predicate, and its forms to look up in the lists.

    These are the lemma, unless it governs an adjunct, and the lemma with the marker of what it
    governs, as in "call_for".
    """

    word: int
    forms: tuple[str, ...]


def _governors(snippet: Snippet, word: int, relations: Sequence[str]) -> list[_Governor]:
    """Return the predicates that govern a predicate, the nearest first.

    A predicate that governs it by an adjunct is the last one.
    """
    tree = snippet.tree
    above = []
    while tree.is_in(word, *relations, *_ADJUNCTS) and not _is_relative_clause(snippet, word):
        head, is_adjunct = tree.heads[word], tree.is_in(word, *_ADJUNCTS)
        lemma = snippet.words[head].lemma
        marked = f"{lemma}_{tree.marker(word)}"
        above.append(_Governor(head, (marked,) if is_adjunct else (lemma, marked)))
        if is_adjunct:
            break
        word = head
    return above


def _is_relative_clause(snippet: Snippet, word: int) -> bool:
    """Whether a clause is a relative clause, unlike that of "it is not the case that"."""
    tree = snippet.tree
    return tree.relations[word] == "acl:relcl" and not tree.dependents(tree.heads[word], "expl")


def _doubting(snippet: Snippet, above: Sequence[_Governor]) -> str:
    """Return the first governor that doubts, or that affirms and is negated.

    A negated doubt does not count.
    """
    for word, forms in above:
        doubting = words_of("affirming.txt" if _is_negated(snippet, word) else "doubt_verbs.txt")
        doubt = next((form for form in forms if form in doubting), "")
        if doubt:
            return doubt
    return ""


def _opaque(above: Sequence[_Governor]) -> str:
    forms = (form for governor in above for form in governor.forms)
    opaque = next((form for form in forms if form in words_of("opaque_predicates.txt")), "")
    return f"governed by {opaque!r}" if opaque else ""


def _is_negated(snippet: Snippet, word: int) -> bool:
    dependents = snippet.tree.dependents(word, "advmod", "det")
    return any(snippet.analysis.is_negation[dependent] for dependent in dependents)


@dataclass(frozen=True)
class Veto:
    """The result of a check that prevents a match from being an entailment.

    `reason`: in a few words. `contradicts`: whether the text contradicts the hypothesis, or only
    differs from it.
    """

    check: str
    reason: str
    contradicts: bool


def veto_of(match: Match, pair: SnippetPair) -> Veto | None:
    """Return the veto of the first check that fails, in the order of `CHECKS`, or None."""
    for name, check in CHECKS.items():
        reason = check(match, pair)
        if reason is not None:
            contradicts = name in ("negation", "doubt")
            if name == "antonyms":
                sides = _operators(match, pair)
                contradicts = not any(operators.is_negative for operators in sides)
            return Veto(name, reason, contradicts)
    return None


def antonyms(match: Match, pair: SnippetPair) -> str | None:
    """Veto antonyms "at the level of governing predicates".

    Antonyms agree if only the hypothesis's is negated: what fell did not rise. The reverse does
    not hold: what did not rise need not have fallen.
    """
    text, hypothesis = _operators(match, pair)
    is_denied = hypothesis.is_negative and not text.is_negative
    if not match.are_opposites or is_denied:
        return None
    return f"{_predicate(match.text)} and {_predicate(match.hypothesis)} are antonyms"


def negation(match: Match, pair: SnippetPair) -> str | None:
    """Veto a match if exactly one of the predicates is negated."""
    text, hypothesis = _operators(match, pair)
    is_doubted = bool(text.doubt or hypothesis.doubt)
    has_same_polarity = text.is_negative == hypothesis.is_negative
    if match.are_opposites or is_doubted or has_same_polarity:
        return None
    return f"negated in the {'text' if text.negated else 'hypothesis'} only"


def doubt(match: Match, pair: SnippetPair) -> str | None:
    """Veto a match if doubt, as by "deny", makes exactly one of the predicates negative."""
    text, hypothesis = _operators(match, pair)
    word = text.doubt or hypothesis.doubt
    has_same_polarity = text.is_negative == hypothesis.is_negative
    if match.are_opposites or not word or has_same_polarity:
        return None
    return f"governed by {word!r} in the {'text' if text.doubt else 'hypothesis'}"


def modality(match: Match, pair: SnippetPair) -> str | None:
    """Veto different modalities, and a future in the text for a past in the hypothesis."""
    text, hypothesis = _operators(match, pair)
    if text.has_operators and hypothesis.has_operators:
        return None
    if text.tense == "future" and hypothesis.tense == "past":
        return "future in the text, past in the hypothesis"
    if hypothesis.modality in (text.modality, "possible"):
        return None
    return f"modality {text.modality} in the text, {hypothesis.modality} in the hypothesis"


def opacity(match: Match, pair: SnippetPair) -> str | None:
    """Veto a predicate of the text in a condition or below a non-factive predicate."""
    text, hypothesis = _operators(match, pair)
    if not text.opacity or hypothesis.has_operators:
        return None
    return f"{text.opacity} in the text"


def _operators(match: Match, pair: SnippetPair) -> tuple[Operators, Operators]:
    if match.text is not None:
        text = operators_of_clause(pair.text, match.text)
    elif match.text_predicate is not None:
        text = operators_of_noun(pair.text, match.text_predicate)
    elif match.scope is not None:
        text = operators_of_clause(pair.text, match.scope)
    else:
        text = Operators()
    if match.hypothesis is None:
        return text, Operators()
    return text, operators_of_clause(pair.hypothesis, match.hypothesis)


def _predicate(clause: Clause | None) -> str:
    return "" if clause is None else repr(clause.predication.lemma)


CHECKS: Mapping[str, Check] = {
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
"""All checks by name, in the order in which they are run."""
