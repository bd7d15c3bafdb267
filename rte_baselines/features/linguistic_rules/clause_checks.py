"""The consistency checks of the slots of arguments and adjuncts, of places and of times."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations

from rte_baselines.analysis.english.labels import PLACE, TIME
from rte_baselines.features.linguistic_rules.matching import EQUAL, SIMILAR, Match, SnippetPair
from rte_baselines.features.linguistic_rules.structures import (
    Clause,
    Snippet,
    Structure,
    words_below,
)
from rte_baselines.features.linguistic_rules.syntactic import is_light
from rte_baselines.features.linguistic_rules.word_relations import causes, is_place, is_within

_Names = Callable[[Snippet, int], bool]

# The directions of prepositions. Those in `_CONTRARY` cannot both hold of a place or time.
_DIRECTIONS: Mapping[str, str] = {
    **{"from": "source", "out of": "source", "off": "source"},
    **{"to": "goal", "into": "goal", "onto": "goal", "towards": "goal", "toward": "goal"},
    **{"before": "before", "after": "after"},
}
_CONTRARY = ({"source", "goal"}, {"before", "after"})

_AFFECTED = frozenset({"obj", "iobj"})
_PARTICIPANTS = _AFFECTED | {"subj"}

_Slot = tuple[str, str]
"""A word's slot in a clause: the relation in the active voice, and an adjunct's marker."""


def reverted_arguments(match: Match, pair: SnippetPair) -> str | None:
    """Veto arguments and adjuncts in other slots than in the text.

    There are three cases. Two words are exchanged: subject and object, giver and receiver, or
    "from" and "to". A word is the subject on one side and an object on the other. The
    hypothesis's verb is caused by the text's verb, but its subject is not an object of the
    text's verb: the person killed died, not the killer. The paper allows
    "subject-theme_affected with object-theme_affected but not viceversa" (section 4.1), and no
    exchanged words, so that verbs such as "marry" are not an exception. A single word in the
    opposite function does not count if the hypothesis has a light verb: what is in the hall may
    be what was left there.
    """
    clause, target = match.text, match.hypothesis
    if clause is None or target is None:
        return None
    return (
        _not_affected(pair, clause, target)
        or _exchanged(pair, clause, target)
        or (None if is_light(target) else _opposite(pair, clause, target))
    )


def _not_affected(pair: SnippetPair, clause: Clause, target: Clause) -> str | None:
    """Look for a subject that the causing verb of the text does not affect.

    If the verb causes itself, like "sink", or a synonym, the hypothesis must lack an object.
    """
    kind = pair.similarity_of_predicates(clause, target)
    missing = _affected(clause) - _affected(target)
    is_same = (kind == "identical" and "obj" not in missing) or (kind == "synonym" and not missing)
    if is_same or not _is_caused(clause, target):
        return None
    for subject in _of_function(target, "subj"):
        slots = _slots_of(pair, clause, subject)
        if slots and not any(function in _AFFECTED for function, _ in slots):
            return f"{subject.lemma!r} is not affected by {clause.predication.lemma!r} in the text"
    return None


def _exchanged(pair: SnippetPair, clause: Clause, target: Clause) -> str | None:
    """Look for two words each of which has the other's slot in the text, and not its own."""
    structures = _exchangeable(pair.hypothesis, target)
    for first, second in combinations(structures, 2):
        first_slot, second_slot = _slot_of(first), _slot_of(second)
        first_text_slots = _slots_of(pair, clause, first)
        second_text_slots = _slots_of(pair, clause, second)
        if (second_slot in first_text_slots and first_slot not in first_text_slots) and (
            first_slot in second_text_slots and second_slot not in second_text_slots
        ):
            return f"{first.lemma!r} and {second.lemma!r} are exchanged"
    return None


def _opposite(pair: SnippetPair, clause: Clause, target: Clause) -> str | None:
    """Look for a subject that is an object in the text, or an object that is the subject."""
    has_subject = bool(_of_function(clause, "subj"))
    may_be_affected = not _of_function(target, "obj") and not has_subject
    for argument in target.core:
        own = argument.function
        functions = {function for function, _ in _slots_of(pair, clause, argument)}
        opposite = {"subj"} if own in _AFFECTED else _AFFECTED
        is_reverted = own in _PARTICIPANTS and functions & opposite
        if not is_reverted or own in functions or argument.role == "comitative":
            continue
        if own != "subj" or not (may_be_affected or _is_caused(clause, target)):
            in_text = " and ".join(sorted(functions & opposite))
            return f"{argument.lemma!r} is {in_text} in the text, {own} in the hypothesis"
    return None


def _is_caused(clause: Clause, target: Clause) -> bool:
    return causes(clause.predication.lemma, target.predication.lemma)


def _affected(clause: Clause) -> frozenset[str]:
    """Return which objects a clause has, excluding comitatives."""
    return _AFFECTED & {
        argument.function for argument in clause.core if argument.role != "comitative"
    }


