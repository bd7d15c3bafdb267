"""The syntactic-semantic sub-module: five calls, from identical to synonymous predicates.

What the paper leaves open:

- *Further structures of the hypothesis*. The first call requires all arguments to match; the
  others require only what their definitions mention.
- *Nominalizations* belong to the second call (see `nominalizations`). The paper falls back on
  edit distance; here only WordNet's derivations are used, of all nouns: the nominalizations of
  `lexical_relations` are events and agents, without the "belief" of "believe".
- *Light verbs* are left to the third call: "be" alone is not a common predicate.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, permutations

from rte_baselines.features.linguistic_rules.matching import (
    EQUAL,
    SIMILAR,
    Match,
    Pairing,
    SnippetPair,
    same_head,
    weight,
)
from rte_baselines.features.linguistic_rules.structures import GENITIVE, Clause, Snippet, Structure
from rte_baselines.features.linguistic_rules.word_relations import Similarity, classes_of

SAME_PREDICATE = "same predicate"
SIMILAR_PREDICATE = "similar predicate"
SAME_ADJUNCT = "same adjunct"
SYNONYMOUS_PREDICATE = "synonymous predicate"

Call = Callable[[SnippetPair, Clause], Iterator[Match]]
"""A function of text and hypothesis, and the hypothesis's clause to match."""

_OF_SUBJECT = frozenset({"", GENITIVE, "by", "from"})
_OF_OBJECT = frozenset({"", GENITIVE, "of", "against", "on", "in"})

LIGHT_VERB = "light verb"

_BEAR = "bear"
_OF_BIRTH = frozenset({_BEAR, "birth", "native", "birthplace"})


def is_light(clause: Clause) -> bool:
    """Whether the predicate is a listed light verb or "be born"."""
    return clause.predication.lemma in classes_of("light_verbs.txt") or is_birth(clause)


def is_birth(clause: Clause) -> bool:
    """Whether the predicate is "be born": "bear" without a subject."""
    return clause.predication.lemma == _BEAR and not any(
        structure.function == "subj" for structure in clause.structures
    )


def light_verb(pair: SnippetPair, target: Clause) -> Iterator[Match]:
    """Third call: a light verb, all of whose arguments are related in the text.

    They are related by a verb of the same class, by an apposition, by any verb with the same
    location, or because one modifies the other: "the singer Ann Berg" entails that Ann Berg is a
    singer, "a house in Oslo" that the house is in Oslo, "Ann's house" that she has a house. "Be
    born" requires a word for birth in the text.
    """
    essential = [
        structure for structure in target.structures if structure.relation not in ("neg", "adj")
    ]
    if not is_light(target) or not essential:
        return
    if is_birth(target) and not _OF_BIRTH & set(pair.text.tree.lemmas):
        return
    verbs = classes_of("light_verbs.txt")
    is_by_any_verb = is_birth(target) or any(map(_is_location, target.structures))
    for clause in pair.text.clauses:
        text_verb, verb = clause.predication.lemma, target.predication.lemma
        if is_by_any_verb or verbs.get(text_verb) == verbs[verb]:
            # Such as Oslo for "in a park in Oslo".
            places = (place.dependent for place in clause.structures if place.role == "location")
            below = chain.from_iterable(map(pair.text.modifiers_of, places))
            nested = (modifier for modifier in below if modifier.role == "location")
            candidates = (*clause.structures, *nested)
            pairs = pair.pairings(candidates, essential, fit=_fits)
            if _is_complete(pairs, essential):
                yield _light_match(clause, target, pairs, essential)
    yield from _modifying(pair, target, essential)


def _fits(text: Structure, hypothesis: Structure) -> bool:
    """Whether roles are compatible: locations and times need the same role or marker."""
    if {"location", "temporal"} & {text.role, hypothesis.role}:
        has_same_marker = bool(text.marker) and text.marker == hypothesis.marker
        return text.role == hypothesis.role or has_same_marker
    return True


def _is_location(structure: Structure) -> bool:
    """Whether a structure is a location, or an attribute such as "in Oslo"."""
    is_attribute = structure.function == "xcomp" and bool(structure.marker)
    return structure.role == "location" or is_attribute


