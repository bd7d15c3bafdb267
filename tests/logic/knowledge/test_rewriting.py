import pytest

from rte_baselines.logic.forward_chaining import facts_from, rules_of
from rte_baselines.logic.knowledge.abduction_axioms import apposition_axioms, decomposition_axioms
from rte_baselines.logic.knowledge.axiom_files import packaged_axioms
from rte_baselines.logic.logic_forms.forms import FormAtom, LogicForm
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.problems import Axiom
from rte_baselines.logic.reading import read_formula

KINDS = {"n": "noun", "nnc": "grouping", "cc": "grouping", "ne": "entity", "a": "modifier"}
NOTHING = LogicForm(())


def written(*atoms, appositions=(), years=()):
    """A logic form as it is written in the paper."""
    read = [read_formula(atom) for atom in atoms]
    kinds = [KINDS[atom.predicate.rpartition(".")[2]] for atom in read]
    named = {term.name: term for atom in read for term in atom.arguments}
    return LogicForm(
        tuple(FormAtom(atom, kind) for atom, kind in zip(read, kinds, strict=True)),
        tuple((named[one], named[other]) for one, other in appositions),
        tuple((named[one], named[other]) for one, other in years),
    )


def formulas(axioms):
    return [to_unicode(axiom.formula) for axiom in axioms]


def derived(form, axioms):
    facts = facts_from([Axiom("text", form.formula()), *axioms])
    return {to_unicode(fact.atom) for fact in facts if fact.rule != "text"}


def test_the_axioms_for_an_opinion_poll():
    # Section 4.2: the first axiom from the text's nominal, the second from the hypothesis's.
    poll = "opinion.n(x1)", "poll.n(x2)", "nn.nnc(x3, x1, x2)"
    assert formulas(decomposition_axioms(written(*poll), NOTHING)) == [
        "∀x1, x2, x3 ((opinion.n(x1) ∧ poll.n(x2) ∧ nn.nnc(x3, x1, x2)) → "
        "(opinion.n(x3) ∧ poll.n(x3)))"
    ]
    assert formulas(decomposition_axioms(NOTHING, written(*poll))) == [
        "∀x ((opinion.n(x) \N{LOGICAL OR} poll.n(x)) → "
        "(opinion.n(x) ∧ poll.n(x) ∧ nn.nnc(x, x, x)))"
    ]


def test_coordinated_nouns_are_decomposed_and_never_completed():
    pair = written("ann.n(a)", "human.ne(a)", "bob.n(b)", "and.cc(c, a, b)")
    found = derived(pair, decomposition_axioms(pair, NOTHING))
    assert found == {"ann.n(c)", "human.ne(c)", "bob.n(c)"}
    assert decomposition_axioms(NOTHING, pair) == ()


def test_names_inside_nominals_are_names_of_all():
    minister = written(
        *("minister.n(a)", "ann.n(b)", "berg.n(c)", "nn.nnc(d, b, c)", "nn.nnc(e, a, d)")
    )
    found = derived(minister, decomposition_axioms(minister, NOTHING))
    assert {"nn.nnc(e, b, c)", "minister.n(e)"} <= found


def test_the_axiom_for_an_apposition():
    # As "Ghazi Yawar, a Sunni Muslim" in section 4.2.
    coach = written(
        *("ola.n(a)", "hansen.n(b)", "nn.nnc(c, a, b)"),
        *("chess.n(d)", "coach.n(e)", "nn.nnc(f, d, e)", "young.a(f)"),
        appositions=[("c", "f")],
    )
    there, back = apposition_axioms(coach)
    chess_coach = {"chess.n(x1)", "coach.n(x2)", "nn.nnc(c, x1, x2)", "young.a(c)"}
    assert derived(coach, [there]) == chess_coach
    assert derived(coach, [back]) == {"ola.n(x1)", "hansen.n(x2)", "nn.nnc(f, x1, x2)"}
    assert there.words == "'ola hansen' is 'chess coach', which is beside it"


def test_a_year_is_when_the_noun_behind_it_occurs():
    # The rule that section 5.3 uses.
    takeover = written("1994.n(a)", "date.ne(a)", "festival.n(b)", years=[("a", "b")])
    assert derived(takeover, apposition_axioms(takeover)) == {"in.in(b, a)", "temporal.sr(a, b)"}


def test_long_lists_have_no_axioms():
    members = [f"c{i}" for i in range(9)]
    nouns = [f"noun{i}.n({name})" for i, name in enumerate(members)]
    assert not decomposition_axioms(written(*nouns, f"nn.nnc(g, {', '.join(members)})"), NOTHING)


def test_the_calculus_of_the_paper():
    # Section 4.3, in its order.
    assert formulas(packaged_axioms("relation_calculus.txt"))[:6] == [
        "∀X, Y, Z ((purpose.sr(X, Y) ∧ partwhole.sr(Z, Y)) → purpose.sr(X, Z))",
        "∀X, Y, Z ((synonymy.sr(X, Y) ∧ agent.sr(X, Z)) → agent.sr(Y, Z))",
        "∀X, Y (synonymy.sr(X, Y) → synonymy.sr(Y, X))",
        "∀E, F, X ((agent.sr(X, E) ∧ purpose.sr(F, E)) → purpose.sr(F, X))",
        "∀X, Y, Z ((cause.sr(X, Y) ∧ cause.sr(Y, Z)) → cause.sr(X, Z))",
        "∀X, Y, Z ((purpose.sr(X, Y) ∧ topic.sr(Z, X)) → purpose.sr(Z, Y))",
    ]


@pytest.mark.parametrize("file", ["rewriting.txt", "relation_calculus.txt", "world.txt"])
def test_all_axioms_are_rules_with_words(file):
    for axiom in packaged_axioms(file):
        assert rules_of(axiom)
        assert axiom.words
