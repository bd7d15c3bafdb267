import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.subsumption.graph_building import compressed_predicates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The thieves managed to enter the house.", [("enter", "past", "factual")]),
        ("The minister threatened to dismiss Berg.", [("dismiss", "past", "potential")]),
        ("The witness failed to appear.", [("appear", "past", "counterfactual")]),
        # Somebody else is to leave; and saying is more than whether it comes about.
        (
            "She asked him to leave.",
            [("ask", "past", "factual"), ("leave", "none", "potential")],
        ),
        (
            "She said that they left.",
            [("say", "past", "factual"), ("leave", "past", "reported")],
        ),
        ("The party hopes to try to win.", [("win", "present", "potential")]),
        ("He did not manage to win.", [("win", "past", "counterfactual")]),
        # Not to hope is not the same as hoping.
        ("He did not hope to win.", [("hope", "past", "factual"), ("win", "none", "potential")]),
        ("", []),
    ],
)
def test_compounds_are_one_verb(text, expected):
    (analysis,) = default_analyzer().analyze([text], ["predications", "statuses"])
    found = [
        (predication.lemma, status.tense, status.commitment)
        for predication, status in compressed_predicates(analysis)
    ]
    assert found == expected
