"""The consistency check of quantifiers and numbers of nouns that match."""

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
# What a quantifier of the hypothesis follows from: of all of them, most are, some are.
_FOLLOWS_FROM: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "universal": frozenset({"universal"}),
        "majority": frozenset({"universal", "majority"}),
        "many": frozenset({"universal", "majority", "many"}),
        "some": _ANY,
        "scant": frozenset({"scant"}),
        "": _ANY,
    }
)
# The least number that is many. The paper gives none.
_MANY = 10


class _Quantity(NamedTuple):
    """How many a noun says.

    Parameters
    ----------
    kind : str
        The class of the quantifier, "number", or empty without one.
    number : float or None
    bound : str
        "below" of "fewer than ten", "above" of "more than ten", else empty.
    """

    kind: str
    number: float | None = None
    bound: str = ""

    def __str__(self) -> str:
        if self.number is None:
            return self.kind or "no quantifier"
        return f"{self.bound} {self.number:g}".lstrip()


def quantifiers(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Compare quantifiers and numbers of nouns that match.

    "No" is left to the check of negation: it makes the predicate negative.
    """
    for pairing in match.pairings:
        said = _quantity(text, pairing.text_word)
        wanted = _quantity(hypothesis, pairing.hypothesis.dependent)
        if _NONE not in (said.kind, wanted.kind) and not _follows(said, wanted, text):
            return f"{pairing.hypothesis.lemma!r} has {said}, {wanted}"
    return None


def _follows(said: _Quantity, wanted: _Quantity, text: Snippet) -> bool:
    """Whether there are as many as wanted; a number may be anywhere in a text without any here."""
    if wanted.kind == _NUMBER:
        if said.kind == "":
            return any(word.number == wanted.number for word in text.words)
        is_as_bound = said.bound == wanted.bound or (said.bound == "above" and not wanted.bound)
        return said.number == wanted.number and is_as_bound
    if said.kind == _NUMBER and wanted.kind == "many":
        return said.number is not None and said.number >= _MANY and said.bound != "below"
    return said.kind in _FOLLOWS_FROM[wanted.kind]


def _quantity(snippet: Snippet, noun: int) -> _Quantity:
    tree, norms = snippet.tree, snippet.analysis.norms
    for word in tree.dependents(noun, *_NUMBERING):
        number = snippet.words[word].number
        if number:
            return _Quantity(_NUMBER, number, _bound(norms, word))
    classes = classes_of(_LIST)
    kinds = (classes.get(norms[word], "") for word in tree.dependents(noun, *_QUANTIFYING))
    kind = next((one for one in kinds if one and one not in _BOUNDS), "")
    determiners = tree.dependents(noun, "det", "nmod:poss")
    has_own = any(norms[word] not in classes for word in determiners)
    return _Quantity("some" if kind == "scant" and has_own else kind)


def _bound(norms: tuple[str, ...], number: int) -> str:
    """Return whether the words before a number make it a bound."""
    before = norms[max(number - 2, 0) : number]
    found = (classes_of(_LIST).get(form, "") for form in ("_".join(before), *before[-1:]))
    return next((kind for kind in found if kind in _BOUNDS), "")
