"""Axioms for captions, which describe one scene and hardly name anybody."""

from collections.abc import Iterable

from rte_baselines.logic.formulas import And, Atom, Iff, Implies, Predicate, Variable, universally
from rte_baselines.logic.knowledge.axiom_files import packaged_axioms
from rte_baselines.logic.problems import Axiom

_PREPOSITIONS = frozenset(
    "above across against along around at behind beneath beside between by during from in inside "
    "into near next_to on on_top_of onto outside over through to toward towards under with "
    "without".split()
)
_ROLES = ("agent", "patient")
_NOUN, _NAME = ".n", ".name"
# The variables of the axiom files, so that an axiom that is also in a file is the same formula.
_E, _X, _Y = Variable("E"), Variable("X"), Variable("Y")


def caption_axioms(predicates: Iterable[Predicate]) -> tuple[Axiom, ...]:
    """Return axioms for captions of pictures and films.

    ====================  ==========================================================================
    places                events and their participants are in the same places, as in
                          ``forall E, X, Y (agent(E, X) and on(E, Y) -> on(X, Y))``, and the other
                          way round: it makes no difference whether "on the stage" was attached to
                          a verb or to a noun
    names                 a noun that the parser takes for a name is the noun,
                          ``forall X (cereal.name(X) <-> cereal.n(X))``
    words                 those of ``captions.txt``, such as that a lady is a woman
    ====================  ==========================================================================

    They may be wrong where a text is about several times and places, or about people called Rose.

    Parameters
    ----------
    predicates : iterable of Predicate
        Of the text and of the hypothesis.

    Returns
    -------
    tuple of Axiom
        Those of the file, of names and of places, each in alphabetical order.
    """
    known = frozenset(predicates)
    nouns, names = (
        {name.removesuffix(end) for name, arity in known if arity == 1 and name.endswith(end)}
        for end in (_NOUN, _NAME)
    )
    relations = {name for name, arity in known if arity == 2}
    return (
        *packaged_axioms("captions.txt"),
        *map(_same_word, sorted(nouns & names)),
        *(
            axiom
            for preposition in sorted(relations & _PREPOSITIONS)
            for role in _ROLES
            if role in relations
            for axiom in _same_place(role, preposition)
        ),
    )


def _same_word(noun: str) -> Axiom:
    same = Iff(Atom(noun + _NAME, (_X,)), Atom(noun + _NOUN, (_X,)))
    return Axiom(f"caption: {noun}", universally(same), f"{noun} is no name (caption)")


def _same_place(role: str, preposition: str) -> tuple[Axiom, Axiom]:
    takes_part = Atom(role, (_E, _X))
    of_event, of_participant = (Atom(preposition, (place, _Y)) for place in (_E, _X))
    shown = preposition.replace("_", " ")
    return (
        Axiom(
            f"caption: {role}, {preposition}",
            universally(Implies(And((takes_part, of_event)), of_participant)),
            f"if an event is {shown} something, its {role} is {shown} it (caption)",
        ),
        Axiom(
            f"caption: {preposition}, {role}",
            universally(Implies(And((takes_part, of_participant)), of_event)),
            f"if the {role} of an event is {shown} something, the event is {shown} it (caption)",
        ),
    )
