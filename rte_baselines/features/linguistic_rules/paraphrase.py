"""The paraphrase sub-module: a complex predicate on one side, simple components on the other.

What the paper leaves open:

- *Glosses*. "Definitions and paraphrases are looked up at first in the glosses made available
  by WordNet" (section 4.1). A verb is paraphrased by the verb that a definition of it begins
  with, and a dependent of that which comes later in the definition.
- *The rules* are 47, of which one is printed. The authors' were built "on the basis of
  Development and Test sets" (section 3). Those of ``paraphrases.txt`` are the toolkit's own,
  but for the ones that the paper prints (to pressurise, to treat, to fire) or describes (widow
  and wife). They were written after a look at development pairs. No file of test pairs was
  read, but the paper prints eleven of them with their labels, and these were seen.
- *What a rule does not mention*: all other arguments of the hypothesis's predicate have to be
  found as well, in whatever relation, as paraphrases change them.
"""

from collections.abc import Iterator, Sequence

from rte_baselines.features.linguistic_rules.glosses import defining_structures
from rte_baselines.features.linguistic_rules.matching import (
    SIMILAR,
    Match,
    Pairing,
    focus,
    likeness_of_words,
    pairings,
)
from rte_baselines.features.linguistic_rules.paraphrase_rules import (
    Binding,
    Rule,
    bindings,
    is_variable,
    paraphrase_rules,
)
from rte_baselines.features.linguistic_rules.structures import Clause, Snippet, Structure

GLOSS = "paraphrase by gloss"
RULE = "paraphrase by rule"


def paraphrases(text: Snippet, hypothesis: Snippet) -> Iterator[Match]:
    """Yield what glosses paraphrase, and then what rules do."""
    wanted = focus(hypothesis)
    if wanted is not None:
        yield from by_gloss(text, hypothesis, wanted)
        for rule in paraphrase_rules():
            yield from by_rule(rule, text, hypothesis)


def by_gloss(text: Snippet, hypothesis: Snippet, wanted: Clause) -> Iterator[Match]:
    """Yield the clauses of the text that paraphrase the hypothesis's, one way or the other."""
    for clause in text.clauses:
        if clause.predication.lemma == wanted.predication.lemma:
            continue
        of_text = list(defining_structures(wanted.predication.lemma, clause))
        of_hypothesis = list(defining_structures(clause.predication.lemma, wanted))
        if of_text or of_hypothesis:
            rest = [one for one in wanted.core if one not in of_hypothesis[:1]]
            found = _paired(text, hypothesis, clause, rest, [])
            if found and len(found) == len(rest):
                yield _match(GLOSS, clause, wanted, found)


def by_rule(rule: Rule, text: Snippet, hypothesis: Snippet) -> Iterator[Match]:
    """Yield the clauses that a rule says are paraphrases."""
    for of_hypothesis, meant in bindings(rule.hypothesis, hypothesis):
        for of_text, said in bindings(rule.text, text):
            clauses = _clause_of(text, said), _clause_of(hypothesis, meant)
            if clauses[0] is None or clauses[1] is None:
                continue
            if not _agree(text, of_text, hypothesis, of_hypothesis):
                continue
            named = [_paired_by_rule(one, meant, text, of_text, of_hypothesis) for one in said]
            known = tuple(pairing for pairing in named if pairing is not None)
            mentioned = {one.dependent for one in meant}
            rest = [one for one in clauses[1].core if one.dependent not in mentioned]
            found = _paired(text, hypothesis, clauses[0], rest, said)
            if len(found) == len(rest):
                yield _match(RULE, clauses[0], clauses[1], (*known, *found))


def _match(rule: str, clause: Clause, wanted: Clause, found: tuple[Pairing, ...]) -> Match:
    return Match(rule, clause, wanted, clause.predication.word, found, weight=1.0)


def _paired(
    text: Snippet,
    hypothesis: Snippet,
    clause: Clause,
    rest: Sequence[Structure],
    said: Sequence[Structure],
) -> tuple[Pairing, ...]:
    """Pair arguments with what the clause of the text has in any relation, itself or below."""
    words = {one.dependent for one in (*clause.structures, *said)}
    below = [one for one in text.modifiers if one.governor in words]
    return pairings(text, hypothesis, (*clause.structures, *below), rest, fit=_is_no_reversal)


def _is_no_reversal(text: Structure, hypothesis: Structure) -> bool:
    return {text.function, hypothesis.function} != {"subj", "obj"}


def _clause_of(snippet: Snippet, taken: Sequence[Structure]) -> Clause | None:
    """Return the clause whose predicate a pattern begins with."""
    predicate = taken[0].governor
    return next((one for one in snippet.clauses if one.predication.word == predicate), None)


def _agree(text: Snippet, of_text: Binding, hypothesis: Snippet, of_hypothesis: Binding) -> bool:
    """Whether each variable is the same thing on both sides."""
    return all(
        likeness_of_words(text, of_text[word], hypothesis, place) in SIMILAR
        for word, place in of_hypothesis.items()
        if is_variable(word) and word in of_text
    )


def _paired_by_rule(
    structure: Structure,
    meant: Sequence[Structure],
    text: Snippet,
    of_text: Binding,
    of_hypothesis: Binding,
) -> Pairing | None:
    """Pair a structure of the text with the one of the hypothesis that has the same variable."""
    for word, place in of_text.items():
        if is_variable(word) and place == structure.dependent and word in of_hypothesis:
            same = (one for one in meant if one.dependent == of_hypothesis[word])
            counterpart = next(same, None)
            if counterpart is not None:
                return Pairing(structure, counterpart, place, "identical")
    return None
