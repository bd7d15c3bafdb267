import pytest

from rte_baselines.features.mismatch.entities import EntityMismatch, EntityOverlap
from tests.features.computing import aligned_parsed, number_of, numbers_of, parsed

TEXT = parsed(
    "Mayor Solberg of Norway and Acme opened the Bank of Norway on Monday",
    entities="B-PERSON I-PERSON O B-PLACE O B-ORG O O B-ORG I-ORG I-ORG O B-TIME",
)


def hypothesis_of(words, label):
    size = len(words.split())
    return parsed(words, entities=" ".join([f"B-{label}", *[f"I-{label}"] * (size - 1)]))


@pytest.mark.parametrize(
    ("words", "label", "found", "is_replaced"),
    [
        ("Mayor Solberg", "PERSON", 1, False),
        ("Solberg", "PERSON", 1, False),
        ("Ingrid Solberg", "PERSON", 1 / 2, False),  # the last name
        ("Mayor Berg", "PERSON", 0, True),  # the rest of a name is not enough
        ("the Bank of Norway", "ORG", 1, False),
        ("Acme Shipping Group", "ORG", 1 / 3, False),  # longer than in the text
        ("Bank of England", "ORG", 0, True),
        ("Norway", "ORG", 1, False),  # whatever it is in the text
        ("Sweden", "PLACE", 0, True),
        ("Oslo", "EVENT", 0, False),  # the text has no event
    ],
)
def test_one_entity(words, label, found, is_replaced):
    pair = TEXT, hypothesis_of(words, label)
    assert numbers_of(EntityOverlap([label]), pair)[0] == pytest.approx([found, found])
    assert number_of(EntityMismatch([label]), *pair) == is_replaced


def test_by_label_and_total():
    hypothesis = parsed(
        "Ingrid Solberg of Norway met Ola Berg on Monday",
        entities="B-PERSON I-PERSON O B-PLACE O B-PERSON I-PERSON O B-TIME",
    )
    feature = EntityOverlap()
    assert [output.name for output in feature.outputs] == "all person org place time".split()
    values = numbers_of(feature, (TEXT, hypothesis))[0]
    assert values == pytest.approx([(0.5 + 1 + 0 + 1) / 4, (0.5 + 0) / 2, 0, 1, 1])
    assert number_of(EntityMismatch(), TEXT, hypothesis) == pytest.approx(1 / 3)


def test_entities_that_do_not_count():
    # Others' labels, neighbours told apart, and names of closed-class words only.
    hypothesis = parsed("Monday Monday the", entities="B-TIME B-TIME B-PERSON")
    assert number_of(EntityOverlap(["TIME"]), TEXT, hypothesis) == 1
    assert number_of(EntityOverlap(["PERSON"]), TEXT, hypothesis) == 0
    assert number_of(EntityMismatch(["PERSON"]), TEXT, hypothesis) == 0


def test_alignment():
    hypothesis = parsed("Ingrid Solberg left Sweden", entities="B-PERSON I-PERSON O B-PLACE")
    assert aligned_parsed(EntityOverlap(), TEXT, hypothesis) == {
        "Ingrid": (None, "missing"),
        "Solberg": ("Solberg", "same name"),
        "Sweden": (None, "missing"),
    }
    assert aligned_parsed(EntityMismatch(), TEXT, hypothesis) == {"Sweden": (None, "another place")}


PERSON = "B-PERSON I-PERSON I-PERSON"


@pytest.mark.parametrize(
    ("text", "hypothesis", "found"),
    [
        ("Ola Berg Jr.", "Kari Dahl Jr.", 0),
        ("Ola Berg Sr.", "Kari Berg Jr.", 1 / 3),
        ("Bishop Ola II", "Bishop Kari II", 0),
        ("Bishop Ola II", "King Ola IV", 1 / 3),
    ],
)
def test_last_names(text, hypothesis, found):
    pair = parsed(text, entities=PERSON), parsed(hypothesis, entities=PERSON)
    (values,) = numbers_of(EntityOverlap(["PERSON"]), pair)
    assert values == pytest.approx([found, found])


def test_a_suffix_alone_is_a_name():
    text, hypothesis = parsed("II", entities="B-PERSON"), parsed("V", entities="B-PERSON")
    assert number_of(EntityMismatch(), text, hypothesis) == 1


@pytest.mark.parametrize(
    ("words", "entities", "found"),
    [
        ("He met Ola Berg . She left", None, 1),
        ("He met Ola . Berg left", None, 0),
        ("He met Ola , Berg and Kari", None, 0),
        ("He met Ola - Berg", "O O B-PERSON I-PERSON I-PERSON", 1),
    ],
)
def test_names_do_not_cross_sentences_or_phrases(words, entities, found):
    text, hypothesis = parsed(words, entities=entities), hypothesis_of("Ola Berg", "PERSON")
    assert number_of(EntityOverlap(["PERSON"]), text, hypothesis) == found
