from rte_baselines.core.resources.resources import packaged_lines
from rte_baselines.logic.formulas import Predicate
from rte_baselines.logic.knowledge.geography import geography_axioms
from rte_baselines.logic.notations import to_unicode


def axioms(*names):
    found = geography_axioms([Predicate(f"{name}.name", 1) for name in names])
    return {axiom.words: to_unicode(axiom.formula) for axiom in found}


def test_the_example_of_bos2006():
    assert axioms("paris", "france") == {
        "Paris is in France (geography)": "∀x, y ((paris.name(x) ∧ france.name(y)) → in(x, y))",
        "Paris is the capital of France (geography)": "∀x, y ((paris.name(x) ∧ france.name(y)) → "
        "(capital.n(x) ∧ of(x, y)))",
    }


def test_capitals_of_states_are_in_the_country():
    assert list(axioms("austin", "usa")) == ["Austin is in the USA (geography)"]
    assert list(axioms("austin", "texas", "usa")) == [
        "Austin is in Texas (geography)",
        "Austin is the capital of Texas (geography)",
        "Texas is in the USA (geography)",
        "Austin is in the USA (geography)",
    ]


def test_names_of_several_words():
    (words,) = axioms("new_york", "united_states")
    assert words == "New York is in the United States (geography)"
    assert len(axioms("new_york", "u.s.")) == 1


def test_other_names_and_arities_are_not_places():
    assert not axioms("york", "united_states")
    assert not geography_axioms([Predicate("paris.name", 2), Predicate("france.name", 1)])


def test_all_states_and_many_countries_are_listed():
    lines = packaged_lines("rte_baselines.logic.knowledge", "geography.txt")
    states = lines.index("[state in United States]")
    assert len(lines) - states - 1 == 50
    assert states > 150
    assert all(line.count(";") == 1 for line in lines if not line.startswith("["))
