"""Matches of templates in the dependencies of one snippet."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property, lru_cache

from rte_baselines.rules.dependencies import Dependencies
from rte_baselines.rules.template import VARIABLES, Template

Match = tuple[int, ...]
"""The position of each node of a template in a snippet; the first is that of X."""


class MatchedSnippet:
    """The dependencies of a snippet, prepared for many templates."""

    def __init__(self, dependencies: Dependencies) -> None:
        self.lemmas = dependencies.lemmas
        self._dependents: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
        self._heads: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
        for head, relation, dependent in dependencies.edges:
            self._dependents[head, relation].append(dependent)
            self._heads[dependent, relation].append(head)

    @cached_property
    def positions(self) -> dict[str, list[int]]:
        """The positions of each lemma."""
        positions: dict[str, list[int]] = {}
        for position, lemma in enumerate(self.lemmas):
            positions.setdefault(lemma, []).append(position)
        return positions

    def matches(self, template: Template) -> list[Match]:
        """Return the matches of a template, sorted.

        The template is a sub-tree of the dependencies (szpektor2007 section 3.1): each node is
        another word, with the lemma of the node unless it is X or Y, and each edge of the
        template is between them.
        """
        if not all(lemma in self.positions for lemma in template.lemmas):
            return []
        (start, _), *others = _order(template)
        found: list[dict[int, int]] = []
        for position in self.positions[template.words[start]]:
            found += self._extended({start: position}, others, template)
        return sorted(tuple(match[node] for node in range(len(template.words))) for match in found)

    def _extended(
        self, bound: dict[int, int], remaining: list[tuple[int, int]], template: Template
    ) -> Iterator[dict[int, int]]:
        """Yield the ways to bind the remaining nodes, each with a neighbour that is bound."""
        if not remaining:
            yield bound
            return
        (node, neighbour), *others = remaining
        word = template.words[node]
        for position in self._candidates(bound[neighbour], node, neighbour, template):
            has_lemma = word in VARIABLES or self.lemmas[position] == word
            if has_lemma and position not in bound.values():
                yield from self._extended({**bound, node: position}, others, template)

    def _candidates(
        self, position: int, node: int, neighbour: int, template: Template
    ) -> list[int]:
        if template.heads[node] == neighbour:
            return self._dependents.get((position, template.relations[node]), [])
        return self._heads.get((position, template.relations[neighbour]), [])


@lru_cache(maxsize=1 << 16)
def _order(template: Template) -> list[tuple[int, int]]:
    """Return all nodes from a lemma outwards, each with the neighbour that it follows."""
    start = template.words.index(template.lemmas[0])
    order = [(start, -1)]
    seen = {start}
    # The list grows by the neighbours of neighbours.
    for node, _ in order:
        for other, head in enumerate(template.heads):
            if other not in seen and (head == node or other == template.heads[node]):
                order.append((other, node))
                seen.add(other)
    return order
