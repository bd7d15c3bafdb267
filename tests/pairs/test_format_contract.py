"""What every registered format keeps to, without being named."""

from io import StringIO

import pytest

from rte_baselines.core.registry import registry
from rte_baselines.pairs import Pair, PairFormat, WritableFormat
from rte_baselines.pairs.format import describe_formats

FORMATS = registry.all("formats")
WRITABLE = {n: kind for n, kind in FORMATS.items() if issubclass(kind, WritableFormat)}


@pytest.fixture(params=FORMATS.values(), ids=FORMATS)
def pair_format(request):
    made: PairFormat = request.param()
    return made


def test_it_says_what_it_is(pair_format):
    assert registry.get("formats", pair_format.name) is type(pair_format)
    assert describe_formats()[pair_format.name] == pair_format.description
    assert 0 < len(pair_format.description) <= 100
    assert "\n" not in pair_format.description


def test_it_recognizes_nothing_foreign(pair_format):
    for head in ("", "\n", "plain words", "<html>", "{}", "[", "a,b", "a\tb", "\0", '"', '{"a": '):
        assert not pair_format.recognizes(head)


@pytest.mark.parametrize("name", WRITABLE)
def test_what_a_format_writes_no_other_recognizes(name):
    text = StringIO()
    made = WRITABLE[name]()
    label = next(iter(made.label_names))
    made.write([Pair("1", "a", "b", "IE", label)], text)
    recognizing = [n for n, kind in FORMATS.items() if kind().recognizes(text.getvalue())]
    assert recognizing == [name]
