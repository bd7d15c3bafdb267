"""Ragged arrays, and arrays that do not belong together, which kernels refuse."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels.ragged import Ragged, Sequences, ranges, require_equal_lengths
from rte_baselines.kernels.rankings.rankings import RankedHits
from rte_baselines.kernels.rankings.resampled_rankings import (
    rank_weighted_tables,
    resampled_average_precisions,
    resampled_best_precisions,
    resampled_roc_areas,
)
from rte_baselines.kernels.taxonomy.common_concepts import WU_PALMER, best_similarities
from rte_baselines.kernels.taxonomy.gloss_overlap import best_overlaps
from rte_baselines.kernels.taxonomy.hirst_st_onge import best_relatedness
from rte_baselines.kernels.taxonomy.shortest_paths import shortest_paths
from rte_baselines.kernels.taxonomy.taxonomy import climb, select_senses
from rte_baselines.kernels.translation.hidden_alignment import (
    best_alignment,
    count_passes,
    improved_jumps,
    jump_probabilities,
    log_likelihood,
)
from rte_baselines.kernels.translation.sentence_cooccurrence import Sentences
from rte_baselines.kernels.translation.word_translation import (
    count_translations,
    translation_matrix,
)
from rte_baselines.kernels.trees.tree_edit_distance import EditCosts, tree_edits
from rte_baselines.kernels.trees.tree_inclusion import included_nodes, nodes_of_kept_edges
from rte_baselines.kernels.words.edit_distance import dictionary_of, nearest_strings
from rte_baselines.kernels.words.near_duplicates import near_duplicates, union
from rte_baselines.kernels.words.neighbours import mutual_values, slot_overlap
from rte_baselines.kernels.words.overlap import overlap_sums
from rte_baselines.kernels.words.postings import shared_documents

from .batches import ragged

slices = st.lists(st.tuples(st.integers(-5, 50), st.integers(0, 6)), max_size=8)


def test_ranges_worked_by_hand():
    found = ranges(np.array([7, 2, 4]), np.array([2, 0, 3]))
    assert found.values.tolist() == [7, 8, 4, 5, 6]
    assert found.offsets.tolist() == [0, 2, 2, 5]


@given(slices)
def test_ranges_equal_those_of_python(slices):
    starts, lengths = (np.array([pair[side] for pair in slices], np.int64) for side in (0, 1))
    found = ranges(starts, lengths)
    expected = [list(range(start, start + length)) for start, length in slices]
    assert [found[row].tolist() for row in range(len(found))] == expected


WORDS = ragged([[1, 2], [3]])
TWO, THREE, FOUR = (np.arange(size) for size in (2, 3, 4))
LISTS = np.array([0, 1, 3])
RANKED = RankedHits.of(THREE, np.ones(3, np.bool_))
COUNTS = np.ones((5, 3), np.int64)
BLOCKS = Sentences(np.zeros(4, np.uint32), np.array([0, 4]), np.array([2]))
LONGER_BLOCKS = BLOCKS._replace(block_offsets=np.array([0, 5]))
COSTS = EditCosts(THREE, THREE, np.ones(5))
NOTHING = None
"""What a kernel does not read before it refuses the lengths."""

REFUSED = [
    (
        "2 weights beside 3 words of texts",
        lambda: overlap_sums(WORDS, WORDS, np.ones(2), np.ones(3), types=True),
    ),
    (
        "4 weights beside 3 words of hypotheses",
        lambda: overlap_sums(WORDS, WORDS, np.ones(3), np.ones(4), types=True),
    ),
    ("3 columns beside 2 rows", best_similarities, WU_PALMER, WORDS, WORDS, TWO, THREE, NOTHING),
    ("3 columns beside 2 rows", shortest_paths, WORDS, WORDS, TWO, THREE, NOTHING),
    ("3 columns beside 2 rows", best_relatedness, WORDS, WORDS, TWO, THREE, NOTHING),
    (
        "2 kinds beside 3 words of glosses",
        lambda: best_overlaps(
            WORDS, WORDS, TWO, TWO, WORDS, TWO, np.ones((2, 2), np.bool_), np.ones(2)
        ),
    ),
    (
        "3 scales beside 2 concepts",
        lambda: best_overlaps(WORDS, WORDS, TWO, TWO, WORDS, THREE, NOTHING, np.ones(3)),
    ),
    ("2 texts beside 1 hypotheses", near_duplicates, WORDS, ragged([[]]), TWO == 0, 1),
    ("3 marks of the second part beside 2 texts", near_duplicates, WORDS, WORDS, THREE == 0, 1),
    ("1 second sets beside 2 first sets", union, WORDS, ragged([[]])),
    ("3 others against them beside 2 first forests", tree_edits, WORDS, WORDS, THREE, COSTS),
    ("2 parts of speech beside 3 words", select_senses, THREE, TWO, NOTHING, NOTHING, NOTHING),
    ("2 units of pairs beside 3 cells of pairs", rank_weighted_tables, THREE, FOUR, TWO, COUNTS, 3),
    ("ties of 4 pairs", rank_weighted_tables, THREE, np.array([0, 4]), THREE, COUNTS, 3),
    ("4 units of pairs beside 3 ranked pairs", resampled_roc_areas, RANKED, COUNTS, FOUR),
    ("but a pair of unit 2", resampled_best_precisions, RANKED, COUNTS[:, :2], THREE, 0.5),
    ("but a pair of unit 3", resampled_average_precisions, RANKED, COUNTS, THREE + 1),
    ("but a pair of unit -1", resampled_average_precisions, RANKED, COUNTS, THREE - 1),
    ("2 lengths beside 3 starts", dictionary_of, THREE, THREE, TWO, 0.1),
    ("a string ends at 5 of 3", dictionary_of, THREE, TWO, FOUR[2:] + 1, 0.1),
    ("offsets end after the ch", nearest_strings, TWO, LISTS, NOTHING),
    ("an even number of jumps", jump_probabilities, np.ones(4), 2),
    ("emissions without a column", log_likelihood, np.ones((2, 0)), np.ones(3), 0.1),
    ("emissions without a column", best_alignment, np.ones((2, 0)), np.ones(3), 0.1),
    ("a cell without a probability", count_translations, np.ones(0), BLOCKS),
    ("offsets of other blocks", count_passes, np.ones(1), np.ones(3), 0.1, LONGER_BLOCKS),
    ("counts of other jumps", improved_jumps, np.ones(3), np.ones(5), np.ones((2, 2))),
    ("ids of other words", translation_matrix, NOTHING, TWO, TWO, THREE, TWO),
    ("values of other neighbours", mutual_values, TWO, TWO, LISTS, THREE, FOUR),
    ("values of other neighbours", mutual_values, TWO, TWO, LISTS, TWO, TWO),
    ("pairs that lack an entry", mutual_values, TWO, THREE, LISTS, FOUR, FOUR),
    ("offsets end after the posting lists", shared_documents, TWO, LISTS, 5, TWO, TWO),
    ("information of other entries", slot_overlap, 0, LISTS, THREE, TWO, LISTS, THREE, THREE),
    ("information of other entries", slot_overlap, 0, LISTS, THREE, THREE, LISTS, TWO, TWO),
    ("offsets end after the concepts", climb, Sequences(TWO, LISTS), NOTHING),
    ("a matrix of other nodes", included_nodes, TWO - 1, THREE - 1, np.ones((2, 3), np.bool_)),
    ("a matrix of other nodes", nodes_of_kept_edges, TWO - 1, THREE - 1, np.ones((2, 3), np.bool_)),
    ("3 values of sequences that end at 5", Ragged, THREE, np.array([0, 5])),
    ("sequences that end at no offset", Ragged, THREE, THREE[:0]),
    ("offsets of sequences are negative", Ragged, THREE, TWO - 1),
    ("or descend", Ragged, THREE, np.array([0, 3, 1])),
]
"""The message, what refuses the arguments, and the arguments."""


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0])
def test_arrays_that_do_not_belong_together_are_refused(case):
    message, function, *arguments = case
    with pytest.raises(ValueError, match=re.escape(message)):
        getattr(function, "py_func", function)(*arguments)


@pytest.mark.slow
def test_machine_code_refuses_them_too():
    with pytest.raises(ValueError, match="values of other neighbours; expected one for each"):
        mutual_values(TWO, TWO, LISTS, THREE, FOUR)


def test_arrays_of_one_length_pass():
    require_equal_lengths(rows=TWO, columns=[3, 4])
    require_equal_lengths(rows=TWO)
    assert len(Ragged(FOUR, LISTS[:2])) == 1
