"""The consistency checks of spatial and temporal locations."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from rte_baselines.analysis.english.labels import PLACE, TIME
from rte_baselines.features.linguistic_rules.matching import SIMILAR, Match, similarity_of_words
from rte_baselines.features.linguistic_rules.structures import Snippet, Structure, words_below
from rte_baselines.features.linguistic_rules.word_relations import is_place, is_within

_Names = Callable[[Snippet, int], bool]

# The directions of prepositions. Those in `_CONTRARY` cannot both hold of a place or time.
_DIRECTIONS: Mapping[str, str] = MappingProxyType(
    {
        **{"from": "source", "out of": "source", "off": "source"},
        **{"to": "goal", "into": "goal", "onto": "goal", "towards": "goal", "toward": "goal"},
        **{"before": "before", "after": "after"},
    }
)
_CONTRARY = ({"source", "goal"}, {"before", "after"})


def space(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Veto a place of the hypothesis that is not among the text's."""
    return _misplaced(match, text, hypothesis, "location", _names_place)


def time(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Veto a time of the hypothesis that is not among the text's."""
    return _misplaced(match, text, hypothesis, "temporal", _names_time)


def _misplaced(
    match: Match, text: Snippet, hypothesis: Snippet, role: str, names_it: _Names
) -> str | None:
    """Return why the hypothesis has another place or time than the text, None if it has not."""
    if match.hypothesis is None:
        return None
    nouns = {pairing.hypothesis.dependent for pairing in match.pairings}
    locations = _locations(hypothesis, match.hypothesis.structures, nouns, role)
    roots = [root for root, head in enumerate(text.tree.heads) if head < 0]
    text_phrases = _locations_in_text(match, text, role) or roots
    text_words = [
        word
        for phrase in text_phrases
        for word in words_below(text.tree, phrase)
        if names_it(text, word)
    ]
    for location in locations:
        for word in words_below(hypothesis.tree, location):
            is_in_text = any(
                _is_same_location(text, text_word, hypothesis, word) for text_word in text_words
            )
            if names_it(hypothesis, word) and not is_in_text:
                return f"{hypothesis.analysis.words[word]!r} is not a {role} of the text"
    return None


def _locations(
    snippet: Snippet, structures: Iterable[Structure], nouns: Iterable[int], role: str
) -> list[int]:
    """Return the dependents with a role, of the structures of a clause and of some nouns."""
    of_nouns = (modifier for noun in sorted(nouns) for modifier in snippet.modifiers_of(noun))
    return [structure.dependent for structure in (*structures, *of_nouns) if structure.role == role]


def _locations_in_text(match: Match, text: Snippet, role: str) -> list[int]:
    nouns = {pairing.text_word for pairing in match.pairings}
    if match.text is not None:
        return _locations(text, match.text.structures, nouns, role)
    if match.text_predicate is not None:
        nouns.add(match.text_predicate)
    return _locations(text, (), nouns, role)


def _names_place(snippet: Snippet, word: int) -> bool:
    is_name = snippet.analysis.entity_labels[word] == PLACE
    is_noun = snippet.tree.pos[word] in ("NOUN", "PROPN")
    return is_noun and (is_name or is_place(snippet.words[word].lemma))


def _names_time(snippet: Snippet, word: int) -> bool:
    is_noun = snippet.tree.pos[word] in ("NOUN", "PROPN", "NUM")
    is_date = snippet.analysis.layer("is_date")[word]
    return is_noun and bool(is_date or snippet.analysis.entity_labels[word] == TIME)


def _is_same_location(
    text: Snippet, text_word: int, hypothesis: Snippet, hypothesis_word: int
) -> bool:
    """Whether two words name the same place or time, or one within the other."""
    directions = {_direction(text, text_word), _direction(hypothesis, hypothesis_word)}
    if directions in _CONTRARY:
        return False
    dates = text.analysis.layer("dates"), hypothesis.analysis.layer("dates")
    if dates[0][text_word] == dates[1][hypothesis_word]:
        return True
    if similarity_of_words(text, text_word, hypothesis, hypothesis_word) in SIMILAR:
        return True
    return is_within(text.words[text_word].lemma, hypothesis.words[hypothesis_word].lemma)


def _direction(snippet: Snippet, word: int) -> str:
    """Return the direction of the preposition of a phrase, empty without one."""
    while not snippet.tree.marker(word) and snippet.tree.heads[word] >= 0:
        word = snippet.tree.heads[word]
    return _DIRECTIONS.get(snippet.tree.marker(word), "")
