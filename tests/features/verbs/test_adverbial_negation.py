import pytest

from rte_baselines.features.verbs.adverbial_negation import NegationCounts
from tests.features.computing import numbers_of, parsed

# Parses by hand, by how many adverbial negations they have.
SNIPPETS = [
    # "No" and "without" belong to nouns.
    parsed("No ferry sank without warning", pos="DET NOUN VERB ADP NOUN"),
    parsed("The ferry never sank", pos="DET NOUN ADV VERB"),
    parsed("It did n't sink , nor drift", pos="PRON AUX PART VERB PUNCT CCONJ VERB"),
]


@pytest.mark.parametrize("text", [0, 1, 2])
@pytest.mark.parametrize("hypothesis", [0, 1, 2])
def test_by_hand(text, hypothesis):
    (values,) = numbers_of(NegationCounts(), (SNIPPETS[text], SNIPPETS[hypothesis]))
    assert values.tolist() == [text, hypothesis, text - hypothesis]
