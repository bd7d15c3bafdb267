from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.core.errors import ConfigError
from rte_baselines.lexicon.word_similarity import Lemmas
from rte_baselines.rules.dependencies import Dependencies, Dependency, MatchedSnippet
from rte_baselines.rules.rule import Rule
from rte_baselines.rules.rule_base import RuleBase, cycles_of
from rte_baselines.rules.rule_files import parse_rule
from rte_baselines.rules.template import Template
from rte_baselines.rules.word_rules import EntailmentRuleWords


def verb(lemma):
    return Template(f"X <nsubj- {lemma} -obj-> Y")


def base(*written, **options):
    return RuleBase(map(parse_rule, written), **options)


BUY_OWN = "X <nsubj- buy -obj-> Y => X <nsubj- own -obj-> Y | 0.5"
OWN_HAVE = "X <nsubj- own -obj-> Y => X <nsubj- have -obj-> Y | 0.5"
LOSE_BEAT = "X <nsubj- lose -obl:to-> Y => X <obj- beat -nsubj-> Y | 0.8"


def snippet(subject, lemma, other, relation="obj"):
    """Subject, verb and other as three words."""
    edges = [Dependency(1, "nsubj", 0), Dependency(1, relation, 2)]
    return MatchedSnippet(Dependencies([subject, lemma, other], edges))


BUYS, OWNS, HAS = (snippet("ibm", verb, "lotus") for verb in ("buy", "own", "have"))
LOSES = snippet("ann", "lose", "bob", "obl:to")


@pytest.mark.parametrize(
    ("text", "hypothesis", "rounds", "scores"),
    [
        (BUYS, OWNS, 1, [0.5]),
        (OWNS, BUYS, 1, []),
        (BUYS, snippet("lotus", "own", "ibm"), 1, []),
        # Slots may be exchanged.
        (LOSES, snippet("bob", "beat", "ann"), 1, [0.8]),
        (LOSES, snippet("ann", "beat", "bob"), 1, []),
        # Rules are chained for some rounds.
        (BUYS, HAS, 1, []),
        (BUYS, HAS, 2, [0.25]),
    ],
)
def test_rules_lead_from_text_to_hypothesis(text, hypothesis, rounds, scores):
    def same(one, other):
        return text.lemmas[one] == hypothesis.lemmas[other]

    rules = base(BUY_OWN, OWN_HAVE, LOSE_BEAT)
    found = list(rules.applications(text, hypothesis, same, rounds))
    assert [one.derivation.score for one in found] == scores
    assert all(one.text == one.hypothesis == (0, 1, 2) for one in found if text is BUYS)


def test_chains_are_listed_from_the_best():
    chain = base(BUY_OWN, OWN_HAVE).derivations(verb("have"), rounds=2)
    assert [(one.left, one.score, len(one.rules)) for one in chain] == [
        (verb("own"), 0.5, 1),
        (verb("buy"), 0.25, 2),
    ]


def test_cycles_end():
    rules = base(BUY_OWN, "X <nsubj- own -obj-> Y => X <nsubj- buy -obj-> Y")
    assert [one.left for one in rules.derivations(verb("own"), rounds=10**12)] == [verb("buy")]


edges = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from([0.2, 0.5, 1.0])),
    max_size=8,
    unique_by=lambda edge: edge[:2],
)


@given(edges, st.integers(1, 4))
def test_derivations_are_the_best_chains(edges, rounds):
    rules = [Rule(verb(one), verb(two), score) for one, two, score in edges if one != two]

    def best(lemma, left):
        """The best product of a chain with at most so many rules."""
        scores = {lemma: 1.0}
        if left:
            for rule in rules:
                if rule.right == verb(lemma):
                    for other, score in best(rule.left.lemmas[0], left - 1).items():
                        scores[other] = max(scores.get(other, 0), rule.score * score)
        return scores

    expected = best("a", rounds)
    del expected["a"]
    found = RuleBase(rules).derivations(verb("a"), rounds)
    assert {one.left.lemmas[0]: one.score for one in found} == pytest.approx(expected)


VERBS = "abcdef"


def rules_of(edges):
    return [Rule(verb(left), verb(right)) for left, right in edges]


def verbs(groups):
    return [{group.lemmas[0] for group in found} for found in groups]


def test_cycles_are_listed_from_the_largest():
    assert verbs(cycles_of(rules_of(["ab", "ba", "bc", "de", "ef", "fd"]))) == [
        {"d", "e", "f"},
        {"a", "b"},
    ]
    assert cycles_of([]) == []
    assert cycles_of(rules_of(["ab", "bc"])) == []


def test_exchanged_variables_are_the_same_verb():
    there = Rule(verb("a"), verb("b").swapped)
    back = Rule(verb("b"), verb("a").swapped)
    assert verbs(cycles_of([there, back])) == [{"a", "b"}]


@given(st.lists(st.permutations(VERBS).map(lambda verbs: tuple(verbs[:2])), max_size=10))
def test_templates_of_a_cycle_reach_each_other(edges):
    reached = set(edges)
    for via, left, right in product(VERBS, repeat=3):
        if {(left, via), (via, right)} <= reached:
            reached.add((left, right))
    groups = {
        frozenset(two for two in VERBS if {(one, two), (two, one)} <= reached) for one in VERBS
    }
    assert set(map(frozenset, verbs(cycles_of(rules_of(edges))))) == groups - {frozenset()}


WORD_RULES = """X <nsubj- acquire -obj-> Y => X <nsubj- own -obj-> Y | 0.5
X <nsubj- acquire -obl:from-> Y => X <nsubj- own -obl:from-> Y | 0.25
X <nsubj- lose -obl:to-> Y => X <obj- beat -nsubj-> Y | 0.8
X <nsubj- take[-obj-> part] -obl:in-> Y => X <nsubj- join -obl:in-> Y
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text(WORD_RULES)
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


def test_wrong_fields(file):
    with pytest.raises(ConfigError, match=r"here\.min_score: 2 is not from 0 to 1"):
        EntailmentRuleWords(file, 2).check_fields("here")
    with pytest.raises(ConfigError, match=r"here\.rule_base: absent\.txt: "):
        EntailmentRuleWords("absent.txt").check_fields("here")
