"""The layers of what a snippet says of whom, against sentences that a person marked."""

from collections import Counter
from pathlib import Path

import pytest

from rte_baselines.analysis import Analysis, Analyzer
from rte_baselines.analysis.predicates.predications import Argument, Predication, Status
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


# What is compared, by hand: "A violent storm sank two ferries on Friday ."
#                             0 1       2     3    4   5       6  7      8
SINK = Predication(
    word=3,
    lemma="sink",
    kind="verb",
    voice="active",
    group=(3,),
    arguments=(
        Argument(2, "subject", "agent"),
        Argument(5, "object", "theme"),
        Argument(7, "oblique", "time", "on"),
    ),
)
SANK = Status("past", "none", False, "factual", None)


def faults(predications, statuses, chains=()):
    sentence = SENTENCES[0]
    analysis = Analysis(sentence.text, analyzer)
    analysis.layers |= dict(zip(LAYERS, (predications, statuses, chains), strict=True))
    return [check.what for check in checks(sentence, analysis) if not check.right]


def changed(**values):
    return (Predication(**{**vars(SINK), **values}),)


def test_what_is_as_expected_has_no_faults():
    assert not faults((SINK,), (SANK,))


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ({"word": 2}, ["sank (verb) is a predication", "storm (verb, sink) is not expected"]),
        ({"lemma": "sank"}, ["sank: sink expected, sank found"]),
        ({"voice": "passive"}, ["sank: active expected, passive found"]),
        ({"arguments": SINK.arguments[1:]}, ["sank has subject  storm"]),
        (
            {"arguments": (*SINK.arguments[:2], Argument(7, "oblique", "manner", "on"))},
            ["sank: Friday: time expected, manner found"],
        ),
        (
            {"arguments": (*SINK.arguments[:2], Argument(7, "oblique", "time", "at"))},
            ["sank has oblique on Friday", "sank: oblique at Friday is not expected"],
        ),
        (
            {"arguments": (*SINK.arguments, Argument(4, "attribute", "attribute"))},
            ["sank: attribute  two is not expected"],
        ),
    ],
)
def test_what_is_not_as_expected_is_told(values, shown):
    assert faults(changed(**values), (SANK,)) == shown


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ({"tense": "none"}, "sank, tense: past expected, none found"),
        ({"modality": "possible"}, "sank, modality: none expected, possible found"),
        ({"negated": True}, "sank, negated: False expected, True found"),
        ({"commitment": "reported"}, "sank, commitment: factual expected, reported found"),
        ({"embedded_by": 3}, "sank, embedded by: main expected, sink found"),
    ],
)
def test_every_part_of_a_status_is_looked_at(values, shown):
    assert faults((SINK,), (Status(**{**vars(SANK), **values}),)) == [shown]


def test_what_else_is_said_is_a_fault():
    more = Predication(2, "storm", "verb", "active", (2,), ())
    assert faults((SINK, more), (SANK, SANK)) == ["storm (verb, storm) is not expected"]
    assert faults((SINK,), (SANK,), ((2, 5),)) == ["chain storm ferries is not expected"]
