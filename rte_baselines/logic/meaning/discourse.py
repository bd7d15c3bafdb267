"""What the construction of a discourse representation structure reads and keeps.

Scopes are structures in the making, with the referents of words; the discourse is the snippet.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.predicates.clauses import is_negation
from rte_baselines.analysis.predicates.embedding import Embedding
from rte_baselines.analysis.predicates.predications import Predication
from rte_baselines.analysis.predicates.verb_groups import VerbGroups, head_of
from rte_baselines.logic.drs import DRS, Condition, Disjunction, Negation
from rte_baselines.logic.formulas import Atom, Equal, Term, Variable
from rte_baselines.logic.meaning.lexicon import opening_words, words
from rte_baselines.logic.meaning.parses import subtree
from rte_baselines.logic.meaning.quantifiers import Quantifiers

LAYERS = (
    *PARSE_LAYERS,
    *("words", "predications", "coreference", "numbers", "entity_labels", "entity_starts"),
)
"""The layers of the analysis that the construction reads."""

_WITH_MEANING = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "PRON"})
_NO_TAGS = frozenset({"WP", "WP$", "WDT", "WRB", "EX", "CC"})

Reading = Literal["assertion", "goal"]
"""What is done with words that are not understood: left out, or kept; see `interpret`."""

# Referents that were introduced in closed scopes are of no more use. Without a limit, a long chain
# with many of them would be searched again for each of its phrases.
_SEARCHED = 30

Variables = tuple[Variable, ...]
"""One variable, or several for a plural whose individuals are told apart."""


class Scope:
    """A structure that grows, inside the structures whose referents it can use.

    It is flipped if stronger conditions in it make the outer structure weaker, as under a negation
    and in the antecedent of an implication. Its commitment is the reason why its conditions are
    not asserted, such as "reported"; empty if there is none besides those of the outer scopes.
    """

    def __init__(
        self, outer: "Scope | None" = None, *, is_flipped: bool = False, commitment: str = ""
    ) -> None:
        self.outer = outer
        self.commitment = commitment
        self.root: Scope = self if outer is None else outer.root
        # Whether an odd number of the scopes from the root to this one are flipped.
        self.is_downward: bool = is_flipped != (outer is not None and outer.is_downward)
        # Makes predicates of unasserted conditions different from asserted ones.
        own = f"{commitment}:" if commitment else ""
        self.prefix: str = own if outer is None else outer.prefix + own
        self.depth: int = 0 if outer is None else outer.depth + 1
        self._referents: dict[Variable, None] = {}
        self._conditions: dict[Condition, None] = {}
        self._local: set[Condition] = set()

    def introduce(self, referent: Variable) -> None:
        """Add a referent."""
        self._referents[referent] = None

    def add(self, condition: Condition) -> None:
        """Add a condition, unless it is there."""
        self._conditions[condition] = None

    def add_local(self, condition: Condition) -> None:
        """Add a negation that is a property of an individual or event, such as "without music".

        A scope with such conditions is still flat: a possible life without music is a possible
        individual that is without music.
        """
        self._local.add(condition)
        self.add(condition)

    def say(self, predicate: str, *terms: Term) -> None:
        """Add an atom, whose predicate gets the prefix."""
        self.add(Atom(self.prefix + predicate, terms))

    @contextmanager
    def negated(self) -> Iterator["Scope"]:
        """Add the negation of what is said in a scope."""
        inner = Scope(self, is_flipped=True)
        yield inner
        self.add(Negation(inner.drs()))

    def say_any(self, choices: Sequence[int], say: "Callable[[int, Scope], None]") -> None:
        """Add a disjunction of what is said of each of some words, in a scope of its own."""
        parts = []
        for word in choices:
            inner = Scope(self)
            say(word, inner)
            parts.append(inner.drs())
        self.add(Disjunction(tuple(parts)))

    def relate(self, role: str, event: Term, participant: Term) -> None:
        """Relate a participant to an event, without the prefix, which the event already has.

        The places of unasserted events do get the prefix, by `say`, as no participant need be
        there.
        """
        self.add(Atom(role, (event, participant)))

    @property
    def is_flat(self) -> bool:
        """Whether no condition is a structure, except for those of `add_local`.

        Inequalities do not count as structures, because they hold in any case.
        """
        others = (condition for condition in self._conditions if condition not in self._local)
        return all(isinstance(other, Atom | Equal) or _is_inequality(other) for other in others)

    def absorb(self, other: "Scope") -> None:
        """Add all referents and conditions of another scope."""
        self._referents |= other._referents
        self._conditions |= other._conditions
        self._local |= other._local

    def mark(self) -> int:
        """Return a mark of the conditions so far, for `drop_since`."""
        return len(self._conditions)

    def properties_since(self, mark: int, referent: Variable) -> tuple[Condition, ...]:
        """Return the atoms after a mark whose only argument is a referent."""
        new = list(self._conditions)[mark:]
        return tuple(
            atom for atom in new if isinstance(atom, Atom) and atom.arguments == (referent,)
        )

    def drop_since(self, mark: int, *, flat: bool) -> None:
        """Drop the conditions after a mark that are structures; flat ones, too, if asked."""
        for condition in list(self._conditions)[mark:]:
            if flat or not isinstance(condition, Atom | Equal):
                del self._conditions[condition]

    def is_inside(self, other: "Scope") -> bool:
        """Whether this scope can use the referents of another."""
        scope: Scope | None = self
        while scope is not None and scope is not other:
            scope = scope.outer
        return scope is other

    def drs(self) -> DRS:
        """Return the structure as it is now."""
        return DRS(tuple(self._referents), tuple(self._conditions))


def _is_inequality(condition: Condition) -> bool:
    if not isinstance(condition, Negation):
        return False
    negated = condition.body.conditions
    return len(negated) == 1 and isinstance(negated[0], Equal) and not condition.body.referents


Rest: TypeAlias = Callable[[Scope, Variable], None]
"""What is said of an individual or an event, in the scope where it is said."""

Bound = tuple[Variables, Scope]
"""The referents of a word, with the scope that they were introduced in."""


class Referents:
    """The referents of words, and which of them can be used from a scope.

    Chains are of the positions of the heads of coreferent phrases. The variables of an earlier
    snippet are not used again.
    """

    def __init__(self, chains: Iterable[Sequence[int]], earlier: "Referents | None" = None) -> None:
        self._chains = [tuple(chain) for chain in chains]
        self._chain_of = {
            word: number for number, chain in enumerate(self._chains) for word in chain
        }
        self._of_words: defaultdict[int, list[Bound]] = defaultdict(list)
        self._of_chains: defaultdict[int, list[Bound]] = defaultdict(list)
        self.antecedents: dict[int, Bound] = {}
        """The referents of an earlier snippet that words refer to."""
        self._numbers: defaultdict[str, int] = defaultdict(int)
        if earlier is not None:
            self._numbers |= earlier._numbers

    def new(self, letter: str) -> Variable:
        """Return a variable that was never returned before: the letter with a number."""
        self._numbers[letter] += 1
        return Variable(f"{letter}{self._numbers[letter]}")

    def bind(self, word: int, variables: Variables, scope: Scope) -> None:
        """Make variables the referents of a word, which were introduced in a scope."""
        self._of_words[word].append((variables, scope))
        if word in self._chain_of:
            self._of_chains[self._chain_of[word]].append((variables, scope))

    def chain(self, word: int) -> tuple[int, ...]:
        """Return the words that corefer with a word, itself included."""
        return self._chains[self._chain_of[word]] if word in self._chain_of else (word,)

    def of_word(self, word: int, scope: Scope) -> Bound | None:
        """Return the latest referents of a word that can be used, with their scope."""
        return _usable(self._of_words.get(word, ()), scope)

    def of_chain(self, word: int, scope: Scope) -> Bound | None:
        """Return the latest referents of the chain of a word that can be used, with their scope."""
        chain = self._chain_of.get(word)
        return None if chain is None else _usable(self._of_chains.get(chain, ()), scope)

    def usable_from(self, scope: Scope) -> Iterator[tuple[int, Bound]]:
        """Yield the words with referents that can be used, with these and their scope."""
        for word in self._of_words:
            found = self.of_word(word, scope)
            if found is not None:
                yield word, found


def _usable(bound: Sequence[Bound], scope: Scope) -> Bound | None:
    latest = reversed(bound[-_SEARCHED:])
    return next((found for found in latest if scope.is_inside(found[1])), None)


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
            head_of(self.tree, predication): predication
            for predication in predications
            if predication.kind != "apposition"
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
        for dependent in self.tree.dependents(clause, "mark", "cc", "advmod"):
            self.read(*(word for word in self.subtree(dependent) if word in self._opening))

    def read_preposition(self, noun: int) -> None:
        """Mark a preposition such as "instead of" as covered by conditions."""
        for preposition in self.tree.dependents(noun, "case"):
            if self.tree.norms[preposition] in words("replacing"):
                self.read(*self.subtree(preposition))

    def read_phrase(self, noun: int) -> None:
        """Mark a noun and its quantifier as covered by conditions."""
        tree = self.tree
        self.read(noun)
        for dependent in tree.dependents(noun, "det", "nummod", "cc:preconj"):
            self.read(*self.subtree(dependent))
        listed = words("quantities") | words("most") | words("both") | {"not"}
        for dependent in tree.dependents(noun, "amod", "advmod"):
            if tree.norms[dependent] in listed:
                self.read(*self.subtree(dependent))

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
        is_empty = tree.is_in(word, "expl", "fixed", "goeswith", "discourse")
        is_empty |= tree.tags[word] in _NO_TAGS or tree.pos[word] in ("ADP", "SCONJ")
        has_meaning = tree.pos[word] in _WITH_MEANING or self.is_operator(word)
        return word in self._opening or (has_meaning and not is_empty)

    def unknown(self, scope: Scope, word: int, *arguments: Variable) -> None:
        """Leave out a word with all below it, or keep it as an atom of what it is about."""
        subtree = self.subtree(word)
        self.not_understood.update(subtree)
        spelled = " ".join(self.tree.norms[node] for node in subtree)
        phrase = f"{self.tree.relations[word]}: {spelled}"
        self.unread_phrases.add(phrase)
        if self.keeps_unknown(scope) or phrase in self.context.shared_phrases:
            scope.say(phrase, *arguments)

    def subtree(self, word: int) -> list[int]:
        """Return a word and all words below it, from left to right."""
        return subtree(self.tree, word)

    def spelled(self, positions: Iterable[int]) -> str:
        """Return the norms of some words, joined by underscores."""
        return "_".join(self.tree.norms[word] for word in positions)


def different(first: Variable, second: Variable) -> Negation:
    """Return that two individuals are not the same."""
    return Negation(DRS((), (Equal(first, second),)))


def relation_name(marker: str) -> str:
    """Return the name of the relation of a preposition or a conjunction."""
    return marker.replace(" ", "_")
