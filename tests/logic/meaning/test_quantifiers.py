import pytest

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.logic.drs import DRS, Disjunction, Negation
from rte_baselines.logic.formulas import Atom, Variable
from rte_baselines.logic.meaning.discourse import Referents, Scope
from rte_baselines.logic.meaning.quantifiers import Quantifier, Quantifiers
from tests.logic.meaning.parsed_sentences import parsed

X, Y = Variable("x"), Variable("y")


def quantifier(rows, head):
    return Quantifiers(DependencyTree(parsed("\n".join(rows.split("; "))))).of(head - 1)


@pytest.mark.parametrize(
    ("rows", "head", "expected"),
    [
        ("dogs dog NNS 0 root", 1, Quantifier("existential", 0)),
        ("the the DT 2 det; dog dog NN 0 root", 2, Quantifier("definite", 1)),
        ("every every DT 2 det; dog dog NN 0 root", 2, Quantifier("universal", 1)),
        ("no no DT 2 det; dog dog NN 0 root", 2, Quantifier("negative", 1)),
        ("any any DT 2 det; dog dog NN 0 root", 2, Quantifier("free_choice", 1)),
        ("few few JJ 2 amod; dogs dog NNS 0 root", 2, Quantifier("few", 1)),
        (
            "a a DT 3 det; few few JJ 3 amod; dogs dog NNS 0 root",
            3,
            Quantifier("existential", 2, predicates=("several.a",)),
        ),
        (
            "most most JJS 2 amod; dogs dog NNS 0 root",
            2,
            Quantifier("most", 1, predicates=("most_dog",)),
        ),
        (
            "both both DT 2 det; dogs dog NNS 0 root",
            2,
            Quantifier("at_least", 1, number=2, is_definite=True),
        ),
        ("two two CD 2 nummod; dogs dog NNS 0 root", 2, Quantifier("at_least", 1, number=2)),
        (
            "the the DT 3 det; two two CD 3 nummod; dogs dog NNS 0 root",
            3,
            Quantifier("at_least", 2, number=2, is_definite=True),
        ),
        (
            "exactly exactly RB 2 advmod; two two CD 3 nummod; dogs dog NNS 0 root",
            3,
            Quantifier("exactly", 2, number=2),
        ),
        (
            "no no DT 3 det; more more JJR 4 advmod; than than IN 2 fixed; two two CD 5 nummod; "
            "dogs dog NNS 0 root",
            5,
            Quantifier("at_most", 4, number=2),
        ),
        (
            "more more JJR 3 advmod; than than IN 1 fixed; two two CD 4 compound; "
            "hundred hundred CD 5 nummod; dogs dog NNS 0 root",
            5,
            Quantifier("at_least", 4, number=201),
        ),
        (
            "less less JJR 3 advmod; than than IN 1 fixed; five five CD 4 nummod; "
            "dogs dog NNS 0 root",
            4,
            Quantifier("at_most", 3, number=4),
        ),
        (
            "about about RB 2 advmod; five five CD 3 nummod; dogs dog NNS 0 root",
            3,
            Quantifier("existential", 2, predicates=("about_5",)),
        ),
        (
            "nobody nobody NN 0 root",
            1,
            Quantifier("negative", None, predicates=("person.n",)),
        ),
        ("something something NN 0 root", 1, Quantifier("existential", None)),
        (
            "none none NN 0 root; of of IN 4 case; the the DT 4 det; dogs dog NNS 1 nmod",
            1,
            Quantifier("negative", 3),
        ),
        (
            "two two CD 0 root; of of IN 4 case; the the DT 4 det; dogs dog NNS 1 nmod",
            1,
            Quantifier("at_least", 3, number=2),
        ),
        (
            "a a DT 2 det; group group NN 0 root; of of IN 4 case; dogs dog NNS 2 nmod",
            2,
            Quantifier("existential", 3, predicates=("group.n",)),
        ),
        (
            "half half PDT 3 det:predet; the the DT 3 det; dogs dog NNS 0 root",
            3,
            Quantifier("most", 2, predicates=("half_dog",)),
        ),
        (
            "half half PDT 3 det:predet; the the DT 3 det; cake cake NN 0 root",
            3,
            Quantifier("most", None, predicates=("half_cake",)),
        ),
        (
            "two two CD 2 nummod; thirds third NNS 0 root; of of IN 6 case; the the DT 6 det; "
            "old old JJ 6 amod; dogs dog NNS 2 nmod",
            2,
            Quantifier("most", 5, predicates=("two_third_old_dog",)),
        ),
        (
            "more more JJR 3 advmod; than than IN 1 fixed; half half NN 0 root; of of IN 5 case; "
            "them they PRP 3 nmod",
            3,
            Quantifier("most", 4, predicates=("more_than_half_they",)),
        ),
        (
            "less less JJR 3 advmod; than than IN 1 fixed; half half NN 0 root; of of IN 5 case; "
            "dogs dog NNS 3 nmod",
            3,
            Quantifier("negative", 4, predicates=("half_dog",)),
        ),
        (
            "at at RB 3 advmod; most most JJS 1 fixed; half half NN 0 root; of of IN 5 case; "
            "dogs dog NNS 3 nmod",
            3,
            Quantifier("negative", 4, predicates=("more_than_half_dog",)),
        ),
        (
            "nearly nearly RB 2 advmod; half half NN 0 root; of of IN 4 case; dogs dog NNS 2 nmod",
            2,
            Quantifier("most", 3),
        ),
        # A part of an individual, and of those that a pronoun stands for.
        (
            "some some DT 0 root; of of IN 4 case; the the DT 4 det; cake cake NN 1 nmod",
            1,
            Quantifier("existential", None, predicates=("part.n",)),
        ),
        (
            "some some DT 0 root; of of IN 3 case; them they PRP 1 nmod",
            1,
            Quantifier("existential", None),
        ),
        # The number of those who vote is no voter.
        (
            "the the DT 2 det; share share NN 0 root; of of IN 4 case; voters voter NNS 2 nmod",
            2,
            Quantifier("definite", 1),
        ),
        (
            "the the DT 2 det; roof roof NN 0 root; of of IN 4 case; Rome Rome NNP 2 nmod",
            2,
            Quantifier("definite", 1),
        ),
    ],
)
def test_quantifiers_of_noun_phrases(rows, head, expected):
    assert quantifier(rows, head) == expected


