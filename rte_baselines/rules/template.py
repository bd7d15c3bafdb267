"""Templates: dependency paths and sub-trees with the variables X and Y.

A template is written from X to Y::

    X <nsubj- acquire -obj-> Y
    X <nsubj- take[-obj-> part] -obl:in-> Y

``<nsubj-`` stands between a dependent and its head, ``-obj->`` between a head and its
dependent. Branches that are not between X and Y are in square brackets after their word,
separated by ``;``.

Words are lemmas in lower case; a particle is part of its verb ("take_over"). Relations are
those of Universal Dependencies, in the active voice and with prepositions, as
`rte_baselines.rules.dependencies` reads them from a parse.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.rules.tree import Tree, is_relation, refused_relation

_MOST_TOKENS = 200
"""The maximum number of tokens: more than a sentence gives, and few enough for recursion."""

VARIABLES = ("X", "Y")
"""The variables of a template, in the order in which it is written."""

_OTHER_VARIABLE = dict(zip(VARIABLES, VARIABLES[::-1], strict=True))

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<down>-[^\s\[\];<>|]+->)
        | (?P<up><[^\s\[\];<>|]+-)
        | (?P<mark>[\[\];])
        | (?P<word>[^\s\[\];<>]+)
        | (?P<other>\S)
    )""",
    re.VERBOSE,
)
_BRANCH = "["
_INNERMOST_BRANCHES = re.compile(r"\[[^\[\]]*\]")
_LEMMA = re.compile(r"(?!-)[^\s\[\];<>|]{1,80}")


@dataclass(frozen=True)
class Template:
    """A dependency tree with one node X and one node Y.

    Two templates are equal if they are the same tree, however they were written.

    Parameters
    ----------
    text : str
        The written form; the attribute has the branches of each word in a fixed order.

    Examples
    --------
    >>> template = Template("X <nsubj- acquire -obj-> Y")
    >>> template.words, template.heads
    (('X', 'acquire', 'Y'), (1, -1, 1))
    >>> template.phrase("IBM", "Lotus")
    'IBM acquire Lotus'
    """

    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", _TemplateReader(self.text).tree().written())

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The lemma or the variable of each node, in the order of the text: the first is X."""
        return tuple(self._tree.words)

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The head of each node; -1 for the root."""
        return tuple(self._tree.heads)

    @cached_property
    def relations(self) -> tuple[str, ...]:
        """The relation of each node to its head; empty for the root."""
        return tuple(self._tree.relations)

    @cached_property
    def _tree(self) -> Tree:
        """The tree of the text, with its nodes in that order."""
        return _TemplateReader(self.text).tree()

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The nodes X and Y."""
        return self.words.index("X"), self.words.index("Y")

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The words without the variables, in the order of the text."""
        return tuple(word for word in self.words if word not in VARIABLES)

    @cached_property
    def path(self) -> str:
        """The text without branches, which leads from X to Y."""
        text = self.text
        while _BRANCH in text:
            text = _INNERMOST_BRANCHES.sub("", text)
        return text

    @cached_property
    def swapped(self) -> "Template":
        """The same tree with X and Y exchanged."""
        words = [_OTHER_VARIABLE.get(word, word) for word in self._tree.words]
        return Template(Tree(words, self._tree.heads, self._tree.relations).written())

    @cached_property
    def oriented(self) -> "Template":
        """The same template for this one and for the one with X and Y exchanged."""
        return min(self, self.swapped, key=str)

    def phrase(self, x: str, y: str) -> str:
        """Return the template as a phrase for people, with strings for X and Y.

        Verbs are not inflected, as in szpektor2007 section 3.1 ("he seek bail").
        """
        given = dict(zip(VARIABLES, (x, y), strict=True))
        shown = [given.get(word, word.replace("_", " ")) for word in self.words]
        return Tree(shown, self._tree.heads, self._tree.relations).phrase()

    def __str__(self) -> str:
        return self.text


class _TemplateReader:
    """Reads the text of a template, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [
            (str(match.lastgroup), match[match.lastgroup or 0]) for match in _TOKEN.finditer(text)
        ]
        if len(self._tokens) > _MOST_TOKENS:
            raise InputError(
                f"template {quoted(text)}: has {len(self._tokens)} words and relations; expected "
                f"at most {_MOST_TOKENS}"
            )
        self._next = 0
        self._tree = Tree([], [], [])

    def tree(self) -> Tree:
        self._node()
        self._along()
        if self._next < len(self._tokens):
            raise self._error(f"{self._tokens[self._next][1]!r} is out of place")
        self._check()
        return self._tree

    def _node(self) -> int:
        """Read a word and its branches; return its number."""
        if self._peek() != "word":
            found = quoted(self._tokens[self._next][1]) if self._peek() else "the end"
            raise self._error(f"expected a lemma, X or Y, not {found}")
        word = self._tokens[self._next][1]
        self._next += 1
        is_lemma = _LEMMA.fullmatch(word) is not None and word == word.lower()
        if word not in VARIABLES and not is_lemma:
            raise self._error(
                f"{quoted(word)} is neither a variable, X or Y, nor a lemma in lower case"
            )
        node = len(self._tree.words)
        self._tree.words.append(word)
        self._tree.heads.append(-1)
        self._tree.relations.append("")
        if self._skip("["):
            self._branch(node)
            while self._skip(";"):
                self._branch(node)
            if not self._skip("]"):
                raise self._error("expected ] after the branches of a word")
        return node

    def _along(self, node: int = 0) -> None:
        """Read the edges and words that follow a node."""
        while self._peek() in ("up", "down"):
            node = self._edge(node)

    def _branch(self, node: int) -> None:
        self._along(self._edge(node))

    def _edge(self, node: int) -> int:
        """Read an edge and the node that it leads to; return that node."""
        if self._peek() not in ("up", "down"):
            raise self._error("expected a relation such as -obj-> or <nsubj-")
        kind, token = self._tokens[self._next]
        self._next += 1
        relation = token.removeprefix("<").removesuffix(">").strip("-")
        if not is_relation(relation):
            raise refused_relation(relation, f"template {quoted(self._text)}")
        other = self._node()
        head, dependent = (node, other) if kind == "down" else (other, node)
        if self._tree.heads[dependent] >= 0:
            raise self._error(f"{quoted(self._tree.words[dependent])} has two heads")
        self._tree.heads[dependent] = head
        self._tree.relations[dependent] = relation
        return other

    def _check(self) -> None:
        words = self._tree.words
        for variable in VARIABLES:
            if words.count(variable) != 1:
                times = "is missing" if variable not in words else "occurs more than once"
                raise self._error(f"the variable {variable} {times}")
        if len(words) == len(VARIABLES):
            raise self._error(
                "has no word besides X and Y, and so matches everything; expected a lemma"
            )

    def _peek(self) -> str:
        return self._tokens[self._next][0] if self._next < len(self._tokens) else ""

    def _skip(self, mark: str) -> bool:
        """Take a mark if it comes next; return whether it did."""
        comes_next = self._next < len(self._tokens) and self._tokens[self._next] == ("mark", mark)
        self._next += comes_next
        return comes_next

    def _error(self, problem: str) -> InputError:
        return InputError(f"template {quoted(self._text)}: {problem}")
