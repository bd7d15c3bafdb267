"""Matching of predicate-argument structures of a text with those of a hypothesis."""

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.coreference.layer import LAYERS as COREFERENCE_LAYERS
from rte_baselines.analysis.coreference.layer import chains_across
from rte_baselines.analysis.predicates.predications import Argument, Function, Predication
from rte_baselines.lexicon.wordnet.similarity.path_measures import is_a_distance

Link = tuple[int, int]
"""The positions of a word in the text and of one in the hypothesis that correspond."""

STRUCTURE_LAYERS = ("predications", "noun_phrases", "lemmas", "pos", "words")
"""The analysis layers that structures are built from and displayed with."""

MATCHING_LAYERS = (*STRUCTURE_LAYERS, *COREFERENCE_LAYERS)
"""The analysis layers that matching reads."""


@dataclass(frozen=True)
class StructurePart:
    """The subject of a structure, or one of its arguments.

    `function`: in the active voice. `preposition`: its lemma; empty without one, and for clauses.
    `words`: the positions of the head words; several if they are coordinated.
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
    """A verb with its parts: at most one of each type, the subject first.

    `word`: the position of the verb. `lemma`: of the verb with its particle ("give_up"). `group`:
    the positions of the verb and its auxiliaries.
    """

    word: int
    lemma: str
    group: tuple[int, ...]
    parts: tuple[StructurePart, ...]


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


def _written_part(part: StructurePart, analysis: Analysis) -> str:
    phrases = ", ".join(phrase_of(word, analysis) for word in part.words)
    if part.function == "subject":
        return f"s:[{phrases}]"
    return f"a:[p:[{part.preposition}] a:[{phrases}]]" if part.preposition else f"a:[{phrases}]"


def _structure(predication: Predication) -> Structure:
    words: dict[tuple[Function, str], list[int]] = {}
    for argument in _arguments(predication):
        preposition = "" if argument.function == "clause" else argument.marker
        words.setdefault((argument.function, preposition), []).append(argument.word)
    parts = [StructurePart(*key, tuple(positions)) for key, positions in words.items()]
    parts.sort(key=lambda part: part.function != "subject")
    return Structure(predication.word, predication.lemma, predication.group, tuple(parts))


def _arguments(predication: Predication) -> Iterator[Argument]:
    """Yield the subjects and the arguments, from left to right."""
    has_argument = any(
        _is_surface_argument(argument, predication) for argument in predication.arguments
    )
    obliques = predication.of_function("oblique")
    after = (phrase for phrase in obliques if phrase.word > predication.word and phrase.marker)
    first = None if has_argument else next(after, None)
    for argument in predication.arguments:
        if argument.function == "subject" or _is_argument(argument) or argument is first:
            yield argument


def _is_argument(argument: Argument) -> bool:
    is_content = argument.function == "clause" and argument.role == "content"
    return argument.function in {"object", "indirect_object", "attribute"} or is_content


def _is_surface_argument(argument: Argument, predication: Predication) -> bool:
    """Whether a phrase is an argument in the voice of the sentence.

    In a passive, the object that became the grammatical subject is not; the agent is.
    """
    if predication.voice == "active":
        return _is_argument(argument)
    is_clause_or_attribute = _is_argument(argument) and argument.word > predication.word
    return argument.function == "subject" or is_clause_or_attribute


def _text(words: tuple[int, ...], analysis: Analysis) -> str:
    return " ".join(analysis.words[word] for word in words)


class StructureMatch(NamedTuple):
    """Two structures that match."""

    text: Structure
    hypothesis: Structure
    verbs: Link
    parts: tuple[Link, ...]
    """The words of the hypothesis's parts, linked with those they correspond to."""


