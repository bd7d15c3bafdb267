import numpy as np
import pytest
from hypothesis import given

from tests.analysis.coreference.random_parses import trees
from tests.analysis.parses import cases, parse


def phrases(analysis):
    """The noun phrases as {words: kind}."""
    return {
        " ".join(analysis.words[word] for word in phrase.words): phrase.kind
        for phrase in analysis.layer("noun_phrases")
    }


PHRASES = """
prepositional phrases are phrases and part of one -> the old king of Norway common; Norway name
the/DT/3/det old/JJ/3/amod king/NN/6/nsubj of/IN/5/case Norway/NNP/3/nmod/B-PLACE
slept/sleep/VBD/0

possessors are phrases and part of one -> Ann name; Ann 's dog common
Ann/NNP/3/nmod:poss 's/POS/1/case dog/NN/4/nsubj barked/bark/VBD/0

conjuncts are phrases of their own -> two boys common; girls common
two/CD/2/nummod boys/boy/NNS/5/nsubj and/CC/4/cc girls/girl/NNS/2/conj ran/run/VBD/0

clauses and appositions are no part -> Bo name; a man common; who pronoun
Bo/NNP/8/nsubj ,/,/4/punct a/DT/4/det man/NN/1/appos who/WP/6/nsubj sings/sing/VBZ/4/acl:relcl
,/,/1/punct left/leave/VBD/0

attributes are without what belongs to the clause -> She pronoun; a judge common
She/PRP/5/nsubj is/be/VBZ/5/cop now/RB/5/advmod a/DT/5/det judge/NN/0

titles and compounds head no phrase -> President Ann Berg name; car tyres common
President/NNP/2/nmod:desc Ann/NNP/4/nsubj Berg/NNP/2/flat bought/buy/VBD/0 car/NN/6/compound
tyres/tyre/NNS/4/obj

conjunct of a compound heads no phrase -> oil and gas prices common
oil/NN/4/compound and/CC/3/cc gas/NN/1/conj prices/price/NNS/5/nsubj rose/rise/VBD/0

what stands for a noun heads a phrase -> the rich common; some of it pronoun; it pronoun
the/DT/2/det rich/JJ/3/nsubj own/VBP/0 some/DT/3/obj of/IN/6/case it/PRP/4/nmod

capitalized noun with a label is a name -> Reds name
Reds/red/NNS/2/nsubj/B-ORG won/win/VBD/0

years of dates head no phrase -> May 5 1990 name
May/NNP/0/root/B-TIME 5/CD/1/nummod/I-TIME 1990/CD/1/nmod:unmarked/I-TIME
"""


@pytest.mark.parametrize(("words", "expected"), cases(PHRASES))
def test_phrases(words, expected):
    assert phrases(parse(words)) == dict(one.rsplit(" ", 1) for one in expected.split("; "))


def test_there_and_empty_it_are_no_phrases():
    analysis = parse("There/EX/2/expl is/be/VBZ/0 hope/NN/2/nsubj")
    analysis.layers["pos"] = ("PRON", "VERB", "NOUN")
    assert phrases(analysis) == {"hope": "common"}


def test_empty_snippet_has_no_phrases():
    analysis = parse()
    assert analysis.layer("noun_phrases") == ()
    assert analysis.layer("coreference") == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("relation", "phrases", "words_of_first"),
    [("flat", 1, 1500), ("nmod", 1500, 1500), ("conj", 1500, 1), ("xcomp", 1500, 1)],
)
def test_deep_trees(relation, phrases, words_of_first):
    analysis = parse("box/NN/0", *(f"box/NN/{head}/{relation}" for head in range(1, 1500)))
    # Other layers have their own tests of deep trees.
    analysis.layers |= {"predications": (), "statuses": ()}
    found = analysis.layer("noun_phrases")
    assert len(found) == phrases
    assert len(found[0].words) == words_of_first
    assert analysis.layer("coreference") == ()


@given(trees())
def test_phrases_are_within_the_snippet_and_have_their_heads(analysis):
    found = analysis.layer("noun_phrases")
    heads = [phrase.head for phrase in found]
    assert heads == sorted(set(heads))
    for phrase in found:
        assert phrase.head in phrase.words
        assert list(phrase.words) == sorted(set(phrase.words))
        assert np.isin(phrase.words, np.arange(len(analysis))).all()
