"""Reading rewrite rules.

If the left-hand side of a rule (its body) matches a text, the right-hand side (its head) is
added::

    sell(ARG0? X, ARG1 Y, ARG2? Z) -> buy(ARG0 Z, ARG1 Y, from X)

The header of ``rewrite_rules.txt`` explains the notation.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rte_baselines.features.subsumption.concept_graph import GENITIVE
from rte_baselines.rules.rule_base import Notation

_TOKEN = re.compile(r"\s*(<->|->|[(),?|]|[A-Za-z][\w'-]*|\S)")
_VARIABLE = re.compile(r"[A-Z]\d?")
_LEMMA = re.compile(r"[a-z][a-z_'-]*")
_ROLE = re.compile(rf"ARG[0-5]|AM-[A-Z]{{3}}|{GENITIVE}")

# The roles of the relations of templates.
_ROLES = {"nsubj": "ARG0", "obj": "ARG1", "iobj": "ARG2"}


@dataclass(frozen=True)
class Pattern:
    """A node of a rule with its edges: a variable, or a node with one of some lemmas.

    Either the variable or the lemmas are empty.
    """

    variable: str
    lemmas: tuple[str, ...]
    edges: tuple["PatternEdge", ...]

    def parts(self) -> Iterator["Pattern"]:
        """Yield the pattern and all patterns below it."""
        yield self
        for edge in self.edges:
            yield from edge.target.parts()

    def variables(self) -> list[str]:
        """Return all variables, as often as they occur."""
        return [part.variable for part in self.parts() if part.variable]


@dataclass(frozen=True)
class PatternEdge:
    """An edge of a pattern.

    `name`: a semantic role, POSS, or a preposition. `is_optional`: whether a body also matches
    nodes without the edge.
    """

    name: str
    is_optional: bool
    target: Pattern


@dataclass(frozen=True)
class RewriteRule:
    """A rewrite rule in one direction.

    `text`: its line. `body`, `head`: the pattern to match, and the one that is added.
    `is_equivalence`: whether the rule holds in both directions, and therefore under negation too.
    """

    text: str
    body: Pattern
    head: Pattern
    is_equivalence: bool


def read_rules(lines: Iterable[str]) -> tuple[RewriteRule, ...]:
    """Read one rule from each line, or two from each equivalence.

    Comments begin with ``#``; blank lines are skipped.
    """
    rules: list[RewriteRule] = []
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                rules += _rules_of(text)
            except ValueError as error:
                raise ValueError(f"line {number}: {text!r}: {error}") from None
    return tuple(rules)


@cache
def shipped_rules() -> tuple[RewriteRule, ...]:
    """Return the rules of ``rewrite_rules.txt``."""
    file = files("rte_baselines.features.subsumption").joinpath("rewrite_rules.txt")
    return read_rules(file.read_text("utf-8").splitlines())


def _rules_of(text: str) -> list[RewriteRule]:
    written = re.split(r"\s*(<->|->)\s*", text)
    if len(written) != 3:
        raise ValueError("expected two sides with one -> or <-> between them")
    left, arrow, right = written
    body, head = _side(left), _side(right)
    if arrow == "->":
        return [_checked(RewriteRule(text, body, head, is_equivalence=False))]
    both_ways = (body, head), (head, body)
    return [_checked(RewriteRule(text, *sides, is_equivalence=True)) for sides in both_ways]


def _checked(rule: RewriteRule) -> RewriteRule:
    """Return the rule if it can be applied."""
    variables = rule.body.variables()
    twice = next((variable for variable in variables if variables.count(variable) > 1), None)
    if twice is not None:
        raise ValueError(f"{twice} occurs twice on the side that is matched")
    in_head = rule.head.variables()
    unbound = next((variable for variable in in_head if variable not in variables), None)
    if unbound is not None:
        raise ValueError(f"{unbound} is on one side only")
    if any(len(part.lemmas) > 1 for part in rule.head.parts()):
        raise ValueError("only one lemma can be added; | is for the side that is matched")
    if rule.head.variable and rule.head.variable != rule.body.variable:
        raise ValueError("a side that begins with a variable must follow one with the same")
    if not rule.head.edges or not (rule.body.edges or rule.body.lemmas):
        raise ValueError(
            "one side has no edge; expected a rule such as sell(ARG1 X) -> own(ARG1 X)"
        )
    return rule


def _side(text: str) -> Pattern:
    """Read one side of a rule."""
    tokens = deque(_TOKEN.findall(text))
    pattern = _pattern(tokens)
    if tokens:
        raise ValueError(f"unexpected {tokens[0]!r} at the end")
    return pattern


def _pattern(tokens: deque[str]) -> Pattern:
    """Read a pattern, whose tokens are taken away."""
    variable, lemmas = _term(tokens)
    edges = []
    if _skip(tokens, "("):
        edges.append(_edge(tokens))
        while _skip(tokens, ","):
            edges.append(_edge(tokens))
        if not _skip(tokens, ")"):
            following = repr(tokens[0]) if tokens else "the end"
            raise ValueError(f"expected , or ) before {following}")
    return Pattern(variable, lemmas, tuple(edges))


def _term(tokens: deque[str]) -> tuple[str, tuple[str, ...]]:
    token = _take(tokens, "a lemma in lower case or a variable such as X")
    if _VARIABLE.fullmatch(token):
        return token, ()
    lemmas = [token]
    while _skip(tokens, "|"):
        lemmas.append(_take(tokens, "a lemma"))
    wrong = next((lemma for lemma in lemmas if not _LEMMA.fullmatch(lemma)), None)
    if wrong is not None:
        raise ValueError(f"{wrong!r} is neither a lemma in lower case nor a variable such as X")
    return "", tuple(lemmas)


def _edge(tokens: deque[str]) -> PatternEdge:
    name = _take(tokens, "a role such as ARG0 or a preposition")
    if not (_ROLE.fullmatch(name) or _LEMMA.fullmatch(name)):
        raise ValueError(
            f"{name!r} is not a role (ARG0 to ARG5, AM-TMP and so on), POSS or a preposition"
        )
    return PatternEdge(name.replace("_", " "), _skip(tokens, "?"), _pattern(tokens))


def _take(tokens: deque[str], expected: str) -> str:
    if not tokens:
        raise ValueError(f"ends where {expected} is expected")
    return tokens.popleft()


def _skip(tokens: deque[str], token: str) -> bool:
    """Take a token if it comes next; return whether it did."""
    comes_next = bool(tokens) and tokens[0] == token
    if comes_next:
        tokens.popleft()
    return comes_next


def _written(verb: str, relations: tuple[str, str]) -> str:
    """Return a side in the notation of rewrite rules; empty if that cannot write it."""
    first, second = map(_role, relations)
    is_plain = verb.replace("_", "").replace("-", "").isalpha() and verb.isascii()
    are_roles = first and second and first != second
    return f"{verb}({first} X, {second} Y)" if is_plain and are_roles else ""


def _role(relation: str) -> str:
    preposition = relation.removeprefix("obl:")
    if preposition != relation:
        return preposition if preposition.replace("_", "").isalpha() else ""
    return _ROLES.get(relation, "")


NOTATION = Notation(_written, _rules_of)
"""The notation, for the rules of rule bases."""