def _is_complete(pairs: Sequence[Pairing], essential: Sequence[Structure]) -> bool:
    """Whether each structure is paired with a different word, one of them identical."""
    distinct = {pairing.text_word for pairing in pairs}
    is_any_equal = any(pairing.similarity == "identical" for pairing in pairs)
    return len(distinct) == len(pairs) == len(essential) and is_any_equal


def _modifying(
    pair: SnippetPair, target: Clause, essential: Sequence[Structure]
) -> Iterator[Match]:
    """Yield the nouns of the text with a modifier that expresses the light verb's meaning."""
    if len(essential) != 2:
        return
    for modifier in pair.text.modifiers:
        for noun, complement in permutations(essential):
            if not _is_same_relation(modifier, noun, complement, target):
                continue
            words = ((noun, modifier.governor), (complement, modifier.dependent))
            pairs = tuple(
                Pairing(modifier, structure, word, kind)
                for structure, word in words
                if (kind := pair.similarity(word, structure.dependent)) in SIMILAR
                and kind is not None
            )
            if _is_complete(pairs, essential):
                yield _light_match(None, target, pairs, essential)


def _is_same_relation(
    modifier: Structure, noun: Structure, complement: Structure, target: Clause
) -> bool:
    """Whether a modifier relates two arguments as the light verb does."""
    if _is_location(complement):
        return modifier.role == "location" or modifier.marker == complement.marker
    kind = classes_of("light_verbs.txt").get(target.predication.lemma)
    if kind == "possessive":
        return noun.function == "obj" and modifier.marker in {GENITIVE, "of", "with"}
    if complement.marker or noun.marker:
        return modifier.marker == complement.marker
    return kind == "copulative" and not modifier.marker


def _light_match(
    clause: Clause | None,
    target: Clause,
    pairs: tuple[Pairing, ...],
    essential: Sequence[Structure],
) -> Match:
    predicate = None if clause is None else clause.predication.word
    weighed = weight("identical", pairs, essential)
    return Match(LIGHT_VERB, clause, target, predicate, pairs, weighed)


def nominalizations(rule: str, pair: SnippetPair, target: Clause) -> Iterator[Match]:
    """Yield the nouns of the text that express the hypothesis's verb with their modifiers.

    Possessors and nouns before the noun may match the subject or the object of the verb, "by"
    the subject, "of" the object or the subject of a verb without an object. "To" matches
    neither: "a 5-4 loss to the Dodgers" is not a loss of the Dodgers (example 46).
    """
    has_object = any(argument.function == "obj" for argument in target.core)
    markers = {"obj": _OF_OBJECT, "subj": _OF_SUBJECT if has_object else _OF_SUBJECT | {"of"}}

    def stands_for(modifier: Structure, argument: Structure) -> bool:
        return modifier.marker in markers.get(argument.function, {argument.marker})

    for noun in sorted({modifier.governor for modifier in pair.text.modifiers}):
        kind = pair.similarity(noun, target.predication.word)
        if kind != "derived":
            continue
        modifiers = pair.text.modifiers_of(noun)
        pairs = pair.pairings(modifiers, target.core, fit=stands_for)
        is_any_equal = any(pairing.similarity == "identical" for pairing in pairs)
        if is_any_equal and len({pairing.text for pairing in pairs}) == len(target.core):
            weighed = weight(kind, pairs, target.structures)
            yield Match(rule, None, target, noun, pairs, weighed)


def same_predicate(pair: SnippetPair, target: Clause) -> Iterator[Match]:
    """First call: the same predicate and all arguments of the hypothesis."""
    for clause in _clauses(pair.text, target):
        if pair.similarity_of_predicates(clause, target) == "identical":
            pairs = pair.pairings(clause.core, target.core, kinds=EQUAL)
            if pairs and len(pairs) == len(target.core):
                yield _match(SAME_PREDICATE, "identical", pairs, pair, clause, target)


