"""Kernels refuse arrays that do not belong together, as machine code does not check bounds."""

import re

import numpy as np
import pytest

from rte_baselines.kernels.ragged import Ragged, require_equal_lengths
from rte_baselines.kernels.rankings.rankings import RankedHits
from rte_baselines.kernels.rankings.resampled_rankings import (
    rank_weighted_tables,
    resampled_average_precisions,
    resampled_best_precisions,
    resampled_roc_areas,
)
from rte_baselines.kernels.rankings.resampling import count_cells
from rte_baselines.kernels.taxonomy.common_concepts import WU_PALMER, best_similarities
from rte_baselines.kernels.taxonomy.gloss_overlap import best_overlaps
from rte_baselines.kernels.taxonomy.hirst_st_onge import best_relatedness
from rte_baselines.kernels.taxonomy.shortest_paths import shortest_paths
from rte_baselines.kernels.taxonomy.taxonomy import climb, select_senses
from rte_baselines.kernels.translation import (
    hidden_alignment,
    word_translation,
)
from rte_baselines.kernels.translation.sentence_cooccurrence import Sentences
from rte_baselines.kernels.trees.tree_edit_distance import EditCosts, tree_edits
from rte_baselines.kernels.trees.tree_inclusion import included_nodes, nodes_of_kept_edges
from rte_baselines.kernels.words.edit_distance import dictionary_of, nearest_strings
from rte_baselines.kernels.words.near_duplicates import near_duplicates, union
from rte_baselines.kernels.words.neighbours import mutual_values, slot_overlap
from rte_baselines.kernels.words.overlap import overlap_sums
from rte_baselines.kernels.words.postings import shared_documents

from .batches import ragged

WORDS = ragged([[1, 2], [3]])
TWO, THREE, FOUR = (np.arange(size) for size in (2, 3, 4))
LISTS = np.array([0, 1, 3])
RANKED = RankedHits.of(THREE, np.ones(3, np.bool_))
COUNTS = np.ones((5, 3), np.int64)
BLOCKS = Sentences(np.zeros(4, np.uint32), np.array([0, 4]), np.array([2]))
NOTHING = None
"""What a kernel does not read before it refuses the lengths."""