def _of_function(clause: Clause, function: str) -> list[Structure]:
    return [argument for argument in clause.core if argument.function == function]


def _exchangeable(snippet: Snippet, clause: Clause) -> Iterator[Structure]:
    """Yield the structures whose dependents must not be exchanged, and their marked modifiers.

    Comitatives may be exchanged: who met with Ann was met by her. So may subject and attribute.
    """
    for structure in clause.structures:
        if structure.function in _PARTICIPANTS | {"ncmod"} and structure.role != "comitative":
            yield structure
        modifiers = snippet.modifiers_of(structure.dependent)
        yield from (modifier for modifier in modifiers if modifier.marker)


def _slot_of(structure: Structure) -> _Slot:
    return structure.function, structure.marker if structure.function == "ncmod" else ""


def _slots_of(pair: SnippetPair, clause: Clause, target: Structure) -> frozenset[_Slot]:
    """Return the slots in the text's clause of the dependent of a structure of the hypothesis."""
    return frozenset(
        _slot_of(structure)
        for structure in _exchangeable(pair.text, clause)
        if pair.similarity(structure.dependent, target.dependent) in EQUAL
    )


def space(match: Match, pair: SnippetPair) -> str | None:
    """Veto a place of the hypothesis that is not among the text's."""
    return _misplaced(match, pair, "location", _names_place)


def time(match: Match, pair: SnippetPair) -> str | None:
    """Veto a time of the hypothesis that is not among the text's."""
    return _misplaced(match, pair, "temporal", _names_time)


def _misplaced(match: Match, pair: SnippetPair, role: str, names_it: _Names) -> str | None:
    """Return why the hypothesis has another place or time than the text, None if it has not."""
    if match.hypothesis is None:
        return None
    nouns = {pairing.hypothesis.dependent for pairing in match.pairings}
    locations = _locations(pair.hypothesis, match.hypothesis.structures, nouns, role)
    roots = [root for root, head in enumerate(pair.text.tree.heads) if head < 0]
    text_nouns = {pairing.text_word for pairing in match.pairings}
    if match.text is None and match.text_predicate is not None:
        text_nouns.add(match.text_predicate)
    text_structures = () if match.text is None else match.text.structures
    text_phrases = _locations(pair.text, text_structures, text_nouns, role) or roots
    text_words = [
        word
        for phrase in text_phrases
        for word in words_below(pair.text.tree, phrase)
        if names_it(pair.text, word)
    ]
    for location in locations:
        for word in words_below(pair.hypothesis.tree, location):
            is_in_text = any(_is_same_location(pair, text_word, word) for text_word in text_words)
            if names_it(pair.hypothesis, word) and not is_in_text:
                return f"{pair.hypothesis.analysis.words[word]!r} is not a {role} of the text"
    return None


def _locations(
    snippet: Snippet, structures: Iterable[Structure], nouns: Iterable[int], role: str
) -> list[int]:
    """Return the dependents with a role, of the structures of a clause and of some nouns."""
    below = (modifier for noun in sorted(nouns) for modifier in snippet.modifiers_of(noun))
    return [structure.dependent for structure in (*structures, *below) if structure.role == role]


def _names_place(snippet: Snippet, word: int) -> bool:
    is_name = snippet.analysis.entity_labels[word] == PLACE
    is_noun = snippet.tree.pos[word] in ("NOUN", "PROPN")
    return is_noun and (is_name or is_place(snippet.words[word].lemma))


def _names_time(snippet: Snippet, word: int) -> bool:
    is_noun = snippet.tree.pos[word] in ("NOUN", "PROPN", "NUM")
    is_date = snippet.analysis.layer("is_date")[word]
    return is_noun and bool(is_date or snippet.analysis.entity_labels[word] == TIME)


def _is_same_location(pair: SnippetPair, text_word: int, hypothesis_word: int) -> bool:
    """Whether two words name the same place or time, or one within the other."""
    directions = {_direction(pair.text, text_word), _direction(pair.hypothesis, hypothesis_word)}
    if directions in _CONTRARY:
        return False
    dates = pair.text.analysis.layer("dates"), pair.hypothesis.analysis.layer("dates")
    if dates[0][text_word] == dates[1][hypothesis_word]:
        return True
    if pair.similarity(text_word, hypothesis_word) in SIMILAR:
        return True
    return is_within(pair.text.words[text_word].lemma, pair.hypothesis.words[hypothesis_word].lemma)


def _direction(snippet: Snippet, word: int) -> str:
    """Return the direction of the preposition of a phrase, empty without one."""
    while not snippet.tree.marker(word) and snippet.tree.heads[word] >= 0:
        word = snippet.tree.heads[word]
    return _DIRECTIONS.get(snippet.tree.marker(word), "")
