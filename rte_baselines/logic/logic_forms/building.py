"""Logic forms of snippets."""

from collections.abc import Iterator, Mapping
from itertools import chain

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.predicates.clauses import role_of
from rte_baselines.analysis.predicates.predications import Predication, Role
from rte_baselines.analysis.predicates.verb_groups import head_of
from rte_baselines.analysis.tokens.word_classes import word_lists
from rte_baselines.logic.formulas import Atom
from rte_baselines.logic.logic_forms.forms import FormAtom, LogicForm
from rte_baselines.logic.logic_forms.syntax_layer import LAYERS, SyntaxLayer

__all__ = ["LAYERS", "logic_form"]

Relation = tuple[str, int, int, int]
"""A relation, the numbers of its first and second referent, and the word that expresses it."""

_OF_ROLES: Mapping[Role, str] = {
    "agent": "agent.sr",
    "theme": "theme.sr",
    "recipient": "recipient.sr",
    "location": "location.sr",
    "time": "temporal.sr",
    "manner": "manner.sr",
    "cause": "cause.sr",
    "purpose": "purpose.sr",
    "instrument": "instrument.sr",
    "company": "accompaniment.sr",
}
_OF_NOUNS: frozenset[Role] = frozenset({"location", "time", "purpose", "company"})
_IN_SITU = frozenset({"adverb", "attribute"})


def logic_form(analysis: Analysis, *, relations: bool = True) -> LogicForm:
    """Return the logic form of a snippet, after section 3 of hodges2006.

    - A noun is a predicate of an individual, ``poll.n(x1)``; an adjective or adverb one of what it
      modifies, ``foreign.a(x1)``; a verb one of an event, its subject and its object,
      ``hold.v(e1, x1, x2)``; a preposition one of what it modifies and its object,
      ``in.in(x1, x2)``; a possessor is related by ``possessive.pos(x1, x2)``.
    - The nouns of a complex nominal are grouped by ``nn.nnc(x3, x1, x2)``, and what is coordinated
      by ``and.cc(x3, x1, x2)``; other predicates are about the group, ``x3``.
    - Named entities have a class: ``human.ne``, ``organization.ne``, ``location.ne``, ``date.ne``,
      ``other.ne`` and ``number.ne``.
    - Semantic relations are predicates of two arguments, ``agent.sr(x1, e1)``.

    What the paper leaves open:

    - *"Be"*: the subject and the attribute are one individual, as in the axiom for appositions
      (section 4.2). The verb of "there is" has no predicate.
    - *Verbs with a particle or a noun* are one predicate, as ``take_part`` is in section 5.3.
    - *Passives*: the slots of verbs are those of the active voice.
    - *Numbers* are written as digits.
    - *Determiners, auxiliaries, modals and negation* have no predicates; for negation, the paper
      says so.

    `relations` tells whether there is the second layer.
    """
    syntax = SyntaxLayer(analysis)
    atoms = list(dict.fromkeys(syntax.atoms))
    if relations:
        atoms += dict.fromkeys(
            (name, (first, second), "relation", word)
            for name, first, second, word in relations_of(syntax)
        )
    beside = chain(*syntax.appositions, *syntax.years)
    numbers = chain(*(arguments for _, arguments, _, _ in atoms), beside)
    variables = syntax.referents.named(numbers)
    form = (
        FormAtom(Atom(name, tuple(variables[number] for number in arguments)), kind, word)
        for name, arguments, kind, word in atoms
    )
    appositions, years = (
        tuple((variables[first], variables[second]) for first, second in pairs)
        for pairs in (syntax.appositions, syntax.years)
    )
    return LogicForm(tuple(form), appositions, years)


def relations_of(syntax: SyntaxLayer) -> Iterator[Relation]:
    """Yield the semantic relations of a snippet.

    Rules replace the paper's semantic parser; they find these of its relations:

    - agent, theme, recipient, location, temporal, manner, cause, purpose, instrument and
      accompaniment, from the roles of the arguments of verbs, and those of place, time, purpose and
      company from prepositions of nouns;
    - possession, kinship and part-whole, from possessors and from "of" before names, or behind
      nouns for relatives and parts;
    - topic, from prepositions such as "about" behind a noun;
    - measure, from numbers before a noun;
    - synonymy, from appositions.

    What has no second individual, such as the property "tall", is in the first layer alone.
    """
    for predication in syntax.clauses.values():
        yield from _of_predication(syntax, predication)
    for word in range(len(syntax.tree.heads)):
        yield from _of_noun(syntax, word)
    for first, second in syntax.appositions:
        yield "synonymy.sr", first, second, -1


def _of_predication(syntax: SyntaxLayer, predication: Predication) -> Iterator[Relation]:
    is_copula = predication.kind == "copula" or predication.lemma == "be"
    about = syntax.modified(head_of(syntax.tree, predication))
    for argument in predication.arguments:
        if argument.function in _IN_SITU or (is_copula and argument.function == "subject"):
            continue
        # A date is a time, however the parse looks.
        is_dated = syntax.nominals.entity(argument.word) == "TIME"
        is_time = is_dated and argument.function == "oblique"
        relation = _OF_ROLES.get("time" if is_time else argument.role)
        is_first = syntax.tree.first_conjunct(argument.word) == argument.word
        if relation is not None and is_first and argument.word not in syntax.silent:
            yield relation, syntax.argument(argument), about, argument.word


def _of_noun(syntax: SyntaxLayer, word: int) -> Iterator[Relation]:
    """Yield the relations of a word to the noun that it modifies."""
    tree = syntax.tree
    head = tree.heads[word]
    if head < 0 or not syntax.nominals.is_noun(head):
        return
    whole, about = syntax.whole(word), syntax.individual(head)
    lemma = tree.lemmas[head]
    if tree.relations[word] == "nmod:poss":
        yield ("kinship.sr" if lemma in _words("kinship") else "possession.sr"), whole, about, word
    elif tree.is_in(word, "nummod"):
        number = syntax.nominals.number(word)
        if number is not None:
            yield "measure.sr", syntax.individual(number), about, word
    elif tree.relations[word] == "nmod" and tree.preposition(word):
        yield from _of_preposition(syntax, word, head)


def _of_preposition(syntax: SyntaxLayer, word: int, head: int) -> Iterator[Relation]:
    tree = syntax.tree
    whole, about = syntax.whole(word), syntax.individual(head)
    marker, lemma = tree.preposition(word), tree.lemmas[head]
    if marker == "of":
        if lemma in _words("kinship"):
            yield "kinship.sr", whole, about, word
        elif lemma in _words("parts"):
            yield "partwhole.sr", about, whole, word
        elif tree.pos[word] == "PROPN":
            yield "possession.sr", whole, about, word
        return
    role = role_of(
        tree,
        word=word,
        function="oblique",
        marker=marker,
        predicate=lemma,
        kind="verb",
        is_transitive=False,
    )
    if syntax.nominals.entity(word) == "TIME":
        role = "time"
    if marker in _words("topic") and role not in ("location", "time"):
        yield "topic.sr", whole, about, word
    elif role in _OF_NOUNS:
        yield _OF_ROLES[role], whole, about, word


def _words(heading: str) -> frozenset[str]:
    return word_lists("logic_forms/relation_words.txt", "rte_baselines.logic")[heading]
