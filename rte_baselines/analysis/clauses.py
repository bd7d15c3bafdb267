"""Where a snippet predicates something: verbs, copulas, appositions."""

from dataclasses import dataclass

from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.analysis.predications import Kind, Voice
from rte_baselines.analysis.word_classes import NEGATION_WORDS

# What a verb cannot predicate in: "a sleeping man", "according to", "stand-by".
_NOT_PREDICATING = (
    "amod",
    "aux",
    "cop",
    "case",
    "mark",
    "compound",
    "fixed",
    "det",
    "flat",
    "goeswith",
)


@dataclass(frozen=True)
class Clause:
    """A predication before its arguments are known.

    Parameters
    ----------
    head : int
        The word that its dependents hang on: the verb; the attribute of a copula or an
        apposition.
    word : int
        The word that states it, as of `Predication`.
    kind : {"verb", "copula", "apposition"}
    voice : {"active", "passive"}
    """

    head: int
    word: int
    kind: Kind
    voice: Voice


def clauses_of(tree: DependencyTree) -> dict[int, Clause]:
    """Return the clauses of verbs and copulas by head; a head states one thing."""
    clauses: dict[int, Clause] = {}
    for word in range(len(tree.heads)):
        copulas = tree.dependents(word, "cop")
        if copulas:
            clauses[word] = Clause(word, copulas[0], "copula", "active")
        elif _is_predicating_verb(tree, word):
            clauses[word] = Clause(word, word, "verb", _voice(tree, word))
    return clauses


def group_of(tree: DependencyTree, clause: Clause) -> tuple[int, ...]:
    """Return the verb with its auxiliaries, particle and negation, from left to right."""
    if clause.kind == "apposition":
        return ()
    words = [clause.word, *tree.dependents(clause.head, "aux", "compound:prt")]
    return tuple(sorted([*words, *negations(tree, clause.head)]))


def negations(tree: DependencyTree, head: int) -> list[int]:
    """Return the adverbs that negate a clause, from left to right."""
    adverbs = tree.dependents(head, "advmod", "cc")
    return [word for word in adverbs if is_negation(tree, word) and tree.pos[word] != "CCONJ"]


def is_negation(tree: DependencyTree, word: int) -> bool:
    """Whether a word is "not", "never", "no" or one of their like."""
    norm = tree.analysis.norms[word]
    return norm in NEGATION_WORDS or norm.endswith("n't")


def lemma_of(tree: DependencyTree, clause: Clause) -> str:
    """Return the verb's lemma with its particle: "give_up"; "be" of what has no verb."""
    if clause.kind != "verb":
        return "be"
    particles = tree.dependents(clause.head, "compound:prt")
    return "_".join(tree.lemmas[word] for word in (clause.word, *particles))


def has_auxiliary(tree: DependencyTree, head: int) -> bool:
    """Whether a verb has an auxiliary of its own."""
    return bool(tree.dependents(head, "aux"))


def _is_predicating_verb(tree: DependencyTree, word: int) -> bool:
    if tree.is_in(word, *_NOT_PREDICATING):
        return False
    is_existential = tree.lemmas[word] == "be" and bool(tree.dependents(word, "expl"))
    return tree.pos[word] == "VERB" or is_existential


def _voice(tree: DependencyTree, verb: int) -> Voice:
    """Return the voice as it stands.

    A participle alone is passive, whether it modifies ("the man bitten by a dog"), goes
    before its clause, or heads a headline ("Minister arrested"), unless it has an object or
    is the second of two that share "have".
    """
    if tree.dependents(verb, "aux:pass", "nsubj:pass", "csubj:pass"):
        return "passive"
    if tree.tags[verb] != "VBN" or has_auxiliary(tree, verb) or tree.dependents(verb, "obj"):
        return "active"
    first = tree.heads[verb]
    return _voice(tree, first) if tree.is_in(verb, "conj") and first >= 0 else "passive"