@pytest.mark.parametrize(
    ("rows", "is_part"),
    [
        ("some some DT 0 root; of of IN 4 case; the the DT 4 det; dogs dog NNS 1 nmod", True),
        ("two two CD 0 root; of of IN 4 case; her her PRP$ 4 nmod:poss; dogs dog NNS 1 nmod", True),
        ("half half NN 0 root; of of IN 3 case; dogs dog NNS 1 nmod", True),
        ("most most JJS 2 amod; dogs dog NNS 0 root", True),
        ("both both DT 0 root; of of IN 4 case; the the DT 4 det; dogs dog NNS 1 nmod", False),
        ("all all DT 0 root; of of IN 4 case; the the DT 4 det; dogs dog NNS 1 nmod", False),
        ("a a DT 2 det; group group NN 0 root; of of IN 4 case; dogs dog NNS 2 nmod", False),
        ("some some DT 2 det; dogs dog NNS 0 root", False),
    ],
)
def test_phrases_about_some_of_what_is_known(rows, is_part):
    assert Quantifiers(DependencyTree(parsed("\n".join(rows.split("; "))))).has_partitive == is_part


def test_conditions_keep_the_prefixes_of_their_scopes():
    inner = Scope(Scope(Scope(), commitment="reported"), commitment="possible")
    inner.say("sleep.v", X)
    inner.relate("agent", X, Y)
    assert inner.drs() == DRS((), (Atom("reported:possible:sleep.v", (X,)), Atom("agent", (X, Y))))


def test_a_scope_knows_how_often_it_is_flipped():
    flipped = Scope(Scope(), is_flipped=True)
    assert [flipped.is_downward, Scope(flipped).is_downward] == [True, True]
    assert not Scope(flipped, is_flipped=True).is_downward


def test_what_is_said_of_any():
    scope = Scope()
    scope.say_any([1, 2], lambda word, inner: inner.say(f"p{word}", X))
    parts = tuple(DRS((), (Atom(f"p{word}", (X,)),)) for word in (1, 2))
    assert scope.drs() == DRS((), (Disjunction(parts),))


def test_conditions_of_a_sentence_can_be_dropped():
    scope = Scope()
    scope.say("first", X)
    mark = scope.mark()
    scope.say("second", X)
    scope.add(Negation(DRS()))
    scope.drop_since(mark, flat=False)
    assert scope.drs().conditions == (Atom("first", (X,)), Atom("second", (X,)))
    scope.drop_since(mark, flat=True)
    assert scope.drs().conditions == (Atom("first", (X,)),)


def test_referents_can_be_used_inside_their_scope_only():
    referents, root = Referents([(0, 5)]), Scope()
    negation = Scope(root, is_flipped=True)
    referents.bind(0, (X,), negation)
    assert referents.of_word(0, Scope(negation)) == ((X,), negation)
    assert referents.of_chain(5, negation) == ((X,), negation)
    assert referents.of_word(0, root) is None
    assert referents.of_chain(5, Scope(root)) is None
    assert dict(referents.of_root(root)) == {}


def test_variables_of_a_later_snippet_are_new():
    earlier = Referents([])
    assert earlier.new("x") == Variable("x1")
    assert Referents([], earlier).new("x") == Variable("x2")
