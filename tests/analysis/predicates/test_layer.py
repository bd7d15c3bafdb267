"""Argument structures of parses made by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.parses import cases, parse


def structures(analysis):
    """The predications as {lemma: {function with marker: words}}."""
    found = {}
    for predication in analysis.layer("predications"):
        arguments = found.setdefault(predication.lemma, {})
        for argument in predication.arguments:
            name = f"{argument.function} {argument.marker}".strip()
            arguments.setdefault(name, []).append(analysis.words[argument.word])
    return found


def roles(analysis):
    (predication,) = analysis.layer("predications")
    return {analysis.words[one.word]: one.role for one in predication.arguments}


STRUCTURES = """
a passive is made active -> sink: object=Ships, subject=storms
Ships/ship/NNS/3/nsubj:pass were/be/VBD/3/aux:pass sunk/sink/VBN/0 by/IN/5/case
storms/storm/NNS/3/obl:agent

a passive with an object has a receiver -> give: indirect_object=Ann, object=medals, subject=kings
Ann/NNP/3/nsubj:pass was/be/VBD/3/aux:pass given/give/VBN/0 medals/medal/NNS/3/obj by/IN/6/case
kings/king/NNS/4/nmod

who did it makes a participle passive -> sink: object=ships, subject=rebels
ships/ship/NNS/0 done/sink/VBN/1/acl by/IN/4/case rebels/rebel/NNS/2/obl

a relative pronoun is its noun -> win: object=Cups, adverb=often
Cups/cup/NNS/0 that/WDT/4/obj often/RB/4/advmod won/win/VBD/1/acl:relcl

dates and places are the verb's -> meet: subject=Ann, object=miners, oblique in=Rome, oblique on=May
Ann/NNP/2/nsubj met/meet/VBD/0 miners/miner/NNS/2/obj in/IN/5/case Rome/NNP/3/nmod on/IN/7/case
May/NNP/3/nmod

an adverb taken for an object is one -> fall: subject=Prices, adverb=sharply
Prices/price/NNS/2/nsubj fell/fall/VBD/0 sharply/NN/2/obj

a copula has attributes with their preposition -> be: subject=Ann, attribute in=Rome
Ann/NNP/4/nsubj is/be/VBZ/4/cop in/IN/4/case Rome/NNP/0

an office is an attribute -> name: object=Ann, attribute=judge
Ann/NNP/3/nsubj:pass was/be/VBD/3/aux:pass named/name/VBN/0 judge/NN/3/obj

a noun is what its relative clause misses -> win: subject=Ann, object=cups
cups/cup/NNS/0 Ann/NNP/3/nsubj won/win/VBD/1/acl:relcl

a noun is where its relative clause happens -> toil: subject=Ann, oblique where=towns
towns/town/NNS/0 where/WRB/4/advmod Ann/NNP/4/nsubj toils/toil/VBZ/1/acl:relcl

an intransitive verb shares no object -> arrive: subject=Ann; buy: subject=Ann, object=boats
Ann/NNP/2/nsubj arrived/arrive/VBD/0 and/CC/4/cc bought/buy/VBD/2/conj boats/boat/NNS/4/obj

participles of intransitive verbs are active -> fall: subject=leaves
leaves/leaf/NNS/0 fallen/fall/VBN/1/acl

a preposition without a noun is before the one modified -> live: subject=Ann, oblique in=houses
houses/house/NNS/0 Ann/NNP/3/nsubj lives/live/VBZ/1/acl:relcl in/IN/3/obl

who is not meant is no argument -> win: subject=Ann
Ann/NNP/4/nsubj not/RB/3/advmod Bob/NNP/1/conj won/win/VBD/0

a plural in ly is no adverb -> hold: subject=They, object=rallies
They/PRP/2/nsubj held/hold/VBD/0 rallies/rally/NNS/2/obj

each noun of an apposition is an attribute -> be: subject=Ann, attribute=judge poet
Ann/NNP/0 judge/NN/1/appos and/CC/4/cc poet/NN/2/conj

what is done is not done by the plan to do it -> sail:
plan/NN/4/nsubj:outer is/be/VBZ/4/cop to/TO/4/mark sail/VB/0

a particle belongs to the verb -> give_up: subject=Ann, object=gin
Ann/NNP/2/nsubj gave/give/VBD/0 up/RP/2/compound:prt gin/NN/2/obj

a definite object keeps its place -> meet: subject=Ann, object=mayor
Ann/NNP/2/nsubj met/meet/VBD/0 the/DT/4/det mayor/NN/2/obj in/IN/6/case Essen/NNP/4/nmod

