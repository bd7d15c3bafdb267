"""The layers of what a snippet says of whom, against sentences that a person marked."""

from collections import Counter
from pathlib import Path

import pytest

from rte_baselines.analysis import Analyzer
from tests.analysis.predicates.argument_structures import checks, positions, read_sentences

LAYERS = ("predications", "statuses", "coreference")
SENTENCES = read_sentences(Path(__file__).with_name("argument_structures.txt"))
analyzer = Analyzer()


@pytest.fixture(scope="module")
def checked():
    """What was looked at of each sentence, and whether it is right."""
    analyses = analyzer.analyze([sentence.text for sentence in SENTENCES], LAYERS)
    return {
        sentence.text: checks(sentence, analysis)
        for sentence, analysis in zip(SENTENCES, analyses, strict=True)
    }


def missed(checked):
    return {text for text, made in checked.items() if not all(check.right for check in made)}


def finer_figures(checked):
    """How many things of each kind are right, and what is wrong where."""
    every = [check for made in checked.values() for check in made]
    right = Counter(check.kind for check in every if check.right)
    of_all = Counter(check.kind for check in every)
    figures = [f"{kind}: {right[kind]} of {count} right" for kind, count in of_all.items()]
    faults = [
        f"{text}\n" + "\n".join(f"    {check.what}" for check in checked[text] if not check.right)
        for text in checked
        if text in missed(checked)
    ]
    return "\n".join(["", *figures, "", *faults])


def test_sixty_sentences_are_marked_with_words_that_they_have():
    assert len(SENTENCES) == len({sentence.text for sentence in SENTENCES}) == 60
    for sentence, analysis in zip(
        SENTENCES, analyzer.analyze([one.text for one in SENTENCES]), strict=True
    ):
        chains = sentence.chains + sentence.optional_chains
        arguments = [one for each in sentence.predications for one in each.arguments]
        named = [each.word for each in [*sentence.predications, *arguments]]
        named += [word.strip("()") for chain in chains for word in chain]
        assert all(positions(analysis.words, word) for word in named)


@pytest.mark.slow
def test_nine_sentences_of_ten_are_right(checked):
    right = len(SENTENCES) - len(missed(checked))
    assert right >= 0.9 * len(SENTENCES), finer_figures(checked)


@pytest.mark.slow
def test_what_is_missed_is_known(checked):
    known = {sentence.text for sentence in SENTENCES if sentence.known_miss}
    assert missed(checked) == known, finer_figures(checked)
