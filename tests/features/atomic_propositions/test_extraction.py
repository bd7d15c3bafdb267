import pytest

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features.atomic_propositions.extraction import LAYERS, propositions_of
from rte_baselines.logic.notations import to_unicode

pytestmark = pytest.mark.slow

COMBINATIONS = [
    # The combinations of Table 1 of akhmatova2006, in other words.
    ("A girl paints a wall.", ["girl paints wall"]),
    ("A girl painting a wall is here.", ["girl painting wall", "girl is here"]),
    ("The girl, a gifted painter, is here.", ["girl painter painter", "girl is here"]),
    ("The girl who paints a wall is here.", ["girl paints wall", "girl is here"]),
    ("The girl whom the boy likes is here.", ["boy likes girl", "girl is here"]),
    ("The wall painted by the girl is red.", ["girl painted wall", "wall is red"]),
    ("The wall was painted by the girl.", ["girl painted wall"]),
    # Coordination: section 5.
    (
        "The drink reduces stress and provides health gains.",
        ["drink reduces stress", "drink provides gains"],
    ),
    ("Ann and Bob sold a car and a boat.", [
        "Ann sold car", "Ann sold boat", "Bob sold car", "Bob sold boat",
    ]),
    ("A fine day in May.", []),
    ("", []),
]  # fmt: skip


def analyzed(text):
    return default_analyzer().analyze([text], LAYERS)[0]


def written(text):
    analysis = analyzed(text)
    return [
        " ".join(
            analysis.words[word]
            for word in (one.subject, one.predicate, one.object)
            if word is not None
        )
        for one in propositions_of(analysis)
    ]


@pytest.mark.parametrize(("text", "expected"), COMBINATIONS)
def test_propositions(text, expected):
    assert sorted(written(text)) == sorted(expected)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        # Section 5.2: "coffee boosts energy", "Somali capital" and "a zoo in Berlin".
        (
            "The drink reduces stress.",
            "∃x1, x2, x3 (Subj(x1) ∧ iq(x1, drink) ∧ Pred(x2) ∧ iq(x2, reduce) ∧ Obj(x3) ∧ "
            "iq(x3, stress))",
        ),
        (
            "The old man saw a park in Oslo.",
            "∃x1, x2, x3, x4, x5 (Subj(x1) ∧ iq(x1, man) ∧ Subj(x2) ∧ iq(x2, old) ∧ attr(x1, x2) ∧ "
            "Pred(x3) ∧ iq(x3, see) ∧ Obj(x4) ∧ iq(x4, park) ∧ Obj(x5) ∧ iq(x5, oslo) ∧ "
            "prep(x4, x5))",
        ),
        ("The man did not sleep.", "∃x1, x2 (Subj(x1) ∧ iq(x1, man) ∧ Pred(x2) ∧ niq(x2, sleep))"),
    ],
)
def test_logical_forms(text, formula):
    (proposition,) = propositions_of(analyzed(text))
    assert to_unicode(proposition.formula) == formula
