"""Linguistic rewriting rules, instantiated for the complex nominals and appositions of a pair.

References
----------
Hodges, Clark, Fowler and Moldovan 2006, "Applying COGEX to recognize textual entailment", sections
4.2 and 5.3.
"""

from collections.abc import Iterable, Iterator, Mapping

from rte_baselines.logic.formulas import (
    And,
    Atom,
    Constant,
    Exists,
    ForAll,
    Formula,
    Implies,
    Or,
    Term,
    Variable,
    free_variables,
)
from rte_baselines.logic.logic_forms.forms import NOMINAL, AtomKind, FormAtom, LogicForm
from rte_baselines.logic.problems import Axiom

# The rules of longer nominals, such as lists that are parsed as one, would be of no use.
_MOST_MEMBERS = 8
_DESCRIBING: tuple[AtomKind, ...] = ("noun", "entity", "grouping", "modifier", "preposition")


def decomposition_axioms(text: LogicForm, hypothesis: LogicForm) -> tuple[Axiom, ...]:
    """Return the axioms by which a part of a complex nominal stands for the whole.

    - What a noun of a complex nominal of the text says holds of the nominal: an "opinion poll" is a
      "poll", and, as the paper says, an "opinion" too. The same holds of coordinated nouns.
    - Each noun of a complex nominal of the hypothesis stands for the nominal: a "poll" of the text
      is the "opinion poll" of the hypothesis. The paper writes this axiom for the text's nominals,
      where it proves nothing more. For coordinated nouns, which it does not show, it is left out.

    Returns
    -------
    tuple of Axiom
        All unsound, so that their use has a penalty.
    """
    found: dict[str, Axiom] = {}
    for form in (text, hypothesis):
        for group in form.atoms:
            if group.kind == "grouping" and len(group.atom.arguments) <= 1 + _MOST_MEMBERS:
                axiom = _decomposing(form, group) if form is text else _completing(form, group)
                if axiom is not None:
                    found.setdefault(axiom.name, axiom)
    return tuple(found.values())


def apposition_axioms(text: LogicForm) -> tuple[Axiom, ...]:
    """Return the axioms that identify the noun phrases of an apposition in the text.

    For "Ghazi Yawar, a Sunni Muslim", whoever is Ghazi Yawar is a Sunni Muslim, and the other way
    round. A year right before a noun is the time of the noun's event: the "1998 election" is in
    1998.

    Parameters
    ----------
    text : LogicForm
        The grounded logic form of the text. Other individuals that occur in the description of a
        noun phrase remain constants of the text.
    """
    axioms = []
    for first, second in text.appositions:
        for one, other in ((first, second), (second, first)):
            axiom = _identifying(text, one, other)
            if axiom is not None:
                axioms.append(axiom)
    for year, noun in text.years:
        axioms += _dating(text, year, noun)
    # Of equal ones, which repeated appositions give, one is enough.
    return tuple({axiom.name: axiom for axiom in axioms}.values())


def _decomposing(form: LogicForm, group: FormAtom) -> Axiom | None:
    """Return the axiom that the nouns of the members of a group also describe the group."""
    whole, *members = group.atom.arguments
    said = [part.atom for one in members for part in form.about(one, "noun", "entity", "grouping")]
    nouns = _nouns_of(form, members)
    if not nouns:
        return None
    name = " ".join(map(_word, nouns))
    body = _lifted([*said, group.atom])
    return Axiom(
        f"decomposition: {name}",
        _quantified(
            Implies(And(tuple(body)), And(tuple(_lifted([_with(a, whole) for a in said]))))
        ),
        f"each noun of {name!r} describes the whole",
    )


def _completing(form: LogicForm, group: FormAtom) -> Axiom | None:
    """Return the axiom that each noun of a complex nominal implies the whole nominal."""
    members = group.atom.arguments[1:]
    nouns = _nouns_of(form, members)
    if group.atom.predicate != NOMINAL or len(nouns) < 2:
        return None
    name = " ".join(map(_word, nouns))
    one = Variable("x")
    of_one = tuple(dict.fromkeys(Atom(noun.predicate, (one,)) for noun in nouns))
    every = Atom(NOMINAL, (one,) * len(group.atom.arguments))
    return Axiom(
        f"completion: {name}",
        ForAll((one,), Implies(Or(of_one), And((*of_one, every)))),
        f"a noun of {name!r} stands for the whole",
    )


