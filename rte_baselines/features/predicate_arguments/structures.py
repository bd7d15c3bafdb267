"""Partial predicate-argument structures: a verb, its subject and its arguments."""

from collections.abc import Iterator
from dataclasses import dataclass

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.predicates.predications import Argument, Function, Predication

STRUCTURE_LAYERS = ("predications", "noun_phrases", "lemmas", "pos", "words")
"""The analysis layers that structures are built from and displayed with."""

_OBJECTS = frozenset({"object", "indirect_object", "attribute"})


@dataclass(frozen=True)
class Part:
    """The subject of a structure, or one of its arguments.

    Parameters
    ----------
    function : {"subject", "object", "indirect_object", "attribute", "clause", "oblique"}
        In the active voice.
    preposition : str
        Its lemma; empty without one, and for clauses.
    words : tuple of int
        The positions of the head words; several if they are coordinated.
    """

    function: Function
    preposition: str
    words: tuple[int, ...]

    @property
    def type(self) -> tuple[Function, str]:
        """Function and preposition: only parts of the same type are compared."""
        return self.function, self.preposition


@dataclass(frozen=True)
class Structure:
    """A verb with its parts.

    Parameters
    ----------
    word : int
        The position of the verb.
    lemma : str
        The lemma of the verb with its particle ("give_up").
    group : tuple of int
        The positions of the verb and its auxiliaries.
    parts : tuple of Part
        At most one of each type: the subject first, then the arguments from left to right.
    """

    word: int
    lemma: str
    group: tuple[int, ...]
    parts: tuple[Part, ...]


def structures_of(analysis: Analysis) -> list[Structure]:
    """Return the structures of a snippet, in the active voice, from left to right.

    Arguments are objects, the attribute of a copula, and clauses with the content of what
    somebody says, wants or tries. If a verb has none of them in the voice of the sentence, the
    first prepositional phrase after it takes their place, such as "at the happening" of "will
    be deployed" (Example 2) or the "by" phrase of a passive. All other phrases are adjuncts,
    which the paper ignores. Verbs without parts are excluded, and so are appositions, which
    have no verb.
    """
    structures = (
        _structure(predication)
        for predication in analysis.layer("predications")
        if predication.kind != "apposition"
    )
    return [structure for structure in structures if structure.parts]


def written(structure: Structure, analysis: Analysis) -> str:
    """Return a structure in the paper's notation: ``s:[Ann] v:[went] a:[p:[to] a:[Rome]]``."""
    verb = f"v:[{_text(structure.group, analysis)}]"
    pieces = [_written_part(part, analysis) for part in structure.parts]
    has_subject = structure.parts[0].function == "subject"
    return " ".join([*pieces[:has_subject], verb, *pieces[has_subject:]])


def phrase_of(word: int, analysis: Analysis) -> str:
    """Return the noun phrase of a head, the verb group of a clause, or the word itself."""
    phrases = {clause.word: clause.group for clause in analysis.layer("predications")}
    phrases |= {phrase.head: phrase.words for phrase in analysis.layer("noun_phrases")}
    return _text(phrases.get(word, (word,)), analysis)


def _written_part(part: Part, analysis: Analysis) -> str:
    phrases = ", ".join(phrase_of(word, analysis) for word in part.words)
    if part.function == "subject":
        return f"s:[{phrases}]"
    return f"a:[p:[{part.preposition}] a:[{phrases}]]" if part.preposition else f"a:[{phrases}]"


def _structure(predication: Predication) -> Structure:
    words: dict[tuple[Function, str], list[int]] = {}
    for argument in _arguments(predication):
        preposition = "" if argument.function == "clause" else argument.marker
        words.setdefault((argument.function, preposition), []).append(argument.word)
    parts = [Part(*of_type, tuple(positions)) for of_type, positions in words.items()]
    parts.sort(key=lambda part: part.function != "subject")
    return Structure(predication.word, predication.lemma, predication.group, tuple(parts))


def _arguments(predication: Predication) -> Iterator[Argument]:
    """Yield the subjects and the arguments, from left to right."""
    has_argument = any(
        _is_surface_argument(argument, predication) for argument in predication.arguments
    )
    first = None if has_argument else _first_prepositional(predication)
    for argument in predication.arguments:
        if argument.function == "subject" or _is_argument(argument) or argument is first:
            yield argument


def _is_argument(argument: Argument) -> bool:
    is_content = argument.function == "clause" and argument.role == "content"
    return argument.function in _OBJECTS or is_content


def _is_surface_argument(argument: Argument, predication: Predication) -> bool:
    """Whether a phrase is an argument in the voice of the sentence.

    In a passive, the object that became the grammatical subject is not; the agent is.
    """
    if predication.voice == "active":
        return _is_argument(argument)
    is_clause_or_attribute = _is_argument(argument) and argument.word > predication.word
    return argument.function == "subject" or is_clause_or_attribute


def _first_prepositional(predication: Predication) -> Argument | None:
    obliques = predication.of_function("oblique")
    after = (argument for argument in obliques if argument.word > predication.word)
    return next((argument for argument in after if argument.marker), None)


def _text(words: tuple[int, ...], analysis: Analysis) -> str:
    return " ".join(analysis.words[word] for word in words)