def similar_predicate(pair: SnippetPair, target: Clause) -> Iterator[Match]:
    """Second call: a similar predicate, a similar argument and an identical argument.

    The predicate may be a noun that the verb is derived from. It may also be an antonym, which
    the consistency checks evaluate later.
    """
    for clause in _clauses(pair.text, target):
        kind = pair.similarity_of_predicates(clause, target)
        is_opposite = pair.are_opposites(clause, target)
        pairs = pair.pairings(clause.core, target.core)
        enough = len(target.core) if is_opposite else 2
        is_any_equal = any(pairing.similarity == "identical" for pairing in pairs)
        if (kind in SIMILAR or is_opposite) and len(pairs) >= enough and is_any_equal:
            yield _match(SIMILAR_PREDICATE, kind, pairs, pair, clause, target)
    if not is_light(target):
        yield from nominalizations(SIMILAR_PREDICATE, pair, target)


def same_adjunct(pair: SnippetPair, target: Clause) -> Iterator[Match]:
    """Fourth call: the same predicate and adjunct, and one further argument or adjunct."""
    for clause in _clauses(pair.text, target):
        if pair.similarity_of_predicates(clause, target) == "identical":
            adjuncts = pair.pairings(clause.adjuncts, target.adjuncts, kinds=EQUAL)
            pairs = (*pair.pairings(clause.core, target.core), *adjuncts)
            if adjuncts and len(pairs) > 1:
                yield _match(SAME_ADJUNCT, "identical", pairs, pair, clause, target)


def synonymous_predicate(pair: SnippetPair, target: Clause) -> Iterator[Match]:
    """Fifth call: a synonymous predicate, an argument, and an identical adjunct or modifier.

    The predicates must be "non antonyms, non negative polarity and be synonyms", and "at
    least another important identical non argument HD structure" must be shared: an adjunct or
    a modifier of a noun.
    """
    for clause in _clauses(pair.text, target):
        kind = pair.similarity_of_predicates(clause, target)
        if kind in ("synonym", "more specific"):
            arguments = pair.pairings(clause.core, target.core)
            adjuncts = pair.pairings(clause.adjuncts, target.adjuncts, kinds=EQUAL)
            nouns = pair.text.modifiers, pair.hypothesis.modifiers
            others = (*adjuncts, *pair.pairings(*nouns, kinds=EQUAL, fit=same_head))
            if arguments and others:
                pairs = (*arguments, *others)
                yield _match(SYNONYMOUS_PREDICATE, kind, pairs, pair, clause, target)


CALLS: Mapping[str, Call] = {
    SAME_PREDICATE: same_predicate,
    SIMILAR_PREDICATE: similar_predicate,
    LIGHT_VERB: light_verb,
    SAME_ADJUNCT: same_adjunct,
    SYNONYMOUS_PREDICATE: synonymous_predicate,
}
"""The five calls by name, in their order."""


def syntactic(pair: SnippetPair, *, is_confirmed: bool) -> Iterator[Match]:
    """Yield the matches of the calls, in their order.

    The last three count only if the quantitative measure confirms what they find.
    """
    target = pair.target
    if target is None:
        return
    for name, call in CALLS.items():
        # "Quantitative measures are added to confirm the choice".
        if is_confirmed or name not in {LIGHT_VERB, SAME_ADJUNCT, SYNONYMOUS_PREDICATE}:
            yield from call(pair, target)


def _clauses(text: Snippet, target: Clause) -> tuple[Clause, ...]:
    """Return the text's clauses to compare; none if the hypothesis's clause has a light verb."""
    return () if is_light(target) else text.clauses


def _match(
    rule: str,
    kind: Similarity | None,
    pairs: tuple[Pairing, ...],
    pair: SnippetPair,
    clause: Clause,
    target: Clause,
) -> Match:
    """Return a match, extended by further pairs of structures of the two clauses."""
    structures = [structure for structure in target.structures if structure.relation != "neg"]
    paired = {pairing.hypothesis for pairing in pairs}
    missing = [structure for structure in structures if structure not in paired]
    pairs = (*pairs, *pair.pairings(clause.structures, missing))
    in_clause = [pairing for pairing in pairs if pairing.hypothesis in structures]
    return Match(
        rule=rule,
        text=clause,
        hypothesis=target,
        text_predicate=clause.predication.word,
        pairings=pairs,
        weight=weight(kind, in_clause, structures),
        are_opposites=pair.are_opposites(clause, target),
    )
