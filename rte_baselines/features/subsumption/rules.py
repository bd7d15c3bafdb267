"""Rewrite rules: what they look like, and how they are read.

A rule says that what is like its left hand side is also like its right hand side::

    sell(ARG0? X, ARG1 Y, ARG2? Z) -> buy(ARG0 Z, ARG1 Y, from X)

The head of ``rewrite_rules.txt`` explains how rules are written.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rte_baselines.features.subsumption.concept_graph import GENITIVE

_TOKEN = re.compile(r"\s*(<->|->|[(),?|]|[A-Za-z][\w'-]*|\S)")
_VARIABLE = re.compile(r"[A-Z]\d?")
_LEMMA = re.compile(r"[a-z][a-z_'-]*")
_ROLE = re.compile(rf"ARG[0-5]|AM-[A-Z]{{3}}|{GENITIVE}")
_ONE_WAY, _BOTH_WAYS = "->", "<->"


@dataclass(frozen=True)
class Pattern:
    """A node with its edges, as a rule has it: a variable, or what has one of some lemmas.

    Parameters
    ----------
    variable : str
        Empty where lemmas are given.
    lemmas : tuple of str
        Empty where a variable is given.
    edges : tuple of PatternEdge
    """

    variable: str
    lemmas: tuple[str, ...]
    edges: tuple["PatternEdge", ...]

    def parts(self) -> Iterator["Pattern"]:
        """Yield the pattern and all those below it."""
        yield self
        for edge in self.edges:
            yield from edge.target.parts()

    def variables(self) -> list[str]:
        """Return all variables, each as often as it stands there."""
        return [part.variable for part in self.parts() if part.variable]


@dataclass(frozen=True)
class PatternEdge:
    """An edge of a pattern.

    Parameters
    ----------
    name : str
        A semantic role, POSS, or a preposition.
    is_optional : bool
        Whether a body matches what lacks it.
    target : Pattern
    """

    name: str
    is_optional: bool
    target: Pattern


@dataclass(frozen=True)
class Rule:
    """A rewrite rule in one direction.

    Parameters
    ----------
    text : str
        As it is written.
    body, head : Pattern
        What is looked for, and what is then added.
    is_equivalence : bool
        Whether it holds in the other direction too, and so under negation.
    """

    text: str
    body: Pattern
    head: Pattern
    is_equivalence: bool


def read_rules(lines: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules that lines of text say, one of each line, two of those that go both ways.

    Parameters
    ----------
    lines : iterable of str
        What follows ``#`` is a comment; lines without anything else are skipped.

    Raises
    ------
    ValueError
        Naming the first line that is no rule, and what is wrong with it.
    """
    rules: list[Rule] = []
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                rules += _rules_of(text)
            except ValueError as error:
                raise ValueError(f"line {number}: {text!r}: {error}") from None
    return tuple(rules)


@cache
def shipped_rules() -> tuple[Rule, ...]:
    """Return the rules of ``rewrite_rules.txt``."""
    file = files("rte_baselines.features.subsumption").joinpath("rewrite_rules.txt")
    return read_rules(file.read_text("utf-8").splitlines())


def _rules_of(text: str) -> list[Rule]:
    sides = re.split(rf"\s*({_BOTH_WAYS}|{_ONE_WAY})\s*", text)
    if len(sides) != 3:
        raise ValueError("expected two sides with one -> or <-> between them")
    left, arrow, right = sides
    body, head = _Reader(left).pattern(), _Reader(right).pattern()
    is_equivalence = arrow == _BOTH_WAYS
    rules = [_checked(Rule(text, body, head, is_equivalence))]
    if is_equivalence:
        rules.append(_checked(Rule(text, head, body, is_equivalence)))
    return rules


def _checked(rule: Rule) -> Rule:
    """Return the rule, if it can be applied.

    Raises
    ------
    ValueError
        Saying why not.
    """
    variables = rule.body.variables()
    twice = next((one for one in variables if variables.count(one) > 1), None)
    if twice is not None:
        raise ValueError(f"{twice} stands twice on the side that is looked for")
    unbound = next((one for one in rule.head.variables() if one not in variables), None)
    if unbound is not None:
        raise ValueError(f"{unbound} is on one side only")
    if any(len(part.lemmas) > 1 for part in rule.head.parts()):
        raise ValueError("only one lemma can be added; | is for the side that is looked for")
    if rule.head.variable and rule.head.variable != rule.body.variable:
        raise ValueError("a side that begins with a variable must follow one with the same")
    if not rule.head.edges or not (rule.body.edges or rule.body.lemmas):
        raise ValueError("both sides need edges, such as buy(ARG1 X)")
    return rule


class _Reader:
    """Reads one side of a rule, from left to right."""

    def __init__(self, text: str) -> None:
        self._tokens: Sequence[str] = _TOKEN.findall(text)
        self._next = 0

    def pattern(self) -> Pattern:
        """Read the whole side."""
        pattern = self._pattern()
        if self._next < len(self._tokens):
            raise ValueError(f"{self._tokens[self._next]!r} is one too many")
        return pattern

    def _pattern(self) -> Pattern:
        variable, lemmas = self._term()
        edges = []
        if self._skip("("):
            edges.append(self._edge())
            while self._skip(","):
                edges.append(self._edge())
            if not self._skip(")"):
                raise ValueError(f"expected , or ) before {self._peek()}")
        return Pattern(variable, lemmas, tuple(edges))

    def _term(self) -> tuple[str, tuple[str, ...]]:
        token = self._take("a lemma in lower case or a variable such as X")
        if _VARIABLE.fullmatch(token):
            return token, ()
        lemmas = [token]
        while self._skip("|"):
            lemmas.append(self._take("a lemma"))
        wrong = next((lemma for lemma in lemmas if not _LEMMA.fullmatch(lemma)), None)
        if wrong is not None:
            raise ValueError(f"{wrong!r} is neither a lemma in lower case nor a variable such as X")
        return "", tuple(lemmas)

    def _edge(self) -> PatternEdge:
        name = self._take("a role such as ARG0 or a preposition")
        if not (_ROLE.fullmatch(name) or _LEMMA.fullmatch(name)):
            raise ValueError(
                f"{name!r} is neither ARG0 to ARG5, AM-TMP and its like, POSS nor a preposition"
            )
        return PatternEdge(name.replace("_", " "), self._skip("?"), self._pattern())

    def _peek(self) -> str:
        return repr(self._tokens[self._next]) if self._next < len(self._tokens) else "the end"

    def _take(self, expected: str) -> str:
        if self._next == len(self._tokens):
            raise ValueError(f"ends where {expected} is expected")
        self._next += 1
        return self._tokens[self._next - 1]

    def _skip(self, token: str) -> bool:
        """Take a token if it comes next, and say whether it did."""
        comes_next = self._next < len(self._tokens) and self._tokens[self._next] == token
        self._next += comes_next
        return comes_next
