"""The consistency checks of nouns that match: modifiers, names, attributes."""

from collections.abc import Sequence
from itertools import product

from rte_baselines.features.linguistic_rules.likeness import (
    Word,
    is_instrument,
    is_of_place,
    is_within,
    likeness,
)
from rte_baselines.features.linguistic_rules.matching import SIMILAR, Match, Pairing
from rte_baselines.features.linguistic_rules.structures import (
    GENITIVE,
    Snippet,
    last_name,
    words_below,
)
from rte_baselines.features.linguistic_rules.word_lists import conditions_of
from rte_baselines.lexicon.wordnet.database import WordNet

_MODIFYING = ("amod", "compound", "nmod", "det", "advmod")
_NAMING = ("compound", "flat")
_NATIONALITY = "amod"
_ATTRIBUTING = frozenset({GENITIVE, "of"})


def modifiers(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look for modifiers such as "alleged" and "fake" that the hypothesis leaves out.

    Any modifier counts where both nouns have a superlative: the tallest house in the old town
    need not be the tallest in town.
    """
    listed = conditions_of("modifiers.txt")
    for pairing in match.pairings:
        kept = dict(_modifying(hypothesis, pairing.hypothesis.dependent))
        for form, word in _modifying(text, pairing.text_word):
            if form in listed and form not in kept and _is_so(text, word, pairing, listed[form]):
                return f"{form!r} in the text only"
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


def attributes(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look for nouns with names or nationalities none of which are alike.

    They are names after "of" and before "'s", and adjectives such as "Norwegian": the Bank of
    England is not that of Japan, but Norway's king is the Norwegian king.
    """
    for pairing in match.pairings:
        of_text = _attributes(text, pairing.text_word)
        of_hypothesis = _attributes(hypothesis, pairing.hypothesis.dependent)
        are_alike = any(
            _are_alike(text.words[one], hypothesis.words[other], text.wordnet)
            for one, other in product(of_text, of_hypothesis)
        )
        if of_text and of_hypothesis and not are_alike:
            written = (text.analysis.words[of_text[0]], hypothesis.analysis.words[of_hypothesis[0]])
            return f"{pairing.hypothesis.lemma!r} is of {written[0]}, and of {written[1]}"
    return None


def _attributes(snippet: Snippet, noun: int) -> list[int]:
    """Return the names and nationalities that a noun has."""
    names_of = (
        one.dependent
        for one in snippet.modifiers_of(noun)
        if one.marker in _ATTRIBUTING and snippet.tree.pos[one.dependent] == "PROPN"
    )
    adjectives = (
        word
        for word in snippet.tree.dependents(noun, _NATIONALITY)
        if snippet.analysis.words[word][:1].isupper() and is_of_place(snippet.words[word].lemma)
    )
    return [*names_of, *adjectives]


def _are_alike(one: Word, other: Word, wordnet: WordNet) -> bool:
    """Whether one name is like another, either way, or is a place within it."""
    ways = ((one, other), (other, one))
    return any(
        likeness(*way, wordnet) in SIMILAR or is_within(way[0].lemma, way[1].lemma) for way in ways
    )


def _modifying(snippet: Snippet, noun: int) -> list[tuple[str, int]]:
    """Return what modifies a noun, with its place, and once more with what hyphens join to it."""
    norms, dependents = snippet.analysis.norms, snippet.tree.dependents(noun)
    return [
        *((norms[word], word) for word in snippet.tree.dependents(noun, *_MODIFYING)),
        *((_hyphenated(norms, word), word) for word in dependents if "-" in norms[:word]),
    ]


def _hyphenated(norms: Sequence[str], last: int) -> str:
    """Return the words that hyphens join, up to the last of them: "so-called", three tokens."""
    first = last
    while first >= 2 and norms[first - 1] == "-":
        first -= 2
    return "".join(norms[first : last + 1])


def _is_so(text: Snippet, modifier: int, pairing: Pairing, condition: str) -> bool:
    """Whether a noun meets the condition on which a modifier says what the list has it for."""
    if condition == "common":
        return text.tree.pos[pairing.text_word] != "PROPN"
    if condition == "instrument":
        is_adjective = text.tree.is_in(modifier, "amod")
        return is_adjective or is_instrument(text.words[pairing.text_word].lemma)
    return True


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
