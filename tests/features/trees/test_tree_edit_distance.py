"""Tree edit distance of dependency trees."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from rte_baselines.features import PairBatch
from rte_baselines.features.trees.tree_edit_distance import TreeEditDistance
from rte_baselines.lexicon.weighting import Weighting
from rte_baselines.lexicon.wordnet.entailment.chain_similarities import WordNetRules
from rte_baselines.recognizers import Recognizer
from rte_baselines.rendering.drawings.shapes import TreeNode
from tests.analysis.parses import parse
from tests.features.computing import aligned_parsed, number_of, parsed

from ..random_parses import parse_of, sentences
from ..word_tables import TableSimilarity

SENTENCES = ["best_sentence", "one_root"]


class TableWeighting(Weighting):
    """What words cost, by a table; 1 for all others."""

    def __init__(self, table=None):
        self.table = table

    def weights(self, terms):
        return np.array([(self.table or {}).get(term, 1.0) for term in terms], dtype=np.float64)


class NormWeighting(TableWeighting):
    """The same, for words as they stand."""

    level = "norms"


# The example of section 4.3, the verb's subject below it as Minipar has it.
FIGURE_2 = (
    parse(
        "Iran/PROPN/5/nsubj is/be/AUX/3/aux said/say/VERB/0 to/PART/5/mark give/VERB/3/xcomp "
        "up/ADP/5/prt al/PROPN/8/lex Qaeda/PROPN/9/nn members/member/NOUN/5/obj"
    ),
    parse(
        "Iran/PROPN/2/nsubj hands/hand/VERB/0 over/ADP/2/prt al/PROPN/5/lex Qaeda/PROPN/6/nn "
        "members/member/NOUN/2/obj"
    ),
)


HANDS_FOR_GIVE = TableSimilarity({("hand", "give"): 0.25})
COSTS = TableWeighting({"iran": 3.0, "hand": 4.0, "over": 2.0, "al": 3.0, "qaeda": 5.0})


def test_figure_2():
    feature = TreeEditDistance(insertion=COSTS, similarity=HANDS_FOR_GIVE)
    # "hands" for three quarters of 4, "over" for 2; all is 3 + 4 + 2 + 3 + 5 + 1.
    assert number_of(feature, *FIGURE_2) == pytest.approx(5 / 18)
    assert aligned_parsed(feature, *FIGURE_2) == {
        "Iran": ("Iran", "same, 0.00"),
        "hands": ("give", "substituted, 3.00"),
        "over": (None, "inserted, 2.00"),
        "al": ("al", "same, 0.00"),
        "Qaeda": ("Qaeda", "same, 0.00"),
        "members": ("members", "same, 0.00"),
    }


def test_figure_2_drawn():
    feature = TreeEditDistance(insertion=COSTS, similarity=HANDS_FOR_GIVE)
    script, trees = feature.illustrate(*FIGURE_2)
    rows = [line.split() for line in script.lines]
    assert rows[:4] == [
        ["cost", "text", "hypothesis"],
        ["0.00", "same", "iran-nsubj", "iran-nsubj"],
        ["3.00", "substituted", "give-xcomp", "hand"],
        ["2.00", "inserted", "over-prt"],
    ]
    assert [row[1:] for row in rows[4:-2]] == [
        *(["same", label, label] for label in ("al-lex", "qaeda-nn", "member-obj")),
        *(["deleted", label] for label in ("be-aux", "say", "to-mark", "up-prt")),
    ]
    assert rows[-2:] == [["5.00", "total"], "18.00 to insert the whole hypothesis".split()]
    assert list(trees.lines[1:]) == [
        "",
        "     text",
        "   - say",
        "   - ├ be-aux",
        "  ~2 └ give-xcomp",
        "  =1   ├ iran-nsubj",
        "   -   ├ to-mark",
        "   -   ├ up-prt",
        "  =5   └ member-obj",
        "  =4     └ qaeda-nn",
        "  =3       └ al-lex",
        "",
        "     hypothesis",
        "  ~2 hand",
        "  =1 ├ iran-nsubj",
        "   + ├ over-prt",
        "  =5 └ member-obj",
        "  =4   └ qaeda-nn",
        "  =3     └ al-lex",
    ]
    # Each node follows its head; partners are places in the other tree.
    assert trees.drawing.text[1:4] == (
        TreeNode("be-aux", 0, "deleted"),
        TreeNode("give-xcomp", 0, "substituted", 0),
        TreeNode("iran-nsubj", 2, "same", 1),
    )
    assert trees.drawing.hypothesis[:3] == (
        TreeNode("hand", None, "substituted", 2),
        TreeNode("iran-nsubj", 0, "same", 3),
        TreeNode("over-prt", 0, "inserted"),
    )


SMALL_PAIR = (
    parse(
        "The/DET/2/det poodle/NOUN/3/nsubj snored/snore/VERB/0 loudly/ADV/3/advmod "
        "yesterday/NOUN/3/obl"
    ),
    parse("The/DET/2/det dog/NOUN/3/nsubj slept/sleep/VERB/0 loudly/ADV/3/advmod"),
)


IDF = TableWeighting({"the": 0.5, "dog": 2.0, "sleep": 3.0, "loudly": 4.0, "poodle": 5.0})
THESAURUS = TableSimilarity({("dog", "poodle"): 0.25, ("sleep", "snore"): 0.4})


@pytest.mark.parametrize(
    ("system", "distance"),
    [
        # "dog" and "sleep" are inserted, "the" costs nothing: 2 + 3 of 2 + 3 + 4.
        ("system-1", 5 / 9),
        ("system-1-one-root", 5 / 9),
        # Poodle, snore and yesterday are deleted for 5 + 1 + 1.
        ("system-2", 12 / 9),
        ("system-3", 400 / 800),
        ("system-4", (0.75 * 2 + 0.6 * 3) / 9),
        # One sense of poodle and seven of dog, one of snore and two of sleep.
        ("system-5", (6 / 7 * 2 + 1 / 2 * 3) / 9),
        ("system-6", (2 + 1 / 2 * 3) / 9),
        ("system-7", (0.75 * 2 + 1 / 2 * 3) / 9),
    ],
)
def test_systems_by_hand(system, distance):
    feature = Recognizer.from_config(f"kouylekov2006/{system}").features.features["distance"]
    for field in ("deletion", "insertion"):
        if isinstance(getattr(feature, field), Weighting):
            feature.set_params(**{field: IDF})
    if feature.similarity is not None:
        feature.set_params(similarity=THESAURUS)
    assert number_of(feature, *SMALL_PAIR) == pytest.approx(distance)


@pytest.mark.parametrize(("weighting", "cost"), [(TableWeighting, 4.0), (NormWeighting, 6.0)])
def test_costs_use_the_level_of_the_weighting(weighting, cost):
    words = parsed("dogs slept", lemmas="dog sleep", heads="2 0")
    table = {"dog": 1.0, "sleep": 3.0, "dogs": 2.0, "slept": 4.0}
    feature = TreeEditDistance(deletion=weighting(table), insertion=weighting(table))
    assert feature.edit_script(parsed(""), words).cost == cost
    assert feature.edit_script(words, parsed("")).cost == cost


# "cars" modifies a verb in the text, a noun in the hypothesis.
TALKS = "she/PRON/2/nsubj talks/talk/VERB/0 about/ADP/4/case cars/car/NOUN/2/obl"
TALK = "talk/NOUN/0 about/ADP/3/case cars/car/NOUN/1/nmod"
FUNCTION = {"heads": "function_words"}
SHIP, BOAT = "ship/NOUN/2/obj be/AUX/0", "boat/NOUN/2/obj be/AUX/0"
SUBJECT, VERB = "ship/NOUN/2/nsubj be/AUX/0", "ship/VERB/2/obj be/AUX/0"
HALF = TableSimilarity({("boat", "ship"): 0.5})
BOTH = {"rules": HALF, "similarity": TableSimilarity({("boat", "ship"): 0.75})}
DOGS = "dogs/NOUN/2/nsubj bark/VERB/0 ./PUNCT/2/punct cats/NOUN/5/nsubj {}/VERB/0 ./PUNCT/5/punct"
PURR, FLEE = DOGS.format("purr"), DOGS.format("flee")


@pytest.mark.parametrize(
    ("text", "hypothesis", "fields", "distance"),
    [
        # Another relation, another part of speech; a name is a noun.
        (SUBJECT, SHIP, {}, 1 / 2),
        (VERB, SHIP, {}, 1 / 2),
        ("ship/PROPN/2/obj be/AUX/0", SHIP, {}, 0),
        # Similar words in one relation, one way; in two relations.
        (SHIP, BOAT, {"similarity": HALF}, 1 / 4),
        (BOAT, SHIP, {"similarity": HALF}, 1 / 2),
        # Rules ignore relations, and stay within a part of speech.
        (SUBJECT, BOAT, {"rules": HALF}, 1 / 4),
        (VERB, BOAT, {"rules": HALF}, 1 / 2),
        # There is no rule for a word itself in another relation.
        (SUBJECT, SHIP, {"rules": TableSimilarity()}, 1 / 2),
        # The higher of two probabilities counts.
        (SHIP, BOAT, BOTH, 1 / 8),
        # A root has no relation to differ.
        ("say/VERB/0 sink/VERB/1/ccomp", "sink/VERB/0", {}, 1),
        ("say/VERB/0 sink/VERB/1/ccomp", "sink/VERB/0", {"rules": TableSimilarity()}, 0),
        # A preposition that is a head has the same relation, so that "talk" alone is inserted.
        (TALKS, TALK, {}, 2 / 3),
        (TALKS, TALK, FUNCTION, 1 / 3),
        (PURR, FLEE, {"sentences": "best_sentence"}, 0.5),
        (PURR, FLEE, {"sentences": "one_root"}, 0.25),
        # Empty sides.
        ("", SHIP, {}, 1),
        *((text, "", {}, 0) for text in (SHIP, "")),
    ],
)
def test_distances_by_hand(text, hypothesis, fields, distance):
    assert number_of(TreeEditDistance(**fields), parse(text), parse(hypothesis)) == distance


def test_prepositions_as_heads_have_one_relation():
    script = TreeEditDistance(**FUNCTION).edit_script(parse(TALKS), parse(TALK))
    assert script.hypothesis.labels == {0: "talk", 1: "about-mod", 2: "car-pcomp-n"}


def test_operations_are_of_all_nodes():
    # Of 4 and 5 words, 2 and 2 (the, loudly) stay; of 4 and 4, 2 and 2 are inserted.
    text, hypothesis = SMALL_PAIR
    batch = PairBatch([parse(PURR), text], [parse(FLEE), hypothesis])
    counts = TreeEditDistance().operation_counts(batch)
    assert (counts.deletions, counts.insertions, counts.substitutions) == (5, 4, 4)
    assert (counts.deleted, counts.inserted, counts.substituted) == (5 / 9, 4 / 8, 4 / 8)


# Marks are nodes only where there are no words.
SENTENCES_WITH_WORDS = sentences().filter(lambda rows: {part for _, part, *_ in rows} != {"PUNCT"})
TEXTS = st.lists(SENTENCES_WITH_WORDS, max_size=3)
FEATURES = st.builds(
    TreeEditDistance,
    insertion=st.sampled_from([1.0, 200.0, TableWeighting({"hot": 0.3, "cold": 0.7, "not": 0.1})]),
    free_insertions=st.sampled_from(["nothing", "stop_words"]),
    rules=st.sampled_from([None, WordNetRules(), TableSimilarity({("hot", "cold"): 0.5})]),
    similarity=st.sampled_from([None, TableSimilarity({("cold", "hot"): 0.9})]),
    sentences=st.sampled_from(SENTENCES),
)


@given(FEATURES, TEXTS, TEXTS, st.sampled_from([0.0, 0.5, TableWeighting()]))
def test_the_script_adds_up_to_the_distance(feature, text, hypothesis, deletion):
    feature.set_params(deletion=deletion)
    sides = parse_of(text), parse_of(hypothesis)
    script = feature.edit_script(*sides)
    distance = number_of(feature, *sides)
    assert 0 <= distance <= feature.outputs[0].high == (1 if deletion == 0 else math.inf)
    if script.insertion_cost:
        assert distance == pytest.approx(script.cost / script.insertion_cost)
    for illustration in feature.illustrate(*sides):
        assert all(cell_len(line) <= 80 for line in illustration.lines)


@given(FEATURES, SENTENCES_WITH_WORDS)
def test_a_sentence_has_distance_0_from_itself(feature, sentence):
    analysis = parse_of([sentence])
    assert number_of(feature, analysis, analysis) == 0


@given(FEATURES, TEXTS, SENTENCES_WITH_WORDS, TEXTS)
def test_another_sentence_never_increases_the_distance(feature, text, added, hypothesis):
    goal = parse_of(hypothesis)
    short, long = parse_of(text), parse_of([*text, added])
    before = number_of(feature, short, goal)
    assert number_of(feature, long, goal) <= before + 1e-12


@given(FEATURES, TEXTS, TEXTS)
def test_one_root_does_not_increase_the_distance(feature, text, hypothesis):
    sides = parse_of(text), parse_of(hypothesis)
    best, whole = (
        number_of(feature.set_params(sentences=sentences), *sides) for sentences in SENTENCES
    )
    assert whole <= best + 1e-12