class Matcher:
    """Compares the structures of a text with those of a hypothesis.

    `max_distance`: the maximum number of is-a links between similar words in WordNet; None requires
    the same lemma. `coreference`: whether words also correspond if their phrases corefer.
    """

    def __init__(
        self, text: Analysis, hypothesis: Analysis, *, max_distance: int | None, coreference: bool
    ) -> None:
        self.text_structures = structures_of(text)
        self.structures = structures_of(hypothesis)
        self.text, self.hypothesis = text, hypothesis
        self._max_distance = max_distance
        self._coreference = coreference

    def matches(self) -> list[StructureMatch]:
        """Return the structures that match, in the order of the hypothesis's.

        Two clauses correspond only if their structures match. The candidates are therefore
        filtered repeatedly, until the clauses of each match are among the other matches.

        Structures are compared if they have parts of the same types: "they both have subject(s)
        and/or argument(s)" (footnote 2), "the same type and the same number of constituents"
        (section 4).
        """

        def types(structure: Structure) -> set[tuple[Function, str]]:
            return {part.type for part in structure.parts}

        candidates = [
            (text, hypothesis)
            for hypothesis, text in product(self.structures, self.text_structures)
            if self._verbs_are_similar(text, hypothesis) and types(text) == types(hypothesis)
        ]
        while True:
            verbs = {(text.word, hypothesis.word) for text, hypothesis in candidates}
            matches = [
                match
                for text, hypothesis in candidates
                if (match := self._match(text, hypothesis, verbs)) is not None
            ]
            if len(matches) == len(candidates):
                return matches
            candidates = [(match.text, match.hypothesis) for match in matches]

    def matched_share(self) -> float:
        """Return the share of the hypothesis's structures that match; 0 if it has none."""
        matched = {match.verbs[1] for match in self.matches()}
        return len(matched) / max(len(self.structures), 1)

    def common_share(self) -> float:
        """Return the mean similarity of the hypothesis's structures; 0 if it has none.

        The similarity of a structure is the largest share of its verb and parts that one
        structure of the text has in common with it.
        """

        def similarity(text: Structure, hypothesis: Structure) -> float:
            links = [_linked(text, part, self._correspond) for part in hypothesis.parts]
            common = sum(map(bool, links)) + self._verbs_are_similar(text, hypothesis)
            return common / (1 + len(hypothesis.parts))

        similarities = [
            max((similarity(text, hypothesis) for text in self.text_structures), default=0.0)
            for hypothesis in self.structures
        ]
        return sum(similarities) / max(len(similarities), 1)

    def equated(self) -> tuple[Link, Link] | None:
        """Return X and Y of an "X is Y" of the hypothesis, if they corefer in the text.

        That is, if an entity in the text is mentioned by an X' that corefers with X, and by a
        Y' that corefers with Y. Step 20 requires that "X' corefers with Y'", not that they are
        different phrases. One phrase is enough, such as "President Bush" for "Bush is the
        president", as it would be if the entity were mentioned again.
        """
        for equation, mentions in product(self._equations(), self._entities()):
            subject, attribute = (
                self._best_link(self._referents_of(word) & mentions, word) for word in equation
            )
            if subject and attribute:
                return subject, attribute
        return None

    def _entities(self) -> list[frozenset[int]]:
        """Return the mentions of each entity in the text; most entities have one mention."""
        chains = [frozenset(chain) for chain in self.text.layer("coreference")]
        in_chains = frozenset[int]().union(*chains)
        heads = (phrase.head for phrase in self.text.layer("noun_phrases"))
        return [*chains, *(frozenset({head}) for head in heads if head not in in_chains)]

    def _best_link(self, text_words: frozenset[int], word: int) -> Link | None:
        """Link a word to the first of some text words with its lemma, or else to the first."""
        lemma = self.hypothesis.lemmas[word]
        positions = sorted(
            text_words, key=lambda position: (self.text.lemmas[position] != lemma, position)
        )
        return (positions[0], word) if positions else None

    def _match(
        self, text: Structure, hypothesis: Structure, verbs: Set[Link]
    ) -> StructureMatch | None:
        """Match two comparable structures, given the verbs whose clauses may correspond.

        Clauses without structures are compared as words.
        """
        with_structure = {structure.word for structure in self.structures}

        def clauses_correspond(text_word: int, word: int) -> bool:
            if word in with_structure:
                return (text_word, word) in verbs
            return self._correspond(text_word, word)

        links = [
            _linked(
                text, part, clauses_correspond if part.function == "clause" else self._correspond
            )
            for part in hypothesis.parts
        ]
        if not all(links):
            return None
        words = tuple(link for group in links for link in group)
        return StructureMatch(text, hypothesis, (text.word, hypothesis.word), words)

    def _verbs_are_similar(self, text: Structure, hypothesis: Structure) -> bool:
        return self._are_similar((text.lemma, "VERB"), (hypothesis.lemma, "VERB"))

    def _correspond(self, text_word: int, word: int) -> bool:
        return self._are_similar(
            (self.text.lemmas[text_word], self.text.pos[text_word]),
            (self.hypothesis.lemmas[word], self.hypothesis.pos[word]),
        ) or (self._coreference and text_word in self._referents_of(word))

    def _are_similar(self, text: tuple[str, str], hypothesis: tuple[str, str]) -> bool:
        if text[0] == hypothesis[0]:
            return True
        limit = self._max_distance
        return limit is not None and is_a_distance(text, hypothesis) <= limit

    def _equations(self) -> Iterator[tuple[int, int]]:
        """Yield subject and attribute of each "X is Y" without auxiliary or negation."""
        for structure in self.structures:
            functions = [(part.type, len(part.words)) for part in structure.parts]
            if (
                structure.lemma == "be"
                and len(structure.group) == 1
                and functions == [(("subject", ""), 1), (("attribute", ""), 1)]
            ):
                yield structure.parts[0].words[0], structure.parts[1].words[0]

    def _referents_of(self, word: int) -> frozenset[int]:
        return self._referents.get(word, frozenset())

    @cached_property
    def _referents(self) -> Mapping[int, frozenset[int]]:
        """The phrases of the text that each phrase of the hypothesis corefers with."""
        return {
            word: frozenset(referents)
            for referents, words in chains_across(self.text, self.hypothesis)
            for word in words
        }


def _linked(
    text: Structure, part: StructurePart, correspond: Callable[[int, int], bool]
) -> tuple[Link, ...]:
    """Link each word of a part to the first that it corresponds to; empty if one has none.

    It may correspond to words of the text's part of the same type.
    """
    text_words = [
        word for text_part in text.parts if text_part.type == part.type for word in text_part.words
    ]
    first = (
        next(((text_word, word) for text_word in text_words if correspond(text_word, word)), None)
        for word in part.words
    )
    links = tuple(link for link in first if link is not None)
    return links if len(links) == len(part.words) else ()
