"""Entailment rules in the systems of desalvobraz2006, kouylekov2006 and delmonte2006."""

import pytest

from rte_baselines.features.linguistic_rules.linguistic_rules import LinguisticRules
from rte_baselines.features.linguistic_rules.paraphrase import rules_of
from rte_baselines.features.subsumption.rules import NOTATION
from rte_baselines.features.subsumption.subsumption import ConceptSubsumption
from rte_baselines.features.trees.tree_edit_distance import TreeEditDistance
from rte_baselines.rules.word_rules import EntailmentRuleWords
from tests.features.computing import numbers_of

# Made up, so that no other resource relates the verbs.
RULES = """X <nsubj- praise -obj-> Y => X <nsubj- carry -obj-> Y | 0.5
X <nsubj- praise -obj-> Y => X <nsubj- live -obl:out_of-> Y | 0.75
X <nsubj- praise -obj-> Y => X <obj- blow -nsubj-> Y | 0.25
X <nsubj- praise -advmod-> Y => X <nsubj- carry -obj-> Y
X <nsubj- praise -obj-> Y => X <nsubj- o'clock -obj-> Y
X <nsubj- take[-obj-> part] -obl:in-> Y => X <nsubj- carry -obj-> Y
"""
PAIR = "Ann praised the boat.", "Ann carried the boat."


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text(RULES)
    return str(path)


def test_rewrite_rules(file):
    system = ConceptSubsumption(rule_base=file)
    rules = system.one_word_rules(["live", "carry", "blow", "o'clock"], NOTATION)
    assert [rule.text for _, rule in rules] == [
        "praise(ARG0 X, ARG1 Y) -> blow(ARG1 X, ARG0 Y)",
        "praise(ARG0 X, ARG1 Y) -> carry(ARG0 X, ARG1 Y)",
        "praise(ARG0 X, ARG1 Y) -> live(ARG0 X, out_of Y)",
    ]
    assert system.one_word_rules([], NOTATION) == []
    strict = ConceptSubsumption(rule_base=file, min_score=0.6)
    assert strict.one_word_rules(["carry"], NOTATION) == []
    assert ConceptSubsumption().one_word_rules(["carry"], NOTATION) == []


def test_paraphrase_rules(file):
    system = LinguisticRules(rule_base=file)
    rules = system.template_rules(["praise", "sit"], ["live", "carry"])
    assert [str(rule.hypothesis[1]) for rule in rules] == [
        str(term)
        for written in ("praise(subj, X) -> live(ncmod:out of, Y)", "a(subj, X) -> carry(obj, Y)")
        for term in rules_of(written)[0].hypothesis
    ]
    assert system.template_rules(["carry"], ["praise"]) == []
    assert system.template_rules(["sit"], ["live", "carry"]) == []


@pytest.mark.slow
def test_each_system_uses_the_rules(file):
    for system, sign in ((ConceptSubsumption, -1), (LinguisticRules, 1)):
        there, back = numbers_of(system(), PAIR, PAIR[::-1])
        there_by_rule, back_by_rule = numbers_of(system(rule_base=file), PAIR, PAIR[::-1])
        assert sign * there_by_rule[0] > sign * there[0]
        assert back_by_rule.tolist() == back.tolist()


@pytest.mark.slow
def test_substitutions_of_tree_edit_distance(file):
    plain = TreeEditDistance()
    with_rules = TreeEditDistance(rules=EntailmentRuleWords(file))
    # One of four words has another label; its substitution costs half of its insertion.
    assert numbers_of(plain, PAIR).tolist() == [[0.25]]
    assert numbers_of(with_rules, PAIR).tolist() == [[0.125]]
