"""The layers of what a snippet says of whom, against sentences that a person marked."""

from pathlib import Path

import pytest

from rte_baselines.analysis import Analyzer
from tests.analysis.predicates.argument_structures import faults, positions, read_sentences

LAYERS = ("predications", "statuses", "coreference")
SENTENCES = read_sentences(Path(__file__).with_name("argument_structures.txt"))


def analyzed(layers=()):
    return zip(
        SENTENCES,
        Analyzer().analyze([sentence.text for sentence in SENTENCES], layers),
        strict=True,
    )


def test_sixty_sentences_are_marked_with_words_that_they_have():
    assert len(SENTENCES) == len({sentence.text for sentence in SENTENCES}) == 60
    for sentence, analysis in analyzed():
        chains = sentence.chains + sentence.optional_chains
        arguments = [one for each in sentence.predications for one in each.arguments]
        named = [each.word for each in [*sentence.predications, *arguments]]
        named += [word.strip("()") for chain in chains for word in chain]
        assert all(positions(analysis.words, word) for word in named)


@pytest.mark.slow
def test_nine_sentences_of_ten_are_right_and_what_is_missed_is_known():
    wrong = {
        sentence.text: list(faults(sentence, analysis)) for sentence, analysis in analyzed(LAYERS)
    }
    missed = {text: found for text, found in wrong.items() if found}
    known = {sentence.text for sentence in SENTENCES if sentence.known_miss}
    assert len(known) <= 0.1 * len(SENTENCES)
    assert set(missed) == known, missed
