import pytest

from rte_baselines.core.errors import ConfigError
from rte_baselines.features.proofs.deep_semantics import DeepSemantics, sizes
from rte_baselines.features.proofs.model_building import Models
from rte_baselines.features.proofs.proofs import Proofs
from rte_baselines.logic.engines.provers import EProver
from rte_baselines.logic.formulas import Predicate
from rte_baselines.logic.models import FiniteModel
from tests.features.computing import explained, numbers_of


def relations(**rows):
    return {Predicate(name, 2): frozenset(pairs) for name, pairs in rows.items()}


def test_sizes_worked_by_hand():
    # Example 1049 of bos2006, section 3.6: domains of 11 and 12 individuals, whose relative
    # difference is 1/12. Of the relations, 3 tuples and 4: model sizes of 33 and 48.
    text = FiniteModel(11, {}, relations(agent=[(0, 1), (2, 3)], of=[(3, 4)]))
    both = FiniteModel(12, {}, relations(agent=[(0, 1), (2, 3)], of=[(3, 4), (3, 5)]))
    assert sizes(Models(text, both)) == (12, 1, 1 / 12, 48, 15, 15 / 48)
    nothing = FiniteModel(1, {}, {})
    assert sizes(Models(nothing, nothing)) == (1, 0, 0, 0, 0, 0)


# Two columns of proofs, then the size and the difference of the domains.
PAIRS = [
    # A dog, a cat and a chase: sisters exclude each other, and an event is no animal.
    ("A dog chased a cat.", "A cat was chased.", (1, 0, 3, 0)),
    # The mouse is new, and so is the singer.
    ("A dog chased a cat.", "A mouse was chased by a dog.", (0, 0, 4, 1)),
    ("A dog chased a cat.", "A singer was singing.", (0, 0, 4, 1)),
    # An animal may be the dog, and verbs without a common root may be said of one event.
    ("A dog chased a cat.", "An animal slept.", (0, 0, 3, 0)),
    # Ann is a person, and Bonn a city: no one of them is the other.
    ("Ann saw a book.", "Ann saw a woman.", (0, 0, 3, 0)),
    # No model.
    ("No dog chased a cat.", "A dog chased a cat.", (0, 1, 0, 0)),
    # The structures of the paper's examples 78, 1005, 898, 1977 and 1952, in other words.
    ("Berg's old boat is not a fast ship here.", "Berg's boat is a fast ship.", (0, 0, None, None)),
    (
        "Nina Berg, a music teacher at a school in Oslo, has taught the violin for ten years.",
        "Nina Berg is a music teacher.",
        (1, 0, None, 0),
    ),
    (
        "The bridge was briefly closed by the mayor and then was opened to the public.",
        "The bridge was opened to the public.",
        (1, 0, None, 0),
    ),
    (
        "After the storm the bridge was briefly closed by the mayor and then was opened again.",
        "After the storm, the bridge was opened.",
        (1, 0, None, 0),
    ),
    ("His sister has always owned the boats.", "The boats were owned by his sister.", (1, 0, 3, 0)),
    ("Bread prices soared to new heights.", "Bread prices rise.", (1, 0, None, 0)),
    # That of 1049, in which one individual is new: two sailors, a vehicle that is the truck, and
    # one event, which is the accident. The car is no truck.
    (
        "Two sailors were killed when their vehicle hit a truck.",
        "Two sailors were killed in a car accident.",
        (0, 0, 5, 1),
    ),
]


@pytest.mark.slow
def test_pairs_written_by_hand():
    feature = DeepSemantics(Proofs(senses="all"))
    found = numbers_of(feature, *[pair[:2] for pair in PAIRS])[:, :4].tolist()
    for (text, hypothesis, expected), row in zip(PAIRS, found, strict=True):
        shown = tuple(None if e is None else v for e, v in zip(expected, row, strict=True))
        assert shown == expected, (text, hypothesis, row)


@pytest.mark.slow
def test_shows_both_models():
    said, shown = explained(DeepSemantics(), *PAIRS[1][:2])
    assert [one.title for one in shown[-2:]] == [
        "Smallest model of the text",
        "Smallest model of text and hypothesis",
    ]
    assert "domain   d1, d2, d3, d4" in shown[-1].lines
    assert said.endswith("; a model of the text needs 3 individuals, of both 4")


def test_refuses_engines_that_find_no_models():
    with pytest.raises(ConfigError, match=r"engine: e\.v1 finds no models; expected"):
        DeepSemantics(Proofs(engine=EProver())).check_fields("deep")
