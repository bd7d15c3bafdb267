"""Near-duplicates by MinHash, against comparing all pairs."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import Ragged
from rte_baselines.kernels.words.near_duplicates import near_duplicates, union
from tests.kernels.batches import kernel_settings


def sets_of(sequences):
    return Ragged.concatenate([np.array(sorted(set(values)), np.int64) for values in sequences])


def jaccard(first, second):
    union = set(first) | set(second)
    return len(set(first) & set(second)) / len(union) if union else 1.0


def test_groups_by_hand():
    texts = [range(20), range(20), range(1, 20), range(40, 60), range(20)]
    hypotheses = [range(5), range(5), range(5), range(5), range(7, 12)]
    # The third text lacks one of 20 items of the first. The fourth has another text, the fifth
    # another hypothesis.
    is_second = np.array([False, True, True, True, True])
    found = near_duplicates(sets_of(texts), sets_of(hypotheses), is_second, 0.8)
    assert found.groups.tolist() == [0, 0, 0, 3, 4]
    assert found.is_like_first.tolist() == [False, True, True, False, False]


def test_likeness_to_the_first_part_is_not_passed_on():
    # A chain: the second is like the first, the third like the second alone.
    texts = [range(20), range(2, 22), range(4, 24)]
    same = sets_of([[1]] * 3)
    found = near_duplicates(sets_of(texts), same, np.array([False, True, True]), 0.8)
    assert found.groups.tolist() == [0, 0, 0]
    assert found.is_like_first.tolist() == [False, True, False]


@kernel_settings
@given(data=st.data())
def test_all_that_is_found_is_alike_and_almost_all_is_found(data):
    items = st.sets(st.integers(-4, 4), max_size=6)
    texts = data.draw(st.lists(items, min_size=1, max_size=12))
    hypotheses = data.draw(st.lists(items, min_size=len(texts), max_size=len(texts)))
    count = len(texts)
    second = np.array(data.draw(st.lists(st.booleans(), min_size=count, max_size=count)))
    found = near_duplicates(sets_of(texts), sets_of(hypotheses), second, 0.8)
    alike = [
        [
            min(jaccard(texts[i], texts[j]), jaccard(hypotheses[i], hypotheses[j])) >= 0.8
            for j in range(count)
        ]
        for i in range(count)
    ]
    groups = found.groups.tolist()
    for i in range(count):
        assert groups[groups[i]] == groups[i] <= i
        if found.is_like_first[i]:
            assert second[i]
            assert any(alike[i][j] for j in range(count) if not second[j])
        for j in range(count):
            # Equal sets have equal hashes; with so few items, others that are alike are equal.
            if texts[i] == texts[j] and hypotheses[i] == hypotheses[j]:
                assert groups[i] == groups[j]
    for group in set(groups):
        # A group is connected by pairs that are alike.
        members = [i for i in range(count) if groups[i] == group]
        reached, edge = {members[0]}, [members[0]]
        while edge:
            i = edge.pop()
            new = {j for j in members if alike[i][j]} - reached
            reached |= new
            edge += new
        assert reached == set(members)


def test_pairs_just_above_the_threshold_are_found():
    # A thousand twins, each with 18 items, of which 16 are common: a Jaccard index of 16 / 20.
    generator = np.random.default_rng(2)
    shared = generator.integers(-(2**63), 2**63, (1_000, 16))
    own = generator.integers(-(2**63), 2**63, (2, 1_000, 2))
    texts = [[*shared[i], *own[side, i]] for side in (0, 1) for i in range(1_000)]
    hypotheses = sets_of([[i] for i in range(1_000)] * 2)
    found = near_duplicates(sets_of(texts), hypotheses, np.zeros(2_000, np.bool_), 0.8)
    assert (found.groups[1_000:] == np.arange(1_000)).mean() > 0.99


@given(st.lists(st.tuples(st.sets(st.integers(-5, 5)), st.sets(st.integers(6, 9))), max_size=5))
def test_unions_of_disjoint_sets(pairs):
    found = union(sets_of([second for _, second in pairs]), sets_of([first for first, _ in pairs]))
    assert [found[row].tolist() for row in range(len(found))] == [
        sorted(first | second) for first, second in pairs
    ]
