import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rte_baselines.analysis.english.universal_dependencies import to_universal, uses_clear_labels

# Every sentence below has a word once only; these are not what their first letter says.
_KINDS = {
    "ADP IN": "in of by after with from under to2 around because according out about than on at as "
    "as2",
    "PART TO": "to",
    "PART POS": "'s",
    "PART RB": "not",
    "SCONJ IN": "that for",
    "AUX VBZ": "is was are be being been has had will were",
    "DET DT": "the a an every no",
    "DET PDT": "all",
    "PRON PRP": "it its him",
    "PRON WP": "what who which",
    "PRON EX": "there",
    "CCONJ CC": "and or both",
    "ADJ JJ": "old happy clear big bigger such more least",
    "ADV RB": "here very ago",
    "ADV WRB": "where how",
    "NUM CD": "two five million seven 5 1990",
    "SYM $": "$",
    "PUNCT ,": ",",
    "PUNCT .": ".",
    "ADP RP": "up",
    "INTJ UH": "well",
    "NOUN NN": "ferry ferries crew captain teacher years rain house goal firms plan talk port rust "
    "sailor book cup tea danger boat",
}
KINDS = {word: kind.split() for kind, words in _KINDS.items() for word in words.split()}
LEMMAS = dict.fromkeys("is was are were been being".split(), "be") | {"according": "accord"}
FORMS = {"to2": "to", "as2": "as"}


def read(parse):
    """Read "word:head:relation ..." into words, heads and relations."""
    rows = [part.split(":", 2) for part in parse.split()]
    words = [word for word, _, _ in rows]
    heads = [words.index(head) if head else -1 for _, head, _ in rows]
    return words, heads, [relation for _, _, relation in rows]


def kind(word):
    if word in KINDS:
        return KINDS[word]
    return ["PROPN", "NNP"] if word[0].isupper() else ["VERB", "VBD"]


def converted(parse):
    words, heads, relations = read(parse)
    pos, tags = zip(*map(kind, words), strict=True)
    lemmas = [LEMMAS.get(word, word.lower()) for word in words]
    forms = [FORMS.get(word, word) for word in words]
    new_heads, new_relations, new_pos = to_universal(heads, relations, tags, pos, lemmas, forms)
    shown = [
        f"{word}:{words[head] if head >= 0 else ''}:{relation}"
        for word, head, relation in zip(words, new_heads, new_relations, strict=True)
    ]
    return " ".join(shown), dict(zip(words, new_pos, strict=True))


