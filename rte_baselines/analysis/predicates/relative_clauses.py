"""The antecedents of relative pronouns, and the gaps of relative clauses without one."""

from collections.abc import Sequence

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.active_voice import Dependent
from rte_baselines.analysis.predicates.clauses import Clause, intransitive_verbs
from rte_baselines.analysis.predicates.roles import is_time

_WH_TAGS = frozenset({"WDT", "WP", "WRB", "WP$"})
# "The reason he resigned": the relative adverb that could follow the noun.
_ADVERBS_OF_NOUNS = {"reason": "why", "way": "how", "place": "where"}


def antecedent_of(tree: DependencyTree, word: int, clause: Clause) -> int:
    """Return the antecedent of a relative pronoun or "where"; any other word itself.

    The pronoun may be in a clause inside the relative clause: "the man who police say lied".
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
    """Whether a relative pronoun or adverb depends on a word."""
    dependents = (word for word in tree.dependents(head) if tree.relations[word] != "mark")
    return any(tree.tags[word] in _WH_TAGS for word in dependents)


def with_gap_filled(
    tree: DependencyTree, clause: Clause, arguments: Sequence[Dependent]
) -> list[Dependent]:
    """Return the arguments of a relative clause with its gap filled by the modified noun.

    The gap is the first of these: the object of a stranded preposition ("the house he lives
    in"); a time, cause, manner or location ("the day the war ended"); the object ("the cup Ann
    won"), unless the verb has an object or a clause, or is intransitive.
    """
    has_gap = (
        tree.relations[clause.head] == "acl:relcl"
        and clause.kind == "verb"
        and clause.voice == "active"
        and not has_relative_pronoun(tree, clause.head)
    )
    noun = tree.heads[clause.head]
    subjects = [argument.word for argument in arguments if argument.function == "subject"]
    if not has_gap or noun in subjects:
        return list(arguments)
    stranded = next((one for one in arguments if _is_stranded(tree, clause, one)), None)
    if stranded is not None:
        preposition = tree.norms[stranded.word]
        others = (argument for argument in arguments if argument is not stranded)
        return [*others, Dependent(noun, "oblique", preposition)]
    adverb = "when" if is_time(tree, noun) else _ADVERBS_OF_NOUNS.get(tree.lemmas[noun])
    if adverb is not None:
        return [*arguments, Dependent(noun, "oblique", adverb)]
    has_object = any(argument.function in ("object", "clause") for argument in arguments)
    is_intransitive = tree.lemmas[clause.head] in intransitive_verbs()
    if has_object or is_intransitive or not subjects:
        return list(arguments)
    return [*arguments, Dependent(noun, "object")]


def _is_stranded(tree: DependencyTree, clause: Clause, argument: Dependent) -> bool:
    """Whether an argument is a preposition without an object, after the verb."""
    word = argument.word
    is_preposition = tree.tags[word] in ("IN", "TO") and word > clause.head
    is_adjunct = argument.function in ("oblique", "adverb")
    return is_preposition and is_adjunct and not tree.dependents(word)
