"""What the construction of a discourse representation structure reads and keeps."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.predicates.clauses import is_negation
from rte_baselines.analysis.predicates.embedding import Embedding
from rte_baselines.analysis.predicates.predications import Predication
from rte_baselines.analysis.predicates.verb_groups import VerbGroups, head_of
from rte_baselines.logic.drs import DRS
from rte_baselines.logic.formulas import Variable
from rte_baselines.logic.meaning.lexicon import words
from rte_baselines.logic.meaning.quantifiers import Quantifiers
from rte_baselines.logic.meaning.scopes import Referents, Scope
from rte_baselines.logic.meaning.unasserted import opening_words

LAYERS = (
    *PARSE_LAYERS,
    *("words", "predications", "coreference", "numbers", "entity_labels", "entity_starts"),
)
"""The layers of the analysis that the construction reads."""

_WITH_MEANING = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "PRON"})
_NO_TAGS = frozenset({"WP", "WP$", "WDT", "WRB", "EX", "CC"})

Reading = Literal["assertion", "goal"]
"""What is done with words that are not understood: left out, or kept; see `interpret`."""

Rest: TypeAlias = Callable[[Scope, Variable], None]
"""What is said of an individual or an event, in the scope where it is said."""


@dataclass(frozen=True)
class Context:
    """What is known of a snippet besides its words."""

    shared_phrases: frozenset[str] = frozenset()
    """Conditions of phrases that are not understood, but are in the other snippet of a pair, too.

    They mean the same there, and are kept.
    """
    is_of_pair: bool = False
    """Whether conditions that follow from its words are added; see `interpret_pair`."""
    has_partitive: bool = False
    """Whether the text has a partitive phrase, such as "half of the dogs"."""


class Discourse:
    """A snippet with its parse, its referents, and what was not understood."""

    def __init__(
        self, analysis: Analysis, reading: Reading, referents: Referents, context: Context
    ) -> None:
        self.tree = DependencyTree(analysis)
        self.words = analysis.words
        self.labels = analysis.entity_labels
        self.entities = analysis.entity_starts.cumsum().tolist()
        predications: tuple[Predication, ...] = analysis.layer("predications")
        self.predications = {
            head_of(self.tree, one): one for one in predications if one.kind != "apposition"
        }
        self.groups = VerbGroups(self.tree, predications)
        self.embedding = Embedding(self.tree, predications, self.groups)
        self.quantifiers = Quantifiers(self.tree)
        self.referents = referents
        self.reading = reading
        self.context = context
        self.unread_phrases: set[str] = set()
        """The conditions of the phrases that are not understood, whether kept or left out."""
        self.presupposed: list[DRS] = []
        """That somebody or something has the properties that names and the like state."""
        self.not_understood: set[int] = set()
        self._opening = opening_words(self.tree)
        self._read: set[int] = set()

    def keeps_unknown(self, scope: Scope) -> bool:
        """Whether a condition that is not understood is kept in a scope.

        It is kept if it makes a goal stronger or an assertion weaker.
        """
        return (self.reading == "goal") != scope.is_downward

    def adds_implied_conditions(self, scope: Scope) -> bool:
        """Whether a scope can have conditions that follow from those of its words.

        They help to prove something, and are of no use in a goal.
        """
        is_asserted = self.reading == "assertion" and not scope.is_downward
        return self.context.is_of_pair and is_asserted and not scope.prefix

    def read(self, *words: int) -> None:
        """Mark words as covered by conditions."""
        self._read.update(words)

    def read_conjunction(self, clause: int) -> None:
        """Mark the conjunction of a clause as covered by conditions."""
        for one in self.tree.dependents(clause, "mark", "cc", "advmod"):
            self.read(*(word for word in self.subtree(one) if word in self._opening))

    def read_preposition(self, noun: int) -> None:
        """Mark a preposition such as "instead of" as covered by conditions."""
        for one in self.tree.dependents(noun, "case"):
            if self.tree.norms[one] in words("replacing"):
                self.read(*self.subtree(one))

    def read_phrase(self, noun: int) -> None:
        """Mark a noun and its quantifier as covered by conditions."""
        tree = self.tree
        self.read(noun)
        for one in tree.dependents(noun, "det", "nummod", "cc:preconj"):
            self.read(*self.subtree(one))
        for one in tree.dependents(noun, "amod", "advmod"):
            if tree.norms[one] in words("quantities") | words("most") | words("both") | {"not"}:
                self.read(*self.subtree(one))

    def unread(self, sentence: Iterable[int]) -> list[int]:
        """Return the words of a sentence that no condition covers."""
        known = self._read | self.not_understood | self.quantifiers.consumed
        return [word for word in sentence if word not in known and self._has_meaning(word)]

    def is_operator(self, word: int) -> bool:
        """Whether a word changes the meaning of all around it: a negation, "every", "if"."""
        listed = ("negative", "universal", "free_choice", "few", "most")
        is_listed = any(self.tree.norms[word] in words(heading) for heading in listed)
        return is_listed or word in self._opening or is_negation(self.tree, word)

    def _has_meaning(self, word: int) -> bool:
        tree = self.tree
        if word in self._opening:
            return True
        is_empty = tree.is_in(word, "expl", "fixed", "goeswith", "discourse")
        if is_empty or tree.tags[word] in _NO_TAGS or tree.pos[word] in ("ADP", "SCONJ"):
            return False
        return tree.pos[word] in _WITH_MEANING or self.is_operator(word)

    def unknown(self, scope: Scope, word: int, *arguments: Variable) -> None:
        """Leave out a word with all below it, or keep it as an atom of what it is about."""
        subtree = self.subtree(word)
        self.not_understood.update(subtree)
        spelled = " ".join(self.tree.norms[one] for one in subtree)
        phrase = f"{self.tree.relations[word]}: {spelled}"
        self.unread_phrases.add(phrase)
        if self.keeps_unknown(scope) or phrase in self.context.shared_phrases:
            scope.say(phrase, *arguments)

    def subtree(self, word: int) -> list[int]:
        """Return a word and all words below it, from left to right."""
        below = [word]
        for one in below:
            below.extend(self.tree.dependents(one))
        return sorted(below)

    def chain(self, word: int) -> Sequence[int]:
        """Return the words that corefer with a word, itself included."""
        return self.referents.chain(word)

    def spelled(self, positions: Iterable[int]) -> str:
        """Return the norms of some words, joined by underscores."""
        return "_".join(self.tree.norms[word] for word in positions)


def relation_name(marker: str) -> str:
    """Return the name of the relation of a preposition or a conjunction."""
    return marker.replace(" ", "_")
