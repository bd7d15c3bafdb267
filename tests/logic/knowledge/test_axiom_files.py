import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.logic.knowledge.axiom_files import (
    generic_axioms,
    packaged_axioms,
    read_axioms,
    relation_axioms,
)
from rte_baselines.logic.notations import to_unicode
from rte_baselines.logic.problems import Axiom, Problem, Proof
from rte_baselines.logic.reading import read_formula
from tests.logic.engines.installed import ENGINES


def test_the_axioms_of_bos2006():
    formulas = [to_unicode(axiom.formula) for axiom in generic_axioms()]
    assert formulas == [
        "∀X, Y, Z ((in(X, Y) ∧ in(Y, Z)) → in(X, Z))",
        "∀E, X, Y ((agent(E, X) ∧ in(E, Y)) → in(X, Y))",
        "∀E, X, Y ((patient(E, X) ∧ in(E, Y)) → in(X, Y))",
        "∀E, X, Y ((theme(E, X) ∧ in(E, Y)) → in(X, Y))",
        "∀X, Y (in(X, Y) → ∃E (locate.v(E) ∧ patient(E, X) ∧ in(E, Y)))",
        "∀X, Y (of(X, Y) → ∃E (have.v(E) ∧ agent(E, Y) ∧ patient(E, X)))",
        "∀E, X (agent(E, X) → by(E, X))",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "hypothesis"),
    [
        (
            "? [X, Y] : (man.n(X) & on_top_of(X, Y) & car.n(Y))",
            "? [X, Y] : (man.n(X) & on(X, Y) & car.n(Y))",
        ),
        (
            "? [E, X, Y] : (wear.v(E) & agent(E, X) & man.n(X) & patient(E, Y) & hat.n(Y))",
            "? [X, Y] : (man.n(X) & with(X, Y) & hat.n(Y))",
        ),
        (
            "? [X, Y] : (pen.n(X) & for(X, Y) & cattle.n(Y))",
            "? [X, Y] : (pen.n(X) & nn(Y, X) & cattle.n(Y))",
        ),
    ],
)
def test_relations(text, hypothesis):
    premises = (Axiom("text", read_formula(text)), *relation_axioms())
    for known in (premises, premises[:1]):
        outcome = ENGINES["cvc5.v1"].prove(Problem(known, read_formula(hypothesis)))
        assert isinstance(outcome, Proof) == (known == premises)


def test_no_axiom_is_in_two_files():
    # Axioms about places for captions are generated, and left out if the generic ones are there.
    axioms = (*generic_axioms(), *relation_axioms(), *packaged_axioms("captions.txt"))
    assert len({axiom.formula for axiom in axioms}) == len(axioms)
    assert all(axiom.words for axiom in axioms)


def test_files_of_users(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text(
        "# A hometown is where\n# one is born.\n\n# dogs bark\ndog.n(X) => barks(X)\n\np\n"
    )
    first, second = read_axioms(file)
    assert (first.words, to_unicode(first.formula)) == ("dogs bark", "∀X (dog.n(X) → barks(X))")
    assert first.name.endswith("mine.txt:5")
    assert (second.words, to_unicode(second.formula)) == ("", "p")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("dog(X) =>", r"line 2: column 10: the end, where a formula is expected"),
        ("dog(X) => has(X, Y)", r"line 2: the variable Y occurs only behind '=>'"),
        ("dog(X) <=> has(X, Y)", r"line 2: the variable Y occurs only on one side of '<=>'"),
        ("! [X] : q(X) => r(X)", r"line 2: the variable X is also used outside the scope"),
        ("dog(X) => ? [X] : cat(X)", r"line 2: the variable X is also used outside the scope"),
        ("a(x) => b(x)", r"line 2: 'x' is a constant, and nothing in a text is one"),
        ("~" * 5000 + "q(X)", r"line 2: column 101: more than 100 parts of the formula"),
        ("(" * 5000 + "q(X)" + ")" * 5000, r"line 2: column 101: more than 100 parts"),
        ("p(X, Y) => p(X)", r"line 2: 'p' has 2 arguments, and 1 in an earlier line"),
    ],
)
def test_mistakes_name_the_line(tmp_path, line, message):
    file = tmp_path / "mine.txt"
    file.write_text(f"p(X) => q(X)\n{line}\n")
    with pytest.raises(InputError, match=message):
        read_axioms(file)
