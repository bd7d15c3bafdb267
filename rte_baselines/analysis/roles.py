"""Which part an argument plays, as far as preposition, noun and verb tell."""

from rte_baselines.analysis.clauses import is_complement
from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.analysis.entity_labels import ORG, PERSON, TIME
from rte_baselines.analysis.predications import Function, Kind, Role
from rte_baselines.analysis.word_lists import word_lists

LAYERS = ("entity_labels", "is_date")
"""The layers that roles are read off, besides those of the parse."""

_AMOUNT_TAGS = frozenset({"$", "CD"})
_ROLES_OF_ADVERBS: dict[str, Role] = {
    "where": "location",
    "when": "time",
    "why": "cause",
    "how": "manner",
}
_PERSONS = ("persons", "masculine", "feminine", "groups_of_persons")
_OF_SUFFERING = frozenset({"of", "from"})


def role_of(
    tree: DependencyTree,
    *,
    word: int,
    function: Function,
    marker: str,
    predicate: str,
    kind: Kind,
    acts: bool,
) -> Role:
    """Return the role of an argument.

    Parameters
    ----------
    tree : DependencyTree
    word : int
        The argument's head word.
    function : Function
        In the active voice.
    marker : str
        Its preposition or conjunction; empty without one.
    predicate : str
        The lemma of the verb.
    kind : {"verb", "copula", "apposition"}
        Of the predication.
    acts : bool
        Whether the predicate has an object or a complement clause, so that its subject does
        something to something and does not undergo what happens.
    """
    if function == "subject":
        undergoes = predicate in _words("undergoing") | _words("happening") and not acts
        return "theme" if kind != "verb" or undergoes else "agent"
    if function == "oblique":
        return _role_of_oblique(tree, word, marker, predicate)
    if function == "clause":
        return _role_of_clause(tree, word, marker)
    if function == "adverb":
        return _role_of_adverb(tree, word)
    fixed: dict[Function, Role] = {
        "object": "theme",
        "indirect_object": "recipient",
        "attribute": "attribute",
    }
    return fixed[function]


def is_time(tree: DependencyTree, word: int) -> bool:
    """Whether a noun names a time: a date, or "week" and its like."""
    analysis = tree.analysis
    return bool(
        analysis.entity_labels[word] == TIME
        or analysis.layer("is_date")[word]
        or tree.lemmas[word] in _words("times")
    )


def is_amount(tree: DependencyTree, word: int) -> bool:
    """Whether a noun is a number, a sum of money or a percentage."""
    return tree.tags[word] in _AMOUNT_TAGS or tree.lemmas[word] in _words("amounts")


def is_conveyance(tree: DependencyTree, word: int) -> bool:
    """Whether a noun says by what one travels: "by ship", but not "by the ship"."""
    is_bare = not tree.dependents(word, "det", "nmod:poss")
    return is_bare and tree.lemmas[word] in _words("conveyances")


def _role_of_oblique(tree: DependencyTree, word: int, marker: str, predicate: str) -> Role:
    spaced = marker.replace(" ", "_")
    if marker in _ROLES_OF_ADVERBS:
        return _ROLES_OF_ADVERBS[marker]
    if is_amount(tree, word) and not tree.analysis.layer("is_date")[word]:
        return "other"
    if is_time(tree, word) or spaced in _words("of_time"):
        return "time"
    if spaced in _words("of_cause") or (
        marker in _OF_SUFFERING and predicate in _words("suffering")
    ):
        return "cause"
    if tree.lemmas[word] in _words("manners") and marker in ("with", "in", "without"):
        return "manner"
    if marker == "to" and (predicate in _words("transferring") or _is_common_person(tree, word)):
        return "recipient"
    if marker == "with":
        return "company" if _is_somebody(tree, word) else "instrument"
    if marker == "by" and is_conveyance(tree, word):
        return "instrument"
    if marker == "for":
        return "recipient" if _is_somebody(tree, word) else "purpose"
    return "location" if marker == "by" or spaced in _words("of_place") else "other"


def _is_somebody(tree: DependencyTree, word: int) -> bool:
    """Whether a noun is of people or organizations."""
    is_named = tree.analysis.entity_labels[word] in (PERSON, ORG)
    return is_named or _is_common_person(tree, word)


def _is_common_person(tree: DependencyTree, word: int) -> bool:
    """Whether a word is a pronoun or a noun for people; names of places are taken for theirs."""
    is_pronoun = tree.pos[word] == "PRON" and tree.lemmas[word] != "it"
    lists = word_lists("reference_words.txt")
    return is_pronoun or any(tree.lemmas[word] in lists[heading] for heading in _PERSONS)


def _role_of_clause(tree: DependencyTree, word: int, marker: str) -> Role:
    if is_complement(tree, word):
        return "content"
    spaced = marker.replace(" ", "_")
    if marker in ("to", "in order to"):
        return "purpose"
    if spaced in _words("why"):
        return "cause"
    if spaced in _words("when"):
        return "time"
    return "manner" if marker == "by" else "other"


def _role_of_adverb(tree: DependencyTree, word: int) -> Role:
    lemma = tree.lemmas[word]
    if lemma in _words("time_adverbs"):
        return "time"
    if lemma in _words("place_adverbs"):
        return "location"
    is_manner = lemma.endswith("ly") and lemma not in _words("commenting")
    return "manner" if is_manner else "other"


def _words(heading: str) -> frozenset[str]:
    return word_lists("role_words.txt")[heading]
