import pytest

from rte_baselines.lexicon.wordnet.entailment.lexical_relations import nominalizations


@pytest.mark.parametrize(
    ("noun", "verb", "kind"),
    [
        ("killing", "kill", "event"),
        ("arrival", "arrive", "event"),
        ("statement", "state", "event"),
        ("killer", "kill", "agent"),
        ("buyer", "buy", "agent"),
        # As the one who presides before as the office.
        ("president", "preside", "agent"),
        # As the event before as death in person.
        ("death", "die", "event"),
    ],
)
def test_nouns_made_of_verbs(noun, verb, kind):
    assert (verb, kind) in nominalizations(noun)


@pytest.mark.parametrize(
    ("noun", "kept", "left_out"),
    [
        ("capital", "capitalize", "capitalise"),
        # A synonym of "judge" that begins with other letters.
        ("judge", "judge", "adjudicate"),
    ],
)
def test_of_synonyms_the_verb_most_like_the_noun_is_kept(noun, kept, left_out):
    verbs = [each.verb for each in nominalizations(noun)]
    assert kept in verbs
    assert left_out not in verbs


@pytest.mark.parametrize("noun", ["mouse", "", "x" * 10_000, "\x00", "city", "container"])
def test_nouns_that_are_no_event_or_agent(noun):
    assert nominalizations(noun) == ()


@pytest.mark.parametrize("noun", ["death", "president", "murder", "run"])
def test_a_verb_is_given_once(noun):
    verbs = [each.verb for each in nominalizations(noun)]
    assert len(set(verbs)) == len(verbs) > 0
