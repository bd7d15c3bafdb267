"""The semantic role of an argument, by its preposition, noun and verb."""

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.english.labels import ORG, PERSON, TIME
from rte_baselines.analysis.predicates.clauses import is_complement
from rte_baselines.analysis.predicates.predications import Function, Kind, Role
from rte_baselines.analysis.tokens.word_classes import word_lists

_WORDS = word_lists("predicates/role_words.txt")

LAYERS = ("entity_labels", "is_date")
"""The layers that roles depend on, besides those of the parse."""

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
    is_transitive: bool,
) -> Role:
    """Return the role of an argument, by its function in the active voice.

    `marker` is its preposition or conjunction, or empty; `predicate` is the lemma of the verb.
    `is_transitive` is whether the predicate has an object or a complement clause, so that its
    subject is not the theme.
    """
    if function == "subject":
        is_unaccusative = predicate in _WORDS["undergoing"] | _WORDS["happening"]
        is_theme = kind != "verb" or (is_unaccusative and not is_transitive)
        return "theme" if is_theme else "agent"
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
    """Whether a noun is a date or a time, such as "week"."""
    analysis = tree.analysis
    return bool(
        analysis.entity_labels[word] == TIME
        or analysis.layer("is_date")[word]
        or tree.lemmas[word] in _WORDS["times"]
    )


def is_amount(tree: DependencyTree, word: int) -> bool:
    """Whether a noun is a number, a sum of money or a percentage."""
    return tree.tags[word] in _AMOUNT_TAGS or tree.lemmas[word] in _WORDS["amounts"]


def is_conveyance(tree: DependencyTree, word: int) -> bool:
    """Whether a noun is a means of transport: "by ship", but not "by the ship"."""
    is_bare = not tree.dependents(word, "det", "nmod:poss")
    return is_bare and tree.lemmas[word] in _WORDS["conveyances"]


def _role_of_oblique(tree: DependencyTree, word: int, marker: str, predicate: str) -> Role:
    listed = marker.replace(" ", "_")
    if marker in _ROLES_OF_ADVERBS:
        return _ROLES_OF_ADVERBS[marker]
    if is_amount(tree, word) and not tree.analysis.layer("is_date")[word]:
        return "other"
    if is_time(tree, word) or listed in _WORDS["of_time"]:
        return "time"
    if listed in _WORDS["of_cause"] or (
        marker in _OF_SUFFERING and predicate in _WORDS["suffering"]
    ):
        return "cause"
    if tree.lemmas[word] in _WORDS["manners"] and marker in ("with", "in", "without"):
        return "manner"
    if marker == "to" and (predicate in _WORDS["transferring"] or _is_common_person(tree, word)):
        return "recipient"
    if marker == "with":
        return "company" if _is_person_or_organization(tree, word) else "instrument"
    if marker == "by" and is_conveyance(tree, word):
        return "instrument"
    if marker == "for":
        return "recipient" if _is_person_or_organization(tree, word) else "purpose"
    return "location" if marker == "by" or listed in _WORDS["of_place"] else "other"


def _is_person_or_organization(tree: DependencyTree, word: int) -> bool:
    """Whether a noun refers to a person or an organization."""
    is_named = tree.analysis.entity_labels[word] in (PERSON, ORG)
    return is_named or _is_common_person(tree, word)


def _is_common_person(tree: DependencyTree, word: int) -> bool:
    """Whether a word is a personal pronoun or a noun for persons.

    Names are excluded, as labels of entities often take a place for a person.
    """
    is_pronoun = tree.pos[word] == "PRON" and tree.lemmas[word] != "it"
    lists = word_lists("coreference/reference_words.txt")
    return is_pronoun or any(tree.lemmas[word] in lists[heading] for heading in _PERSONS)


def _role_of_clause(tree: DependencyTree, word: int, marker: str) -> Role:
    if is_complement(tree, word):
        return "content"
    listed = marker.replace(" ", "_")
    if marker in ("to", "in order to"):
        return "purpose"
    if listed in _WORDS["why"]:
        return "cause"
    if listed in _WORDS["when"]:
        return "time"
    return "manner" if marker == "by" else "other"


def _role_of_adverb(tree: DependencyTree, word: int) -> Role:
    lemma = tree.lemmas[word]
    if lemma in _WORDS["time_adverbs"]:
        return "time"
    if lemma in _WORDS["place_adverbs"]:
        return "location"
    is_manner = lemma.endswith("ly") and lemma not in _WORDS["commenting"]
    return "manner" if is_manner else "other"
