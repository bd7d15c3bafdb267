"""Atomic propositions of a snippet, and their logical forms.

References
----------
Akhmatova and Mollá 2006, "Recognizing textual entailment via atomic propositions", sections 5.1
and 5.2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, product

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.predications import Argument, Predication, Status
from rte_baselines.logic.formulas import And, Atom, Constant, Exists, Formula, Variable
from rte_baselines.logic.meaning.corrections import corrected
from rte_baselines.logic.meaning.discourse import LAYERS as MEANING_LAYERS

LAYERS = (*MEANING_LAYERS, "statuses")
"""The layers that propositions are extracted from."""

MEANING, NEGATED_MEANING = "iq", "niq"
"""The predicates that attach a meaning to an object; the second is for negated predicates."""

ATTRIBUTE, PREPOSITION = "attr", "prep"
"""The relations between objects."""

_DEEPEST = 3
"""The maximum depth to which modifiers of modifiers are read."""

_SUBJECT, _PREDICATE, _OBJECT = "Subj", "Pred", "Obj"
_ATTRIBUTES = ("amod", "compound", "nummod", "flat", "nmod:poss")


@dataclass(frozen=True)
class Proposition:
    """A minimal statement: a predicate with at most one subject and one object.

    `predicate`: the position of the verb, of the copula, or of the head of an apposition.
    `subject`, `object`: the positions of their heads. `formula`: without free variables.
    """

    predicate: int
    subject: int | None
    object: int | None
    formula: Formula


def propositions_of(analysis: Analysis) -> tuple[Proposition, ...]:
    """Return the atomic propositions of a snippet, from left to right.

    Each verb, copula or apposition with a subject or an object has one proposition, in the active
    voice, for each combination of its coordinated subjects and objects: "coffee boosts energy and
    provides health benefits" has two. The combinations are those of Table 1; a relative clause or
    a participle has the noun that it modifies as an argument. A clause has propositions of its own
    even if it is embedded in another one.

    In the logical form, subject, predicate and object are objects of logic to which a word is
    attached: ``Subj(x) & iq(x, coffee)``. Adjectives, modifying nouns, possessors and adverbs are
    attributes. A prepositional phrase is related by prep(x, y), and the preposition is omitted.
    Modifiers have the type of the word that they modify. The predicate of a negated clause has its
    word attached by ``niq``.
    """
    parsed = corrected(analysis)
    tree = DependencyTree(parsed)
    predications: Sequence[Predication] = parsed.layer("predications")
    statuses: Sequence[Status] = parsed.layer("statuses")
    return tuple(
        _proposition(tree, predication, status, subject, object_)
        for predication, status in zip(predications, statuses, strict=True)
        for subject, object_ in _combinations(predication)
    )


def _combinations(predication: Predication) -> Iterator[tuple[Argument | None, Argument | None]]:
    """Yield each subject with each object or attribute, None for those that there are not."""
    subjects = predication.of_function("subject")
    objects = (*predication.of_function("object"), *predication.of_function("attribute"))
    if subjects or objects:
        yield from product(subjects or (None,), objects or (None,))


def _proposition(
    tree: DependencyTree,
    predication: Predication,
    status: Status,
    subject: Argument | None,
    object_: Argument | None,
) -> Proposition:
    form = _LogicalForm(tree)
    if subject is not None:
        form.add(_SUBJECT, subject.word)
    meaning = NEGATED_MEANING if status.negated else MEANING
    event = form.add_meaning(_PREDICATE, predication.lemma, meaning)
    for argument in predication.arguments:
        if tree.is_in(argument.word, "nmod"):
            # It belongs to the noun that it modifies, which adds it.
            continue
        if argument.function in ("oblique", "indirect_object"):
            form.relate(PREPOSITION, event, form.add(_PREDICATE, argument.word))
        elif argument.function == "adverb":
            form.relate(ATTRIBUTE, event, form.add(_PREDICATE, argument.word))
    if object_ is not None:
        form.add(_OBJECT, object_.word)
    return Proposition(
        predication.word,
        None if subject is None else subject.word,
        None if object_ is None else object_.word,
        form.formula(),
    )


class _LogicalForm:
    """The conjunction for a proposition: the paper's own form, in which words are constants."""

    def __init__(self, tree: DependencyTree) -> None:
        self._tree = tree
        self._atoms: list[Atom] = []
        self._new = (Variable(f"x{number}") for number in count(1))

    def add(self, kind: str, word: int, depth: int = 0) -> Variable:
        """Add an object for a word, with those for its modifiers."""
        tree = self._tree
        name = tree.norms[word] if tree.pos[word] == "PROPN" else tree.lemmas[word]
        added = self.add_meaning(kind, name, MEANING)
        if depth < _DEEPEST:
            for modifier in tree.dependents(word, *_ATTRIBUTES):
                self.relate(ATTRIBUTE, added, self.add(kind, modifier, depth + 1))
            for modifier in tree.dependents(word, "nmod"):
                if not tree.is_in(modifier, *_ATTRIBUTES):
                    self.relate(PREPOSITION, added, self.add(kind, modifier, depth + 1))
        return added

    def add_meaning(self, kind: str, word: str, meaning: str) -> Variable:
        """Add an object with a word attached to it."""
        added = next(self._new)
        # Formulas have no empty names.
        self._atoms += [Atom(kind, (added,)), Atom(meaning, (added, Constant(word or "?")))]
        return added

    def relate(self, relation: str, first: Variable, second: Variable) -> None:
        self._atoms.append(Atom(relation, (first, second)))

    def formula(self) -> Formula:
        """Return the conjunction of what was added."""
        atoms = tuple(dict.fromkeys(self._atoms))
        terms = (term for atom in atoms for term in atom.arguments)
        variables = dict.fromkeys(term for term in terms if isinstance(term, Variable))
        return Exists(tuple(variables), And(atoms))
