"""That the sample is what docs/sample.md says it is."""

from collections import Counter, defaultdict

import pytest

from rte_baselines.pairs import load_pairs
from rte_baselines.recognizers import Recognizer

PARTS = ("sample:train", "sample:test")


@pytest.fixture(params=PARTS)
def pairs(request):
    return load_pairs(request.param)


def test_tasks_and_labels(pairs):
    assert Counter(pair.task for pair in pairs) == dict.fromkeys(("IE", "IR", "QA", "SUM"), 40)
    for task in ("IE", "IR", "QA", "SUM"):
        labels = Counter(str(pair.label) for pair in pairs if pair.task == task)
        assert labels == {"ENTAILMENT": 20, "UNKNOWN": 14, "CONTRADICTION": 6}


def test_lengths(pairs):
    for pair in pairs:
        assert 15 <= len(pair.text.split()) <= 40, pair.id
        assert 4 <= len(pair.hypothesis.split()) <= 14, pair.id


def test_each_part_has_many_phenomena(pairs):
    phenomena = Counter(pair.attributes["phenomenon"] for pair in pairs)
    assert len(phenomena) >= 20
    assert max(phenomena.values()) <= len(pairs) / 8


def test_common_phenomena_come_with_several_labels():
    labels = defaultdict(list)
    for part in PARTS:
        for pair in load_pairs(part):
            labels[pair.attributes["phenomenon"]].append(pair.label)
    for phenomenon, found in labels.items():
        assert len(found) < 10 or len(set(found)) > 1, phenomenon


def test_the_parts_share_nothing():
    train, test = (load_pairs(part) for part in PARTS)
    assert len({pair.id for pair in (*train, *test)}) == 320
    assert not {pair.text for pair in train} & {pair.text for pair in test}
    assert not {pair.hypothesis for pair in train} & {pair.hypothesis for pair in test}


@pytest.mark.slow
def test_it_is_neither_easy_nor_hopeless_for_word_overlap():
    recognizer = Recognizer.from_config("word-overlap").fit(load_pairs("sample:train"))
    assert 0.55 <= recognizer.score(load_pairs("sample:test")) <= 0.72
