"""Entailment rules between two templates."""

from dataclasses import dataclass
from hashlib import sha256

from rte_baselines.core.errors import InputError
from rte_baselines.rules.template import Template

ARROW = "=>"
"""What stands between the two sides of a written rule."""

_ID_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule from one template to another: a text that matches the left entails the right.

    A rule holds in one direction, under the same X and Y (szpektor2007 section 2.1). A
    paraphrase is two rules.

    Parameters
    ----------
    left, right : Template
        Different templates. "X lose to Y => Y beat X" has the same variables exchanged on the
        right: ``X <obj- beat -nsubj-> Y``.
    score : float
        The confidence in the rule, from 0 to 1.
    source : str
        What the rule comes from, such as ``dirt``; may be empty.

    Examples
    --------
    >>> rule = Rule(Template("X <nsubj- lose -obl:to-> Y"), Template("X <obj- beat -nsubj-> Y"))
    >>> print(rule)
    X <nsubj- lose -obl:to-> Y => X <obj- beat -nsubj-> Y
    >>> rule.right.phrase("Chelsea", "Liverpool")
    'Liverpool beat Chelsea'
    """

    left: Template
    right: Template
    score: float = 1.0
    source: str = ""

    def __post_init__(self) -> None:
        if self.left.text == self.right.text:
            raise InputError(f"rule {self}: both sides are the same; expected two templates")
        if not 0 <= self.score <= 1:
            raise InputError(f"rule {self}: the score {self.score!r} is not from 0 to 1")

    @property
    def sides(self) -> tuple[str, str]:
        """The left and the right side as text, the same for both names of the variables.

        "X buy Y => X own Y" and "Y buy X => Y own X" are one rule.
        """
        exchanged = self.left.swapped.text, self.right.swapped.text
        return min((self.left.text, self.right.text), exchanged)

    @property
    def id(self) -> str:
        """16 hexadecimal digits that identify both templates and the direction.

        Neither the score nor the source changes them, nor do other names of the variables.
        """
        written = f" {ARROW} ".join(self.sides)
        return sha256(written.encode()).hexdigest()[:_ID_DIGITS]

    @property
    def reverse(self) -> "Rule":
        """The rule from the right to the left, with the same score and source."""
        return Rule(self.right, self.left, self.score, self.source)

    @property
    def swapped(self) -> "Rule":
        """The same rule with X and Y exchanged on both sides."""
        return Rule(self.left.swapped, self.right.swapped, self.score, self.source)

    def __str__(self) -> str:
        return f"{self.left} {ARROW} {self.right}"
