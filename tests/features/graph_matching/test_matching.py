"""Anchors and similarities of graphs that are made by hand, and of random ones."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.features.graph_matching.dependency_graph import (
    Constituent,
    Dependency,
    DependencyGraph,
    SimpleConstituent,
)
from rte_baselines.features.graph_matching.matching import GraphMatching, similarities

# Those of the paper's own example.
PAPERS = {"alpha": 0.5, "beta": 0.8, "gamma": 0.5, "delta": 0.5}


def simple(word, part="NOUN", lemma=None):
    return SimpleConstituent(word, lemma or word, lemma or word, part)


def noun(governor, *others):
    return Constituent("noun", simple(governor), others, 0, (0,))


def verb(lemma, modality="none", *, negated=False):
    return Constituent("verb", simple(lemma, "VERB"), (), 0, (0,), modality, negated)


def graph(constituents, dependencies=()):
    made = tuple(Dependency(*dependency) for dependency in dependencies)
    return DependencyGraph(tuple(constituents), made)


def sentence(predicate, subject, object_):
    return graph([predicate, subject, object_], [(0, 1, "subject"), (0, 2, "object")])


THE = simple("the", "DET")
RED_CAT = noun("cat", THE, simple("red", "ADJ"))
CARMINE_CAT = noun("cat", THE, simple("carmine", "ADJ"))
MOUSE = noun("mouse", THE)


@pytest.mark.parametrize(
    ("hypothesis", "text", "expected"),
    [
        (("cats", "NOUN", "cat"), ("cat", "NOUN"), 1),
        (("ate", "VERB", "eat"), ("eaten", "VERB", "eat"), 1),
        # A synonym, a generalization, and a verb that snoring entails.
        (("red", "ADJ"), ("carmine", "ADJ"), 0.8),
        (("animal", "NOUN"), ("cat", "NOUN"), 0.8),
        # Not the other way round, nor across parts of speech.
        (("cat", "NOUN"), ("animal", "NOUN"), 0),
        (("animal", "ADJ"), ("cat", "NOUN"), 0),
    ],
)
def test_similarity_of_words(hypothesis, text, expected):
    words = [simple(word, *rest) for word, *rest in (hypothesis, text)]
    assert similarities(words[:1], words[1:], 0.8).tolist() == [[expected]]


def test_similarity_of_a_pair_by_hand():
    text = sentence(verb("devour"), CARMINE_CAT, MOUSE)
    hypothesis = sentence(verb("eat"), RED_CAT, MOUSE)
    matching = GraphMatching(text, hypothesis, **PAPERS)
    predicate, cat, mouse = matching.anchors
    # sm of the verbs: 0.5 * 0.8 + 0.5 * 1. Both dependencies are mapped: ss = (0.95 + 1) / 2.
    assert (predicate.sm, predicate.ss) == pytest.approx((0.9, 0.975))
    # S = (0.9 + 0.975) / 2; nothing depends on the others, so that S = sm, which for the paper's
    # noun phrases (section 3.4) is 0.5 * 1 + 0.5 * (1 + 0.8) / 2.
    assert predicate.similarity == pytest.approx(0.9375)
    assert (cat.similarity, mouse.similarity) == pytest.approx((0.95, 1.0))
    assert [anchor.text for anchor in matching.anchors] == [0, 1, 2]
    # E = (0.9375 + 0.95 + 1) / 3.
    assert matching.similarity() == pytest.approx(2.8875 / 3)


def test_only_similar_verbs_contradict_each_other():
    hypothesis = sentence(verb("eat"), RED_CAT, MOUSE)
    for predicate, is_negated in [
        (verb("devour", negated=True), True),
        (verb("devour"), False),
        (verb("sell", negated=True), False),
    ]:
        matching = GraphMatching(sentence(predicate, RED_CAT, MOUSE), hypothesis, **PAPERS)
        assert bool(list(matching.negated_anchors())) == is_negated


# Against the definitions, one loop for each.

words = st.sampled_from("cat animal dog the a mouse".split()).map(simple)
nouns = st.builds(
    lambda governor, others: Constituent("noun", governor, tuple(others), 0, (0,)),
    words,
    st.lists(words, max_size=3),
)
verbs = st.builds(
    verb,
    st.sampled_from("eat devour snore sleep".split()),
    st.sampled_from(["none", "possible", "necessary"]),
    negated=st.booleans(),
)
parameters = st.fixed_dictionaries(
    dict.fromkeys(PAPERS, st.sampled_from([0.0, 0.3, 0.5, 0.9, 1.0]))
)


@st.composite
def graphs(draw):
    constituents = draw(st.lists(nouns | verbs, max_size=6))
    number = st.integers(0, max(len(constituents) - 1, 0))
    types = st.sampled_from(["subject", "object", "modifier"])
    drawn = draw(st.lists(st.tuples(number, number, types), max_size=8))
    kept = [each for each in drawn if constituents and each[0] != each[1]]
    return graph(constituents, dict.fromkeys(kept))


def s(word, other, beta):
    return similarities([word], [other], beta).item()


def sm_by_definition(ours, theirs, values):
    if ours.type != theirs.type:
        return 0
    governors = s(ours.governor, theirs.governor, values["beta"])
    if ours.type == "verb":
        order = ["possible", "none", "necessary"]
        apart = abs(order.index(ours.modality) - order.index(theirs.modality))
        return values["gamma"] * governors + (1 - values["gamma"]) * (1 - apart / 2)
    if not ours.others:
        return governors
    highest = [
        max((s(word, other, values["beta"]) for other in theirs.others), default=0)
        for word in ours.others
    ]
    return values["alpha"] * governors + (1 - values["alpha"]) * sum(highest) / len(highest)


def similarity_by_definition(text, hypothesis, values):
    similar = [
        [sm_by_definition(ours, theirs, values) for theirs in text.constituents]
        for ours in hypothesis.constituents
    ]
    anchors = {
        (h, t)
        for h, row in enumerate(similar)
        for t, value in enumerate(row)
        if value > 0 and value == pytest.approx(max(row), abs=1e-9)
    }
    total = 0
    for h in range(len(hypothesis.constituents)):
        of_h = [each for each in hypothesis.dependencies if each.head == h]
        best = 0
        for t in range(len(text.constituents)):
            if (h, t) not in anchors:
                continue
            mapped = [
                max(similar[each.modifier])
                for each in of_h
                if any(
                    other.head == t
                    and other.type == each.type
                    and (each.modifier, other.modifier) in anchors
                    for other in text.dependencies
                )
            ]
            ss = sum(mapped) / len(of_h) if of_h else similar[h][t]
            best = max(best, values["delta"] * similar[h][t] + (1 - values["delta"]) * ss)
        total += best
    return total / len(hypothesis.constituents) if hypothesis.constituents else 0


@given(text=graphs(), hypothesis=graphs(), values=parameters)
def test_agrees_with_the_definitions(text, hypothesis, values):
    matching = GraphMatching(text, hypothesis, **values)
    expected = similarity_by_definition(text, hypothesis, values)
    assert matching.similarity() == pytest.approx(expected)
    assert 0 <= matching.similarity() <= 1


@given(text=graphs(), hypothesis=graphs(), values=parameters)
def test_the_anchor_agrees_in_negation_if_one_of_the_best_does(text, hypothesis, values):
    matching = GraphMatching(text, hypothesis, **values)
    for number, partner in enumerate(matching.partners.tolist()):
        anchors = np.flatnonzero(matching.is_anchor[number]).tolist()
        highest = max((matching.ss[number, each] for each in anchors), default=0)
        best = [each for each in anchors if matching.ss[number, each] == pytest.approx(highest)]
        assert partner in (best or [-1])
        negated = hypothesis.constituents[number].negated
        if any(text.constituents[each].negated == negated for each in best):
            assert text.constituents[partner].negated == negated


@given(text=graphs(), more=graphs(), values=parameters)
def test_a_text_that_contains_the_hypothesis_has_similarity_1(text, more, values):
    # Added up from nonzero weights: a weight of 0 may leave a constituent without anchor.
    values = {**values, "alpha": 0.5, "gamma": 0.5}
    shifted = [
        (head + len(text.constituents), modifier + len(text.constituents), type_)
        for head, modifier, type_ in more.dependencies
    ]
    both = text.extended(more.constituents, [Dependency(*each) for each in shifted])
    matching = GraphMatching(both, text, **values)
    assert matching.similarity() == pytest.approx(1.0 if text.constituents else 0.0)
    assert np.all(matching.ss <= 1 + 1e-9)


def test_further_similarities_of_words_by_hand():
    text = Constituent(
        "noun", simple("okapi"), (simple("shy", "ADJ"),), 1, (0, 1), other_words=(0,)
    )
    hypothesis = replace(text, governor=simple("zebra"), others=(simple("calm", "ADJ"),))
    words = np.array([[0.4, 0.9], [0.9, 0.6]])
    matching = GraphMatching(graph([text]), graph([hypothesis]), **PAPERS, words=words)
    assert matching.governors.tolist() == [[0.6]]
    assert matching.others.tolist() == [[0.4]]
    # 0.5 * 0.6 + 0.5 * 0.4.
    assert matching.sm.item() == pytest.approx(0.5)
    # The relations of WordNet count if they are higher: 0.8 for a generalization.
    animal = replace(text, governor=simple("animal"))
    matching = GraphMatching(graph([text]), graph([animal]), **PAPERS, words=words)
    assert matching.governors.tolist() == [[0.8]]


def test_words_that_are_read_into_the_text_have_no_further_similarity():
    read = Constituent("verb", simple("doze", "VERB"), (), 0, ())
    written = Constituent("verb", simple("hum", "VERB"), (), 0, (0,))
    for text, hypothesis in ((read, written), (written, read)):
        matching = GraphMatching(
            graph([text]), graph([hypothesis]), **PAPERS, words=np.ones((1, 1))
        )
        assert matching.governors.tolist() == [[0.0]]
