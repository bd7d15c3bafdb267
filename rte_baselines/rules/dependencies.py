"""The dependencies of a snippet, and the matches of templates in them.

Dependencies are those of Universal Dependencies, changed as follows:

- Verbs have the arguments of the layer ``predications``: those of passives are in the active
  voice, relative pronouns are replaced by the noun that they stand for, and coordinated verbs
  and nouns share subjects and arguments.
- A preposition or conjunction is part of the relation, as in enhanced Universal Dependencies:
  ``obl:in_front_of``, ``nmod:of``, ``advcl:after``, ``xcomp:to``.
- The predicate of a copula, and the common noun of an apposition, is the head of its subject:
  ``nsubj:cop`` is the relation in "IBM is the owner of Lotus" and in "IBM, owner of Lotus,".
- A particle is part of its verb: "take_over".
- Function words and punctuation have no dependencies, and neither have words without a letter,
  except that numbers depend on their nouns.

A word may have several heads, as "Ann" in "Ann came and left".
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.predicates.predications import Argument, Predication
from rte_baselines.rules.template import VARIABLES, Template

LAYERS = (*PARSE_LAYERS, "predications")
"""The layers of analysis that dependencies are read from."""

COPULA = "nsubj:cop"
"""The relation of a subject to a noun or adjective that is predicated of it."""

_OF_FUNCTION = MappingProxyType(
    {"subject": "nsubj", "object": "obj", "indirect_object": "iobj", "attribute": "xcomp"}
)
_ADJUNCTS = ("oblique", "clause", "adverb")
_OF_NOUNS = ("nmod", "compound", "amod", "nummod", "acl", "advmod")
_CLAUSES_WITHOUT_MARKER = ("ccomp", "csubj")
_WITH_MARKER = frozenset({"nmod", "acl"})
_WORD = re.compile(r"[\w.'&-]{1,40}")
_LETTER = re.compile(r"[^\W\d_]")
_MARKER = re.compile(r"[^\W_][\w'.-]{0,40}")


class Dependency(NamedTuple):
    """An edge between two words of a snippet, by their positions."""

    head: int
    relation: str
    dependent: int


class Dependencies(NamedTuple):
    """The lemmas and dependencies of a snippet.

    There is one lemma for each word, and verbs have their particle; edges are sorted and do not
    repeat.
    """

    lemmas: list[str]
    edges: list[Dependency]


def dependencies_of(analysis: Analysis) -> Dependencies:
    """Return the dependencies of a snippet.

    The analysis has the layers in `LAYERS`, or an analyzer that provides them.
    """
    tree = DependencyTree(analysis)
    predications = analysis.layer("predications")
    lemmas = list(tree.lemmas)
    for predication in predications:
        if predication.kind == "verb":
            lemmas[predication.word] = predication.lemma
    edges = set(_of_predications(tree, predications))
    heads_of_verbs = {edge[::2] for edge in edges}
    edges |= {
        edge
        for edge in _of_nouns(tree)
        # A participle is the head of the noun that it modifies.
        if (edge.dependent, edge.head) not in heads_of_verbs
    }
    kept = (edge for edge in edges if _is_kept(edge, lemmas))
    return Dependencies(lemmas, sorted(kept))


def _of_predications(
    tree: DependencyTree, predications: Sequence[Predication]
) -> Iterator[Dependency]:
    copulas = [predication for predication in predications if predication.kind == "copula"]
    predicates = predicated(copulas, tree.pos)
    for predication in predications:
        if predication.kind != "verb":
            yield from _of_attributes(tree, predication)
        if predication.kind == "apposition":
            continue
        # The adjuncts of "be" belong to what is predicated.
        is_copula = predication.kind == "copula"
        head = predicates.get(predication.word, predication.word) if is_copula else predication.word
        for argument in predication.arguments:
            if predication.kind == "verb" or argument.function in _ADJUNCTS:
                word = predicates.get(argument.word, argument.word)
                yield Dependency(head, _relation(tree, argument), word)


def predicated(predications: Sequence[Predication], parts: Sequence[str]) -> dict[int, int]:
    """Return the words that stand for copulas and appositions in the dependencies.

    The result has the position of each predicated word, by the position of the word that
    predicates it. Copulas with a prepositional phrase stand for themselves and are left out.
    `parts` are the parts of speech of the snippet's words.
    """
    found = {}
    for predication in predications:
        for attribute in predication.of_function("attribute")[:1]:
            if predication.kind == "apposition":
                subject = predication.of_function("subject")[0]
                found[predication.word] = _noun_and_name(subject.word, attribute.word, parts)[0]
            elif predication.kind == "copula" and not attribute.marker:
                found[predication.word] = attribute.word
    return found


def _noun_and_name(subject: int, attribute: int, parts: Sequence[str]) -> tuple[int, int]:
    """Return the predicate of an apposition, its common noun if it has one, and the subject."""
    if parts[attribute] == "PROPN" and parts[subject] != "PROPN":
        return subject, attribute
    return attribute, subject


def _of_attributes(tree: DependencyTree, predication: Predication) -> Iterator[Dependency]:
    """Yield the subjects of each attribute: of "be" if the attribute has a preposition.

    The name is the subject of the common noun in an apposition, whichever comes first.
    """
    arguments = predication.of_function
    for subject, attribute in product(arguments("subject"), arguments("attribute")):
        if predication.kind == "apposition":
            noun, name = _noun_and_name(subject.word, attribute.word, tree.pos)
            yield Dependency(noun, COPULA, name)
        elif attribute.marker:
            yield Dependency(predication.word, "nsubj", subject.word)
            yield Dependency(predication.word, _marked("obl", attribute.marker), attribute.word)
        else:
            yield Dependency(attribute.word, COPULA, subject.word)


def _relation(tree: DependencyTree, argument: Argument) -> str:
    """Return the relation of an argument to its predicate."""
    if argument.function == "adverb":
        return "advmod"
    if argument.function == "oblique":
        return _marked("obl", argument.marker)
    if argument.function != "clause":
        return _OF_FUNCTION[argument.function]
    # A copula is attached to what it predicates, which heads the clause.
    is_copula = tree.is_in(argument.word, "cop")
    clause = tree.heads[argument.word] if is_copula else argument.word
    base = tree.relations[clause].partition(":")[0]
    if base in _CLAUSES_WITHOUT_MARKER:
        return base
    return _marked(base if base == "xcomp" else "advcl", argument.marker)


def _of_nouns(tree: DependencyTree) -> Iterator[Dependency]:
    """Yield the dependencies of nouns and adjectives as they are in the tree."""
    for word, head in enumerate(tree.heads):
        base, _, subtype = tree.relations[word].partition(":")
        is_of_noun = head >= 0 and base in _OF_NOUNS and tree.pos[head] != "VERB"
        if is_of_noun and subtype not in ("relcl", "prt"):
            is_marked = not subtype and base in _WITH_MARKER
            relation = _marked(base, tree.marker(word)) if is_marked else tree.relations[word]
            yield Dependency(head, relation, word)


def _marked(relation: str, marker: str) -> str:
    """Return a relation with its preposition or conjunction, such as ``obl:out_of``."""
    marker = "_".join(marker.split())
    return f"{relation}:{marker}" if _MARKER.fullmatch(marker) else relation


def _is_kept(edge: Dependency, lemmas: list[str]) -> bool:
    """Whether both ends of an edge are words, or the dependent is the number of a noun."""
    head, dependent = lemmas[edge.head], lemmas[edge.dependent]
    ends = [head] if edge.relation == "nummod" else [head, dependent]
    is_clean = _WORD.fullmatch(head) and _WORD.fullmatch(dependent)
    return bool(is_clean and edge.head != edge.dependent and all(map(_LETTER.search, ends)))


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
        for place, head in enumerate(template.heads):
            if place not in seen and (head == node or place == template.heads[node]):
                order.append((place, node))
                seen.add(place)
    return order
