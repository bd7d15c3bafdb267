"""The consistency checks of where and when."""

from collections.abc import Callable

from rte_baselines.analysis.entity_labels import PLACE, TIME
from rte_baselines.features.linguistic_rules.likeness import is_place, is_within
from rte_baselines.features.linguistic_rules.matching import SIMILAR, Match, likeness_of_words
from rte_baselines.features.linguistic_rules.structures import Snippet, Structure, words_below

_Names = Callable[[Snippet, int], bool]


def space(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look for a place that is not among the text's."""
    return _misplaced(match, text, hypothesis, "location", _names_place)


def time(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look for a time that is not among the text's."""
    return _misplaced(match, text, hypothesis, "temporal", _names_time)


def _misplaced(
    match: Match, text: Snippet, hypothesis: Snippet, role: str, names_it: _Names
) -> str | None:
    """Return what says that the hypothesis is somewhere else, or at another time."""
    if match.hypothesis is None:
        return None
    wanted = [one.dependent for one in match.hypothesis.structures if one.role == role]
    located = [one.dependent for one in _located(text, match, role)]
    among = located or [root for root, head in enumerate(text.tree.heads) if head < 0]
    there = [word for one in among for word in words_below(text.tree, one) if names_it(text, word)]
    for one in wanted:
        for word in words_below(hypothesis.tree, one):
            is_met = any(_meets(text, other, hypothesis, word) for other in there)
            if names_it(hypothesis, word) and not is_met:
                return f"{hypothesis.analysis.words[word]!r} is not where the text has it"
    return None


def _located(text: Snippet, match: Match, role: str) -> list[Structure]:
    if match.text is not None:
        return [one for one in match.text.structures if one.role == role]
    if match.text_predicate is None:
        return []
    return [one for one in text.modifiers_of(match.text_predicate) if one.role == role]


def _names_place(snippet: Snippet, word: int) -> bool:
    is_name = snippet.analysis.entity_labels[word] == PLACE
    is_noun = snippet.tree.pos[word] in ("NOUN", "PROPN")
    return is_noun and (is_name or is_place(snippet.words[word].lemma))


def _names_time(snippet: Snippet, word: int) -> bool:
    is_noun = snippet.tree.pos[word] in ("NOUN", "PROPN", "NUM")
    is_date = snippet.analysis.layer("is_date")[word]
    return is_noun and bool(is_date or snippet.analysis.entity_labels[word] == TIME)


def _meets(text: Snippet, text_word: int, hypothesis: Snippet, hypothesis_word: int) -> bool:
    """Whether two words name the same place or time, or one within the other."""
    dates = text.analysis.layer("dates"), hypothesis.analysis.layer("dates")
    if dates[0][text_word] == dates[1][hypothesis_word]:
        return True
    if likeness_of_words(text, text_word, hypothesis, hypothesis_word) in SIMILAR:
        return True
    return is_within(text.words[text_word].lemma, hypothesis.words[hypothesis_word].lemma)
