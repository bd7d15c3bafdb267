"""Which part an argument plays, as far as preposition, noun and verb tell."""

from rte_baselines.analysis.clauses import is_complement
from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.analysis.entity_labels import ORG, PERSON, TIME
from rte_baselines.analysis.predications import Function, Kind, Role
from rte_baselines.analysis.word_lists import word_lists

LAYERS = ("entity_labels", "is_date", "dates")
"""The layers that roles are read off, besides those of the parse."""

_TO_INFINITIVE = "to"
# What has these prepositions is with somebody, if it is a person; else it is used.
_WITH = "with"
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
        undergoes = predicate in _words("undergoing") and not acts
        return "theme" if kind != "verb" or undergoes else "agent"
    if function == "oblique":
        return _role_of_oblique(tree, word, marker, predicate)
    if function == "clause":
        return _role_of_clause(tree, word, marker)
    if function == "adverb":
        return _role_of_adverb(tree.lemmas[word])
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


def _role_of_oblique(tree: DependencyTree, word: int, marker: str, predicate: str) -> Role:
    spaced = marker.replace(" ", "_")
    if marker == "where":
        return "location"
    if is_time(tree, word) or spaced in _words("of_time"):
        return "time"
    if spaced in _words("of_cause") or (
        marker in _OF_SUFFERING and predicate in _words("suffering")
    ):
        return "cause"
    if tree.lemmas[word] in _words("manners") and marker in (_WITH, "in", "without"):
        return "manner"
    if marker == "to" and predicate in _words("transferring"):
        return "recipient"
    if marker == _WITH:
        return "company" if _is_somebody(tree, word) else "instrument"
    if marker == "by":
        return "instrument" if tree.lemmas[word] in _words("conveyances") else "location"
    if marker == "for":
        return _role_of_beneficiary(tree, word)
    return "location" if spaced in _words("of_place") else "other"


def _role_of_beneficiary(tree: DependencyTree, word: int) -> Role:
    """Return the role of what something is done for; a price is none of them."""
    if tree.tags[word] in ("$", "CD"):
        return "other"
    return "recipient" if _is_somebody(tree, word) else "purpose"


def _is_somebody(tree: DependencyTree, word: int) -> bool:
    is_person_pronoun = tree.pos[word] == "PRON" and tree.lemmas[word] != "it"
    is_named = tree.analysis.entity_labels[word] in (PERSON, ORG)
    return is_person_pronoun or is_named or tree.lemmas[word] in _words("persons")


def _role_of_clause(tree: DependencyTree, word: int, marker: str) -> Role:
    if is_complement(tree, word):
        return "content"
    spaced = marker.replace(" ", "_")
    if marker == _TO_INFINITIVE or spaced == "in_order_to":
        return "purpose"
    if spaced in _words("why"):
        return "cause"
    if spaced in _words("when"):
        return "time"
    return "manner" if marker == "by" else "other"


def _role_of_adverb(lemma: str) -> Role:
    if lemma in _words("time_adverbs"):
        return "time"
    if lemma in _words("place_adverbs"):
        return "location"
    is_manner = lemma.endswith("ly") and lemma not in _words("commenting")
    return "manner" if is_manner else "other"


def _words(heading: str) -> frozenset[str]:
    return word_lists("role_words.txt")[heading]
