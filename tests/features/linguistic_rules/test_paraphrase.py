import pytest

from rte_baselines.features.linguistic_rules.paraphrase import (
    BY_GLOSS,
    BY_RULE,
    by_rule,
    is_defined_by,
    paraphrases,
    rules_of,
)
from rte_baselines.lexicon.wordnet import wordnet_in_use
from tests.features.linguistic_rules.reading import matches_of, pair_of


@pytest.mark.parametrize("line", ["kill(X) -> die(subj, X)", "kill(obj, X) -> die"])
def test_malformed_structures_are_refused(line):
    with pytest.raises(ValueError, match="is not a structure"):
        rules_of(line)


def test_equal_strings_are_bound_to_the_same_word():
    (rule,) = rules_of("write(subj, X) & read(subj, X) -> study(subj, X)")
    for text, expected in (
        ("The clerk wrote and read.", 1),
        ("The clerk wrote. The king read.", 0),
    ):
        assert len(list(by_rule(rule, pair_of(text, "The clerk studied.")))) == expected


@pytest.mark.parametrize(
    ("text", "hypothesis", "rule"),
    [
        ("The clerk applied pressure on the king.", "The clerk pressurised the king.", BY_RULE),
        ("The clerk pressurised the king.", "The clerk applied pressure on the king.", BY_RULE),
        ("The clerk conducted an interview with the king.", "The clerk interviewed the king.",
         BY_GLOSS),
        ("The clerk applied pressure on the king.", "The clerk pressurised the sailor.", None),
        ("The king pressurised the clerk.", "The clerk applied pressure on the king.", None),
        # A head "_" of the pattern is an earlier word of it.
        ("The clerk applied pressure. A boat lay on the king.", "The clerk pressurised the king.",
         None),
        ("The clerk conducted an interview with the king.", "The sailor interviewed the king.",
         None),
        ("", "The king died.", None),
        ("The king died.", "", None),
    ],
)  # fmt: skip
def test_paraphrases(text, hypothesis, rule):
    found = [(match.rule, match.weight) for match in matches_of(paraphrases, text, hypothesis)]
    assert found[:1] == ([(rule, 1)] if rule else [])


def test_glosses_begin_with_their_verb():
    # WordNet's second sense of "interview": "discuss formally with (somebody) ..."; its first
    # "conduct an interview in television, newspaper, and radio reporting".
    wordnet = wordnet_in_use()
    assert is_defined_by(wordnet, "interview", "conduct", "interview")
    assert not is_defined_by(wordnet, "interview", "interview", "conduct")
    assert not is_defined_by(wordnet, "qwxz", "conduct", "interview")
