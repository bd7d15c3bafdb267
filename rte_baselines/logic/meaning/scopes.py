"""Discourse representation structures in the making, and the referents of words in them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from rte_baselines.logic.drs import DRS, Condition, Disjunction, Negation
from rte_baselines.logic.formulas import Atom, Equal, Term, Variable

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
        others = (one for one in self._conditions if one not in self._local)
        return all(isinstance(one, Atom | Equal) or _is_inequality(one) for one in others)

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
        return tuple(one for one in new if isinstance(one, Atom) and one.arguments == (referent,))

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
        self._antecedents: dict[int, Bound] = {}
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

    def refer_back(self, word: int, variables: Variables, scope: Scope) -> None:
        """Make referents of an earlier snippet the antecedents of a word."""
        self._antecedents[word] = (variables, scope)

    def earlier(self, word: int) -> Bound | None:
        """Return the antecedents of a word in an earlier snippet."""
        return self._antecedents.get(word)

    def of_word(self, word: int, scope: Scope) -> Bound | None:
        """Return the latest referents of a word that can be used, with their scope."""
        return _usable(self._of_words.get(word, ()), scope)

    def of_chain(self, word: int, scope: Scope) -> Bound | None:
        """Return the latest referents of the chain of a word that can be used, with their scope."""
        chain = self._chain_of.get(word)
        return None if chain is None else _usable(self._of_chains.get(chain, ()), scope)

    def between(self, scope: Scope) -> Iterator[tuple[int, Bound]]:
        """Yield the words with referents that can be used, but are not of the outermost scope."""
        for word in self._of_words:
            found = self.of_word(word, scope)
            if found is not None and found[1] is not scope.root:
                yield word, found

    def of_root(self, root: Scope) -> Iterator[tuple[int, Variables]]:
        """Yield the words whose referents are of the outermost scope, with these."""
        for word in self._of_words:
            found = self.of_word(word, root)
            if found is not None:
                yield word, found[0]


def _usable(bound: Sequence[Bound], scope: Scope) -> Bound | None:
    latest = reversed(bound[-_SEARCHED:])
    return next((found for found in latest if scope.is_inside(found[1])), None)
