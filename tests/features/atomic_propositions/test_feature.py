import pytest

from rte_baselines.features.atomic_propositions.atomic_propositions import AtomicPropositions
from tests.features.computing import explained, number_of, numbers_of

YES, NO = (1, 1), (0, 0)

PAIRS = [
    # The coffee of Figure 2 of akhmatova2006, as a drink.
    ("The drink reduces stress and provides health gains.", "The drink gives health gains.", YES),
    # The kinds of entailment of section 5.4, and the two that are found by mistake.
    ("The choice is made.", "The selection is made.", YES),
    ("The good choice is made.", "The choice is made.", YES),
    ("The choice is made.", "The good choice is made.", NO),
    ("The bridge built recently by the city is open for trains now.", "The bridge was built.", YES),
    ("The Brazilian minister visited Norway.", "The minister of Brazil visited Norway.", YES),
    ("Lyon is the gastronomic capital of France.", "Lyon is the capital of France.", YES),
    # Section 4.3, and the other way round.
    ("A girl bought a desk.", "A girl bought a table.", YES),
    ("A girl bought a table.", "A girl bought a desk.", NO),
    # Section 5.2: numbers and negation.
    ("Two dogs chased the cat.", "2 dogs chased the cat.", YES),
    ("Two dogs chased the cat.", "3 dogs chased the cat.", NO),
    ("The girl did not buy a desk.", "The girl bought a desk.", NO),
    ("The girl bought a desk.", "The girl did not buy a desk.", NO),
    # One proposition of the text has to entail all of one of the hypothesis.
    ("A girl sold a car. A boy bought a desk.", "A girl bought a desk.", NO),
    # One of two propositions.
    ("The man danced.", "The man danced and the woman slept.", (0, 0.5)),
    ("A girl slept.", "A boy danced.", NO),
    # Nothing to prove.
    ("A girl slept.", "A fine day in May.", NO),
    ("", "", NO),
    ("", "A girl slept.", NO),
]


@pytest.mark.slow
def test_pairs_written_by_hand():
    numbers = numbers_of(AtomicPropositions(), *[pair[:2] for pair in PAIRS]).tolist()
    found = [(*pair[:2], tuple(row)) for pair, row in zip(PAIRS, numbers, strict=True)]
    assert found == PAIRS


@pytest.mark.slow
def test_the_least_relatedness():
    pair = "The drink provides gains.", "The drink gives gains."
    assert number_of(AtomicPropositions(), *pair) == 1
    assert number_of(AtomicPropositions(minimum=0.5), *pair) == 0


@pytest.mark.slow
def test_shows_propositions_and_rules():
    said, (shown,) = explained(AtomicPropositions(), *PAIRS[0][:2])
    assert shown.title == "Proposition: drink gives gains"
    assert " ".join(line.strip() for line in shown.lines[:-2]).endswith("attr(x3, x4))")
    assert all(len(line) <= 80 for line in shown.lines)
    assert shown.lines[-2:] == (
        "proved from: drink provides gains",
        "by the rule word: provide, give",
    )
    assert said == "1 of 1 proposition of the hypothesis is proved"
    _, (shown,) = explained(AtomicPropositions(), "A girl slept.", "A boy danced.")
    assert shown.lines[1:] == ("not proved",)
