"""Data structures of predicates with their arguments, their statuses, and noun phrases."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["verb", "copula", "apposition"]
"""The form of a predication: a verb, "be" with an attribute, or a noun beside a noun."""

Voice = Literal["active", "passive"]

Function = Literal[
    "subject", "object", "indirect_object", "attribute", "oblique", "clause", "adverb"
]
"""The grammatical function that an argument has, or would have in the active voice."""

Role = Literal[
    "agent",
    "theme",
    "recipient",
    "attribute",
    "content",
    "location",
    "time",
    "manner",
    "cause",
    "purpose",
    "instrument",
    "company",
    "other",
]
"""The semantic role of an argument, as far as a parse shows it."""

Tense = Literal["past", "present", "future", "none"]
"""The tense of a verb group.

"past" includes every perfect, "would have won" too, but not "will have won". "future" includes
"will" and "would". Infinitives and participles without an auxiliary have "none".
"""

Modality = Literal["none", "possible", "necessary"]
"""The modality of a verb group; "none" without a modal, and with "will" and "would".

"Have to" above a verb makes it necessary. "Do not have to" has the modality "none".
"""

Commitment = Literal[
    "factual", "reported", "believed", "potential", "conditional", "counterfactual"
]
"""The commitment of the snippet to a clause, by what the clause is embedded in."""


@dataclass(frozen=True)
class Argument:
    """An argument or adjunct of a predicate.

    Parameters
    ----------
    word : int
        The position of its head: a noun, an adverb, or the `word` of the `Predication` of a
        clause. A gap (the subject of "win" in "Ann hoped to win", the object of "won" in "the
        cup that Ann won") is filled by the word that it refers to.
    function : {"subject", "object", "indirect_object", "attribute", "oblique", "clause", \
"adverb"}
        The function in the active voice: the subject of a passive is an object, its "by"
        phrase a subject.
    role : Role
    marker : str
        The preposition, or the conjunction of a clause, in lower case; empty if there is none.
        For an argument that a relative adverb stands for or could stand for, it is "where",
        "when", "why" or "how".
    """

    word: int
    function: Function
    role: Role
    marker: str = ""


@dataclass(frozen=True)
class Predication:
    """A predicate with its arguments.

    Parameters
    ----------
    word : int
        The position of the predicating word: the verb, the copula, or the head of the
        apposition.
    lemma : str
        The lemma of the verb with its particle ("give_up"); "be" for copulas and appositions.
    kind : {"verb", "copula", "apposition"}
    voice : {"active", "passive"}
        The voice in the snippet; the functions of the arguments are those of the active voice.
    group : tuple of int
        The positions of verb, auxiliaries, particle and negation, from left to right.
    arguments : tuple of Argument
        From left to right. Coordinated arguments and obliques can have the same function.
    """

    word: int
    lemma: str
    kind: Kind
    voice: Voice
    group: tuple[int, ...]
    arguments: tuple[Argument, ...]

    def of_function(self, function: Function) -> tuple[Argument, ...]:
        """Return the arguments with a function, from left to right."""
        return tuple(argument for argument in self.arguments if argument.function == function)


@dataclass(frozen=True)
class Status:
    """The tense, modality, polarity and veridicality of a predication.

    Parameters
    ----------
    tense : {"past", "present", "future", "none"}
    modality : {"none", "possible", "necessary"}
    negated : bool
        Whether it is negated: by words such as "not", "never" or "without" in its clause, by
        a subject or object with words such as "no", "nobody" or "neither", by a subject with
        "not all", or by an oblique as in "by nobody" and "at no time did they". Two negations
        cancel out. "Not only" and the "not" of "need not" do not count.
    commitment : {"factual", "reported", "believed", "potential", "conditional", "counterfactual"}
        The commitment by the word that embeds it: "Ann said", "Ann thinks", "Ann hopes to", "if",
        "Ann failed to". Questions and "need not" are potential; "would have" and "have yet
        to" are counterfactual. If several commitments apply, the weakest one counts.
    embedded_by : int or None
        The position of the predicate or noun that it is the complement of ("Ann said that
        ...", "the claim that ...") or an adverbial clause of, whether or not that changes the
        commitment. None for all other clauses.
    """

    tense: Tense
    modality: Modality
    negated: bool
    commitment: Commitment
    embedded_by: int | None

    @property
    def holds(self) -> bool:
        """Whether it is asserted: factual, not negated and not merely possible."""
        return not self.negated and self.modality != "possible" and self.commitment == "factual"


PhraseKind = Literal["name", "common", "pronoun"]


@dataclass(frozen=True)
class NounPhrase:
    """A noun phrase.

    Parameters
    ----------
    head : int
        The position of its head.
    words : tuple of int
        The positions of the head and its modifiers, from left to right. Clauses,
        appositions, conjuncts, punctuation and the preposition before the phrase are
        excluded.
    kind : {"name", "common", "pronoun"}
    """

    head: int
    words: tuple[int, ...]
    kind: PhraseKind
