"""The construction of a discourse representation structure from the analysis of a snippet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.coreference.layer import chains_across
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.logic.drs import DRS, merged
from rte_baselines.logic.meaning.clauses import Clauses
from rte_baselines.logic.meaning.corrections import corrected, names_in
from rte_baselines.logic.meaning.descriptions import non_intersective
from rte_baselines.logic.meaning.discourse import Context, Reading, Referents, Scope, Variables
from rte_baselines.logic.meaning.ellipsis import RESOLVED, completed
from rte_baselines.logic.meaning.quantifiers import Quantifiers


@dataclass(frozen=True)
class Interpretation:
    """The meaning of a snippet."""

    drs: DRS
    referents: Mapping[int, Variables]
    """The referents of the outermost structure, by the position of a word that refers to them."""
    not_understood: tuple[int, ...]
    """The positions of the words that the structure leaves out or keeps unanalysed."""


@dataclass(frozen=True)
class PairMeaning:
    """The meanings of the snippets of a pair."""

    text: DRS
    """The text as an assertion."""
    goal: DRS
    """The hypothesis as a goal."""
    together: DRS
    """Both as assertions, the text first, in which coreferent phrases share their referents."""
    presupposed: tuple[DRS, ...]
    """That there is what the names, pronouns and definite phrases of the hypothesis describe."""
    not_understood: tuple[str, ...]
    """The phrases of the text that are left out, or kept as the hypothesis has them, too."""
    goal_not_understood: tuple[str, ...]
    """The phrases of the hypothesis that are kept as they are."""


def interpret(analysis: Analysis, reading: Reading = "assertion") -> Interpretation:
    """Return the meaning of a snippet as one discourse representation structure.

    Parameters
    ----------
    analysis : Analysis
    reading : {"assertion", "goal"}
        An assertion leaves out what is not understood. A goal, which is to be proved, keeps it as
        separate conditions, so that a mistake can only prevent a proof. Under a negation, it is the
        other way round, because a weaker condition makes a stronger statement there. To refute two
        snippets, read both as assertions.

    Returns
    -------
    Interpretation
        Its structure has no free referents.

    References
    ----------
    Bos and Markert 2006, "Recognising textual entailment with robust logical inference", section
    3.2, for the representations. Theirs are built from derivations of a categorial grammar, these
    from dependency parses.
    """
    return _alone(_read(analysis), reading, Context())[1]


def interpret_pair(text: Analysis, hypothesis: Analysis) -> PairMeaning:
    """Return the meanings of the snippets of a pair, to prove or to refute the hypothesis.

    Where the text and the hypothesis are together, the names, definite and indefinite phrases of
    the hypothesis refer to what coreferent phrases of the text refer to: a man who sleeps is the
    man who does not; see `chains_across`. The meanings differ from those of `interpret`:

    - A phrase that is not understood is kept in all readings if both snippets have it: whatever it
      means, it means the same in both.
    - A word at the beginning of one snippet is a name if it is one inside the other.
    - The names and definite phrases of a hypothesis presuppose that what they name exists, so that
      this need not be proved: somebody who lives nowhere does not live in France.
    - What is asserted of every dog presupposes that there is a dog, as for annotators.
    - Where the text is about half of the dogs, or some of them, "the dogs" are all of them.
    - A predicate noun restricts its adjectives: a big mouse is big as a mouse, which is the
      predicate ``'as mouse:big.a'``.
    - Assertions have conditions that follow from their words: people with names are persons, what
      is closed is in the state ``closed.a``, and whoever has more dogs than somebody who has three
      has at least four.
    """
    names = names_in(text) | names_in(hypothesis)
    given = text, hypothesis
    text, hypothesis = _read(text, names), _read(hypothesis, names)
    has_partitive = Quantifiers(DependencyTree(text)).has_partitive
    context = Context(is_of_pair=True, has_partitive=has_partitive)
    text_clauses, asserted = _alone(text, "assertion", context)
    goal_clauses, goal = _alone(hypothesis, "goal", context)
    shared = text_clauses.unread_phrases & goal_clauses.unread_phrases
    if shared:
        context = replace(context, shared_phrases=frozenset(shared))
        text_clauses, asserted = _alone(text, "assertion", context)
        goal_clauses, goal = _alone(hypothesis, "goal", context)
    together = _together(text, text_clauses, asserted, hypothesis, context)
    return PairMeaning(
        asserted.drs,
        goal.drs,
        together.drs,
        tuple(goal_clauses.presupposed),
        _phrases(given[0], asserted.not_understood),
        _phrases(given[1], goal.not_understood),
    )


def _phrases(analysis: Analysis, positions: Sequence[int]) -> tuple[str, ...]:
    """Return words at some positions, joined where they are next to each other.

    Positions behind the words are those of completed ellipses.
    """
    words = analysis.words
    phrases: list[list[str]] = []
    end = -1
    for position in positions:
        if position < len(words) and any(map(str.isalnum, words[position])):
            if position != end:
                phrases.append([])
            phrases[-1].append(words[position])
            end = position + 1
    return tuple(map(" ".join, phrases))


def _read(analysis: Analysis, names: frozenset[str] = frozenset()) -> Analysis:
    return completed(corrected(analysis, names))


def _alone(
    analysis: Analysis, reading: Reading, context: Context
) -> tuple[Clauses, Interpretation]:
    clauses = Clauses(analysis, reading, Referents(analysis.layer("coreference")), context)
    return clauses, _construct(clauses, Scope())


def _together(
    first: Analysis, clauses: Clauses, known: Interpretation, second: Analysis, context: Context
) -> Interpretation:
    """Return the meaning of two snippets, of which the first is known."""
    referents = Referents(second.layer("coreference"), clauses.referents)
    scope = Scope()
    for variable in known.drs.referents:
        scope.introduce(variable)
    for heads, own_heads in chains_across(first, second):
        same = (head for head in heads if _are_same_sort(first, head, second, own_heads[0]))
        found = next(filter(None, map(known.referents.get, same)), None)
        if found is not None:
            for own_head in own_heads:
                referents.antecedents[own_head] = (found, scope)
    result = _construct(Clauses(second, "assertion", referents, context), scope)
    return replace(result, drs=merged(known.drs, result.drs))


def _are_same_sort(first: Analysis, head: int, second: Analysis, other: int) -> bool:
    """Whether two phrases have the same of the modifiers with which a noun need not hold.

    A gun is not the fake gun of the text, and the president not the former one.
    """
    tree, other_tree = DependencyTree(first), DependencyTree(second)
    sort = {tree.norms[word] for word in non_intersective(tree, head)}
    return sort == {other_tree.norms[word] for word in non_intersective(other_tree, other)}


def _construct(clauses: Clauses, scope: Scope) -> Interpretation:
    for word, head in enumerate(clauses.tree.heads):
        if head < 0 and clauses.tree.relations[word] != RESOLVED:
            _say_sentence(clauses, word, scope)
    referents = {word: bound[0] for word, bound in clauses.referents.usable_from(scope)}
    return Interpretation(scope.drs(), referents, tuple(sorted(clauses.not_understood)))


def _say_sentence(clauses: Clauses, root: int, scope: Scope) -> None:
    """Add a sentence, and treat the words that no condition covers.

    Under a negation or a quantifier, an assertion that has lost a word is too strong, and a
    lost negation reverses the meaning. A goal that has lost a word must not be proved.
    """
    mark = scope.mark()
    clauses.clause(root, scope)
    lost = clauses.unread(clauses.subtree(root))
    if not lost:
        return
    clauses.not_understood.update(lost)
    if clauses.keeps_unknown(scope):
        scope.say(f"lost: {clauses.spelled(lost)}")
    else:
        changes_all = any(map(clauses.is_operator, lost))
        scope.drop_since(mark, flat=changes_all)
        if changes_all:
            clauses.not_understood.update(clauses.subtree(root))
