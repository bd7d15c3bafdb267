"""What a snippet mentions without asserting it, in sentences parsed by hand."""

import pytest

from rte_baselines.logic.meaning import interpret
from tests.logic.meaning.parsed_sentences import blocks, means, parsed


@pytest.mark.parametrize(("rows", "formula"), blocks("parsed_sentences.txt"))
def test_assertions(rows, formula):
    assert means(parsed(rows), formula)


@pytest.mark.parametrize(
    "rows",
    [
        # Conditions that the parse has no clause for
        "Ann ann NNP 2 nsubj; leaves leave VBZ 0 root; unless unless IN 4 case; rain rain NN 2 obl",
        "If if IN 4 mark; only only RB 3 advmod; Ann ann NNP 4 nsubj; left leave VBD 0 root",
        "In in IN 2 case; case case NN 4 obl; Ann ann NNP 4 nsubj; leaves leave VBZ 0 root",
        "All all DT 4 det; but but CC 4 cc; two two CD 4 nummod; dogs dog NNS 5 nsubj;"
        " left leave VBD 0 root",
    ],
)
def test_a_lost_condition_leaves_nothing_asserted_and_nothing_to_be_proved(rows):
    asserted, goal = (interpret(parsed(rows), reading) for reading in ("assertion", "goal"))
    assert asserted.drs.conditions == ()
    assert any("lost: " in str(condition) for condition in goal.drs.conditions)
    assert set(asserted.not_understood) >= {0, 1, 2, 3}
