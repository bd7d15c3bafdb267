from rte_baselines.logic.drs import to_formula
from rte_baselines.logic.formulas import predicates_of
from rte_baselines.logic.meaning import interpret, interpret_pair
from rte_baselines.logic.reading import read_formula
from tests.logic.meaning.parsed_sentences import parsed
from tests.logic.meaning.same_formulas import same_up_to_names_and_order

EVERY_DOG = "Every every DT 2 det\ndog dog NN 3 nsubj\nbarked bark VBD 0 root"
A_DOG = "A a DT 2 det\ndog dog NN 3 nsubj\nbarked bark VBD 0 root"
ONLY = "Ann ann NNP 3 nsubj\nonly only RB 3 advmod\nsang sing VBD 0 root"


def predicates(drs):
    return {predicate.name for predicate in predicates_of(to_formula(drs))}


def is_formula(drs, expected):
    return same_up_to_names_and_order(to_formula(drs), read_formula(expected))


def test_every_dog_presupposes_a_dog():
    universal = "! [X] : (dog.n(X) => ? [E] : (bark.v(E) & agent(E, X)))"
    pair = interpret_pair(parsed(EVERY_DOG), parsed(EVERY_DOG))
    assert is_formula(pair.text, f"{universal} & ? [X] : dog.n(X)")
    assert is_formula(pair.goal, universal)
    assert is_formula(interpret(parsed(EVERY_DOG)).drs, universal)
    # The two together begin with the text.
    count = len(pair.text.conditions)
    assert pair.together.conditions[:count] == pair.text.conditions


def test_under_a_negation_nothing_is_presupposed():
    text = "Nobody nobody NN 2 nsubj\nfed feed VBD 0 root\nevery every DT 4 det\ndog dog NN 2 obj"
    pair = interpret_pair(parsed(text), parsed(A_DOG))
    assert pair.text.referents == ()


def test_what_both_snippets_say_is_kept():
    alone = interpret_pair(parsed(ONLY), parsed(A_DOG))
    both = interpret_pair(parsed(ONLY), parsed(ONLY))
    assert "advmod: only" not in predicates(alone.text)
    assert "advmod: only" in predicates(both.text)
    assert predicates(both.text) == predicates(both.goal)


def test_adjectives_of_predicate_nouns_are_relative_to_them():
    text = (
        "Nib nib NNP 5 nsubj\nis be VBZ 5 cop\na a DT 5 det\nbig big JJ 5 amod\n"
        "mouse mouse NN 0 root"
    )
    pair = interpret_pair(parsed(text), parsed(A_DOG))
    assert predicates(pair.text) == {"nib.name", "mouse.n", "as mouse:big.a"}
    assert "big.a" in predicates(interpret(parsed(text)).drs)


def test_names_and_definite_phrases_of_the_hypothesis_are_presupposed():
    text = (
        "Nobody nobody NN 2 nsubj\nsaw see VBD 0 root\nBob bob NNP 2 obj\nnear near IN 6 case\n"
        "the the DT 6 det\nlake lake NN 2 obl"
    )
    pair = interpret_pair(parsed(A_DOG), parsed(text))
    assert [predicates(drs) for drs in pair.presupposed] == [{"bob.name"}, {"lake.n"}]
    assert [len(drs.referents) for drs in pair.presupposed] == [1, 1]


def test_a_pronoun_in_a_conditional_refers_to_its_only_noun():
    text = (
        "If if IN 5 mark\na a DT 3 det\nchild child NN 5 nsubj\nis be VBZ 5 cop\n"
        "tired tired JJ 7 advcl\nit it PRP 7 nsubj\ncries cry VBZ 0 root"
    )
    expected = "! [X] : ((child.n(X) & tired.a(X)) => ? [E] : (cry.v(E) & agent(E, X)))"
    assert is_formula(interpret(parsed(text)).drs, expected)
