"""The arguments of clauses: those that a parser attaches, those of gaps, and those of passives."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.clauses import (
    INTRANSITIVE_VERBS,
    Clause,
    is_amount,
    is_conveyance,
    is_time,
)
from rte_baselines.analysis.predicates.predications import Function
from rte_baselines.analysis.tokens.word_classes import word_lists

_WORDS = word_lists("predicates/role_words.txt")

_TIME_PREPOSITIONS = frozenset({"on", "in", "at", "by", "since", "until", "before", "after"})
# "The reason he resigned": the relative adverb that could follow the noun.
_ADVERBS_OF_NOUNS = {"reason": "why", "way": "how", "place": "where"}


class Dependent(NamedTuple):
    """An argument with its function, before its role is known."""

    word: int
    function: Function
    marker: str = ""


def in_active_voice(tree: DependencyTree, arguments: Sequence[Dependent]) -> list[Dependent]:
    """Return the arguments of a passive with their functions in the active voice."""
    has_object = any(argument.function == "object" for argument in arguments)
    function_of: dict[Function, Function] = {
        "subject": "indirect_object" if has_object else "object"
    }
    return [
        Dependent(argument.word, "subject")
        if _is_agent(tree, argument)
        else _with_function(argument, function_of)
        for argument in arguments
    ]


def with_object_attribute(arguments: Sequence[Dependent]) -> list[Dependent]:
    """Return the arguments of "they named him judge" with "him" as object, "judge" as attribute."""
    if not any(argument.function == "indirect_object" for argument in arguments):
        return list(arguments)
    function_of: dict[Function, Function] = {"indirect_object": "object", "object": "attribute"}
    return [_with_function(argument, function_of) for argument in arguments]


def _with_function(argument: Dependent, function_of: Mapping[Function, Function]) -> Dependent:
    """Return an argument with the function that replaces its own, if there is one."""
    return argument._replace(function=function_of.get(argument.function, argument.function))


def _is_agent(tree: DependencyTree, argument: Dependent) -> bool:
    """Whether a "by" phrase is the agent, and not a time, an amount or a means of transport."""
    word = argument.word
    is_other = is_time(tree, word) or is_amount(tree, word) or is_conveyance(tree, word)
    return argument.function == "oblique" and argument.marker == "by" and not is_other


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
    return any(tree.tags[word] in {"WDT", "WP", "WRB", "WP$"} for word in dependents)


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
    for argument in arguments:
        if _is_stranded(tree, clause, argument):
            others = (other for other in arguments if other is not argument)
            return [*others, Dependent(noun, "oblique", tree.norms[argument.word])]
    adverb = "when" if is_time(tree, noun) else _ADVERBS_OF_NOUNS.get(tree.lemmas[noun])
    if adverb is not None:
        return [*arguments, Dependent(noun, "oblique", adverb)]
    has_object = any(argument.function in ("object", "clause") for argument in arguments)
    is_intransitive = tree.lemmas[clause.head] in INTRANSITIVE_VERBS
    if has_object or is_intransitive or not subjects:
        return list(arguments)
    return [*arguments, Dependent(noun, "object")]


def _is_stranded(tree: DependencyTree, clause: Clause, argument: Dependent) -> bool:
    """Whether an argument is a preposition without an object, after the verb."""
    word = argument.word
    is_preposition = tree.tags[word] in ("IN", "TO") and word > clause.head
    is_adjunct = argument.function in ("oblique", "adverb")
    return is_preposition and is_adjunct and not tree.dependents(word)


class Attached(NamedTuple):
    """A word and its dependency relation to a verb."""

    word: int
    relation: str


def attached(tree: DependencyTree, clause: Clause, heads: Collection[int]) -> list[Attached]:
    """Return the dependents of the head of a clause, from left to right.

    - A date after an object or an oblique is the time of the verb, and the name of a place
      after an object without "the" is its location: "sank two ferries on Friday", "met
      miners in Essen". A "to" phrase after the object of verbs such as "link" belongs to
      the verb. A "by" phrase after the object of a passive is the agent.
    - An adverb that is parsed as an object is an adverb: "fell sharply".
    - The first of two objects of verbs such as "give" is the indirect object.
    - In the passive of verbs such as "give", a bare noun is the object and not a measure.
    - An object after two coordinated verbs is the object of both ("reject or delay the
      appeal"), unless the first is intransitive.

    `heads` are those of all clauses.
    """
    own = [Attached(word, _corrected(tree, clause, word)) for word in tree.dependents(clause.head)]
    if clause.kind != "verb":
        return own
    found = [dependent for dependent in own if not _is_of_conjunct(tree, clause, dependent, heads)]
    found += _shared_objects(tree, clause, found, heads)
    after_verb = [dependent for dependent in found if dependent.word > clause.head]
    has_agent = any(dependent.relation == "obl:agent" for dependent in found)
    for noun, relation in after_verb:
        if relation.partition(":")[0] in ("obj", "obl"):
            times = _phrases(tree, noun, _TIME_PREPOSITIONS)
            found += [Attached(word, "obl") for word in times if is_time(tree, word)]
    for noun in (noun for noun, relation in after_verb if relation == "obj"):
        found += [Attached(word, "obl") for word in _locations(tree, noun)]
        if tree.lemmas[clause.head] in _WORDS["linking_objects"]:
            found += [Attached(word, "obl") for word in _phrases(tree, noun, {"to"})]
        if clause.voice == "passive" and not has_agent:
            agents = _phrases(tree, noun, {"by"})
            found += [Attached(word, "obl:agent") for word in agents if not is_time(tree, word)]
    return sorted(found, key=lambda dependent: dependent.word)


def _corrected(tree: DependencyTree, clause: Clause, word: int) -> str:
    """Return the relation of a dependent, corrected if the parser's is wrong."""
    relation = tree.relations[word]
    gives = tree.lemmas[clause.head] in _WORDS["transferring"]
    if relation == "obj" and _is_adverb(tree, clause.head, word):
        return "advmod"
    objects = tree.dependents(clause.head, "obj")
    if relation == "obj" and gives and any(clause.head < word < other for other in objects):
        return "iobj"
    is_bare_noun = relation == "obl:unmarked" and not is_time(tree, word)
    return "obj" if is_bare_noun and gives and clause.voice == "passive" else relation


def _is_adverb(tree: DependencyTree, verb: int, word: int) -> bool:
    """Whether an object is an adverb.

    It is if it is tagged as one, or if it ends in -ly, has no dependents and its verb needs no
    object ("fall sharply").
    """
    is_optional = tree.lemmas[verb] in _WORDS["undergoing"]
    needs_no_object = is_optional or tree.lemmas[verb] in INTRANSITIVE_VERBS
    ends_in_ly = tree.tags[word] == "NN" and tree.norms[word].endswith("ly")
    is_lone_ly = needs_no_object and ends_in_ly and not tree.dependents(word)
    return tree.pos[word] == "ADV" or is_lone_ly


def _phrases(tree: DependencyTree, noun: int, prepositions: Collection[str]) -> list[int]:
    """Return the phrases with one of some prepositions that are attached to a noun."""
    words = tree.dependents(noun, "nmod")
    return [word for word in words if tree.preposition(word) in prepositions]


def _locations(tree: DependencyTree, noun: int) -> list[int]:
    """Return the locations that are attached to an object without "the" or a possessor."""
    is_definite = any(tree.lemmas[word] == "the" for word in tree.dependents(noun, "det"))
    if is_definite or tree.dependents(noun, "nmod:poss"):
        return []
    phrases = _phrases(tree, noun, {"in", "at", "near", "off", "outside"})
    return [word for word in phrases if tree.pos[word] == "PROPN" and not is_time(tree, word)]


def _is_of_conjunct(
    tree: DependencyTree, clause: Clause, dependent: Attached, heads: Collection[int]
) -> bool:
    """Whether an object belongs to a later verb only, as in "resign or call an election"."""
    is_after_conjunct = any(
        clause.head < verb < dependent.word for verb in _coordinated(tree, clause.head, heads)
    )
    is_intransitive = tree.lemmas[clause.head] in INTRANSITIVE_VERBS
    return dependent.relation == "obj" and is_after_conjunct and is_intransitive


def _shared_objects(
    tree: DependencyTree, clause: Clause, own: Collection[Attached], heads: Collection[int]
) -> list[Attached]:
    """Return the objects that a verb shares with the verbs coordinated with it."""
    has_object = any(dependent.relation == "obj" for dependent in own)
    if has_object or tree.lemmas[clause.head] in INTRANSITIVE_VERBS:
        return []
    first = tree.heads[clause.head]
    if tree.is_in(clause.head, "conj") and first in heads:
        objects = (word for word in tree.dependents(first, "obj") if word > clause.head)
    else:
        verbs = _coordinated(tree, clause.head, heads)
        adjacent = (verb for verb in verbs if verb == clause.head + 2)
        objects = (word for verb in adjacent for word in tree.dependents(verb, "obj"))
    return [Attached(word, "obj") for word in objects]


def _coordinated(tree: DependencyTree, verb: int, heads: Collection[int]) -> list[int]:
    return [word for word in tree.dependents(verb, "conj") if word in heads]
