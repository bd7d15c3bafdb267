"""Random formulas, for property-based tests."""

from hypothesis import strategies as st

from rte_baselines.logic.formulas import (
    And,
    Atom,
    Constant,
    Equal,
    Exists,
    ForAll,
    Iff,
    Implies,
    Not,
    Or,
    Variable,
    free_variables,
)

PLAIN_NAMES = st.sampled_from("dog.n cat.n chase.v agent p1 P1 x exists all not".split())
ODD_NAMES = st.text(min_size=1, max_size=6) | st.text("'\"\\()[],.:;~&|=><!?$%/\n", min_size=1)
NAMES = PLAIN_NAMES | ODD_NAMES
VARIABLES = st.builds(Variable, st.sampled_from(["x", "y", "z1", "X", "e", "x'", "long name"]))


def formulas(names=NAMES, variables=VARIABLES, atom=Atom):
    """Formulas, possibly with free variables."""
    terms = variables | st.builds(Constant, names)
    atoms = st.builds(atom, names, st.lists(terms, max_size=3).map(tuple))
    several = st.lists(variables, max_size=2).map(tuple)

    def larger(parts):
        some = st.lists(parts, max_size=3).map(tuple)
        return st.one_of(
            st.builds(Not, parts),
            st.builds(And, some),
            st.builds(Or, some),
            st.builds(Implies, parts, parts),
            st.builds(Iff, parts, parts),
            st.builds(Exists, several, parts),
            st.builds(ForAll, several, parts),
        )

    return st.recursive(atoms | st.builds(Equal, terms, terms), larger, max_leaves=8)


def closed_formulas(names=NAMES, variables=VARIABLES):
    """Formulas without free variables."""
    return formulas(names, variables).map(
        lambda formula: ForAll(tuple(sorted(free_variables(formula))), formula)
    )
