import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.logic.formulas import Variable
from rte_baselines.logic.logic_forms.building import LAYERS, logic_form
from rte_baselines.logic.logic_forms.syntax_layer import Referents
from tests.analysis.parses import parse


def form(text, **options):
    (analysis,) = default_analyzer().analyze([text], LAYERS)
    return logic_form(analysis, **options)


def atoms(text, **options):
    """The atoms as text."""
    found = (one.atom for one in form(text, **options).atoms)
    return {f"{a.predicate}({','.join(term.name for term in a.arguments)})" for a in found}


@pytest.mark.parametrize(
    ("text", "relations", "expected"),
    [
        # Like the examples of sections 3.1 and 3.2.
        (
            "Danish sailors rescued a child and an old dog.",
            False,
            "danish.a(x1) sailor.n(x1) rescue.v(e1,x1,x4) child.n(x2) old.a(x3) dog.n(x3) "
            "and.cc(x4,x2,x3)",
        ),
        # The number is connected with the coaches by a relation alone.
        (
            "A chess club in Norway is hiring nine young coaches.",
            True,
            "chess.n(x1) club.n(x2) nn.nnc(x3,x1,x2) in.in(x3,x4) norway.n(x4) location.ne(x4) "
            "hire.v(e1,x3,x6) 9.n(x5) number.ne(x5) young.a(x6) coach.n(x6) location.sr(x4,x3) "
            "agent.sr(x3,e1) theme.sr(x6,e1) measure.sr(x5,x6)",
        ),
        # A number of two words is one individual.
        (
            "Ann bought two million boats.",
            False,
            "ann.n(x1) human.ne(x1) buy.v(e1,x1,x3) 2000000.n(x2) number.ne(x2) boat.n(x3)",
        ),
    ],
)
def test_whole_sentences(text, relations, expected):
    assert atoms(text, relations=relations) == set(expected.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Passives have the slots of actives; particles are part of the verb.
        ("The survey was carried out on Sunday.", "carry_out.v(e1,x3,x1) theme.sr(x1,e1)"),
        ("The survey was carried out on Sunday.", "temporal.sr(x2,e1)"),
        # "Be" makes two phrases one individual, and verbs with a noun are one word.
        ("Hansen is a chess coach.", "nn.nnc(x1,x2,x3)"),
        ("Ann is tall.", "tall.a(x1)"),
        ("There is a dog in the park.", "in.in(x1,x2)"),
        ("There is a dog here.", "here.r(x1)"),
        ("Ann took part in a race.", "take_part.v(e1,x1,x3)"),
        # A name in a nominal is an individual of its own, and a number may have no value.
        ("Police chief John Smith left.", "nn.nnc(x6,x1,x2,x5) human.ne(x5)"),
        ("Ann has II.", "ii.n(x2)"),
        # What nouns are of.
        ("Ann's brother slept.", "possessive.pos(x2,x1) kinship.sr(x1,x2)"),
        ("The end of the street is dark.", "partwhole.sr(x1,x2)"),
        ("Ann read a book about boats.", "topic.sr(x3,x2)"),
        # Pronouns, indirect objects, adverbs, clauses.
        ("She gave Bob a book.", "she.prp(x3) to.in(e1,x1) recipient.sr(x1,e1)"),
        ("Ann left quickly.", "quickly.r(e1)"),
        ("Ann said that Bob left.", "say.v(e1,x1,e2)"),
        ("Ann left because Bob resigned.", "because.in(e1,e2)"),
        # Participles before nouns.
        ("Ann drove a stolen car.", "steal.v(e2,x3,x2)"),
        # Relative clauses.
        ("The man who visited Rome left.", "visit.v(e1,x1,x2)"),
    ],
)
def test_what_single_constructions_say(text, expected):
    assert set(expected.split()) <= atoms(text)


def test_negation_modals_and_determiners_say_nothing():
    assert atoms("No minister may not resign.") == atoms("A minister resigned.")


def test_an_apposition_and_a_year():
    poet = form("Ola Hansen, a poet, won the cup.")
    assert [(one.name, other.name) for one, other in poet.appositions] == [("x3", "x4")]
    festival = form("Ann saw the 1994 festival.")
    ((year, noun),) = festival.years
    assert {"1994.n", "date.ne"} <= {a.predicate for a in festival.about(year, "noun", "entity")}
    assert [atom.predicate for atom in festival.about(noun, "noun")] == ["festival.n"]


def test_the_order_of_section_5_2():
    kinds = [one.kind for one in form("She and Ann quickly left Oslo on Monday.").by_importance()]
    order = ["relation", "entity", "grouping", "noun", "verb", "modifier", "preposition", "pronoun"]
    ranks = [{"entity": 0, "verb": 3, "pronoun": 6}.get(k, order.index(k)) for k in kinds]
    assert ranks == sorted(ranks)
    assert {*order[:-1]} <= {*kinds}


def test_what_is_the_same_as_an_individual_is_one():
    referents = Referents()
    first, event, last = referents.new(), referents.new(is_event=True), referents.new()
    referents.merge(event, last)
    names = referents.named([event, first, last])
    assert names == {event: Variable("x1"), first: Variable("x2"), last: Variable("x1")}


def test_nothing_is_said_by_nothing():
    assert form("").atoms == form("...").atoms == ()


@pytest.mark.slow
def test_modifiers_of_modifiers_of_modifiers():
    # Parsed by hand: each adverb modifies the next, and the last one the adjective.
    rows = [f"very/RB/{i + 2}/advmod" for i in range(2_000)]
    analysis = parse(*rows, "old/JJ/2002/amod dog/NN/0")
    found = logic_form(analysis)
    assert {one.atom.arguments for one in found.atoms} == {(Variable("x1"),)}
    assert [one.atom.predicate for one in found.atoms][-1] == "old.a"


@given(
    st.lists(
        st.sampled_from(
            "Ann Berg , a poet and of in 1994 July 12 two million sold the old boat to him is was "
            "stolen who took part . 's near quickly that because".split()
        ),
        max_size=15,
    )
)
def test_any_words_have_a_form(words):
    found = form(" ".join(words))
    assert len(set(found.atoms)) == len(found.atoms)
    arities = {"verb": 3, "relation": 2, "noun": 1, "entity": 1}
    for one in found.atoms:
        assert one.word < len(words) + 1
        assert arities.get(one.kind) in (None, len(one.atom.arguments))
    # The second layer only adds.
    first = {one.atom.predicate for one in form(" ".join(words), relations=False).atoms}
    assert first <= {one.atom.predicate for one in found.atoms}
