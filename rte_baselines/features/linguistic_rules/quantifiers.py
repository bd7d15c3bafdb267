"""The consistency check of quantifiers and numbers of matched nouns."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rte_baselines.features.linguistic_rules.matching import Match
from rte_baselines.features.linguistic_rules.structures import Snippet
from rte_baselines.features.linguistic_rules.word_lists import classes_of

_LIST = "quantifiers.txt"
_QUANTIFYING = ("det", "amod", "advmod", "nummod", "compound")
_NUMBERING = ("nummod", "amod")
_BOUNDS = frozenset({"below", "above"})
_NUMBER = "number"
_NONE = "none"
_ANY = frozenset({"", "some", "many", "majority", "universal", _NUMBER})
# The quantifiers of the text that entail each quantifier of the hypothesis.
_ENTAILED_BY: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "universal": frozenset({"universal"}),
        "majority": frozenset({"universal", "majority"}),
        "many": frozenset({"universal", "majority", "many"}),
        "some": _ANY,
        "scant": frozenset({"scant"}),
        "": _ANY,
    }
)
# The smallest number that counts as "many"; the paper does not give one.
_MANY = 10


class _Quantity(NamedTuple):
    """The quantity of a noun.

    Parameters
    ----------
    kind : str
        The class of the quantifier; "number" for numbers; empty without either.
    number : float or None
    bound : str
        "below" for "fewer than ten", "above" for "more than ten", else empty.
    """

    kind: str
    number: float | None = None
    bound: str = ""

    def __str__(self) -> str:
        if self.number is None:
            return self.kind or "no quantifier"
        return f"{self.bound} {self.number:g}".lstrip()


def quantifiers(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Veto matched nouns of which the text's quantity does not entail the hypothesis's.

    "No" is left to the check of negation, because it makes the predicate negative.
    """
    for pairing in match.pairings:
        of_text = _quantity(text, pairing.text_word)
        of_hypothesis = _quantity(hypothesis, pairing.hypothesis.dependent)
        is_negation = _NONE in (of_text.kind, of_hypothesis.kind)
        if not is_negation and not _entails(of_text, of_hypothesis, text):
            lemma = pairing.hypothesis.lemma
            return f"{lemma!r} has {of_text} in the text, {of_hypothesis} in the hypothesis"
    return None


def _entails(of_text: _Quantity, of_hypothesis: _Quantity, text: Snippet) -> bool:
    """Whether a quantity entails another; for a noun without one, any number of the text counts."""
    if of_hypothesis.kind == _NUMBER:
        if of_text.kind == "":
            return any(word.number == of_hypothesis.number for word in text.words)
        is_same_bound = of_text.bound == of_hypothesis.bound
        is_stricter = of_text.bound == "above" and not of_hypothesis.bound
        return of_text.number == of_hypothesis.number and (is_same_bound or is_stricter)
    if of_text.kind == _NUMBER and of_hypothesis.kind == "many":
        is_many = of_text.number is not None and of_text.number >= _MANY
        return is_many and of_text.bound != "below"
    return of_text.kind in _ENTAILED_BY[of_hypothesis.kind]


def _quantity(snippet: Snippet, noun: int) -> _Quantity:
    tree, norms = snippet.tree, snippet.analysis.norms
    for word in tree.dependents(noun, *_NUMBERING):
        number = snippet.words[word].number
        if number:
            return _Quantity(_NUMBER, number, _bound(norms, word))
    classes = classes_of(_LIST)
    kinds = (classes.get(norms[word], "") for word in tree.dependents(noun, *_QUANTIFYING))
    kind = next((kind for kind in kinds if kind and kind not in _BOUNDS), "")
    determiners = tree.dependents(noun, "det", "nmod:poss")
    has_own = any(norms[word] not in classes for word in determiners)
    return _Quantity("some" if kind == "scant" and has_own else kind)


def _bound(norms: tuple[str, ...], number: int) -> str:
    """Return "below" or "above" if the words before a number make it a bound, else ""."""
    before = norms[max(number - 2, 0) : number]
    kinds = (classes_of(_LIST).get(form, "") for form in ("_".join(before), *before[-1:]))
    return next((kind for kind in kinds if kind in _BOUNDS), "")