an infinitive of purpose after a directing verb is its complement -> stop: subject=Bob; ...
Rain/NN/2/nsubj forced/force/VBD/0 Bob/NNP/2/obj to/TO/5/mark stop/VB/2/advcl

a clause without subject has that of the verb above -> leave: subject=Ann, object=Rome; ...
Leaving/leave/VBG/4/advcl Rome/NNP/1/obj Ann/NNP/4/nsubj waved/wave/VBD/0

use is controlled by its subject -> win: subject=Ann; ...
Ann/NNP/2/nsubj used/use/VBD/0 cash/NN/2/obj to/TO/5/mark win/VB/2/xcomp

a clause that is a subject has none of its verb -> build: ; ...
Building/build/VBG/2/csubj took/take/VBD/0 years/year/NNS/2/obj

whom others say something of -> lie: subject=men; ...
men/man/NNS/0 who/WP/5/nsubj police/NNS/4/nsubj say/VBP/1/acl:relcl lied/lie/VBD/4/ccomp

verbs that may have an object share it -> sink: subject=Storms, object=ships; ...
Storms/storm/NNS/2/nsubj sank/sink/VBD/0 or/CC/4/cc damaged/damage/VBD/2/conj ships/ship/NNS/4/obj

verbs share subjects -> buy: subject=Ann Bob, object=boats; sell: subject=Ann Bob, object=boats
Ann/NNP/4/nsubj and/CC/3/cc Bob/NNP/1/conj bought/buy/VBD/0 and/CC/6/cc sold/sell/VBD/4/conj
boats/boat/NNS/6/obj