@pytest.mark.parametrize(
    ("message", "call"),
    [
        (
            "2 weights beside 3 words of texts",
            lambda: overlap_sums(WORDS, WORDS, np.ones(2), np.ones(3), types=True),
        ),
        (
            "4 weights beside 3 words of hypotheses",
            lambda: overlap_sums(WORDS, WORDS, np.ones(3), np.ones(4), types=True),
        ),
        (
            "3 columns beside 2 rows",
            lambda: best_similarities(WU_PALMER, WORDS, WORDS, TWO, THREE, NOTHING),
        ),
        ("3 columns beside 2 rows", lambda: shortest_paths(WORDS, WORDS, TWO, THREE, NOTHING)),
        (
            "3 marks of compounds beside 2 rows",
            lambda: best_relatedness(WORDS, WORDS, TWO, TWO, THREE == 0, NOTHING),
        ),
        (
            "2 kinds beside 3 words of glosses",
            lambda: best_overlaps(
                WORDS, WORDS, TWO, TWO, WORDS, TWO, np.ones((2, 2), np.bool_), normalize=False
            ),
        ),
        ("2 texts beside 1 hypotheses", lambda: near_duplicates(WORDS, ragged([[]]), TWO == 0, 1)),
        (
            "3 marks of the second part beside 2 texts",
            lambda: near_duplicates(WORDS, WORDS, THREE == 0, 1),
        ),
        ("1 second sets beside 2 first sets", lambda: union(WORDS, ragged([[]]))),
        (
            "3 others against them beside 2 first forests",
            lambda: tree_edits(WORDS, WORDS, THREE, EditCosts(THREE, THREE, np.ones(5))),
        ),
        (
            "2 parts of speech beside 3 words",
            lambda: select_senses(THREE, TWO, NOTHING, NOTHING, NOTHING),
        ),
        (
            "2 units of pairs beside 3 cells of pairs",
            lambda: rank_weighted_tables(THREE, FOUR, TWO, COUNTS, 3),
        ),
        (
            "ties of 4 pairs",
            lambda: rank_weighted_tables(THREE, np.array([0, 4]), THREE, COUNTS, 3),
        ),
        (
            "4 units of pairs beside 3 ranked pairs",
            lambda: resampled_roc_areas(RANKED, COUNTS, FOUR),
        ),
        (
            "counts of 2 units, but a pair of unit 2",
            lambda: resampled_best_precisions(RANKED, COUNTS[:, :2], THREE, 0.5),
        ),
        ("but a pair of unit 3", lambda: resampled_average_precisions(RANKED, COUNTS, THREE + 1)),
        ("2 cells of pairs beside 3 units", lambda: count_cells(COUNTS, THREE, TWO, 3)),
        ("but a pair of unit 3", lambda: count_cells(COUNTS, THREE + 1, THREE, 3)),
        ("2 lengths beside 3 starts", lambda: dictionary_of(THREE, THREE, TWO, 0.1)),
        ("a string ends at 5 of 3", lambda: dictionary_of(THREE, TWO, FOUR[2:] + 1, 0.1)),
        ("offsets end after the ch", lambda: nearest_strings.py_func(TWO, LISTS, NOTHING)),
        (
            "an even number of jumps",
            lambda: hidden_alignment.jump_probabilities.py_func(np.ones(4), 2),
        ),
        (
            "emissions without a column",
            lambda: hidden_alignment.log_likelihood.py_func(np.ones((2, 0)), np.ones(3), 0.1),
        ),
        (
            "emissions without a column",
            lambda: hidden_alignment.best_alignment.py_func(np.ones((2, 0)), np.ones(3), 0.1),
        ),
        (
            "a cell without a probability",
            lambda: word_translation.count_translations.py_func(np.ones(0), BLOCKS),
        ),
        (
            "offsets of other blocks",
            lambda: hidden_alignment.count_passes.py_func(
                np.ones(1), np.ones(3), 0.1, BLOCKS._replace(block_offsets=np.array([0, 5]))
            ),
        ),
        (
            "counts of other jumps",
            lambda: hidden_alignment.improved_jumps.py_func(
                np.ones(3), np.ones(5), np.ones((2, 2))
            ),
        ),
        (
            "ids of other words",
            lambda: word_translation.translation_matrix.py_func(NOTHING, TWO, TWO, THREE, TWO),
        ),
        (
            "values of other neighbours",
            lambda: mutual_values.py_func(TWO, TWO, LISTS, THREE, FOUR),
        ),
        (
            "values of other neighbours",
            lambda: mutual_values.py_func(TWO, TWO, LISTS, TWO, TWO),
        ),
        (
            "pairs that lack an entry",
            lambda: mutual_values.py_func(TWO, THREE, LISTS, FOUR, FOUR),
        ),
        (
            "offsets end after the posting lists",
            lambda: shared_documents.py_func(TWO, LISTS, 5, TWO, TWO),
        ),
        (
            "information of other entries",
            lambda: slot_overlap.py_func(0, LISTS, THREE, TWO, LISTS, THREE, THREE),
        ),
        (
            "information of other entries",
            lambda: slot_overlap.py_func(0, LISTS, THREE, THREE, LISTS, TWO, TWO),
        ),
        ("offsets end after the concepts", lambda: climb.py_func(TWO, LISTS, NOTHING)),
        (
            "a matrix of other nodes",
            lambda: included_nodes.py_func(TWO - 1, THREE - 1, np.ones((2, 3), np.bool_)),
        ),
        (
            "a matrix of other nodes",
            lambda: nodes_of_kept_edges.py_func(TWO - 1, THREE - 1, np.ones((2, 3), np.bool_)),
        ),
        ("3 values of sequences that end at 5", lambda: Ragged(THREE, np.array([0, 5]))),
        ("sequences that end at no offset", lambda: Ragged(THREE, THREE[:0])),
        ("offsets of sequences are negative", lambda: Ragged(THREE, TWO - 1)),
        ("or descend", lambda: Ragged(THREE, np.array([0, 3, 1]))),
        ("but a pair of unit -1", lambda: count_cells(COUNTS, THREE - 1, THREE, 3)),
    ],
)
def test_arrays_that_do_not_belong_together_are_refused(message, call):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()


@pytest.mark.slow
def test_machine_code_refuses_them_too():
    with pytest.raises(ValueError, match="values of other neighbours; expected one for each"):
        mutual_values(TWO, TWO, LISTS, THREE, FOUR)


def test_arrays_of_one_length_pass():
    require_equal_lengths(rows=TWO, columns=[3, 4])
    require_equal_lengths(rows=TWO)
    assert len(Ragged(FOUR, LISTS[:2])) == 1
