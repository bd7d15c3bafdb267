"""The construction of a discourse representation structure from the analysis of a snippet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.coreference.layer import chains_across
from rte_baselines.logic.drs import DRS, merged
from rte_baselines.logic.formulas import Variable
from rte_baselines.logic.meaning.attributes import Attributes
from rte_baselines.logic.meaning.clauses import Clauses
from rte_baselines.logic.meaning.corrections import corrected
from rte_baselines.logic.meaning.descriptions import Descriptions
from rte_baselines.logic.meaning.discourse import Discourse, Reading, Rest
from rte_baselines.logic.meaning.noun_phrases import NounPhrases
from rte_baselines.logic.meaning.referents import Referents, Variables
from rte_baselines.logic.meaning.scopes import Scope


@dataclass(frozen=True)
class Interpretation:
    """The meaning of a snippet.

    Parameters
    ----------
    drs : DRS
    referents : mapping of int to tuple of Variable
        The referents of the outermost structure, by the position of a word that refers to them.
    not_understood : tuple of int
        The positions of the words that the structure leaves out or keeps unanalysed.
    """

    drs: DRS
    referents: Mapping[int, Variables]
    not_understood: tuple[int, ...]


def interpret(analysis: Analysis, reading: Reading = "assertion") -> Interpretation:
    """Return the meaning of a snippet as one discourse representation structure.

    Parameters
    ----------
    analysis : Analysis
    reading : {"assertion", "goal"}
        An assertion leaves out what is not understood; a goal, which is to be proved, keeps it as
        conditions of their own. So a mistake costs a proof and does not make one. Under a
        negation, leaving out and keeping change places, as a weaker condition makes a stronger
        statement there. To refute two snippets, read both as assertions.

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
    parsed = corrected(analysis)
    return _interpret(parsed, reading, Referents(parsed.layer("coreference")), Scope())


def interpret_together(first: Analysis, second: Analysis) -> Interpretation:
    """Return the meaning of a snippet followed by another one, both as assertions.

    Names, definite and indefinite phrases of the second refer to what coreferent phrases of the
    first refer to: a man who sleeps is the man who does not. See `chains_across`.

    Parameters
    ----------
    first, second : Analysis

    Returns
    -------
    Interpretation
        Of both; its positions are those of the second.
    """
    first, second = corrected(first), corrected(second)
    earlier = Referents(first.layer("coreference"))
    known = _interpret(first, "assertion", earlier, Scope())
    referents = Referents(second.layer("coreference"), earlier)
    scope = Scope()
    for variable in known.drs.referents:
        scope.introduce(variable)
    for heads, own_heads in chains_across(first, second):
        found = next((known.referents[head] for head in heads if head in known.referents), None)
        if found is not None:
            for own_head in own_heads:
                referents.refer_back(own_head, found, scope)
    result = _interpret(second, "assertion", referents, scope)
    return Interpretation(merged(known.drs, result.drs), result.referents, result.not_understood)


def _interpret(
    analysis: Analysis, reading: Reading, referents: Referents, scope: Scope
) -> Interpretation:
    construction = _Construction(Discourse(analysis, reading, referents))
    construction.text(scope)
    return Interpretation(
        scope.drs(),
        dict(referents.of_root(scope)),
        tuple(sorted(construction.discourse.not_understood)),
    )


class _Construction:
    """The parts of the construction, put together."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self._noun_phrases = NounPhrases(discourse, self)
        self._descriptions = Descriptions(discourse, self)
        self._attributes = Attributes(discourse, self, self._noun_phrases, self._descriptions)
        self._clauses = Clauses(discourse, self, self._noun_phrases, self._attributes)

    def text(self, scope: Scope) -> None:
        """Add all sentences to a scope."""
        for word, head in enumerate(self.discourse.tree.heads):
            if head < 0:
                self._sentence(word, scope)

    def _sentence(self, root: int, scope: Scope) -> None:
        """Add a sentence, and see to it that no word is lost without a trace.

        Under a negation or a quantifier, a lost word makes an assertion stronger; a lost negation
        turns its meaning around. A goal that has lost a word is not to be proved.
        """
        mark = scope.mark()
        self._clauses.say(root, scope)
        lost = self.discourse.unread(self.discourse.subtree(root))
        if not lost:
            return
        self.discourse.not_understood.update(lost)
        if self.discourse.keeps_unknown(scope):
            scope.say(f"lost: {self.discourse.spelled(lost)}")
        else:
            changes_all = any(map(self.discourse.is_operator, lost))
            scope.drop_since(mark, flat=changes_all)

    def noun_phrase(self, word: int, scope: Scope, rest: Rest) -> None:
        self._noun_phrases.say(word, scope, rest)

    def describe(
        self, noun: int, referent: Variable, scope: Scope, skipped: Sequence[int] = ()
    ) -> None:
        self._descriptions.describe(noun, referent, scope, skipped)

    def adjective(self, word: int, referent: Variable, scope: Scope) -> None:
        self._descriptions.adjective(word, referent, scope)

    def clause(self, head: int, scope: Scope, rest: Rest | None = None) -> None:
        self._clauses.say(head, scope, rest)

    def predicate(self, word: int, referent: Variable, scope: Scope) -> None:
        self._attributes.predicate(word, referent, scope)
