"""Pairs in several files: the same as in one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines import Label, Pair, load_pairs, read_pairs, write_pairs
from rte_baselines.errors import InputError
from rte_baselines.pairs import ids

PAIRS = [Pair(f"p{n}", f"Ship {n} sank.", "A ship sank.", label="ENTAILMENT") for n in range(12)]


def write_shards(folder, pairs, size, ending="jsonl"):
    folder.mkdir()
    for start in range(0, len(pairs), size):
        write_pairs(pairs[start : start + size], folder / f"part-{start:05}.{ending}")
    return folder


@pytest.mark.slow
@given(size=st.integers(1, 12), ending=st.sampled_from(["jsonl", "csv.gz"]))
def test_shards_of_any_size_are_one_set(tmp_path_factory, size, ending):
    folder = write_shards(tmp_path_factory.mktemp("any") / "pairs", PAIRS, size, ending)
    (folder / "_SUCCESS").touch()
    (folder / ".hidden").touch()
    assert load_pairs(folder) == PAIRS
    assert load_pairs(f"{folder}/part-*.{ending}") == PAIRS


def test_attributes_of_the_stream(tmp_path):
    folder = write_shards(tmp_path / "pairs", PAIRS, 5)
    with read_pairs(folder) as stream:
        assert next(stream) == PAIRS[0]
        assert stream.count() is None
        assert (stream.skipped, len(stream.paths)) == (0, 3)
    assert list(stream) == []


def test_no_has_one_meaning_in_all_files(tmp_path):
    lines = '{{"id": "{0}", "text": "a", "hypothesis": "b", "label": "{1}"}}\n'
    for name, label in (("1", "NO"), ("2", "UNKNOWN"), ("3", "YES")):
        (tmp_path / f"{name}.jsonl").write_text(lines.format(name, label))
    labels = [pair.label for pair in load_pairs(tmp_path)]
    assert labels == [Label.CONTRADICTION, Label.UNKNOWN, Label.ENTAILMENT]
    (tmp_path / "2.jsonl").unlink()
    assert load_pairs(tmp_path)[0].label is Label.NO_ENTAILMENT


def test_pairs_without_agreement_are_counted_over_all_files(tmp_path):
    line = '{{"pairID": "{0}", "sentence1": "a", "sentence2": "b", "gold_label": "{1}"}}\n'
    for name in ("1", "2"):
        lines = [line.format(f"{name}{label}", label) for label in ("-", "neutral")]
        (tmp_path / f"{name}.jsonl").write_text("".join(lines))
    stream = read_pairs(tmp_path)
    assert [pair.id for pair in stream] == ["1neutral", "2neutral"]
    assert stream.skipped_ids == ["1-", "2-"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("b.jsonl", "", "b.jsonl: is empty"),
        ("b.jsonl", '{"id": "9", "text": "a", "hypo', "b.jsonl: the content is"),
        ("b.jsonl", '{"id": "p1", "text": "a", "hypothesis": "b"}', "b.jsonl: line 1: .*p1.*repea"),
        (
            "b.jsonl",
            '{"id": "9", "premise": "a", "claim": "b"}',
            "b.jsonl: is jsonl with .*prem",
        ),
        ("b.csv", "id,text,hypothesis\n9,a,b\n", "b.csv: is csv with .*a.jsonl is jsonl with"),
        ("b.jsonl", "no pairs at all", "b.jsonl: the content is of no known format"),
    ],
)
def test_a_damaged_or_different_file_is_named(tmp_path, name, content, message):
    write_pairs(PAIRS, tmp_path / "a.jsonl")
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=message):
        load_pairs(tmp_path)


def test_a_file_that_disappears_is_named(tmp_path):
    folder = write_shards(tmp_path / "pairs", PAIRS, 6)
    stream = read_pairs(folder)
    next(stream)
    (folder / "part-00006.jsonl").unlink()
    with pytest.raises(InputError, match=r"part-00006\.jsonl: no such file"):
        list(stream)


@pytest.mark.parametrize("source", ["", "none-*.jsonl"])
def test_nothing_to_read(tmp_path, source):
    with pytest.raises(InputError, match=r"there is no file .*expected one or more"):
        load_pairs(f"{tmp_path}/{source}")


def add_and_check(seen, pair_id):
    seen.add(pair_id, "file", 99)
    seen.check()


@pytest.mark.slow
@given(
    size=st.integers(1, 5),
    names=st.lists(st.text("abc", min_size=1, max_size=2), unique=True, min_size=1),
    data=st.data(),
)
def test_a_repeated_id_is_found_however_many_are_kept(size, names, data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ids, "_RECENT", size)
        seen = ids.SeenIds()
        for line, name in enumerate(names, start=1):
            seen.add(name, "file", line)
        seen.check()
        repeated = data.draw(st.sampled_from(names))
        with pytest.raises(InputError, match=rf"file: line 99: id {repeated!r} is repeated"):
            add_and_check(seen, repeated)
