"""The referents of the noun phrases of a text, and of its coreference chains."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from rte_baselines.logic.formulas import Variable
from rte_baselines.logic.meaning.scopes import Scope

# Referents that were introduced in closed scopes are of no more use. Without a limit, a long chain
# with many of them would be searched again for each of its phrases.
_SEARCHED = 30

Variables = tuple[Variable, ...]
"""One variable, or several for a plural whose individuals are told apart."""

Bound = tuple[Variables, Scope]
"""The referents of a word, with the scope that they were introduced in."""


class Referents:
    """The referents of words, and which of them can be used from a scope.

    Parameters
    ----------
    chains : iterable of sequence of int
        The positions of the heads of coreferent phrases.
    earlier : Referents or None
        The referents of an earlier snippet, whose variables are not to be used again.
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
