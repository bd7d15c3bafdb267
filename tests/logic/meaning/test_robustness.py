"""Any text has a meaning, whose formula is closed and whose translation is NLTK's."""

import random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.logic.drs import to_formula
from rte_baselines.logic.formulas import free_variables
from rte_baselines.logic.meaning import interpret, interpret_pair
from tests.logic.meaning.parsed_sentences import analyzed, blocks

WORDS = (
    "a the every no two at least most not or and if dog dogs man Ann Bob who that bark barks said "
    "may of in without than more tall taller is are was been killed by , . ? \" ( ) 's n't it he "
    "there to 5 1,000 former first nobody everything never because unless except"
).split()
KEPT_LAYERS = "words norms lemmas pos tags sentence_starts entity_labels entity_starts".split()
SENTENCES = [sentence for sentence, _ in blocks("sentences.txt")]

pytestmark = pytest.mark.usefixtures("remembered_analyses")


def check(analysis):
    for reading in ("assertion", "goal"):
        assert not free_variables(to_formula(interpret(analysis, reading).drs))


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=25).map(" ".join))
def test_random_words(text):
    check(analyzed(text))


@example("so_long_as")
@given(st.text(max_size=80))
def test_random_characters(text):
    check(analyzed(text))


def of_random_tree(text, seed):
    """A parse that no parser makes: any word depends on any other one, by any relation."""
    parsed = analyzed(text)
    size = len(parsed)
    generator = random.Random(seed)
    order = generator.sample(range(size), size)
    heads = np.full(size, -1)
    for place, word in enumerate(order[1:], start=1):
        heads[word] = order[generator.randrange(place)]
    analysis = Analysis(text, default_analyzer())
    analysis.layers |= {name: parsed.layer(name) for name in KEPT_LAYERS}
    relations = tuple(generator.sample(parsed.relations, size))
    analysis.layers |= {"heads": heads, "relations": relations}
    return analysis


@settings(max_examples=50)
@given(st.data())
def test_random_trees(data):
    text = " ".join(data.draw(st.lists(st.sampled_from(SENTENCES), min_size=2, max_size=2)))
    check(of_random_tree(text, data.draw(st.integers(0, 2**32))))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3332110573, 538832830, 1092988854, 2520686129, 1335416479])
def test_a_correction_may_not_make_a_circle_of_heads(seed):
    # "More than" is above the noun of its number in these trees, and two corrections meet.
    text = "More than two hundred sailors died. Each student read at least two books."
    check(of_random_tree(text, seed))


@given(st.sampled_from(SENTENCES).map(analyzed), st.sampled_from(SENTENCES).map(analyzed))
def test_two_snippets_have_a_closed_formula(first, second):
    assert not free_variables(to_formula(interpret_pair(first, second).together))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        *["", " ", ".", "?!", "Dogs", "the", "Run!", "1987", "''", "∀x"],
        "Ann saw " + ", ".join(["a dog"] * 150) + " and a cat.",
        "Ann said that " * 100 + "Bob slept.",
        "the man who saw " * 75 + "Ann slept.",
        "If Ann sleeps, " * 75 + "Bob sleeps.",
        "Every dog of " * 100 + "Ann sleeps.",
        "Two dogs and two cats saw two men and two women and " * 25 + "two pigs.",
        "No dog " * 150,
        "not " * 300,
        "big " * 300 + "dogs bark.",
        "Ann sang and " * 100 + "Bob danced.",
        "of " * 300,
        "dog " * 300,
    ],
)
def test_very_short_and_very_long_texts(text):
    check(analyzed(text))
