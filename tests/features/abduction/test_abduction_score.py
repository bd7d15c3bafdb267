import pytest

from rte_baselines.features.abduction.abduction import AbductionScore
from rte_baselines.features.abduction.pair_abduction import (
    CHAIN,
    DECOMPOSITION,
    DROP,
    REWRITING,
    UNBIND,
)
from rte_baselines.lexicon.wordnet.database.relations import Relation
from rte_baselines.rendering.drawings.shapes import DerivationStep
from tests.features.computing import aligned, analyses_of, explained, number_of

RELATION, ENTITY, NOUN, VERB = (DROP[kind] for kind in ("relation", "entity", "noun", "verb"))
GROUPING, PREPOSITION = DROP["grouping"], DROP["preposition"]

SURVEY = ("The opinion survey was conducted on Sunday.", "The survey was carried out on Sunday.")
COACH = ("Ola Hansen, a chess coach, won the cup.", "Hansen is a chess coach.")
HOMETOWN = ("In Bergen, near Ann Hansen's hometown of Voss, snow fell.", "Hansen was born in Voss.")
TAKEOVER = ("Lund, Berg and Moen led the 1994 takeover.", "Lund took part in the 1994 coup.")


def abduction(text, hypothesis, **fields):
    feature = AbductionScore(**fields)
    return feature.abduction(*analyses_of(feature, text, hypothesis))


def given_up(found):
    """What was dropped and unbound, and the premises with penalties."""
    atoms = [one.atom for one in found.weighted]
    return (
        [atoms[number].predicate for number in found.proof.dropped],
        [(atoms[number].predicate, place) for number, place in found.proof.unbound],
        list(found.proof.premises),
    )


def test_the_opinion_poll_of_section_4_2():
    found = abduction(*SURVEY)
    # The chain from "conduct" to "carry out" has more than two relations.
    assert given_up(found) == (["carry_out.v"], [], ["decomposition: opinion survey"])
    # date, theme, temporal; survey, Sunday, carry out; on
    most = ENTITY + 2 * RELATION + 2 * NOUN + VERB + PREPOSITION
    assert found.proof.score == pytest.approx(1 - (VERB + DECOMPOSITION) / most)
    # COGEX keeps the noun and pays for the axiom; unbinding the noun is cheaper.
    minimal = abduction(*SURVEY, weakening="minimal")
    assert given_up(minimal) == (["carry_out.v"], [("survey.n", 0)], [])


@pytest.mark.slow
def test_the_apposition_of_section_4_2():
    found = abduction(*COACH)
    dropped, unbound, premises = given_up(found)
    assert (dropped, unbound) == ([], [])
    # "Ola Hansen" is a chess coach, and "Hansen" is Ola Hansen.
    assert premises == ["apposition: x3 x6", "decomposition: ola hansen"]
    most = ENTITY + GROUPING + 3 * NOUN
    assert found.proof.score == pytest.approx(1 - (REWRITING + DECOMPOSITION) / most)


@pytest.mark.slow
def test_the_hometown_of_section_4_4():
    found = abduction(*HOMETOWN)
    assert given_up(found) == ([], [], ["decomposition: ann hansen"])
    assert any(fact.rule.startswith("world.txt") for fact in found.facts)
    without = abduction(*HOMETOWN, world=False)
    assert "bear.v" in given_up(without)[0]


def test_the_proof_of_section_5_3():
    found = abduction(*TAKEOVER, relations=False)
    assert given_up(found) == ([], [], ["decomposition: lund berg moen"])
    # "Coup" is a synonym, and world knowledge has no penalty.
    used = {found.facts[number].rule.partition(":")[0] for number in found.proof.facts}
    assert used == {"the text", "world.txt", "chain", "decomposition"}


@pytest.mark.slow
def test_each_kind_of_axiom_can_be_left_out():
    # Without the apposition, the human with two nouns is "Ola Hansen", and the nouns of the
    # hypothesis, which come later, are others.
    _, unbound, premises = given_up(abduction(*COACH, rewriting=False))
    assert (unbound, premises) == ([("hansen.n", 0), ("chess.n", 0), ("coach.n", 0)], [])
    assert "coup.n" in given_up(abduction(*TAKEOVER, chains=False))[0]
    assert abduction(*SURVEY, relations=False).atoms[0].kind == "entity"


CHASE = "A dog chased a cat."
HAPPY = ["win.v(E, X, Y) => happy.a(X)"]


@pytest.mark.parametrize(
    ("text", "hypothesis", "axioms", "is_proved"),
    [
        ("Ann won the cup.", "Ann is happy.", HAPPY, True),
        ("Ann won the cup.", "Ann is happy.", (), False),
        (SURVEY[0], SURVEY[0], (), True),
        # Who does what matters.
        (CHASE, "A cat was chased by a dog.", (), True),
        (CHASE, "A dog was chased by a cat.", (), False),
        *((*pair, (), False) for pair in (("", CHASE), (CHASE, ""), ("", ""))),
    ],
)
def test_what_is_proved_at_no_cost(text, hypothesis, axioms, is_proved):
    score = number_of(AbductionScore(axioms=axioms), text, hypothesis)
    assert (score == 1) == is_proved
    # Nothing proves nothing.
    assert (score == 0) == ("" in (text, hypothesis))


def test_explains_what_was_proved_and_what_it_cost():
    said, (forms, proof, penalties) = explained(AbductionScore(), *SURVEY)
    assert said == "the hypothesis is proved when 1 of 7 atoms is dropped, 1 axiom is used"
    assert forms.lines[0].startswith("text: opinion.n(x1) ∧ survey.n(x2)")
    assert proof.lines[0] == "1. opinion.n(x1)  [the text]"
    assert "steps 1, 2 and 3]" in " ".join(line.strip() for line in proof.lines)
    assert proof.drawing.steps[0] == DerivationStep("opinion.n(x1)", "the text")
    assert proof.drawing.steps[-1].because
    assert penalties.lines[0] == f"carry_out.v(e1, x3, x1) is dropped: {VERB:g}"
    assert penalties.lines[-1].startswith("score: 1 - ")
    assert all(len(line) <= 80 for one in (forms, proof, penalties) for line in one.lines)


@pytest.mark.slow
def test_aligns_words_with_those_that_prove_them():
    assert aligned(AbductionScore(), *SURVEY) == {
        "survey": "survey",
        "carried": None,
        "Sunday": "Sunday",
    }
    assert aligned(AbductionScore(), *TAKEOVER)["coup"] == "takeover"
    assert aligned(AbductionScore(), *HOMETOWN)["born"] == "hometown"
    assert aligned(AbductionScore(), *COACH)["coach"] == "coach"


def test_weights_are_in_the_order_of_section_6_1():
    highest = min(DROP["relation"], DROP["entity"])
    content = [DROP[kind] for kind in ("noun", "verb", "modifier")]
    light = [DROP[kind] for kind in ("grouping", "preposition", "pronoun")]
    assert highest >= max(content) > min(content) - 1e-9 > max(light)
    chains = [CHAIN[one] + CHAIN[other] for one in CHAIN for other in CHAIN]
    assert DECOMPOSITION >= max(chains) > REWRITING
    assert 0 < UNBIND < 1
    assert Relation.ANTONYM not in CHAIN
