"""TEASE by hand, against plain Python, and the same for any order and any workers."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.rules.dependencies import MatchedSnippet, dependencies_of
from rte_baselines.rules.learning.paths import paths_of, relations_of
from rte_baselines.rules.learning.tease import TeaseOptions, learn_rules
from rte_baselines.rules.template import Template
from tests.analysis.parses import parse
from tests.rules.far_pool import FarPool
from tests.rules.parses import index_in_memory, parses, shard_of

PURCHASE, TAKEOVER, RIVAL = (
    Template(f"X <nmod:poss- {noun} -compound-> Y") for noun in ("purchase", "takeover", "rival")
)
HOSTILE = Template("X <nmod:poss- takeover[-amod-> hostile] -compound-> Y")
FIRMS = (("ibm", "lotus"), ("acme", "corel"))
ALL = {"min_association": 0.0, "most_rules": 1000}


def phrase(x, y, noun, *adjectives):
    """A snippet such as "IBM's hostile Lotus takeover"."""
    head = len(adjectives) + 3
    amod = (f"{adjective}/ADJ/{head}/amod" for adjective in adjectives)
    return parse(f"{x}/NOUN/{head}/nmod:poss", *amod, f"{y}/NOUN/{head}/compound", f"{noun}/NOUN/0")


# Sentences with "ibm" and "lotus": 2, of which one is a purchase: P = 1/2. With "acme" and "corel":
# 3, so that P = 1/3. "ann" and "car" are in a single sentence, and no anchor set.
CORPUS = [
    phrase("ibm", "lotus", "purchase"),
    phrase("ibm", "lotus", "takeover", "hostile"),
    phrase("acme", "corel", "purchase"),
    phrase("acme", "corel", "takeover", "first", "hostile"),
    phrase("acme", "corel", "rival"),
    phrase("ann", "car", "purchase"),
    phrase("bob", "lotus", "takeover"),
]


@pytest.fixture
def learned(monkeypatch):
    """A function that learns rules from snippets: scores by both sides."""

    def learn(analyses=CORPUS, inputs=(PURCHASE,), **options):
        index = index_in_memory(monkeypatch, analyses)
        rules = learn_rules([index], inputs, TeaseOptions(**options))
        assert {rule.source for rule in rules} <= {"tease"}
        assert len({rule.id for rule in rules}) == len(rules)
        return {(rule.left, rule.right): rule.score for rule in rules}

    return learn


def both(*templates_and_scores):
    """Rules from and to PURCHASE."""
    return {
        sides: score
        for template, score in templates_and_scores
        for sides in ((PURCHASE, template), (template, PURCHASE))
    }


BEST = (HOSTILE, 1.0)
FIRST = Template("X <nmod:poss- takeover[-amod-> first; -amod-> hostile] -compound-> Y")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # "takeover" occurs with both anchor sets, and always with "hostile": Bob is none.
        ({"min_anchor_sets": 2}, [BEST]),
        # "rival" occurs with one of two.
        ({}, [BEST, (RIVAL, 0.5)]),
        # Of the sum 1/2 + 1/3, "rival" has 1/3, which is 0.4.
        ({"rank": "association"}, [BEST, (RIVAL, 0.4)]),
        # Limits of anchor sets.
        ({"min_association": 0.4}, [BEST]),
        ({"max_sentences": 2}, [BEST]),
        ({"min_sentences": 3}, [(FIRST, 1.0), (RIVAL, 1.0)]),
        # Limits of rules.
        ({"most_rules": 1}, [BEST]),
        ({"min_score": 0.6}, [BEST]),
    ],
)
def test_by_hand(learned, options, expected):
    assert learned(**{"min_anchor_sets": 1, **options}) == both(*expected)


def test_a_branch_that_one_occurrence_lacks_is_left_out(learned):
    found = learned([*CORPUS, phrase("ibm", "lotus", "takeover")])
    assert found == both((TAKEOVER, 1.0))


def test_copies_of_a_text_give_the_path_alone(learned):
    def learned_from_copies(*adjectives):
        copies = [phrase(*one, "takeover", *adjectives) for one in FIRMS]
        found = learned([CORPUS[0], CORPUS[2], *copies])
        return next(right for left, right in found if left == PURCHASE)

    three = "X <nmod:poss- takeover[-amod-> late; -amod-> new; -amod-> old] -compound-> Y"
    assert learned_from_copies("new", "old", "late") == Template(three)
    assert learned_from_copies("new", "old", "late", "first") == TAKEOVER


def test_a_rule_of_two_inputs_has_the_higher_score(learned):
    # From PURCHASE, "takeover" has 2 of 2 anchor sets. From TAKEOVER, the anchor sets are in
    # addition those of "bob" and "lotus", once there is a second sentence with both.
    corpus = [one for one in CORPUS if "hostile" not in one.text]
    corpus += [phrase(*firms, "takeover") for firms in FIRMS]
    corpus.append(phrase("bob", "lotus", "rival"))
    alone = learned(corpus, inputs=[TAKEOVER])
    assert alone[TAKEOVER, PURCHASE] == round(2 / 3, 4)
    together = learned(corpus, inputs=[TAKEOVER, PURCHASE])
    assert together[TAKEOVER, PURCHASE] == together[PURCHASE, TAKEOVER] == 1.0


def test_a_corpus_without_anchor_sets_is_refused(learned):
    with pytest.raises(InputError, match=r"no fillers are characteristic of 'X <nmod:poss- rival"):
        learned(inputs=[RIVAL], min_sentences=4)
    with pytest.raises(InputError, match="characteristic of any of 2 templates; expected a larger"):
        learned([CORPUS[0]], inputs=[RIVAL, PURCHASE])


def plain_scores(analyses, template, options):
    """The scores of paths, with each template matched with each sentence."""
    snippets = [MatchedSnippet(dependencies_of(analysis)) for analysis in analyses]

    def filled(snippet, one):
        """The words of X and Y, by number, with their lemmas, which must differ."""
        columns = [one.words.index(variable) for variable in "XY"]
        ends = {tuple(match[column] for column in columns) for match in snippet.matches(one)}
        lemmas = {end: tuple(snippet.lemmas[word] for word in end) for end in ends}
        return {(end, pair) for end, pair in lemmas.items() if len(set(pair)) == 2}

    matched = [filled(snippet, template) for snippet in snippets]
    counts = Counter(fillers for found in matched for fillers in {pair for _, pair in found})
    weights = {}
    for fillers, count in counts.items():
        both = sum(set(fillers) <= set(snippet.lemmas) for snippet in snippets)
        if options.min_sentences <= both <= options.max_sentences:
            weights[fillers] = Fraction(count, both)
    shard = shard_of(analyses)
    paths = {Template(path) for path, *_ in paths_of(shard, set(relations_of(shard)), 4)}
    scores = {}
    for path in {*paths, *(path.swapped for path in paths)} - {template}:
        support = {
            fillers
            for snippet, found in zip(snippets, matched, strict=True)
            for _, fillers in filled(snippet, path) - found
            if fillers in weights
        }
        if len(support) >= options.min_anchor_sets:
            worth = dict.fromkeys(weights, 1) if options.rank == "anchor_sets" else weights
            part = Fraction(sum(worth[fillers] for fillers in support))
            scores[str(path)] = round(float(part / sum(worth.values())), 4)
    return scores, bool(weights)


@st.composite
def corpora(draw):
    """Sentences that hold the same nouns, often in the same relations."""
    few = draw(st.lists(parses(), min_size=1, max_size=4))
    return [draw(st.sampled_from(few)) for _ in range(draw(st.integers(2, 6)))]


INPUT = Template("X <nmod:poss- bank -compound-> Y")
SEEDED = [phrase("head", "sale", "bank"), phrase("firm", "sale", "bank")]


@settings(max_examples=40)
@given(
    drawn=corpora(),
    rank=st.sampled_from(["anchor_sets", "association"]),
    random=st.randoms(use_true_random=False),
)
def test_scores_are_those_of_a_scan_in_any_order(drawn, rank, random):
    analyses = [*SEEDED, *drawn]
    options = TeaseOptions(rank=rank, min_anchor_sets=1, **ALL)
    expected, has_anchors = plain_scores(analyses, INPUT, options)
    random.shuffle(analyses)
    with pytest.MonkeyPatch.context() as patch:
        index = index_in_memory(patch, analyses, random.randint(1, 8))
        if not has_anchors:
            with pytest.raises(InputError):
                learn_rules([index], [INPUT], options)
            return
        rules = learn_rules([index], [INPUT], options, workers=FarPool())
    found = {rule.right.path: rule.score for rule in rules if rule.left == INPUT}
    assert found == pytest.approx(expected, abs=1e-4)
    assert all(0 < rule.score <= 1 for rule in rules)
