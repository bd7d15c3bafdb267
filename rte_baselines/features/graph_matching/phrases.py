"""The non-verbal phrases of a snippet, from its dependency parse."""

from collections.abc import Collection

import numpy as np

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.features.trees.dependency_nodes import nearest_kept
from rte_baselines.kernels.ragged import BoolArray, IntArray

# Relations of words that belong to the phrase of their head.
_WITHIN_PHRASES = (
    *("det", "amod", "compound", "nummod", "case", "flat", "fixed", "goeswith"),
    *("advmod", "aux", "cop", "nmod:unmarked"),
)
# Words that head a phrase only if they are arguments, by relation, part of speech and tag.
# Relative pronouns are not arguments; their antecedents are.
_IN_NO_PHRASE = ("punct", "cc", "mark", "expl", "discourse", "det", "case", "aux", "cop")
_FUNCTION_WORDS = frozenset({"ADP", "AUX", "PART", "CCONJ", "SCONJ", "INTJ", "ADV"})
_WH_TAGS = frozenset({"WDT", "WP", "WP$", "WRB"})


def words_of_phrases(
    tree: DependencyTree, arguments: Collection[int], in_groups: Collection[int]
) -> dict[int, tuple[int, ...]]:
    """Return the words of each phrase, by its head.

    A phrase is a word with its determiners, adjectives, compounds, numbers, possessive
    pronouns and prepositions. Conjunctions, punctuation and similar words belong to no phrase;
    "%" and "$" head a phrase with their numbers.

    Parameters
    ----------
    tree : DependencyTree
    arguments : collection of int
        The arguments of predications, which always head a phrase.
    in_groups : collection of int
        The words of verb groups, which belong to no phrase; their dependents head phrases of
        their own.
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
    """Return the head of each word's candidate phrase, shape (words,)."""
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
