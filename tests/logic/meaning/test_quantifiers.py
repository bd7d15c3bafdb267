import pytest

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.logic.formulas import Variable
from rte_baselines.logic.meaning.quantifiers import Quantifier, Quantifiers
from tests.logic.meaning.parsed_sentences import blocks, parsed

X, Y = Variable("x"), Variable("y")


def quantifiers(rows):
    return Quantifiers(DependencyTree(parsed(rows)))


@pytest.mark.parametrize(("rows", "expected"), blocks("quantifiers.txt"))
def test_quantifiers_of_noun_phrases(rows, expected):
    """The file has the head, and of its quantifier the kind, the noun, the number and the rest."""
    head, kind, noun, *others = expected.split()
    numbers = [int(other) for other in others if other.isdigit()]
    assert quantifiers(rows).of(int(head.strip(":")) - 1) == Quantifier(
        kind,
        None if noun == "-" else int(noun) - 1,
        *(numbers or [0]),
        tuple(other for other in others if not other.isdigit() and other != "definite"),
        "definite" in others,
    )


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
    assert quantifiers(rows).has_partitive == is_part
