"""What a snippet says of whom: predicates with their arguments, whatever the voice."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["verb", "copula", "apposition"]
"""What states the predication: a verb; "be" with an attribute; a noun beside a noun."""

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
"""The part that an argument plays in what happens, as far as a parse can tell."""

Tense = Literal["past", "present", "future", "none"]
"""When it happens: past of the past tense and of every perfect, "would have won" included, but
future of "will have won"; else future of "will" and "would"; "none" of infinitives and
participles alone."""

Modality = Literal["none", "possible", "necessary"]
"""What the modal of the verb group says: "none" without one, and of "will" and "would".

"Have to" above a verb makes it necessary; what one does not have to do is neither.
"""

Commitment = Literal[
    "factual", "reported", "believed", "potential", "conditional", "counterfactual"
]
"""How far the snippet vouches for what is said, by what it is embedded in."""


@dataclass(frozen=True)
class Argument:
    """Something that a predicate is said of, or the circumstances.

    Parameters
    ----------
    word : int
        The position of its head word: of the noun, of the adverb, or of a clause the word
        of its `Predication`. An argument that is missed where it should stand (the subject
        of "Ann hoped to win", the object of "the cup that Ann won") is the word that it
        refers to.
    function : {"subject", "object", "indirect_object", "attribute", "oblique", "clause", \
"adverb"}
        That of the active voice: the subject of a passive is an object, its "by" phrase a
        subject.
    role : Role
    marker : str
        The preposition, or the conjunction of a clause, in lower case; "where", "when",
        "why" or "how" of what such a word stands for, or could; empty without one.
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
        The position of the word that states it: the verb, or the copula. Of an apposition,
        the head of the noun phrase that is added.
    lemma : str
        That of the verb, with its particle ("give_up"); "be" of copulas and appositions.
    kind : {"verb", "copula", "apposition"}
    voice : {"active", "passive"}
        As it stands; the functions of the arguments are those of the active voice.
    group : tuple of int
        The positions of verb, auxiliaries, particle and negation, from left to right.
    arguments : tuple of Argument
        From left to right. Several have the same function where they are coordinated, or
        are obliques.
    """

    word: int
    lemma: str
    kind: Kind
    voice: Voice
    group: tuple[int, ...]
    arguments: tuple[Argument, ...]

    def of_function(self, function: Function) -> tuple[Argument, ...]:
        """Return the arguments that have a function, from left to right."""
        return tuple(argument for argument in self.arguments if argument.function == function)


@dataclass(frozen=True)
class Status:
    """Whether, when and how far what a predication says holds.

    Parameters
    ----------
    tense : {"past", "present", "future", "none"}
    modality : {"none", "possible", "necessary"}
    negated : bool
        By "not", "never", "without" and their like in its own clause, by a subject or object
        with "no", "nobody", "neither" and their like, by a subject with "not all", or by an
        oblique as in "by nobody" and "at no time did they". Twice negated is not negated. "Not
        only" and the "not" of "need not" do not count.
    commitment : {"factual", "reported", "believed", "potential", "conditional", "counterfactual"}
        By what embeds it: "Ann said", "Ann thinks", "Ann hopes to", "if", "Ann failed to".
        Questions, and what need not be done, are potential; what would have been, and what
        has yet to be done, is counterfactual. Of several, the one that vouches the least.
    embedded_by : int or None
        The position of the predicate, or of the noun, that it is the complement of ("Ann
        said that ...", "the claim that ...") or that it is an adverbial clause of, whether
        or not that changes the commitment; None of all other clauses.
    """

    tense: Tense
    modality: Modality
    negated: bool
    commitment: Commitment
    embedded_by: int | None

    @property
    def holds(self) -> bool:
        """Whether the snippet says that it is or was or will be so."""
        return not self.negated and self.modality != "possible" and self.commitment == "factual"


PhraseKind = Literal["name", "common", "pronoun"]


@dataclass(frozen=True)
class NounPhrase:
    """A noun phrase with all that depends on its head.

    Parameters
    ----------
    head : int
        The position of its head word.
    words : tuple of int
        The positions of the head with its modifiers, without clauses, appositions,
        conjuncts, punctuation and the preposition before it, from left to right.
    kind : {"name", "common", "pronoun"}
    """

    head: int
    words: tuple[int, ...]
    kind: PhraseKind
