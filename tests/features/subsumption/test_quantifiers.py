import pytest

from rte_baselines.features.subsumption.functional import is_quantifier, quantifier_entails


@pytest.mark.parametrize(
    ("text", "hypothesis", "entails"),
    [
        ("all", "many", True),
        ("many", "some", True),
        ("many", "all", False),
        ("no", "some", False),
        ("all", "no", False),
        ("red", "some", False),
    ],
)
def test_quantifiers_entail_weaker_ones(text, hypothesis, entails):
    assert quantifier_entails(text, hypothesis) is entails


def test_entailment_of_quantifiers_is_transitive():
    known = "all every each both most many several few some any no none neither".split()
    assert all(map(is_quantifier, known))
    for one in known:
        for between in known:
            for other in known:
                if quantifier_entails(one, between) and quantifier_entails(between, other):
                    assert one == other or quantifier_entails(one, other), (one, between, other)


@pytest.mark.parametrize("word", ["the", "a", "red", ""])
def test_other_words_are_not_quantifiers(word):
    assert not is_quantifier(word)
