"""The consistency checks of matched nouns: modifiers, names and attributes."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from rte_baselines.analysis.tokens.quantifiers import ENTAILED_BY, QUANTIFIERS
from rte_baselines.features.linguistic_rules.matching import SIMILAR, Match, Pairing, SnippetPair
from rte_baselines.features.linguistic_rules.structures import (
    GENITIVE,
    Snippet,
    last_name,
    words_below,
)
from rte_baselines.features.linguistic_rules.word_relations import (
    Word,
    classes_of,
    conditions_of,
    is_instrument,
    is_of_place,
    is_within,
    similarity,
)
from rte_baselines.lexicon.wordnet.database.database import WordNet

_MODIFYING = ("amod", "compound", "nmod", "det", "advmod")
_QUANTIFYING = ("det", "amod", "advmod", "nummod", "compound")
_BOUNDS = frozenset({"below", "above"})
_NUMBER = "number"
_ANY = frozenset({"", "some", "many", "majority", "universal", _NUMBER})
# The quantifiers of the text that entail each quantifier of the hypothesis.
_ENTAILED_BY: Mapping[str, frozenset[str]] = {
    **ENTAILED_BY,
    "some": _ANY,
    "scant": frozenset({"scant"}),
    "": _ANY,
}
# The smallest number that counts as "many"; the paper does not give one.
_MANY = 10


class _Quantity(NamedTuple):
    """The quantity of a noun.

    `kind`: the class of the quantifier; "number" for numbers; empty without either. `bound`:
    "below" for "fewer than ten", "above" for "more than ten", else empty.
    """

    kind: str
    number: float | None = None
    bound: str = ""

    def __str__(self) -> str:
        if self.number is None:
            return self.kind or "no quantifier"
        return f"{self.bound} {self.number:g}".lstrip()


def quantifiers(match: Match, pair: SnippetPair) -> str | None:
    """Veto matched nouns of which the text's quantity does not entail the hypothesis's.

    "No" is left to the check of negation, because it makes the predicate negative.
    """
    for pairing in match.pairings:
        text_quantity = _quantity(pair.text, pairing.text_word)
        quantity = _quantity(pair.hypothesis, pairing.hypothesis.dependent)
        is_negation = "none" in (text_quantity.kind, quantity.kind)
        if not is_negation and not _entails(text_quantity, quantity, pair.text):
            lemma = pairing.hypothesis.lemma
            return f"{lemma!r} has {text_quantity} in the text, {quantity} in the hypothesis"
    return None


def _entails(text_quantity: _Quantity, quantity: _Quantity, text: Snippet) -> bool:
    """Whether a quantity entails another; for a noun without one, any number of the text counts."""
    if quantity.kind == _NUMBER:
        if text_quantity.kind == "":
            return any(word.number == quantity.number for word in text.words)
        is_same_bound = text_quantity.bound == quantity.bound
        is_stricter = text_quantity.bound == "above" and not quantity.bound
        return text_quantity.number == quantity.number and (is_same_bound or is_stricter)
    if text_quantity.kind == _NUMBER and quantity.kind == "many":
        is_many = text_quantity.number is not None and text_quantity.number >= _MANY
        return is_many and text_quantity.bound != "below"
    return text_quantity.kind in _ENTAILED_BY[quantity.kind]


@cache
def quantifier_classes() -> Mapping[str, str]:
    """Return the class of each quantifier."""
    return {**QUANTIFIERS, **classes_of("quantifiers.txt")}


def _quantity(snippet: Snippet, noun: int) -> _Quantity:
    tree, norms, classes = snippet.tree, snippet.analysis.norms, quantifier_classes()
    for word in tree.dependents(noun, "nummod", "amod"):
        number = snippet.words[word].number
        if number:
            before = norms[max(word - 2, 0) : word]
            said = (classes.get(form, "") for form in ("_".join(before), *before[-1:]))
            return _Quantity(_NUMBER, number, next((kind for kind in said if kind in _BOUNDS), ""))
    kinds = (classes.get(norms[word], "") for word in tree.dependents(noun, *_QUANTIFYING))
    kind = next((kind for kind in kinds if kind and kind not in _BOUNDS), "")
    determiners = tree.dependents(noun, "det", "nmod:poss")
    has_own = any(norms[word] not in classes for word in determiners)
    return _Quantity("some" if kind == "scant" and has_own else kind)


def modifiers(match: Match, pair: SnippetPair) -> str | None:
    """Veto modifiers of the text such as "alleged" and "fake" that the hypothesis omits.

    If both nouns have a superlative, all modifiers count: the tallest house in the old town
    need not be the tallest in town.
    """
    listed = conditions_of("modifiers.txt")
    for pairing in match.pairings:
        kept = dict(_modifying(pair.hypothesis, pairing.hypothesis.dependent))
        for form, word in _modifying(pair.text, pairing.text_word):
            if (
                form in listed
                and form not in kept
                and _meets_condition(pair.text, word, pairing, listed[form])
            ):
                return f"{form!r} in the text only"
        restriction = _restriction(pair, pairing)
        if restriction is not None:
            return f"superlative among {restriction!r} in the text only"
    return None


def names(match: Match, pair: SnippetPair) -> str | None:
    """Veto two names with the same last word whose other words differ."""
    for pairing in match.pairings:
        text_others = _other_names(pair.text, pairing.text_word)
        others = _other_names(pair.hypothesis, pairing.hypothesis.dependent)
        if text_others - others and others - text_others:
            return f"{' '.join(sorted(text_others))} is not {' '.join(sorted(others))}"
    return None


def attributes(match: Match, pair: SnippetPair) -> str | None:
    """Veto nouns whose names or nationalities do not match.

    These are names after "of" or with "'s", and adjectives such as "Norwegian": the Bank of
    England is not that of Japan, but Norway's king is the Norwegian king.
    """
    for pairing in match.pairings:
        text_words = _attributes(pair.text, pairing.text_word)
        words = _attributes(pair.hypothesis, pairing.hypothesis.dependent)
        are_compatible = any(
            _are_compatible(
                pair.text.words[text_word], pair.hypothesis.words[word], pair.text.wordnet
            )
            for text_word, word in product(text_words, words)
        )
        if text_words and words and not are_compatible:
            text_name = pair.text.analysis.words[text_words[0]]
            name = pair.hypothesis.analysis.words[words[0]]
            return (
                f"{pairing.hypothesis.lemma!r} of {text_name} in the text, of {name} in the other"
            )
    return None


def _attributes(snippet: Snippet, noun: int) -> list[int]:
    """Return the names and nationalities that modify a noun."""
    names_of = (
        modifier.dependent
        for modifier in snippet.modifiers_of(noun)
        if modifier.marker in {GENITIVE, "of"} and snippet.tree.pos[modifier.dependent] == "PROPN"
    )
    adjectives = (
        word
        for word in snippet.tree.dependents(noun, "amod")
        if snippet.analysis.words[word][:1].isupper() and is_of_place(snippet.words[word].lemma)
    )
    return [*names_of, *adjectives]


def _are_compatible(text: Word, hypothesis: Word, wordnet: WordNet) -> bool:
    """Whether two names are similar, or one is a place within the other, in either order."""
    return any(
        similarity(first, second, wordnet) in SIMILAR or is_within(first.lemma, second.lemma)
        for first, second in ((text, hypothesis), (hypothesis, text))
    )


def _modifying(snippet: Snippet, noun: int) -> list[tuple[str, int]]:
    """Return the modifiers of a noun with their positions, hyphenated ones also joined."""
    norms, dependents = snippet.analysis.norms, snippet.tree.dependents(noun)
    return [
        *((norms[word], word) for word in snippet.tree.dependents(noun, *_MODIFYING)),
        *((_hyphenated(norms, word), word) for word in dependents if "-" in norms[:word]),
    ]


def _hyphenated(norms: Sequence[str], last: int) -> str:
    """Join the words of a hyphenated word, given its last: "so-called" is three tokens."""
    first = last
    while first >= 2 and norms[first - 1] == "-":
        first -= 2
    return "".join(norms[first : last + 1])


def _meets_condition(text: Snippet, modifier: int, pairing: Pairing, condition: str) -> bool:
    """Whether a noun meets the condition that the list has for a modifier."""
    if condition == "common":
        return text.tree.pos[pairing.text_word] != "PROPN"
    if condition == "instrument":
        is_adjective = text.tree.is_in(modifier, "amod")
        return is_adjective or is_instrument(text.words[pairing.text_word].lemma)
    return True


def _restriction(pair: SnippetPair, pairing: Pairing) -> str | None:
    """Return an adjective in the scope of the text's superlative that the hypothesis lacks."""
    noun = pairing.hypothesis.dependent
    if not (
        _is_superlative(pair.text, pairing.text_word) and _is_superlative(pair.hypothesis, noun)
    ):
        return None
    below = words_below(pair.text.tree, pairing.text_word)
    adjectives = (
        pair.text.tree.lemmas[word] for word in below if pair.text.tree.is_in(word, "amod")
    )
    return next((lemma for lemma in adjectives if lemma not in pair.hypothesis.tree.lemmas), None)


def _is_superlative(snippet: Snippet, noun: int) -> bool:
    return any(snippet.tree.tags[word] == "JJS" for word in words_below(snippet.tree, noun))


def _other_names(snippet: Snippet, word: int) -> frozenset[str]:
    """Return the words of a name without the last; empty if the word is not a name."""
    tree = snippet.tree
    if tree.pos[word] != "PROPN":
        return frozenset()
    parts = {word, *tree.dependents(word, "compound", "flat")} - {last_name(tree, word)}
    return frozenset(snippet.analysis.words[part] for part in parts if tree.pos[part] == "PROPN")
