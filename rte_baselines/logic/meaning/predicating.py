"""The predications of a snippet, with frequent errors of parsers corrected."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.predications import Argument, Function, Predication
from rte_baselines.analysis.predicates.roles import role_of
from rte_baselines.analysis.predicates.verb_groups import head_of
from rte_baselines.lexicon.wordnet.parts import Part
from rte_baselines.logic.meaning.lexicon import is_adjective, is_noun, known_lemma, verb_of_form

_RELATIVE = frozenset({"that", "which", "who", "whom"})
_FUNCTIONS: dict[str, Function] = {"nsubj": "subject", "obj": "object", "obl": "oblique"}


def corrected(tree: DependencyTree, predications: Sequence[Predication]) -> list[Predication]:
    """Return predications with some more verbs, lemmas and arguments.

    - A noun is a verb if it can be one and has a subject but no copula ("his brother lives"), if
      it can only be one ("Ann sang"), or if it has the auxiliaries of a verb before it ("did not
      sing or dance").
    - A noun that is parsed as a part of a compound with a verb is its subject.
    - An adjective in -ing after "be" is a verb if it is no adjective of WordNet: "is dancing".
    - A relative "that" stands for the noun of its clause, whatever its tag.
    - The lemma of a verb is one that WordNet has, if its form is of one.

    Parameters
    ----------
    tree : DependencyTree
    predications : sequence of Predication
    """
    found = [_corrected(tree, one) for one in predications]
    known = {head_of(tree, one): one for one in found if one.kind != "apposition"}
    return [*found, *_verbs_tagged_as_nouns(tree, known)]


def _corrected(tree: DependencyTree, predication: Predication) -> Predication:
    head = head_of(tree, predication)
    arguments = tuple(
        replace(argument, word=_antecedent(tree, argument.word, head))
        for argument in predication.arguments
    )
    if predication.kind == "verb":
        if not predication.of_function("subject") and predication.voice == "active":
            arguments = (*_subjects_in_compound(tree, head, predication.lemma), *arguments)
        lemma = _verb_lemma(tree, predication)
        return replace(predication, lemma=lemma, arguments=arguments)
    if predication.kind == "copula" and _is_progressive(tree, head):
        others = tuple(argument for argument in arguments if argument.word != head)
        as_agent = tuple(
            replace(argument, role="agent") if argument.function == "subject" else argument
            for argument in others
        )
        lemma = verb_of_form(tree.norms[head])
        return replace(predication, word=head, lemma=lemma, kind="verb", arguments=as_agent)
    return replace(predication, arguments=arguments)


def _antecedent(tree: DependencyTree, word: int, head: int) -> int:
    is_pronoun = tree.norms[word] in _RELATIVE and not tree.dependents(word)
    is_own = is_pronoun and tree.heads[word] == head
    return tree.heads[head] if is_own and tree.relations[head] == "acl:relcl" else word


def _verb_lemma(tree: DependencyTree, predication: Predication) -> str:
    verb, _, particle = predication.lemma.partition("_")
    lemma = known_lemma(tree.norms[predication.word], verb, Part.VERB)
    return f"{lemma}_{particle}" if particle else lemma


def _is_progressive(tree: DependencyTree, head: int) -> bool:
    norm = tree.norms[head]
    is_candidate = tree.pos[head] in ("ADJ", "NOUN") and norm.endswith("ing")
    is_described = bool(tree.dependents(head, "det", "nmod:poss", "amod"))
    can_be_verb = bool(verb_of_form(norm)) and not is_adjective(norm)
    return is_candidate and can_be_verb and not is_described


def _verbs_tagged_as_nouns(
    tree: DependencyTree, known: Mapping[int, Predication]
) -> Iterator[Predication]:
    for word, tag in enumerate(tree.tags):
        is_bare_noun = tag in ("NN", "NNS") and not tree.dependents(word, "cop", "case")
        if not is_bare_noun or word in known or not verb_of_form(tree.norms[word]):
            continue
        first = known.get(tree.heads[word]) if tree.is_in(word, "conj") else None
        if tree.dependents(word, "nsubj"):
            yield _as_verb(tree, word)
        elif first is not None and _shares_auxiliaries(tree, word, first):
            yield _as_verb(tree, word, first.of_function("subject"))
        elif tree.is_in(word, "root") and not is_noun(tree.norms[word]):
            yield _as_verb(tree, word)


def _shares_auxiliaries(tree: DependencyTree, word: int, first: Predication) -> bool:
    """Whether a noun after a verb is an infinitive: "did not sing or dance"."""
    is_infinitive = verb_of_form(tree.norms[word]) == tree.norms[word]
    has_auxiliary = first.kind == "verb" and bool(tree.dependents(first.word, "aux"))
    return is_infinitive and has_auxiliary and not tree.dependents(word, "det", "amod")


def _subjects_in_compound(tree: DependencyTree, head: int, lemma: str) -> tuple[Argument, ...]:
    nouns = (one for one in tree.dependents(head, "compound") if one < head)
    return tuple(
        _argument(tree, one, "subject", lemma, is_transitive=bool(tree.dependents(head, "obj")))
        for one in nouns
        if tree.pos[one] in ("NOUN", "PROPN") and not tree.is_in(one, "compound:prt")
    )


def _as_verb(tree: DependencyTree, word: int, subjects: tuple[Argument, ...] = ()) -> Predication:
    lemma = verb_of_form(tree.norms[word])
    is_transitive = bool(tree.dependents(word, "obj"))
    arguments = [
        _argument(tree, one, _FUNCTIONS[_base(tree, one)], lemma, is_transitive=is_transitive)
        for one in tree.dependents(word, *_FUNCTIONS)
    ]
    if not tree.dependents(word, "nsubj"):
        subjects = subjects or _subjects_in_compound(tree, word, lemma)
    return Predication(word, lemma, "verb", "active", (word,), (*subjects, *arguments))


def _base(tree: DependencyTree, word: int) -> str:
    return tree.relations[word].partition(":")[0]


def _argument(
    tree: DependencyTree, word: int, function: Function, lemma: str, *, is_transitive: bool
) -> Argument:
    marker = tree.preposition(word) if function == "oblique" else ""
    role = role_of(
        tree,
        word=word,
        function=function,
        marker=marker,
        predicate=lemma,
        kind="verb",
        is_transitive=is_transitive,
    )
    return Argument(word, function, role, marker)
