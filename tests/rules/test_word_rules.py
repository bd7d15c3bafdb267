import numpy as np
import pytest

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.core.errors import ConfigError
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.rules.word_rules import EntailmentRuleWords

RULES = """X <nsubj- acquire -obj-> Y => X <nsubj- own -obj-> Y | 0.5
X <nsubj- acquire -obl:from-> Y => X <nsubj- own -obl:from-> Y | 0.25
X <nsubj- lose -obl:to-> Y => X <obj- beat -nsubj-> Y | 0.8
X <nsubj- take[-obj-> part] -obl:in-> Y => X <nsubj- join -obl:in-> Y
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text(RULES)
    return str(path)


def lemmas(*words, parts=None):
    return Lemmas(words, parts or ("VERB",) * len(words), TokenIds()(list(words)))


def test_rules_that_replace_one_verb_count(file):
    similarity = EntailmentRuleWords(file)
    hypothesis = lemmas("own", "beat", "join", "own")
    text = lemmas("acquire", "lose", "take", "own")
    assert similarity.matrix(hypothesis, text).tolist() == [
        [0.5, 0, 0, 1],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [0.5, 0, 0, 1],
    ]
    # Rules have a direction, and lead between verbs.
    assert not similarity.matrix(lemmas("acquire"), lemmas("own")).any()
    assert not similarity.matrix(lemmas("own", parts=["NOUN"]), lemmas("acquire")).any()
    assert not EntailmentRuleWords(file, 0.6).matrix(hypothesis, lemmas("acquire")).any()


def test_no_words_have_no_scores(file):
    assert EntailmentRuleWords(file).matrix(lemmas(), lemmas("own")).shape == (0, 1)
    assert np.isfinite(EntailmentRuleWords(file).matrix(lemmas("own"), lemmas("x"))).all()


def test_wrong_fields(file):
    with pytest.raises(ConfigError, match=r"here\.min_score: 2 is not from 0 to 1"):
        EntailmentRuleWords(file, 2).check_fields("here")
    with pytest.raises(ConfigError, match=r"here\.rule_base: absent\.txt: "):
        EntailmentRuleWords("absent.txt").check_fields("here")
