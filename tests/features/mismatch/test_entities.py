import pytest

from rte_baselines.features.mismatch.entities import EntityMismatch
from tests.features.computing import aligned_parsed, number_of, parsed

TEXT = parsed(
    "Mayor Solberg of Norway and Acme opened the Bank of Norway on Monday",
    entities="B-PERSON I-PERSON O B-PLACE O B-ORG O O B-ORG I-ORG I-ORG O B-TIME",
)


def hypothesis_of(words, label):
    size = len(words.split())
    return parsed(
        f"{words} left", entities=" ".join([f"B-{label}", *[f"I-{label}"] * (size - 1), "O"])
    )


@pytest.mark.parametrize(
    ("words", "label", "is_mismatch"),
    [
        ("Mayor Solberg", "PERSON", False),
        ("Solberg", "PERSON", False),
        ("Ingrid Solberg", "PERSON", False),  # the last name
        ("Mayor Berg", "PERSON", True),  # the rest of a name is not enough
        ("the Bank of Norway", "ORG", False),
        ("Acme Shipping Group", "ORG", False),  # longer than in the text
        ("Bank of England", "ORG", True),
        ("Norway", "ORG", False),  # whatever it is in the text
        ("Sweden", "PLACE", True),
        ("Oslo", "EVENT", False),  # the text has no event
        ("the", "PERSON", False),  # a name of closed-class words only
    ],
)
def test_one_entity(words, label, is_mismatch):
    assert number_of(EntityMismatch([label]), TEXT, hypothesis_of(words, label)) == is_mismatch


def test_the_share_of_entities_that_count():
    # Neighbours are told apart, and times do not count.
    hypothesis = parsed(
        "Ingrid Solberg of Norway met Ola Berg Monday Tuesday",
        entities="B-PERSON I-PERSON O B-PLACE O B-PERSON I-PERSON B-TIME B-TIME",
    )
    assert number_of(EntityMismatch(), TEXT, hypothesis) == pytest.approx(1 / 3)
    assert number_of(EntityMismatch(["TIME"]), TEXT, hypothesis) == 1 / 2


def test_alignment():
    hypothesis = parsed("Ingrid Solberg left Sweden", entities="B-PERSON I-PERSON O B-PLACE")
    assert aligned_parsed(EntityMismatch(), TEXT, hypothesis) == {"Sweden": (None, "another place")}


@pytest.mark.parametrize(
    ("text", "hypothesis", "is_mismatch"),
    [
        ("Ola Berg Jr.", "Kari Dahl Jr.", True),
        ("Ola Berg Sr.", "Kari Berg Jr.", False),
        ("Bishop Ola II", "Bishop Kari II", True),
        ("Bishop Ola II", "King Ola IV", False),
        # A suffix alone is a name.
        ("II", "V", True),
    ],
)
def test_last_names(text, hypothesis, is_mismatch):
    sides = (hypothesis_of(words, "PERSON") for words in (text, hypothesis))
    assert number_of(EntityMismatch(), *sides) == is_mismatch


@pytest.mark.parametrize(
    ("words", "entities", "is_mismatch"),
    [
        ("He met Ola Berg . Kari left", "O O O O O B-PERSON O", False),
        ("Kari met Ola . Berg left", "B-PERSON O O O O O", True),
        ("Kari met Ola , Berg and Bo", "B-PERSON O O O O O O", True),
        ("Kari met Ola - Berg", "B-PERSON O B-ORG I-ORG I-ORG", False),
    ],
)
def test_names_do_not_cross_sentences_or_phrases(words, entities, is_mismatch):
    text = parsed(words, entities=entities)
    assert number_of(EntityMismatch(), text, hypothesis_of("Ola Berg", "PERSON")) == is_mismatch
