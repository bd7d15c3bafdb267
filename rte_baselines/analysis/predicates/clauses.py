"""The clauses of a snippet (verbs, copulas, appositions), and the roles of their arguments."""

from collections.abc import Mapping
from dataclasses import dataclass

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.english.labels import ORG, PERSON, TIME
from rte_baselines.analysis.predicates.predications import Function, Kind, Role, Voice
from rte_baselines.analysis.tokens.word_classes import NEGATION_WORDS, word_lists

_WORDS = word_lists("predicates/role_words.txt")

# Relations in which a verb does not predicate: "a sleeping man", "according to", "stand-by".
_NOT_PREDICATING = tuple("amod aux cop case mark compound fixed det flat goeswith".split())

INTRANSITIVE_VERBS = _WORDS["happening"] | _WORDS["acting_alone"]
"""The verbs that have no object and no passive."""

_BEFORE_GERUNDS = frozenset({"of", "with", "from", "for", "into"})

LAYERS = ("entity_labels", "is_date")
"""The layers that roles depend on, besides those of the parse."""

_ROLES_OF_ADVERBS: dict[str, Role] = {
    "where": "location",
    "when": "time",
    "why": "cause",
    "how": "manner",
}
_PERSONS = ("persons", "masculine", "feminine", "groups_of_persons")


@dataclass(frozen=True)
class Clause:
    """A predication before its arguments are known.

    `head` is the word that its dependents are attached to: the verb, or the attribute of a copula
    or an apposition. `word` is the predicating word; see `Predication`.
    """

    head: int
    word: int
    kind: Kind
    voice: Voice


def clauses_of(tree: DependencyTree) -> dict[int, Clause]:
    """Return the clauses of verbs and copulas by head, one for each head."""
    clauses: dict[int, Clause] = {}
    for word in tree.from_the_roots:
        copulas = tree.dependents(word, "cop")
        # A verb with a copula is a verb with an auxiliary that was parsed wrongly: "are racing".
        if copulas and tree.pos[word] != "VERB":
            clauses[word] = Clause(word, copulas[0], "copula", "active")
        elif _is_predicating_verb(tree, word):
            clauses[word] = Clause(word, word, "verb", _voice(tree, word, clauses))
    return clauses


def group_of(tree: DependencyTree, clause: Clause) -> tuple[int, ...]:
    """Return the verb with its auxiliaries, particle and negation, from left to right."""
    if clause.kind == "apposition":
        return ()
    others = tree.dependents(clause.head, "aux", "cop", "compound:prt")
    return tuple(sorted({clause.word, *others, *negations(tree, clause.head)}))


def negations(tree: DependencyTree, head: int) -> list[int]:
    """Return the adverbs and conjunctions that negate a clause, from left to right."""
    return [word for word in tree.dependents(head, "advmod", "cc") if is_negation(tree, word)]


def is_negation(tree: DependencyTree, word: int) -> bool:
    """Whether a word is a negation, such as "not", "never" or "no"."""
    norm = tree.norms[word]
    return norm in NEGATION_WORDS or norm.endswith("n't")


def lemma_of(tree: DependencyTree, clause: Clause) -> str:
    """Return the lemma of the verb with its particle ("give_up"); "be" without a verb."""
    if clause.kind != "verb":
        return "be"
    particles = tree.dependents(clause.head, "compound:prt")
    return "_".join(tree.lemmas[word] for word in (clause.word, *particles))


def is_complement(tree: DependencyTree, head: int) -> bool:
    """Whether a clause is a complement of its head.

    Two clauses that are parsed as adverbial are complements too: the infinitive after verbs
    such as "force", and the gerund in "accused them of lying" and "kept them from lying".
    """
    if tree.is_in(head, "ccomp", "xcomp", "csubj"):
        return True
    if not tree.is_in(head, "advcl"):
        return False
    lemma, marker = tree.lemmas[tree.heads[head]], clause_marker(tree, head)
    if marker == "to":
        return lemma in _WORDS["directing"]
    verbs = (head, *tree.dependents(head, "cop", "aux"))
    is_gerund = any(tree.tags[word] == "VBG" for word in verbs)
    return is_gerund and marker in _BEFORE_GERUNDS and lemma in _WORDS["governing_gerunds"]


def clause_marker(tree: DependencyTree, head: int) -> str:
    """Return the conjunction or "when" of a clause, in lower case; empty if there is none."""
    marker = tree.marker(head)
    if marker:
        return marker
    adverbs = (word for word in tree.dependents(head, "advmod") if tree.tags[word] == "WRB")
    return next((tree.norms[word] for word in adverbs), "")


def _is_predicating_verb(tree: DependencyTree, word: int) -> bool:
    """Whether a word without a copula is a verb, by its tag or its dependents."""
    if tree.is_in(word, *_NOT_PREDICATING):
        return False
    is_existential = tree.lemmas[word] == "be" and bool(tree.dependents(word, "expl"))
    is_tagged = tree.pos[word] == "VERB" or is_existential
    is_clause_with_subject = tree.is_in(word, "advcl", "ccomp", "acl:relcl") and bool(
        tree.dependents(word, "nsubj")
    )
    return is_tagged or is_clause_with_subject or bool(tree.dependents(word, "aux"))


def _voice(tree: DependencyTree, verb: int, above: Mapping[int, Clause]) -> Voice:
    """Return the voice of a verb, given the clauses above it.

    A past participle without an auxiliary is passive: as a modifier ("the man bitten by a
    dog"), before its clause, or in a headline ("Minister arrested"). It is active if its verb
    is intransitive, if it has an object or a subject that is not passive, or if it shares
    "have" with the verb before it.
    """
    if tree.dependents(verb, "aux:pass", "nsubj:pass", "csubj:pass", "obl:agent"):
        return "passive"
    if tree.tags[verb] == "VBN" and tree.dependents(verb, "cop"):
        return "passive"
    has_auxiliary = bool(tree.dependents(verb, "aux"))
    if tree.tags[verb] != "VBN" or has_auxiliary or tree.dependents(verb, "obj", "nsubj"):
        return "active"
    if tree.lemmas[verb] in INTRANSITIVE_VERBS:
        return "active"
    first = above.get(tree.heads[verb]) if tree.is_in(verb, "conj") else None
    return "passive" if first is None else first.voice


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
    return tree.tags[word] in {"$", "CD"} or tree.lemmas[word] in _WORDS["amounts"]


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
        marker in {"of", "from"} and predicate in _WORDS["suffering"]
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
