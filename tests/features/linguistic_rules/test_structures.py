import pytest

from rte_baselines.analysis.predicates.predications import Status
from rte_baselines.features.linguistic_rules.structures import structures_of
from tests.analysis.parses import parse
from tests.features.linguistic_rules.reading import snippets

from ..predications_by_hand import predication, with_predications

FACT = Status("past", "none", False, "factual", None)


def hand_made(words, *predications, chains=()):
    """The structures of words parsed by hand."""
    analysis = with_predications(parse(words), predications, chains=chains)
    analysis.layers["statuses"] = (FACT,) * len(predications)
    return structures_of(analysis)


def lines(snippet):
    return [f"{structure.score}-{structure}" for structure in snippet.structures]


def test_structures_in_the_papers_notation():
    # As the paper writes "Clinton's new book is not big seller here" (section 2.1).
    arguments = (3, "subject", "", "theme"), (8, "attribute", "", "attribute")
    here = (9, "adverb", "", "location")
    snippet = hand_made(
        "Ann/PROPN/4/nmod:poss 's/PART/1/case new/ADJ/4/amod boat/NOUN/9/nsubj is/be/AUX/9/cop "
        "not/PART/9/advmod a/DET/9/det fast/ADJ/9/amod ship/NOUN/0 here/ADV/9/advmod",
        predication(4, "be", *arguments, here, kind="copula", group=(4, 5)),
    )
    assert lines(snippet) == [
        "0-be(subj-theme_bound, boat)",
        "50-be(xcomp-prop, ship)",
        "1000-boat(ncmod-specif, 's, ann)",
        "1000-boat(ncmod, new)",
        "1000-ship(ncmod, fast)",
        "1500-be(adj-location, here)",
        "1500-be(neg, not)",
    ]


@pytest.mark.parametrize(
    ("words", "voice", "arguments", "expected", "functions"),
    [
        (
            "Cats/cat/NOUN/2/nsubj eat/VERB/0 mice/mouse/NOUN/2/obj",
            "active",
            [(0, "subject", "", "agent"), (2, "object", "", "theme")],
            ["0-eat(subj-agent, cat)", "10-eat(obj-theme, mouse)"],
            ["subj", "obj"],
        ),
        (
            "Cats/cat/NOUN/2/nsubj eaten/eat/VERB/0 mice/mouse/NOUN/2/obl",
            "passive",
            [(2, "subject", "by", "agent"), (0, "object", "", "theme")],
            ["0-eat(subj-theme_aff, cat)", "10-eat(arg_mod-agent, by, mouse)"],
            ["obj", "subj"],
        ),
    ],
)
def test_voice_changes_relations_but_not_functions(words, voice, arguments, expected, functions):
    snippet = hand_made(words, predication(1, "eat", *arguments, voice=voice))
    assert lines(snippet) == expected
    assert [structure.function for structure in snippet.structures] == functions


def test_main_clauses_come_first():
    # "split(xcomp-prop, feel)" has 250, "feel(subj-agent, ...)" 100, "feel(obj-theme, ok)" 200
    # and "feel(ncmod-temporal, after, loss)" 400 in the paper's example 46.
    eaten = (4, "object", "", "theme"), (6, "oblique", "on", "time")
    snippet = hand_made(
        "Ann/PROPN/2/nsubj said/say/VERB/0 Bo/PROPN/4/nsubj ate/eat/VERB/2/ccomp fish/NOUN/4/obj "
        "on/ADP/7/case Monday/PROPN/4/obl",
        predication(1, "say", (0, "subject", "", "agent"), (3, "clause")),
        predication(3, "eat", (2, "subject", "", "agent"), *eaten),
    )
    assert lines(snippet) == [
        "0-say(subj-agent, ann)",
        "100-eat(subj-agent, bo)",
        "200-eat(obj-theme, fish)",
        "250-say(ccomp-prop, eat)",
        "400-eat(ncmod-temporal, on, monday)",
    ]
    assert [clause.is_main for clause in snippet.clauses] == [True, False]


@pytest.mark.parametrize(
    ("chain", "subject"), [((0, 2), "ann"), ((2,), "she"), ((2, 4), "bo"), ((0, 2, 4), "ann")]
)
def test_pronouns_are_replaced_by_their_antecedents(chain, subject):
    snippet = hand_made(
        "Ann/PROPN/2/nsubj left/leave/VERB/0 She/PRON/4/nsubj met/meet/VERB/0 Bo/PROPN/4/obj",
        predication(3, "meet", (2, "subject", "", "agent"), (4, "object", "", "theme")),
        chains=(chain,),
    )
    assert snippet.structures[0].lemma == subject


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The regatta took place in Oslo.", "1000-take_place(ncmod-location, in, oslo)"),
        ("The captain gave the cup to Ann.", "20-give(iobj-goal, to, ann)"),
        ("Two red boats sank.", "1000-boat(ncmod, two)"),
        # A fragment has a dummy predicate, which is that of a main clause.
        ("Old harbour of Oslo.", "50-be(xcomp-prop, harbour)"),
    ],
)
def test_structures_of_parsed_sentences(sentence, expected):
    (snippet,) = snippets(sentence)
    assert expected in lines(snippet)
