"""Hedges of a clause: questions, evidentials, reporting verbs and conditions."""

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.clauses import clause_marker
from rte_baselines.analysis.predicates.verb_groups import norms_of
from rte_baselines.analysis.tokens.word_lists import word_lists


def is_question(tree: DependencyTree, head: int) -> bool:
    """Whether a clause ends in a question mark."""
    return "?" in norms_of(tree, head, "punct")


def is_attributed(tree: DependencyTree, head: int, before: int | None = None) -> bool:
    """Whether a clause has an evidential, such as "allegedly" or "according to".

    Only words before the position `before` count, or all if it is None.
    """
    return any(
        tree.lemmas[word] in _words("evidential_adverbs")
        or _joined(tree.marker(word)) in _words("evidential_prepositions")
        for word in tree.dependents(head, "advmod", "obl", "advcl")
        if before is None or word < before
    )


def speech_beside(tree: DependencyTree, head: int) -> int | None:
    """Return the reporting verb that is attached to a clause, as in "It sank, he said"."""
    speech = (
        word
        for word in tree.dependents(head, "parataxis")
        if tree.lemmas[word] in _words("reported") and tree.dependents(word, "nsubj")
    )
    return next((word for word in speech if not tree.dependents(word, "ccomp")), None)


def is_condition(tree: DependencyTree, head: int) -> bool:
    """Whether an adverbial clause is a condition: "if ...", "had she known"."""
    if not tree.is_in(head, "advcl"):
        return False
    conjunction = _joined(clause_marker(tree, head))
    return conjunction in _words("conditions") or (not conjunction and _is_inverted(tree, head))


def is_open_adverbial(tree: DependencyTree, head: int) -> bool:
    """Whether an adverbial clause is a condition or has a conjunction such as "in case"."""
    conjunction = _joined(clause_marker(tree, head))
    return is_condition(tree, head) or conjunction in _words("open_adverbials")


def _is_inverted(tree: DependencyTree, head: int) -> bool:
    subjects = tree.dependents(head, "nsubj")
    return any(
        tree.norms[word] in _words("fronted_conditions")
        for word in tree.dependents(head, "aux", "cop")
        if subjects and word < subjects[0]
    )


def _joined(marker: str) -> str:
    return marker.replace(" ", "_")


def _words(heading: str) -> frozenset[str]:
    return word_lists("predicates/embedding_predicates.txt")[heading]
