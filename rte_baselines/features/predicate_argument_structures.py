"""Partial predicate-argument structures: a verb, its subject, and its object."""

from collections.abc import Iterator
from dataclasses import dataclass

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.predications import Argument, Function, Predication

STRUCTURE_LAYERS = ("predications", "noun_phrases", "lemmas", "pos", "words")
"""The layers of analysis that structures are made of and written with."""

_OBJECTS = frozenset({"object", "indirect_object", "attribute"})


@dataclass(frozen=True)
class Part:
    """The subject of a structure, or one of its arguments.

    Parameters
    ----------
    function : {"subject", "object", "indirect_object", "attribute", "clause", "oblique"}
        In the active voice.
    preposition : str
        Its lemma; empty without one. The conjunction of a clause is none.
    words : tuple of int
        The positions of the head words, several where they are coordinated.
    """

    function: Function
    preposition: str
    words: tuple[int, ...]

    @property
    def type(self) -> tuple[Function, str]:
        """What parts have in common that can be compared."""
        return self.function, self.preposition


@dataclass(frozen=True)
class Structure:
    """A verb with the parts that it has.

    Parameters
    ----------
    word : int
        The position of the verb.
    lemma : str
        Of the verb with its particle ("give_up").
    group : tuple of int
        The positions of the verb and its auxiliaries.
    parts : tuple of Part
        One of a type at most: the subject first, then the arguments from left to right.
    """

    word: int
    lemma: str
    group: tuple[int, ...]
    parts: tuple[Part, ...]


def structures_of(analysis: Analysis) -> list[Structure]:
    """Return the structures of a snippet, in the active voice, from left to right.

    Arguments are objects, the attribute of a copula, and a clause that says what somebody
    says, wants or tries. A verb that has none, as it stands, has the first prepositional
    phrase after it in that place, as "will be deployed" has "at the happening" (Example 2);
    the "by" phrase of a passive counts. Whatever else there is are adjuncts, which the
    paper ignores. Verbs without any part are left out, and so are appositions, which have
    no verb.
    """
    structures = (
        _structure(predication)
        for predication in analysis.layer("predications")
        if predication.kind != "apposition"
    )
    return [structure for structure in structures if structure.parts]


def written(structure: Structure, analysis: Analysis) -> str:
    """Return a structure as the paper writes it: ``s:[Ann] v:[went] a:[p:[to] a:[Rome]]``."""
    verb = f"v:[{_text(structure.group, analysis)}]"
    pieces = [_written_part(part, analysis) for part in structure.parts]
    has_subject = structure.parts[0].function == "subject"
    return " ".join([*pieces[:has_subject], verb, *pieces[has_subject:]])


def phrase_of(word: int, analysis: Analysis) -> str:
    """Return the noun phrase of a head, the verb group of a clause, or else the word."""
    whole = {clause.word: clause.group for clause in analysis.layer("predications")}
    whole |= {phrase.head: phrase.words for phrase in analysis.layer("noun_phrases")}
    return _text(whole.get(word, (word,)), analysis)


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
    parts = [Part(*of_type, tuple(places)) for of_type, places in words.items()]
    parts.sort(key=lambda part: part.function != "subject")
    return Structure(predication.word, predication.lemma, predication.group, tuple(parts))


def _arguments(predication: Predication) -> Iterator[Argument]:
    """Yield the subjects and what counts as an argument, from left to right."""
    has_argument = any(_fills_place_of_object(one, predication) for one in predication.arguments)
    first = None if has_argument else _first_prepositional(predication)
    for argument in predication.arguments:
        if argument.function == "subject" or _is_argument(argument) or argument is first:
            yield argument


def _is_argument(argument: Argument) -> bool:
    is_content = argument.function == "clause" and argument.role == "content"
    return argument.function in _OBJECTS or is_content


def _fills_place_of_object(argument: Argument, predication: Predication) -> bool:
    """Whether an argument stands in the place of an object in the voice as it is.

    What has become the subject of a passive does not; who acts in it does.
    """
    if predication.voice == "active":
        return _is_argument(argument)
    is_clause_or_attribute = _is_argument(argument) and argument.word > predication.word
    return argument.function == "subject" or is_clause_or_attribute


def _first_prepositional(predication: Predication) -> Argument | None:
    after = (one for one in predication.of_function("oblique") if one.word > predication.word)
    return next((argument for argument in after if argument.marker), None)


def _text(words: tuple[int, ...], analysis: Analysis) -> str:
    return " ".join(analysis.words[word] for word in words)
