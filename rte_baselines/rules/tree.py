"""Trees of templates: their relations, and how they are written as a template and as a phrase.

The relations are those that `rte_baselines.rules.dependencies` reads from a parse. A template with
any other relation would match nothing, and is refused.
"""

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted

# Relations that a parse has, but that templates have under another name.
_WRITTEN_OTHERWISE = MappingProxyType(
    {
        "nsubj:pass": "obj",
        "obl:agent": "nsubj",
        "aux:pass": "no relation, as templates are in the active voice",
        "compound:prt": "part of the verb, as in take_over",
        "cop": "nsubj:cop, between the subject and the predicate of a copula",
        "case": "part of the relation, as in obl:in",
        "mark": "part of the relation, as in advcl:after",
        "fixed": "part of the relation, as in obl:because_of",
        "appos": "nsubj:cop, from the common noun to the name",
        "conj": "no relation, as coordinated words have the same heads and dependents",
        "acl:relcl": "the relation of the noun in the relative clause, such as nsubj",
    }
)
_RELATIONS = frozenset(
    """acl advcl advmod amod ccomp compound csubj iobj nmod nsubj nummod obj obl xcomp""".split()
)

# Where dependents stand, from left to right, around their head.
_BEFORE = ("csubj", "nsubj", "nmod:poss", "nummod", "amod", "compound")
_AFTER = ("iobj", "obj", "xcomp", "nmod", "acl", "advmod", "obl", "ccomp", "advcl")
_POSSESSIVE = "nmod:poss"
_COPULA = "nsubj:cop"
_WITH_MARKERS = frozenset({"nmod", "obl", "acl", "advcl", "xcomp"})
_NO_MARKER = "unmarked"


class Tree:
    """The nodes of a template in any order; words are lemmas, variables, or what stands for them.

    The head of the root is -1, and its relation is not used.
    """

    def __init__(self, words: list[str], heads: list[int], relations: list[str]) -> None:
        self.words, self.heads, self.relations = words, heads, relations

    def written(self) -> str:
        """Return the tree as the text of a template, from X to Y."""
        neighbours: list[list[tuple[int, str]]] = [[] for _ in self.words]
        for node, (head, relation) in enumerate(zip(self.heads, self.relations, strict=True)):
            if head >= 0:
                neighbours[head].append((node, f"-{relation}->"))
                neighbours[node].append((head, f"<{relation}-"))
        return self._from(self.words.index("X"), -1, neighbours)[0]

    def _from(
        self, node: int, came_from: int, neighbours: list[list[tuple[int, str]]]
    ) -> tuple[str, bool]:
        """Write a node, its branches and, last, what leads to Y; return whether there is Y."""
        branches, following, has_y = [], "", self.words[node] == "Y"
        for neighbour, edge in neighbours[node]:
            if neighbour != came_from:
                written, leads_to_y = self._from(neighbour, node, neighbours)
                if leads_to_y:
                    following, has_y = f" {edge} {written}", True
                else:
                    branches.append(f"{edge} {written}")
        inside = f"[{'; '.join(sorted(branches))}]" if branches else ""
        return f"{self.words[node]}{inside}{following}", has_y

    def phrase(self) -> str:
        """Return the words in the order of English, uninflected and in the active voice."""
        return " ".join(self._phrase(self.heads.index(-1)))

    def _phrase(self, node: int) -> list[str]:
        """Return the words of a node and of everything below it."""
        dependents = [child for child, head in enumerate(self.heads) if head == node]
        before = [child for child in dependents if _rank(self.relations[child], _BEFORE) >= 0]
        after = [child for child in dependents if child not in before]
        before.sort(key=lambda child: _rank(self.relations[child], _BEFORE))
        after.sort(key=lambda child: _rank(self.relations[child], _AFTER))
        words = []
        for child in before:
            words += self._with_marker(child)
            if self.relations[child] == _COPULA:
                words.append("be")
        words.append(self.words[node])
        for child in after:
            words += self._with_marker(child)
        return words

    def _with_marker(self, node: int) -> list[str]:
        """Return a dependent with its preposition, conjunction or possessive ending."""
        words = self._phrase(node)
        if self.relations[node] == _POSSESSIVE:
            return [*words[:-1], f"{words[-1]}'s"]
        base, _, marker = self.relations[node].partition(":")
        is_marked = base in _WITH_MARKERS and marker not in ("", _NO_MARKER)
        return [*marker.split("_"), *words] if is_marked else words


def _rank(relation: str, order: Sequence[str]) -> int:
    """Return the place of a relation, or else of its base, in an order; -1 if it has none."""
    known = (name for name in (relation, relation.partition(":")[0]) if name in order)
    return next(map(order.index, known), -1)


@lru_cache(maxsize=1 << 10)
def is_relation(relation: str) -> bool:
    """Whether templates can have a relation, such as ``nsubj`` or ``obl:in_front_of``."""
    return relation not in _WRITTEN_OTHERWISE and relation.partition(":")[0] in _RELATIONS


def refused_relation(relation: str, where: str) -> InputError:
    """Return the error about a relation that templates cannot have; `where` begins the message."""
    instead = _WRITTEN_OTHERWISE.get(relation)
    if instead is not None:
        return InputError(f"{where}: {relation} is written as {instead}")
    known = ", ".join(sorted(_RELATIONS))
    return InputError(f"{where}: {quoted(relation)} is no relation; known are {known}")
