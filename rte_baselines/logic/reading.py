r"""A readable notation of formulas, close to TPTP's, and its reader.

========================================  ======================================================
``dog.n(X)``, ``chase.v(rex, X)``, ``p``  a predicate of variables and constants, or of nothing
``X = rex``, ``X != rex``                 the same individual, or not
``~ F``                                   negation
``F & G``, ``F | G``                      conjunction, disjunction; not mixed without parentheses
``F => G``, ``F <=> G``                   implication, equivalence; not chained
``! [X, Y] : F``, ``? [X, Y] : F``        for all, there are; F is an atom or in parentheses
``$true``, ``$false``                     truth and falsehood
========================================  ======================================================

Variables begin with a capital letter. Names of predicates and constants begin with another letter
or a digit, and have letters, digits, ``_``, ``.`` and ``-``; any other name is in single quotes, in
which ``\'`` is a quote and ``\\`` a backslash. All formulas that `to_tptp` writes can be read.
"""

import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.logic.formulas import (
    FALSE,
    TRUE,
    And,
    Atom,
    Constant,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Term,
    Variable,
)

_TOKEN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<operator><=>|=>|!=|[~&|=!?()\[\]:,]|\$true|\$false)
  | (?P<name>[^\W_](?:[\w.\-]*\w)?)
  | '(?P<quoted>(?:[^'\\]|\\['\\])+)'
    """,
    re.VERBOSE,
)
_END = "the end"
_DEEPEST = 100
"""How many parts of a formula may be inside each other."""


_Item = TypeVar("_Item")


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


def read_formula(text: str) -> Formula:
    """Return the formula that is written in the notation of this module.

    Its free variables are those that no quantifier binds.

    Raises
    ------
    InputError
        If the text is not a formula, or if more than 100 of its parts are inside each other; the
        message gives the column, from 1.
    """
    return _FormulaReader(text).whole()


def _tokens_of(text: str) -> list[_Token]:
    tokens = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise InputError(
                f"column {position + 1}: {quoted(text[position:])} is not part of a formula; put "
                "unusual names in single quotes"
            )
        kind = str(match.lastgroup)
        if kind != "space":
            tokens.append(_Token(kind, match[kind], position + 1))
        position = match.end()
    return [*tokens, _Token("end", _END, len(text) + 1)]


class _FormulaReader:
    """Reads tokens from left to right by recursive descent."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens_of(text)
        self._position = 0
        self._open = 0

    def whole(self) -> Formula:
        formula = self._formula()
        if self._next.kind != "end":
            raise self._unexpected("the end, or parentheses around the part before it")
        return formula

    @property
    def _next(self) -> _Token:
        return self._tokens[self._position]

    def _take(self) -> _Token:
        token = self._next
        self._position += 1
        return token

    def _taken(self, operator: str) -> bool:
        """Whether the next token is this operator, which is then taken."""
        found = self._next.kind == "operator" and self._next.text == operator
        self._position += found
        return found

    def _expect(self, operator: str) -> None:
        if not self._taken(operator):
            raise self._unexpected(repr(operator))

    def _unexpected(self, expected: str) -> InputError:
        token = self._next
        found = token.text if token.kind == "end" else quoted(token.text)
        return InputError(f"column {token.column}: {found}, where {expected} is expected")

    def _formula(self) -> Formula:
        left = self._junction()
        if self._taken("=>"):
            return Implies(left, self._junction())
        if self._taken("<=>"):
            return Iff(left, self._junction())
        return left

    def _junction(self) -> Formula:
        parts = [self._unary()]
        for operator, kind in (("&", And), ("|", Or)):
            while self._taken(operator):
                parts.append(self._unary())
            if len(parts) > 1:
                return kind(tuple(parts))
        return parts[0]

    def _unary(self) -> Formula:
        self._open += 1
        if self._open > _DEEPEST:
            raise InputError(
                f"column {self._next.column}: more than {_DEEPEST} parts of the formula are inside "
                "each other"
            )
        formula = self._one()
        self._open -= 1
        return formula

    def _one(self) -> Formula:
        if self._taken("~"):
            return Not(self._unary())
        if self._taken("!"):
            return self._quantified(ForAll)
        if self._taken("?"):
            return self._quantified(Exists)
        if self._taken("("):
            formula = self._formula()
            self._expect(")")
            return formula
        if self._taken("$true"):
            return TRUE
        if self._taken("$false"):
            return FALSE
        return self._atom()

    def _quantified(self, kind: Callable[[tuple[Variable, ...], Formula], Formula]) -> Formula:
        self._expect("[")
        variables = self._listed(self._variable, "]")
        self._expect(":")
        return kind(variables, self._unary())

    def _listed(self, item: Callable[[], _Item], end: str) -> tuple[_Item, ...]:
        items = [item()]
        while self._taken(","):
            items.append(item())
        self._expect(end)
        return tuple(items)

    def _variable(self) -> Variable:
        if not _is_variable(self._next):
            raise self._unexpected("a variable, which begins with a capital letter,")
        return Variable(self._take().text)

    def _atom(self) -> Formula:
        first = self._next
        if first.kind not in ("name", "quoted"):
            raise self._unexpected("a formula")
        term = self._term()
        if self._taken("="):
            return Equal(term, self._term())
        if self._taken("!="):
            return Not(Equal(term, self._term()))
        if isinstance(term, Variable):
            raise self._unexpected(f"'=' or '!=' after the variable {term.name}")
        return Atom(term.name, self._listed(self._term, ")") if self._taken("(") else ())

    def _term(self) -> Term:
        if _is_variable(self._next):
            return self._variable()
        if self._next.kind == "name":
            return Constant(self._take().text)
        if self._next.kind == "quoted":
            return Constant(re.sub(r"\\(.)", r"\1", self._take().text))
        raise self._unexpected("a variable or a constant")


def _is_variable(token: _Token) -> bool:
    return token.kind == "name" and token.text[0].isupper()