# Each sentence as CLEAR has it, and the words that Universal Dependencies have otherwise.
SENTENCES = {
    "a passive and its agent": (
        "ferry:sunk:nsubjpass was:sunk:auxpass sunk::ROOT by:sunk:agent Bo:by:pobj",
        "ferry:sunk:nsubj:pass was:sunk:aux:pass by:Bo:case Bo:sunk:obl:agent",
    ),
    "a dative with its preposition": (
        "Ann:gave:nsubj gave::ROOT tea:gave:dobj to2:gave:dative Bo:to2:pobj",
        "tea:gave:obj to2:Bo:case Bo:gave:obl",
    ),
    "a noun as predicate": (
        "Ann:is:nsubj is::ROOT not:is:neg a:teacher:det teacher:is:attr in:is:prep Oslo:in:pobj "
        ".:is:punct",
        "Ann:teacher:nsubj is:teacher:cop not:teacher:advmod teacher::root in:Oslo:case "
        "Oslo:teacher:obl .:teacher:punct",
    ),
    "an infinitive as predicate": (
        "the:goal:det goal:is:nsubj is::ROOT to:win:aux win:is:xcomp",
        "goal:win:nsubj:outer is:win:cop to:win:mark win::root",
    ),
    "a question for the place": (
        "where:is:advmod is::ROOT the:port:det port:is:nsubj in:port:prep Oslo:in:pobj",
        "where::root is:where:cop port:where:nsubj in:Oslo:case Oslo:port:nmod",
    ),
    "a question with a stranded preposition": (
        "Ann:knows:nsubj knows::ROOT what:in:pobj it:was:nsubj was:knows:ccomp in:was:prep",
        "what:knows:ccomp it:what:nsubj was:what:cop in:what:case",
    ),
    "a place before its subject": (
        "in:was:prep Oslo:in:pobj was::ROOT the:port:det port:was:nsubj",
        "in:Oslo:case Oslo::root was:Oslo:cop port:Oslo:nsubj",
    ),
    "a time before the subject": (
        "in:is:prep 1990:in:pobj Bo:is:nsubj is::ROOT here:is:advmod",
        "in:1990:case 1990:here:obl Bo:here:nsubj is:here:cop here::root",
    ),
    "an infinitive that it stands for": (
        "it:was:nsubj was::ROOT clear:was:acomp to:be:aux be:was:xcomp old:be:acomp",
        "it:clear:expl was:clear:cop clear::root to:old:mark be:old:cop old:clear:csubj",
    ),
    "an adjective of somebody with a clause": (
        "Bo:is:nsubj is::ROOT happy:is:acomp that:left:mark Ann:left:nsubj left:is:ccomp",
        "Bo:happy:nsubj is:happy:cop happy::root left:happy:ccomp",
    ),
    "a clause with an adjective as predicate": (
        "the:plan:det plan:is:nsubj is::ROOT that:are:mark all:are:nsubj are:is:ccomp "
        "old:are:acomp",
        "plan:old:nsubj:outer is:old:cop that:old:mark all:old:nsubj are:old:cop old::root",
    ),
    "existence": (
        "there:is:expl is::ROOT a:ferry:det ferry:is:attr in:is:prep Oslo:in:pobj",
        "ferry:is:nsubj in:Oslo:case Oslo:is:obl",
    ),
    "verbs like the copula": (
        "Ann:became:nsubj became::ROOT a:teacher:det teacher:became:attr",
        "teacher:became:xcomp",
    ),
    "what somebody is called": (
        "they:called:nsubj called::ROOT Bo:called:dobj captain:called:oprd",
        "Bo:called:obj captain:called:xcomp",
    ),
    "an object with an infinitive": (
        "Ann:wants:nsubj wants::ROOT him:swim:nsubj to:swim:aux swim:wants:ccomp",
        "him:wants:obj to:swim:mark swim:wants:xcomp",
    ),
    "a clause of a preposition": (
        "Bo:slept:nsubj slept::ROOT after:slept:prep selling:after:pcomp the:ferry:det "
        "ferry:selling:dobj",
        "after:selling:mark selling:slept:advcl ferry:selling:obj",
    ),
    "a copula in a clause of a preposition of a noun": (
        "the:danger:det danger::ROOT of:danger:prep being:of:pcomp a:sailor:det sailor:being:attr",
        "of:sailor:mark being:sailor:cop sailor:danger:acl",
    ),
    "a stranded preposition": (
        "house::ROOT Ann:lives:nsubj lives:house:relcl in:lives:prep",
        "lives:house:acl:relcl in:lives:obl",
    ),
    "coordination": (
        "Ann:swam:nsubj ,:Ann:punct Bo:Ann:conj and:Bo:cc Cy:Bo:conj swam::ROOT",
        ",:Bo:punct and:Cy:cc Cy:Ann:conj",
    ),
    "coordination with a comma of something else": (
        "both:Ann:preconj Ann:swam:nsubj ,:Ann:punct captain:Ann:appos and:Ann:cc Bo:Ann:conj "
        "swam::ROOT",
        "both:Ann:cc:preconj and:Bo:cc",
    ),
    "coordinated predicates": (
        "Ann:is:nsubj is::ROOT old:is:acomp and:is:cc lives:is:conj here:lives:advmod",
        "Ann:old:nsubj is:old:cop old::root and:lives:cc lives:old:conj",
    ),
    "coordinated prepositions": (
        "Ann:lives:nsubj lives::ROOT in:lives:prep and:in:cc around:in:conj Oslo:around:pobj",
        "in:Oslo:case and:around:cc Oslo:lives:obl",
    ),
    "prepositions side by side": (
        "Ann:flew:nsubj flew::ROOT from:flew:prep Oslo:from:pobj to2:from:prep Fyn:to2:pobj",
        "from:Oslo:case Oslo:flew:obl to2:Fyn:case Fyn:flew:obl",
    ),
    "a fixed pair with another lemma": (
        "Ann:swam:nsubj swam::ROOT according:swam:prep to2:according:prep Bo:to2:pobj",
        "according:Bo:case to2:according:fixed Bo:swam:obl",
    ),
    "rather than": (
        "Ann:swam:nsubj swam::ROOT rather:than:advmod than:swam:cc dived:swam:conj",
        "rather:dived:cc than:rather:fixed",
    ),
    "such as": (
        "firms::ROOT such:as:amod as:firms:prep Acme:as:pobj",
        "such:Acme:case as:such:fixed Acme:firms:nmod",
    ),
    "possession": ("Ann:ferry:poss 's:Ann:case ferry::ROOT", "Ann:ferry:nmod:poss"),
    "quantities": (
        "about:two:quantmod two:ferries:nummod ferries:sank:nsubj sank::ROOT five:years:nummod "
        "years:ago:npadvmod ago:sank:advmod",
        "about:two:advmod years:ago:obl:unmarked",
    ),
    "more than an amount of money": (
        "Bo:paid:nsubj paid::ROOT more:million:amod than:million:quantmod $:million:quantmod "
        "five:million:compound million:paid:dobj",
        "more:$:advmod than:more:fixed $:paid:obj million:$:nummod",
    ),
    "at least a number": (
        "at:least:advmod least:two:advmod two:ferries:nummod ferries:sank:nsubj sank::ROOT",
        "at:least:case least:two:nmod",
    ),
    "at least in a place": (
        "Bo:was:nsubj was::ROOT at:least:advmod least:was:advmod in:was:prep Oslo:in:pobj",
        "Bo:Oslo:nsubj was:Oslo:cop at:least:case least:Oslo:nmod in:Oslo:case Oslo::root",
    ),
    "a day": (
        "Bo:swam:nsubj swam::ROOT on:swam:prep March:on:pobj 5:March:nummod ,:March:punct "
        "1990:March:nummod",
        "on:5:case March:5:nmod:unmarked 5:swam:obl ,:5:punct 1990:5:nmod:unmarked",
    ),
    "a day before its month": (
        "5:March:nummod March::ROOT 1990:March:nummod",
        "1990:March:nmod:unmarked",
    ),
    "particles and determiners": (
        "well:gave:intj all:the:predet the:crew:det crew:gave:nsubj gave::ROOT up:gave:prt "
        "no:talk:neg talk:gave:dobj",
        "well:gave:discourse all:the:det:predet up:gave:compound:prt no:talk:det talk:gave:obj",
    ),
    "labels of nobody": ("Ann:swam:strange swam::ROOT", ""),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_sentences_are_as_the_guidelines_have_them(name):
    clear, changes = SENTENCES[name]
    changed = {change.partition(":")[0]: change for change in changes.split()}
    universal = [
        changed.get(word.partition(":")[0], word.replace("ROOT", "root")) for word in clear.split()
    ]
    assert converted(clear)[0].split() == universal


def test_no_words():
    heads, relations, pos = to_universal([], [], [], [], [], [])
    assert (heads.tolist(), relations, pos) == ([], (), ())


def test_parts_of_speech_follow():
    copula = converted("Ann:is:nsubj is::ROOT happy:is:acomp")[1]
    assert copula == {"Ann": "PROPN", "is": "AUX", "happy": "ADJ"}
    assert converted(SENTENCES["a clause of a preposition"][0])[1]["after"] == "SCONJ"


def test_pipelines_are_told_by_their_labels():
    assert uses_clear_labels(["ROOT", "prep", "pobj", "nsubj", "dobj"])
    assert not uses_clear_labels(["root", "obl", "nsubj", "case"])
    assert not uses_clear_labels([])


LABELS = (
    "nsubj nsubjpass csubj attr acomp oprd pobj prep pcomp agent dative dobj poss case det predet "
    "preconj nummod quantmod compound amod relcl advcl advmod npadvmod neg mark prt expl dep cc "
    "conj appos aux auxpass ccomp xcomp punct odd"
).split()


@st.composite
def trees(draw):
    size = draw(st.integers(1, 12))
    # Each word hangs on one that comes before it in some order.
    order = draw(st.permutations(range(size)))
    heads = [-1] * size
    for place, word in enumerate(order):
        above = draw(st.integers(-1, place - 1))
        heads[word] = order[above] if above >= 0 else -1
    relations = ["ROOT" if head < 0 else draw(st.sampled_from(LABELS)) for head in heads]
    kinds = [draw(st.sampled_from(sorted(map(tuple, KINDS.values())))) for _ in heads]
    lemmas = [draw(st.sampled_from(["be", "such", "as", "because", "of", "ferry"])) for _ in heads]
    forms = st.sampled_from("as well than more up to at least March it that ferry 5 1990".split())
    words = [draw(forms) for _ in heads]
    return heads, relations, [tag for _, tag in kinds], [pos for pos, _ in kinds], lemmas, words


def sentence_of(word, heads):
    seen = set()
    while word >= 0:
        assert word not in seen
        seen.add(word)
        word, root = heads[word], word
    return root


# "as" has an amount's dependent, though it is labelled as a preposition.
AMOUNT = ([-1, 0, 1], ["ROOT", "prep", "quantmod"], ["VB", "CD", "$"], ["VERB", "NUM", "SYM"])


@given(trees())
@example((*AMOUNT, ["sell", "as", "$"], ["sell", "as", "$"]))
def test_trees_stay_trees(tree):
    before = tree[0]
    heads, relations, pos = to_universal(*tree)
    assert heads.dtype == np.int64
    assert len(heads) == len(relations) == len(pos) == len(before)
    assert [relation == "root" for relation in relations] == [head < 0 for head in heads.tolist()]
    words = range(len(before))
    together = [[sentence_of(a, before) == sentence_of(b, before) for a in words] for b in words]
    assert together == [
        [sentence_of(a, heads) == sentence_of(b, heads) for a in words] for b in words
    ]
    left = {"dobj", "pobj", "prep", "pcomp", "agent", "attr", "acomp", "oprd", "dative"}
    assert not left & set(relations)