def _nouns_of(form: LogicForm, members: Iterable[Term]) -> list[Atom]:
    return [part.atom for member in members for part in form.about(member, "noun")]


def _identifying(text: LogicForm, one: Term, other: Term) -> Axiom | None:
    """Return the axiom that who or what is one noun phrase is the other one, too."""
    described = _description(text, one, "noun", "grouping")
    said = [part.atom for part in text.about(other, *_DESCRIBING)]
    nouns = _nouns(_description(text, other, "noun", "grouping"))
    if not described or not said:
        return None
    members = {term for atom in said if atom.predicate == NOMINAL for term in atom.arguments[1:]}
    said += [part.atom for member in members for part in text.about(member, "noun", "entity")]
    # The nouns of the nominal are new individuals, as in the paper.
    new = {term: Variable(f"new {term.name}") for term in sorted(members)}
    head = And(tuple(_renamed(_with(atom, one, other), new) for atom in said))
    body = [_renamed(atom, _variables(described)) for atom in described]
    conclusion = _renamed_all(head, _variables(described))
    if new:
        conclusion = Exists(tuple(new.values()), conclusion)
    names = [" ".join(map(_word, some)) for some in (_nouns(described), nouns)]
    return Axiom(
        f"apposition: {one.name} {other.name}",
        _quantified(Implies(And(tuple(body)), conclusion)),
        f"{names[0]!r} is {names[1]!r}, which is beside it",
    )


def _dating(text: LogicForm, year: Term, noun: Term) -> Iterator[Axiom]:
    for first in text.about(year, "noun"):
        for second in text.about(noun, "noun"):
            when, what = Variable("x"), Variable("y")
            body = And((_with(first.atom, when), _with(second.atom, what)))
            relations = And((Atom("in.in", (what, when)), Atom("temporal.sr", (when, what))))
            words = f"{_word(first.atom)} {_word(second.atom)}"
            yield Axiom(
                f"year: {words}",
                ForAll((when, what), Implies(body, relations)),
                f"the {words!r} is in {_word(first.atom)}",
            )


def _description(text: LogicForm, term: Term, *kinds: AtomKind) -> list[Atom]:
    """Return the atoms of a noun phrase that say which individual it is."""
    own = [part.atom for part in text.about(term, *kinds)]
    members = [member for atom in own if atom.predicate == NOMINAL for member in atom.arguments[1:]]
    return [part.atom for member in members for part in text.about(member, "noun")] + own


def _nouns(atoms: Iterable[Atom]) -> list[Atom]:
    return [atom for atom in atoms if len(atom.arguments) == 1]


def _word(atom: Atom) -> str:
    return atom.predicate.rpartition(".")[0]


def _with(atom: Atom, term: Term, old: Term | None = None) -> Atom:
    """Return an atom with another first argument, or with another term in place of an old one."""
    if old is None:
        return Atom(atom.predicate, (term, *atom.arguments[1:]))
    arguments = (term if argument == old else argument for argument in atom.arguments)
    return Atom(atom.predicate, tuple(arguments))


def _variables(atoms: Iterable[Atom]) -> dict[Term, Variable]:
    return {term: Variable(f"the {term.name}") for atom in atoms for term in atom.arguments}


def _renamed(atom: Atom, new: Mapping[Term, Variable]) -> Atom:
    return Atom(atom.predicate, tuple(new.get(term, term) for term in atom.arguments))


def _renamed_all(conjunction: And, new: dict[Term, Variable]) -> Formula:
    atoms = (part for part in conjunction.parts if isinstance(part, Atom))
    return And(tuple(_renamed(atom, new) for atom in atoms))


def _lifted(atoms: list[Atom]) -> list[Atom]:
    """Return atoms with variables in place of constants."""
    terms = {term for atom in atoms for term in atom.arguments if isinstance(term, Constant)}
    return [_renamed(atom, {term: Variable(term.name) for term in terms}) for atom in atoms]


def _quantified(formula: Formula) -> Formula:
    free = free_variables(formula)
    return ForAll(tuple(sorted(free)), formula) if free else formula
