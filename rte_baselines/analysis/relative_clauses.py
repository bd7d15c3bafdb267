"""What relative pronouns stand for, and what relative clauses without one miss."""

from collections.abc import Sequence

from rte_baselines.analysis.active_voice import Dependent
from rte_baselines.analysis.clauses import Clause, intransitive_verbs
from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.analysis.roles import is_time

_WH_TAGS = frozenset({"WDT", "WP", "WRB", "WP$"})
# "The reason he resigned": what the noun is to the clause, as the word that could stand there.
_ADVERBS_OF_NOUNS = {"reason": "why", "way": "how", "place": "where"}


def antecedent_of(tree: DependencyTree, word: int, clause: Clause) -> int:
    """Return what a relative pronoun or "where" stands for; any other word is itself.

    The pronoun may belong to a clause within the relative clause: "the man who police say
    lied".
    """
    if tree.tags[word] not in ("WDT", "WP", "WRB"):
        return word
    head = clause.head
    while tree.is_in(head, "conj", "xcomp", "ccomp") and tree.heads[head] >= 0:
        head = tree.heads[head]
    is_free = head == clause.head or not has_relative_pronoun(tree, head)
    is_relative = tree.relations[head] == "acl:relcl"
    return tree.heads[head] if is_relative and is_free else word


def has_relative_pronoun(tree: DependencyTree, head: int) -> bool:
    """Whether a relative pronoun, or "where" and its like, depends on a word."""
    dependents = (word for word in tree.dependents(head) if tree.relations[word] != "mark")
    return any(tree.tags[word] in _WH_TAGS for word in dependents)


def with_gap_filled(
    tree: DependencyTree, clause: Clause, found: Sequence[Dependent]
) -> list[Dependent]:
    """Return the arguments of a clause with the noun that it modifies where that is missed.

    That is, in the order of these: behind a preposition that has no noun ("the house he lives
    in"); as when, why, how or where ("the day the war ended"); as the object ("the cup Ann
    won"), unless the verb has one, or a clause, or is intransitive.
    """
    misses = (
        tree.relations[clause.head] == "acl:relcl"
        and clause.kind == "verb"
        and clause.voice == "active"
        and not has_relative_pronoun(tree, clause.head)
    )
    noun = tree.heads[clause.head]
    if not misses or any(one.function == "subject" and one.word == noun for one in found):
        return list(found)
    stranded = next((one for one in found if _is_stranded(tree, clause, one)), None)
    if stranded is not None:
        preposition = tree.norms[stranded.word]
        others = (one for one in found if one is not stranded)
        return [*others, Dependent(noun, "oblique", preposition)]
    adverb = "when" if is_time(tree, noun) else _ADVERBS_OF_NOUNS.get(tree.lemmas[noun])
    if adverb is not None:
        return [*found, Dependent(noun, "oblique", adverb)]
    is_complete = any(one.function in ("object", "clause") for one in found)
    has_subject = any(one.function == "subject" for one in found)
    is_intransitive = tree.lemmas[clause.head] in intransitive_verbs()
    if is_complete or is_intransitive or not has_subject:
        return list(found)
    return [*found, Dependent(noun, "object")]


def _is_stranded(tree: DependencyTree, clause: Clause, argument: Dependent) -> bool:
    """Whether an argument is a preposition alone, behind the verb."""
    word = argument.word
    is_preposition = tree.tags[word] in ("IN", "TO") and word > clause.head
    is_circumstance = argument.function in ("oblique", "adverb")
    return is_preposition and is_circumstance and not tree.dependents(word)
