"""The paraphrase sub-module: a complex predicate on one side, simple components on the other.

What the paper leaves open:

- *Glosses*. "Definitions and paraphrases are looked up at first in the glosses made available
  by WordNet" (section 4.1). A verb is paraphrased by the verb with which one of its definitions
  begins, together with a dependent that occurs later in the definition.
- *The rules*. The paper has 47 and prints one. The authors' rules were built "on the basis of
  Development and Test sets" (section 3). Those of ``paraphrases.txt`` are the toolkit's own,
  except those that the paper prints (to pressurise, to treat, to fire) or describes (widow and
  wife). They were written after reading development pairs. No file of test pairs was read, but
  the eleven test pairs that the paper prints with their labels were seen.
- *Arguments that a rule does not mention*: all other arguments of the hypothesis's predicate
  have to be matched as well, in any relation, because paraphrases change relations.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType

from rte_baselines.analysis.analyzer import TokenIds
from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.features.linguistic_rules.matching import SIMILAR, Match, Pairing, SnippetPair
from rte_baselines.features.linguistic_rules.structures import Clause, Snippet, Structure
from rte_baselines.features.linguistic_rules.word_relations import lines_of
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import Part

BY_GLOSS = "paraphrase by gloss"
BY_RULE = "paraphrase by rule"

_TOKEN_IDS = TokenIds()

_TERM = re.compile(r"([^\s(]+)\(([^,:)]+)(?::([^,)]+))?, ([^)]+)\)")
_ANY = "_"
_WAYS = re.compile(r"\s(<?->)\s")

Binding = Mapping[str, int]
"""The position of each word of a pattern."""


@dataclass(frozen=True)
class Term:
    """One structure of a pattern.

    `head`, `dependent`: lemmas separated by "|"; a variable, which is a capital letter; or "_" for
    any head. Equal strings in a pattern are bound to the same word. `relations`, in the active
    voice, and `markers`, prepositions: empty for any.
    """

    head: str
    relations: frozenset[str]
    markers: frozenset[str]
    dependent: str

    def takes(self, structure: Structure) -> bool:
        """Whether a structure has the relation, preposition and lemmas of the term."""
        return (
            (not self.relations or structure.function in self.relations)
            and (not self.markers or structure.marker in self.markers)
            and _is_lemma(self.head, structure.head)
            and _is_lemma(self.dependent, structure.lemma)
        )


@dataclass(frozen=True)
class ParaphraseRule:
    """The text's pattern entails the hypothesis's; the predicate's structures come first."""

    text: tuple[Term, ...]
    hypothesis: tuple[Term, ...]


@cache
def paraphrase_rules() -> tuple[ParaphraseRule, ...]:
    """Return the rules of ``paraphrases.txt`` in their order; bidirectional rules are two."""
    return tuple(rule for line in lines_of("paraphrases.txt") for rule in rules_of(line))


def rules_of(line: str) -> list[ParaphraseRule]:
    """Return the rules of a line of the file: one, or two if it is bidirectional."""
    left, arrow, right = _WAYS.split(line)
    sides = tuple(map(_term, left.split(" & "))), tuple(map(_term, right.split(" & ")))
    rules = [ParaphraseRule(*sides)]
    return [*rules, ParaphraseRule(*sides[::-1])] if arrow == "<->" else rules


def is_variable(word: str) -> bool:
    """Whether a word of a pattern is a variable, which matches any word."""
    return len(word) == 1 and word.isupper()


def bindings(
    terms: Sequence[Term],
    structures: Sequence[Structure],
    binding: Binding = MappingProxyType({}),
    taken: Sequence[Structure] = (),
) -> Iterator[tuple[Binding, Sequence[Structure]]]:
    """Yield each way to bind the terms of a pattern to structures of a snippet.

    A head "_" after the first term must be a word of an earlier term. Yielded are the positions of
    the words of the pattern, and the structures of its terms; `binding` and `taken` are those of
    the terms before.
    """
    if not terms:
        yield binding, taken
        return
    term = terms[0]
    words = {word for bound in taken for word in (bound.governor, bound.dependent)}
    for structure in structures:
        is_apart = term.head == _ANY and taken and structure.governor not in words
        if is_apart or structure in taken or not term.takes(structure):
            continue
        bound = dict(binding)
        ends = (term.head, structure.governor), (term.dependent, structure.dependent)
        if all(word == _ANY or bound.setdefault(word, at) == at for word, at in ends):
            yield from bindings(terms[1:], structures, bound, [*taken, structure])


def _term(written: str) -> Term:
    match = _TERM.fullmatch(written.strip())
    if match is None:
        raise ValueError(f"{written!r} is not a structure such as 'apply(obj, pressure)'")
    head, relation, markers, dependent = match.groups()
    relations = frozenset() if relation == _ANY else frozenset(relation.split("|"))
    return Term(head, relations, frozenset((markers or "").split("|")) - {""}, dependent)


def _is_lemma(word: str, lemma: str) -> bool:
    return word == _ANY or is_variable(word) or lemma in word.split("|")