a participle of the present is said of its subject -> bite: subject=men
men/man/NNS/0 bitten/bite/VBG/1/acl
"""


@pytest.mark.parametrize(("words", "expected"), cases(STRUCTURES))
def test_structures(words, expected):
    """What is expected ends with "..." where other verbs do not matter."""
    found = structures(parse(words))
    wanted = {}
    for structure in expected.removesuffix("; ...").split("; "):
        lemma, _, arguments = structure.partition(":")
        parts = (part.split("=") for part in arguments.split(", ") if part.strip())
        wanted[lemma] = {name.strip(): nouns.split() for name, nouns in parts}
    others = found.keys() - wanted.keys() if expected.endswith("...") else ()
    assert {lemma: found[lemma] for lemma in found.keys() - others} == wanted


@pytest.mark.parametrize(
    ("words", "kind", "voice", "word", "group"),
    [
        ("Ann/NNP/4/nsubj is/be/VBZ/4/cop in/IN/4/case Rome/NNP/0", "copula", "active", 1, (1,)),
        # A verb with a copula has an auxiliary.
        ("they/PRP/3/nsubj are/be/VBP/3/cop moved/move/VBG/0", "verb", "active", 2, (1, 2)),
        ("they/PRP/3/nsubj are/be/VBP/3/cop moved/move/VBN/0", "verb", "passive", 2, (1, 2)),
        ("Ann/NNP/0 judge/NN/1/appos", "apposition", "active", 1, ()),
    ],
)
def test_kinds_of_predications(words, kind, voice, word, group):
    (found,) = parse(words).layer("predications")
    assert (found.kind, found.voice, found.word, found.group) == (kind, voice, word, group)


@pytest.mark.parametrize(
    ("verb", "lemma", "winner"),
    [("hoped", "hope", "Ann"), ("forced", "force", "Bob"), ("promised", "promise", "Ann")],
)
def test_who_does_what_an_infinitive_says(verb, lemma, winner):
    beside = "not/RB/5/advmod" if verb == "hoped" else "Bob/NNP/2/obj"
    analysis = parse(f"Ann/NNP/2/nsubj {verb}/{lemma}/VBD/0 {beside} to/TO/5/mark win/VB/2/xcomp")
    assert structures(analysis)["win"] == {"subject": [winner]}


@pytest.mark.parametrize(
    ("lemma", "marker", "winner"),
    [("accuse", "of", "Bob"), ("prevent", "from", "Bob"), ("praise", "by", "Ann")],
)
def test_who_does_what_a_gerund_says(lemma, marker, winner):
    analysis = parse(
        f"Ann/NNP/2/nsubj did/{lemma}/VBD/0 Bob/NNP/2/obj {marker}/IN/5/mark",
        "winning/win/VBG/2/advcl",
    )
    assert structures(analysis)["win"] == {"subject": [winner]}


@pytest.mark.parametrize(
    ("noun", "verb", "found"),
    [
        ("day/NN", "ended/end/VBD", {"oblique when": ["day"]}),
        ("reason/NN", "resigned/resign/VBD", {"oblique why": ["reason"]}),
        ("way/NN", "won/win/VBD", {"oblique how": ["way"]}),
        ("cup/NN", "won/win/VBD", {"object": ["cup"]}),
        ("fear/NN", "died/die/VBD", {}),
    ],
)
def test_what_a_noun_is_to_its_relative_clause(noun, verb, found):
    analysis = parse(f"{noun}/0 Ann/NNP/3/nsubj {verb}/1/acl:relcl")
    (arguments,) = structures(analysis).values()
    assert arguments == {"subject": ["Ann"], **found}


@pytest.mark.parametrize(
    ("noun", "role"),
    [
        ("Monday/NNP", "time"),
        ("percent/NN", "other"),
        ("ship/NN", "instrument"),
        ("1999/CD", "time"),
    ],
)
def test_by_what_is_no_agent(noun, role):
    analysis = parse(
        "prices/price/NNS/3/nsubj:pass were/be/VBD/3/aux:pass raised/raise/VBN/0 by/IN/5/case",
        f"{noun}/3/obl",
    )
    name = noun.split("/")[0]
    assert structures(analysis) == {"raise": {"object": ["prices"], "oblique by": [name]}}
    assert roles(analysis) == {"prices": "theme", name: role}


@pytest.mark.slow
@pytest.mark.parametrize("relation", ["xcomp", "ccomp", "conj", "advcl", "acl"])
@pytest.mark.parametrize("tag", ["VB", "VBN"])
def test_thousands_of_clauses_in_each_other(relation, tag):
    rows = [f"go/{tag}/{word}/{relation if word else 'root'}" for word in range(2_000)]
    assert len(parse(*rows).layer("predications")) == 2_000


@pytest.mark.parametrize(
    ("preposition", "noun", "role"),
    [
        ("with", "hammer/NN", "instrument"),
        ("with", "friends/friend/NNS", "company"),
        ("because_of", "rain/NN", "cause"),
        ("in", "Rome/NNP", "location"),
        ("for", "fun/NN", "purpose"),
        ("for", "them/they/PRP", "recipient"),
        ("during", "talks/talk/NNS", "time"),
        ("to", "friends/friend/NNS", "recipient"),
        ("by", "percent/NN", "other"),
    ],
)
def test_roles_of_obliques(preposition, noun, role):
    analysis = parse(f"Ann/NNP/2/nsubj toiled/toil/VBD/0 {preposition}/IN/4/case {noun}/2/obl")
    assert roles(analysis)[noun.split("/")[0]] == role


_RELATIONS = (
    "nsubj obj iobj obl nmod acl acl:relcl advcl xcomp ccomp conj cop aux aux:pass nsubj:pass "
    "appos case mark advmod compound:prt parataxis obl:agent csubj dep expl det cc obl:unmarked "
    "fixed nsubj:outer"
).split()
_LEMMAS = (
    "be give say sink force appoint link become know fail die if to by not week percent w".split()
)
_TAGS = "NN NNS NNP VB VBD VBZ VBN VBG PRP WDT WRB IN RB JJ TO CC".split()


@st.composite
def trees(draw):
    """Any tree under any labels, as a parser never seen may give."""
    size = draw(st.integers(0, 9))
    order = draw(st.permutations(range(1, size + 1)))
    heads = dict.fromkeys(order[:1], 0)
    for place, word in enumerate(order[1:], start=1):
        heads[word] = draw(st.sampled_from(order[:place]))
    return parse(
        *(
            f"w{word}/{draw(st.sampled_from(_LEMMAS))}/{draw(st.sampled_from(_TAGS))}/{heads[word]}/"
            f"{draw(st.sampled_from(_RELATIONS)) if heads[word] else 'root'}"
            for word in range(1, size + 1)
        )
    )


@given(trees())
def test_any_tree_has_structures_within_it(analysis):
    predications = analysis.layer("predications")
    assert len(analysis.layer("statuses")) == len(predications)
    places = [predication.word for predication in predications]
    assert places == sorted(places)
    for predication in predications:
        words = [argument.word for argument in predication.arguments]
        assert all(0 <= word < len(analysis) for word in (*words, *predication.group))
        assert list(predication.group) == sorted(predication.group)
        if predication.voice == "passive":
            # Whoever "by" names did it; what else it may say has a role of its own.
            by = {one.role for one in predication.of_function("oblique") if one.marker == "by"}
            assert by <= {"time", "other", "instrument"}


def test_empty_snippet_says_nothing():
    analysis = parse()
    analysis.layers["heads"] = np.empty(0, np.int64)
    assert analysis.layer("predications") == analysis.layer("statuses") == ()
