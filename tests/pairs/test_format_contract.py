"""What every registered format keeps to, without being named."""

from io import StringIO

import catalogue
import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.core.registry import registry
from rte_baselines.pairs import Pair, PairFormat, Record, WritableFormat, format_names, load_pairs
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


class _Bars(PairFormat):
    """A format of another package."""

    name = "bars"
    description = "text | hypothesis"

    def recognizes(self, head):
        return " | " in head

    def read(self, text):
        for line, content in enumerate(text, start=1):
            left, right = content.split("|")
            yield Record(line, str(line), left, right)


def test_another_package_can_add_one(tmp_path, monkeypatch):
    (tmp_path / "pairs").write_text("a cat | an animal\na dog | a cat\n")
    with pytest.raises(InputError, match=r"no column for the text"):
        load_pairs(tmp_path / "pairs")
    monkeypatch.setitem(catalogue.REGISTRY, (*registry.formats.namespace, "bars"), _Bars)
    assert "bars" in format_names()
    assert load_pairs(tmp_path / "pairs") == [
        Pair("1", "a cat", "an animal"),
        Pair("2", "a dog", "a cat"),
    ]
