"""The consistency checks of nouns that match: quantifiers, modifiers, names."""

from collections.abc import Mapping
from types import MappingProxyType

from rte_baselines.features.linguistic_rules.matching import Match, Pairing
from rte_baselines.features.linguistic_rules.structures import Snippet, last_name, words_below
from rte_baselines.features.linguistic_rules.word_lists import classes_of, words_of

_QUANTIFYING = ("det", "amod", "advmod", "nummod")
_MODIFYING = ("amod", "compound", "nmod", "det", "advmod")
_NAMING = ("compound", "flat")
_NUMBER = "number"
_NONE = "none"
_ANY = frozenset({"", "some", "majority", "universal", _NUMBER})
# What a quantifier of the hypothesis follows from: of all of them, most are, some are.
_FOLLOWS_FROM: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "universal": frozenset({"universal"}),
        "majority": frozenset({"universal", "majority"}),
        "some": _ANY,
        "scant": frozenset({"scant"}),
        "": _ANY,
    }
)


def quantifiers(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Compare quantifiers and numbers of nouns that match.

    "No" is left to the check of negation: it makes the predicate negative.
    """
    for pairing in match.pairings:
        of_text, number = _quantifier(text, pairing.text_word)
        of_hypothesis, wanted = _quantifier(hypothesis, pairing.hypothesis.dependent)
        if _NONE in (of_text, of_hypothesis):
            continue
        if of_hypothesis == _NUMBER:
            agrees = wanted == number or (of_text == "" and _has_number(text, wanted))
        else:
            agrees = of_text in _FOLLOWS_FROM[of_hypothesis]
        if not agrees:
            quantities = f"{_written(of_text, number)}, {_written(of_hypothesis, wanted)}"
            return f"{pairing.hypothesis.lemma!r} has {quantities}"
    return None


def modifiers(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look for modifiers such as "alleged" and "fake" that the hypothesis leaves out.

    Any modifier counts where both nouns have a superlative: the tallest house in the old town
    need not be the tallest in town.
    """
    for pairing in match.pairings:
        noun = pairing.hypothesis.dependent
        kept = _modifying(hypothesis, noun)
        for norm in _modifying(text, pairing.text_word):
            if norm in words_of("modifiers.txt") and norm not in kept:
                return f"{norm!r} in the text only"
        restriction = _restriction(text, pairing, hypothesis)
        if restriction is not None:
            return f"superlative among {restriction!r} in the text only"
    return None


def names(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look for two names with the same last word whose other words differ."""
    for pairing in match.pairings:
        one = _other_names(text, pairing.text_word)
        other = _other_names(hypothesis, pairing.hypothesis.dependent)
        if one - other and other - one:
            return f"{' '.join(sorted(one))} is not {' '.join(sorted(other))}"
    return None


def _quantifier(snippet: Snippet, noun: int) -> tuple[str, float | None]:
    """Return the class of a noun's quantifier, empty without one, and of numbers the value."""
    classes = classes_of("quantifiers.txt")
    dependents = snippet.tree.dependents(noun, *_QUANTIFYING)
    for word in dependents:
        number = snippet.words[word].number
        if number is not None:
            return _NUMBER, number
    norms = (snippet.analysis.norms[word] for word in dependents)
    return next((classes[norm] for norm in norms if norm in classes), ""), None


def _has_number(snippet: Snippet, number: float | None) -> bool:
    return any(word.number == number for word in snippet.words)


def _written(quantifier: str, number: float | None) -> str:
    return f"{number:g}" if number is not None else quantifier or "no quantifier"


def _modifying(snippet: Snippet, noun: int) -> list[str]:
    return [snippet.analysis.norms[word] for word in snippet.tree.dependents(noun, *_MODIFYING)]


def _restriction(text: Snippet, pairing: Pairing, hypothesis: Snippet) -> str | None:
    """Return an adjective below a superlative of the text that the hypothesis lacks."""
    noun = pairing.hypothesis.dependent
    if not (_is_superlative(text, pairing.text_word) and _is_superlative(hypothesis, noun)):
        return None
    below = words_below(text.tree, pairing.text_word)
    adjectives = (text.tree.lemmas[word] for word in below if text.tree.is_in(word, "amod"))
    return next((one for one in adjectives if one not in hypothesis.tree.lemmas), None)


def _is_superlative(snippet: Snippet, noun: int) -> bool:
    return any(snippet.tree.tags[word] == "JJS" for word in words_below(snippet.tree, noun))


def _other_names(snippet: Snippet, word: int) -> frozenset[str]:
    """Return the words of a name but the last; none of what is no name."""
    tree = snippet.tree
    if tree.pos[word] != "PROPN":
        return frozenset()
    parts = {word, *tree.dependents(word, *_NAMING)} - {last_name(tree, word)}
    return frozenset(snippet.analysis.words[part] for part in parts if tree.pos[part] == "PROPN")
