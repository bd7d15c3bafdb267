"""Negation of a clause by words beside its verb, and by its subject, objects and obliques."""

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.clauses import is_negation
from rte_baselines.analysis.tokens.word_lists import word_lists

_ARGUMENTS = ("nsubj", "obj", "iobj")
# After other prepositions, "no" mostly negates the noun only: "left with no money".
_NEGATING_PREPOSITIONS = frozenset({"at", "by", "on", "to", "under"})


def verb_negations(tree: DependencyTree, head: int) -> int:
    """Return the number of words beside a verb that negate it: "not", "nor", "no longer".

    "Without" before a gerund is one of them.
    """
    beside = tree.dependents(head, "advmod", "cc", "mark")
    ended = sum(_is_ended(tree, word) for word in tree.dependents(head, "advmod"))
    return ended + sum(_negates(tree, word) for word in beside)


def noun_negations(tree: DependencyTree, head: int) -> int:
    """Return the number of subjects, objects and obliques that negate a clause.

    Subjects and objects negate a clause with words such as "nobody", "no survivors" and "neither
    Ann nor Bob"; subjects also with "not all". Obliques negate it in "by nobody" and "at no time
    did they".
    """
    arguments = [word for word in tree.dependents(head, *_ARGUMENTS) if is_negated_noun(tree, word)]
    subjects = [word for word in tree.dependents(head, "nsubj") if _is_not_all(tree, word)]
    obliques = [
        word
        for word in tree.dependents(head, "obl")
        if is_negated_noun(tree, word) and _reaches_verb(tree, head, word)
    ]
    return len(arguments) + len(subjects) + len(obliques)


def is_negated_noun(tree: DependencyTree, noun: int) -> bool:
    """Whether a noun is negated: "nobody", "no doubt", "neither Ann nor Bob"."""
    is_pronoun = tree.pos[noun] in ("PRON", "NOUN", "DET") and is_negation(tree, noun)
    before = tree.dependents(noun, "det", "cc:preconj")
    return is_pronoun or any(is_negation(tree, word) for word in before)


def _negates(tree: DependencyTree, word: int) -> bool:
    """Whether a word is a negation, and not part of "not only ... but also"."""
    is_restricted = _next_norm(tree, word) in _words("restricting_adverbs")
    return is_negation(tree, word) and not is_restricted


def _is_ended(tree: DependencyTree, adverb: int) -> bool:
    """Whether an adverb is "no longer" or "no more"."""
    modifiers = tree.dependents(adverb, "advmod", "det")
    return any(tree.norms[word] == "no" for word in modifiers)


def _is_not_all(tree: DependencyTree, noun: int) -> bool:
    """Whether "not" precedes the quantifier of a noun: "not all passengers", "not everyone"."""
    quantifiers = tree.dependents(noun, "det", "amod", "nummod")
    adverbs = [
        adverb for word in (noun, *quantifiers) for adverb in tree.dependents(word, "advmod")
    ]
    return any(
        is_negation(tree, word) and _next_norm(tree, word) in _words("negated_quantifiers")
        for word in adverbs
    )


def _reaches_verb(tree: DependencyTree, head: int, oblique: int) -> bool:
    """Whether a negated oblique negates the clause: by inversion or by its preposition."""
    is_inverted = any(
        oblique < auxiliary < subject
        for auxiliary in tree.dependents(head, "aux", "cop")
        for subject in tree.dependents(head, "nsubj")
    )
    return is_inverted or tree.preposition(oblique) in _NEGATING_PREPOSITIONS


def _next_norm(tree: DependencyTree, word: int) -> str:
    norms = tree.norms
    return norms[word + 1] if word + 1 < len(norms) else ""


def _words(heading: str) -> frozenset[str]:
    return word_lists("predicates/embedding_predicates.txt")[heading]