def paraphrases(pair: SnippetPair, more_rules: Sequence[ParaphraseRule] = ()) -> Iterator[Match]:
    """Yield the matches by glosses, then those by rules, the toolkit's own before the others."""
    target = pair.target
    if target is not None:
        yield from by_gloss(pair, target)
        for rule in (*paraphrase_rules(), *more_rules):
            yield from by_rule(rule, pair)


def by_gloss(pair: SnippetPair, target: Clause) -> Iterator[Match]:
    """Yield the clauses of the text that a gloss relates to the hypothesis's, either way."""
    for clause in pair.text.clauses:
        if clause.predication.lemma == target.predication.lemma:
            continue
        text_defining = list(defining_structures(target.predication.lemma, clause))
        defining = list(defining_structures(clause.predication.lemma, target))
        if text_defining or defining:
            rest = [structure for structure in target.core if structure not in defining[:1]]
            pairs = _paired(pair, clause, rest, [])
            if pairs and len(pairs) == len(rest):
                yield Match(BY_GLOSS, clause, target, clause.predication.word, pairs, weight=1.0)


def by_rule(rule: ParaphraseRule, pair: SnippetPair) -> Iterator[Match]:
    """Yield the clauses that are paraphrases by a rule."""
    for binding, hypothesis_structures in bindings(rule.hypothesis, pair.hypothesis.structures):
        for text_binding, text_structures in bindings(rule.text, pair.text.structures):
            clauses = (
                _clause_of(pair.text, text_structures),
                _clause_of(pair.hypothesis, hypothesis_structures),
            )
            if clauses[0] is None or clauses[1] is None:
                continue
            if not _agree(pair, text_binding, binding):
                continue
            named = [
                _paired_by_rule(structure, hypothesis_structures, text_binding, binding)
                for structure in text_structures
            ]
            known = tuple(pairing for pairing in named if pairing is not None)
            mentioned = {structure.dependent for structure in hypothesis_structures}
            rest = [
                structure for structure in clauses[1].core if structure.dependent not in mentioned
            ]
            pairs = _paired(pair, clauses[0], rest, text_structures)
            if len(pairs) == len(rest):
                predicate = clauses[0].predication.word
                yield Match(BY_RULE, *clauses, predicate, (*known, *pairs), weight=1.0)


def _paired(
    pair: SnippetPair,
    clause: Clause,
    rest: Sequence[Structure],
    text_structures: Sequence[Structure],
) -> tuple[Pairing, ...]:
    """Pair arguments with the dependents of the text's clause and their modifiers."""
    words = {structure.dependent for structure in (*clause.structures, *text_structures)}
    below = [structure for structure in pair.text.modifiers if structure.governor in words]

    def is_no_reversal(text: Structure, hypothesis: Structure) -> bool:
        return {text.function, hypothesis.function} != {"subj", "obj"}

    return pair.pairings((*clause.structures, *below), rest, fit=is_no_reversal)


def _clause_of(snippet: Snippet, taken: Sequence[Structure]) -> Clause | None:
    """Return the clause whose predicate is the head of a pattern's first structure."""
    clauses = (clause for clause in snippet.clauses if clause.predication.word == taken[0].governor)
    return next(clauses, None)


def _agree(pair: SnippetPair, text_binding: Binding, binding: Binding) -> bool:
    """Whether each variable is bound to similar words on both sides."""
    return all(
        pair.similarity(text_binding[word], position) in SIMILAR
        for word, position in binding.items()
        if is_variable(word) and word in text_binding
    )


def _paired_by_rule(
    structure: Structure,
    hypothesis_structures: Sequence[Structure],
    text_binding: Binding,
    binding: Binding,
) -> Pairing | None:
    """Pair a structure of the text with the one of the hypothesis with the same variable."""
    for word, position in text_binding.items():
        if is_variable(word) and position == structure.dependent and word in binding:
            same = (other for other in hypothesis_structures if other.dependent == binding[word])
            counterpart = next(same, None)
            if counterpart is not None:
                return Pairing(structure, counterpart, position, "identical")
    return None


def defining_structures(verb: str, clause: Clause) -> Iterator[Structure]:
    """Yield the structures of a clause that define a verb by a gloss.

    The definition of a sense of the verb begins with the clause's predicate and contains the
    dependent: to "interview" is to "conduct an interview in ...". Prepositions are ignored,
    because the glosses available are content words.
    """
    wordnet = wordnet_in_use()
    for structure in clause.structures:
        is_complement = structure.function in ("obj", "iobj", "xcomp", "ncmod")
        if is_complement and is_defined_by(wordnet, verb, structure.head, structure.lemma):
            yield structure


@lru_cache(maxsize=KEPT_WORDS)
def is_defined_by(wordnet: WordNet, verb: str, head: str, dependent: str) -> bool:
    """Whether a definition of a verb begins with `head` and contains `dependent` after it."""
    first, later = _TOKEN_IDS([head, dependent]).tolist()
    for synset in wordnet.synsets(verb, Part.VERB).tolist():
        gloss = wordnet.definition(synset).tolist()
        if gloss[:1] == [first] and later in gloss[1:]:
            return True
    return False
