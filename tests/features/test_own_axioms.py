import warnings

import pytest

from rte_baselines.core.errors import ConfigError, InputError, InputWarning
from rte_baselines.features.own_axioms import (
    arity_of,
    check_consistent,
    is_own,
    own_axioms,
    warn_of_unused,
)
from rte_baselines.features.proofs.proofs import Proofs
from rte_baselines.logic.engines.provers import Cvc5
from rte_baselines.logic.formulas import Atom, Constant
from rte_baselines.logic.problems import Axiom

ARITY = arity_of([Axiom("", Atom("agent", (Constant("e"), Constant("x"))))], {"n": 1})


class Missing(Cvc5):
    """An engine that is not installed."""

    def is_installed(self) -> bool:
        return False


def read(*lines):
    return own_axioms(lines, ARITY)


def test_axioms_without_a_comment_are_shown_as_they_are_written():
    first, second = read("dog.n(X) => pet.n(X)", "# cats sleep\ncat.n(X) => sleeper.n(X)")
    assert first.words == "own axiom dog.n(X) => pet.n(X)"
    assert second.words == "cats sleep"
    assert is_own(first.name)
    assert not is_own("the text")


@pytest.mark.parametrize(
    ("axiom", "message"),
    [
        ("dog.n(X, Y)", "axioms: line 1: 'dog.n' has 2 arguments, and 1 argument where texts"),
        ("agent(X)", "axioms: line 1: 'agent' has 1 argument, and 2 arguments where texts"),
        ("dog.n", "axioms: line 1: 'dog.n' has no arguments, and 1 argument where"),
    ],
)
def test_predicates_have_the_arguments_that_they_have_in_texts(axiom, message):
    with pytest.raises(InputError, match=message):
        read(axiom)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["$false"], "axioms: line 1: the axiom contradicts itself"),
        (
            ["cat.n(X) => pet.n(X)", "dog.n(X)", "~ ? [X] : dog.n(X)"],
            "axioms: lines 2 and 3 contradict each other; expected axioms that can all be true",
        ),
    ],
)
def test_contradictory_axioms_are_refused(lines, message):
    with pytest.raises(InputError, match=message):
        check_consistent(read(*lines), Cvc5())
    check_consistent(read(*lines), Missing())
    with pytest.raises(ConfigError, match=f"proofs.{message}"):
        Proofs(axioms=lines).check_fields("proofs")


def test_axioms_that_no_text_can_use_are_named():
    lines = ["dog(X) => cat(X)", "dog.n(X) => pet(X)", "pet(X) => tame(X)", "in(X, Y) => at(X, Y)"]
    with pytest.warns(
        InputWarning, match="proofs.axioms: line 1: no text has the predicate cat, d"
    ):
        warn_of_unused(read(*lines), "proofs")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Once in a process.
        warn_of_unused(read(*lines), "proofs")
        warn_of_unused(read(*lines[1:]), "others")
