"""One pair by its id, and what is said where there is none."""

import pytest

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, find_pair, load_pairs

LINES = """\
{"id": "a-1", "text": "Ada sang.", "hypothesis": "Ada sang.", "label": "0"}
{"id": "a-2", "text": "Bo sang.", "hypothesis": "Bo slept.", "label": "-"}
{"id": "b-1", "text": "Cy sang.", "hypothesis": "Cy slept.", "label": "1"}
not even JSON
"""
ORDER = ("entailment", "not_entailment")


def test_the_pair_of_a_dataset():
    for pair in load_pairs("sample:test")[:3]:
        assert find_pair("sample:test", pair.id) == pair


def test_a_file_is_read_as_far_as_the_pair(tmp_path):
    (path := tmp_path / "pairs.jsonl").write_text(LINES)
    assert find_pair(path, "b-1", label_order=ORDER).label is Label.NO_ENTAILMENT
    with pytest.raises(InputError, match="line 4"):
        find_pair(path, "b-2", label_order=ORDER)


def test_an_unknown_id_is_answered_with_near_ones(tmp_path):
    (path := tmp_path / "pairs.jsonl").write_text(LINES.removesuffix("not even JSON\n"))
    with pytest.raises(InputError, match=r"no pair has the id 'b-2'; did you mean 'b-1'") as error:
        find_pair(path, "b-2", label_order=ORDER)
    assert str(error.value).startswith(f"{path}: ")
    assert str(error.value).endswith("expected one of 2, such as 'a-1'")
    with pytest.raises(InputError, match=r"'xyz'; expected one of 2"):
        find_pair(path, "xyz", label_order=ORDER)
    with pytest.raises(InputError, match="pair 'a-2' has no agreed label"):
        find_pair(path, "a-2", label_order=ORDER)
