"""The phrases of a snippet that are none of a verb, from its dependency parse."""

from collections.abc import Collection

import numpy as np

from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.features.dependency_nodes import nearest_kept
from rte_baselines.kernels.ragged import BoolArray, IntArray

# What is part of the phrase of the word it depends on.
_WITHIN_PHRASES = (
    *("det", "amod", "compound", "nummod", "case", "flat", "fixed", "goeswith"),
    *("advmod", "aux", "cop", "nmod:unmarked"),
)
# What heads a phrase only as an argument, by relation, part of speech and tag: relative
# pronouns are no arguments, but what they stand for.
_IN_NO_PHRASE = ("punct", "cc", "mark", "expl", "discourse", "det", "case", "aux", "cop")
_FUNCTION_WORDS = frozenset({"ADP", "AUX", "PART", "CCONJ", "SCONJ", "INTJ", "ADV"})
_WH_TAGS = frozenset({"WDT", "WP", "WP$", "WRB"})


def words_of_phrases(
    tree: DependencyTree, arguments: Collection[int], in_groups: Collection[int]
) -> dict[int, tuple[int, ...]]:
    """Return the words of each phrase by its head.

    A phrase is a word with its determiners, adjectives, compounds, numbers, possessive
    pronouns and prepositions. Conjunctions, punctuation and the like are in none; "%" and
    "$" head one, with their numbers.

    Parameters
    ----------
    tree : DependencyTree
    arguments : collection of int
        The arguments of predications, which head a phrase, whatever they are.
    in_groups : collection of int
        The words of verb groups, which are in no phrase with what hangs on them.
    """
    words: dict[int, list[int]] = {}
    for word, head in enumerate(_phrase_heads(tree, arguments, in_groups).tolist()):
        if word not in in_groups and tree.pos[word] != "PUNCT":
            words.setdefault(head, []).append(word)
    return {
        head: tuple(members)
        for head, members in words.items()
        if head in members and (head in arguments or _heads_phrase(tree, head))
    }


def _phrase_heads(
    tree: DependencyTree, arguments: Collection[int], in_groups: Collection[int]
) -> IntArray:
    """Return the head of the phrase that each word would be in, shape (words,)."""
    words = np.arange(len(tree.heads))
    within: BoolArray = np.array(
        [
            _is_within_phrase(tree, word)
            and word not in arguments
            and tree.heads[word] not in in_groups
            for word in words.tolist()
        ],
        np.bool_,
    )
    return np.where(within, nearest_kept(tree.analysis.heads, ~within), words)


def _is_within_phrase(tree: DependencyTree, word: int) -> bool:
    if tree.heads[word] < 0:
        return False
    is_pronoun = tree.pos[word] == "PRON" and tree.is_in(word, "nmod:poss")
    return is_pronoun or tree.is_in(word, *_WITHIN_PHRASES)


def _heads_phrase(tree: DependencyTree, word: int) -> bool:
    is_function_word = tree.pos[word] in _FUNCTION_WORDS or tree.tags[word] in _WH_TAGS
    return not is_function_word and not tree.is_in(word, *_IN_NO_PHRASE)
