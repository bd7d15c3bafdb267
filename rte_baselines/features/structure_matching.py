"""What makes a structure of the text match one of the hypothesis."""

from collections.abc import Callable, Iterator, Mapping, Set
from functools import cached_property
from itertools import product
from typing import NamedTuple

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.coreference import LAYERS as COREFERENCE_LAYERS
from rte_baselines.analysis.coreference import chains_across
from rte_baselines.features.predicate_argument_structures import (
    STRUCTURE_LAYERS,
    Part,
    Structure,
    structures_of,
)
from rte_baselines.lexicon.wordnet.is_a_distance import is_a_distance

MATCHING_LAYERS = (*STRUCTURE_LAYERS, *COREFERENCE_LAYERS)
"""The layers of analysis that matching reads."""

Link = tuple[int, int]
"""The positions of a word in the text and of one in the hypothesis that correspond."""


class Match(NamedTuple):
    """Two structures that match."""

    text: Structure
    hypothesis: Structure
    verbs: Link
    parts: tuple[Link, ...]
    """What the words of the hypothesis's parts correspond to."""


class Matcher:
    """Compares the structures of a text with those of a hypothesis.

    Parameters
    ----------
    text, hypothesis : Analysis
    max_distance : int, optional
        The most is-a links between similar words in WordNet; None asks for the same lemma.
    coreference : bool
        Whether words correspond also if their phrases corefer, or only if they are similar.
    """

    def __init__(
        self, text: Analysis, hypothesis: Analysis, *, max_distance: int | None, coreference: bool
    ) -> None:
        self.text_structures = structures_of(text)
        self.structures = structures_of(hypothesis)
        self._text, self._hypothesis = text, hypothesis
        self._max_distance = max_distance
        self._coreference = coreference

    def matches(self) -> list[Match]:
        """Return the structures that match, in the order of the hypothesis's.

        A clause corresponds to another one only if their structures match: those that match
        by their verbs are winnowed until all that their clauses need is among them.
        """
        candidates = [
            (other, structure)
            for structure, other in product(self.structures, self.text_structures)
            if self._verbs_are_similar(other, structure) and are_comparable(other, structure)
        ]
        while True:
            verbs = {(other.word, structure.word) for other, structure in candidates}
            found = [
                match
                for other, structure in candidates
                if (match := self._match(other, structure, verbs)) is not None
            ]
            if len(found) == len(candidates):
                return found
            candidates = [(match.text, match.hypothesis) for match in found]

    def matched_share(self) -> float:
        """Return the share of the hypothesis's structures that match; 0 if it has none."""
        matched = {match.verbs[1] for match in self.matches()}
        return len(matched) / max(len(self.structures), 1)

    def common_share(self) -> float:
        """Return the mean, over the hypothesis's structures, of what is in common; 0 of none.

        Of verb and parts, it is the share that the structure of the text has that has most.
        """
        shares = [
            max((self._likeness(other, one) for other in self.text_structures), default=0.0)
            for one in self.structures
        ]
        return sum(shares) / max(len(shares), 1)

    def equated(self) -> tuple[Link, Link] | None:
        """Return X and Y of an "X is Y" of the hypothesis, if they corefer in the text.

        That is, if one thing in the text is mentioned by an X' that corefers with X, and by a
        Y' that corefers with Y. Step 20 asks that "X' corefers with Y'", not that they be
        two phrases: one phrase will do ("President Bush", of "Bush is the president"), as
        it would where the thing is mentioned again.
        """
        for said, mentions in product(self._said_to_be(), self._things()):
            links = [self._most_alike(self._referents_of(word) & mentions, word) for word in said]
            if links[0] and links[1]:
                return links[0], links[1]
        return None

    def _things(self) -> list[frozenset[int]]:
        """Return the mentions of each thing in the text, of most things a single one."""
        chains = [frozenset(chain) for chain in self._text.layer("coreference")]
        in_chains = frozenset[int]().union(*chains)
        heads = (phrase.head for phrase in self._text.layer("noun_phrases"))
        return [*chains, *(frozenset({head}) for head in heads if head not in in_chains)]

    def _most_alike(self, text_words: frozenset[int], word: int) -> Link | None:
        """Link a word to the first of some with its lemma, or else to the first."""
        lemma = self._hypothesis.lemmas[word]
        places = sorted(text_words, key=lambda place: (self._text.lemmas[place] != lemma, place))
        return (places[0], word) if places else None

    def _likeness(self, text: Structure, hypothesis: Structure) -> float:
        met = [self._part_links(text, part) for part in hypothesis.parts]
        common = sum(map(bool, met)) + self._verbs_are_similar(text, hypothesis)
        return common / (1 + len(hypothesis.parts))

    def _match(self, text: Structure, hypothesis: Structure, verbs: Set[Link]) -> Match | None:
        """Match two comparable structures, their clauses by the verbs that match so far."""
        links = [
            self._clause_links(text, part, verbs)
            if part.function == "clause"
            else self._part_links(text, part)
            for part in hypothesis.parts
        ]
        if not all(links):
            return None
        words = tuple(link for of_part in links for link in of_part)
        return Match(text, hypothesis, (text.word, hypothesis.word), words)

    def _verbs_are_similar(self, text: Structure, hypothesis: Structure) -> bool:
        return self._are_similar((text.lemma, "VERB"), (hypothesis.lemma, "VERB"))

    def _part_links(self, text: Structure, part: Part) -> tuple[Link, ...]:
        """Return what the words of a part correspond to in a structure of the text.

        That is in the part of the same type; empty unless each word has something there.
        """
        return _linked(text, part, self._correspond)

    def _clause_links(self, text: Structure, part: Part, verbs: Set[Link]) -> tuple[Link, ...]:
        """Return what clauses correspond to; those without structure go by their verbs."""
        with_structure = {structure.word for structure in self.structures}

        def correspond(text_word: int, word: int) -> bool:
            if word in with_structure:
                return (text_word, word) in verbs
            return self._correspond(text_word, word)

        return _linked(text, part, correspond)

    def _correspond(self, text_word: int, word: int) -> bool:
        return self._are_similar(
            (self._text.lemmas[text_word], self._text.pos[text_word]),
            (self._hypothesis.lemmas[word], self._hypothesis.pos[word]),
        ) or (self._coreference and text_word in self._referents_of(word))

    def _are_similar(self, text: tuple[str, str], hypothesis: tuple[str, str]) -> bool:
        if text[0] == hypothesis[0]:
            return True
        limit = self._max_distance
        return limit is not None and is_a_distance(text, hypothesis) <= limit

    def _said_to_be(self) -> Iterator[Link]:
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
            for referents, words in chains_across(self._text, self._hypothesis)
            for word in words
        }


def are_comparable(text: Structure, hypothesis: Structure) -> bool:
    """Whether two structures have parts of the same types, and so as many.

    "Comparable structure means they both have subject(s) and/or argument(s)" (footnote 2),
    and "only PPAs that have the same type and the same number of constituents" (section 4).
    """
    return {part.type for part in text.parts} == {part.type for part in hypothesis.parts}


def _linked(
    text: Structure, part: Part, correspond: Callable[[int, int], bool]
) -> tuple[Link, ...]:
    """Link each word of a part to the first that it corresponds to; empty if one has none."""
    others = [other for one in text.parts if one.type == part.type for other in one.words]
    first = (
        next(((other, word) for other in others if correspond(other, word)), None)
        for word in part.words
    )
    links = tuple(link for link in first if link is not None)
    return links if len(links) == len(part.words) else ()
