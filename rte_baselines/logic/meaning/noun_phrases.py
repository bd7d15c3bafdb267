"""Noun phrases: their quantifiers and coordination, and what is said of their referents."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import nullcontext

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.predicates.verb_groups import norms_of
from rte_baselines.logic.drs import DRS, Disjunction, Implication, Negation
from rte_baselines.logic.formulas import Variable
from rte_baselines.logic.meaning.discourse import (
    Bound,
    Context,
    Discourse,
    Reading,
    Referents,
    Rest,
    Scope,
    different,
    relation_name,
)
from rte_baselines.logic.meaning.lexicon import is_sought, words

EXCEPTING = frozenset({"except", "except_for", "but"})
"""Prepositions of exceptions, as in "nobody but Ann"."""

LARGEST_COUNTED = 4
"""The largest number for which each individual has a referent of its own."""

FUTURE = "future"
"""The commitment to clauses about the future, which are not asserted."""

_REFERRING = frozenset({"existential", "definite", "at_least"})

# A second plural with one of these words may be about other individuals.
_PARTIAL = frozenset({"some", "several", "many", "other"})
_WIDE = frozenset({"universal", "free_choice", "negative", "few"})
_PERSONAL = frozenset({"he", "him", "his", "she", "her", "it", "its"})

# The rest of a clause is repeated for each of several referents, up to this number of copies.
_COPIES = 16

# Phrases in more phrases and scopes than this are not understood: "a friend of a friend of …".
_DEEPEST = 40


class NounPhrases(Discourse, ABC):
    """Introduces the referents of noun phrases.

    Quantifiers are those of first-order logic. "At least n" introduces n different individuals if n
    is at most `LARGEST_COUNTED`; a larger number introduces one referent with the condition
    ``at_least_n``, see `rte_baselines.logic.meaning.comparisons`. Conditions that are to be proved
    have a disjunction of both for small numbers. Definite phrases and names without an antecedent
    are introduced in the outermost scope, unless they depend on a referent of an inner one.
    """

    def __init__(
        self, analysis: Analysis, reading: Reading, referents: Referents, context: Context
    ) -> None:
        super().__init__(analysis, reading, referents, context)
        self._copies = 1
        self._open_phrases = 0
        self._open_clauses: list[int] = []
        self.undivided: set[int] = set()
        """Coordinations of which nothing is distributed: each conjunct is asked for alone."""

    @abstractmethod
    def describe(
        self, noun: int, referent: Variable, scope: Scope, skipped: Sequence[int] = ()
    ) -> None:
        """Add the conditions of a noun and its modifiers on a referent."""

    def noun_phrase(self, word: int, scope: Scope, rest: Rest) -> None:
        """Introduce the referents of a noun phrase with its conjuncts, and say the rest of each.

        The word is the first conjunct. The rest is not said if the phrase is inside too many
        others.
        """
        if self._open_phrases + scope.depth > _DEEPEST:
            self.unknown(scope, word)
            return
        self._open_phrases += 1
        bound = self.referents.of_word(word, scope)
        conjuncts = self.conjuncts(word)
        if bound is not None:
            self.read(word)
            self._say_of_all(word, bound[0], scope, rest)
        elif len(conjuncts) == 1:
            self._say_of_one(word, scope, rest)
        else:
            self._say_of_conjuncts(conjuncts, scope, rest)
        self._open_phrases -= 1

    def takes_scope(self, word: int, scope: Scope) -> bool:
        """Whether the rest of a clause may be in another scope after a phrase, or be repeated."""
        bound = self.referents.of_word(word, scope)
        if bound is None and len(self.conjuncts(word)) > 1:
            return True
        found = bound or self._antecedent(word, scope)
        if found is not None:
            return len(found[0]) > 1
        if self._is_negated_phrase(word) or self._quantified_owner(word, scope) is not None:
            return True
        quantifier = self.quantifiers.of(word)
        is_single = quantifier.kind == "at_least" and quantifier.number == 1
        return quantifier.kind not in ("existential", "definite", "most") and not is_single

    def conjuncts(self, word: int) -> list[int]:
        """Return a noun and the nouns coordinated with it, without clauses."""
        if word in self.undivided:
            return [word]
        others = self.tree.dependents(word, "conj")
        return [word, *(noun for noun in others if noun not in self.predications)]

    def conjunction(self, conjuncts: Sequence[int]) -> str:
        """Return what coordinates words: "and", "or", "nor" or "not"."""
        tree = self.tree
        first, *others = conjuncts
        if others and "neither" in norms_of(tree, first, "cc:preconj", "det"):
            return "nor"
        later = set[str]().union(*(norms_of(tree, word, "cc") for word in others))
        for conjunction in ("nor", "or"):
            if conjunction in later:
                return conjunction
        is_not = any("not" in norms_of(tree, word, "advmod") for word in others)
        return "not" if is_not or later & words("replacing") else "and"

    def _absorb(self, region: Scope, scope: Scope, head: int, *arguments: Variable) -> None:
        """Add the conditions of a clause that is not asserted, if they are a plain list.

        Other structures are added as unknown, except those of the future: all clauses about the
        future are about the same one, so their structure may be kept.
        """
        if region.is_flat or region.commitment == FUTURE:
            scope.absorb(region)
        else:
            self.unknown(scope, head, *arguments)

    def relate_to(self, noun: int, relation: str, referent: Variable, scope: Scope) -> None:
        """Say a relation of a referent to what a noun phrase refers to."""
        self.noun_phrase(noun, scope, lambda inner, other: inner.say(relation, referent, other))

    def say_without(self, noun: int, referent: Variable, scope: Scope) -> None:
        """Say that a referent is not with what a noun phrase refers to."""
        inner = Scope(scope, is_flipped=True)
        self.relate_to(noun, "with", referent, inner)
        scope.add_local(Negation(inner.drs()))

    # Coordination.

    def _say_of_conjuncts(self, conjuncts: Sequence[int], scope: Scope, rest: Rest) -> None:
        conjunction, first = self.conjunction(conjuncts), conjuncts[0]
        if conjunction in ("or", "nor"):
            with scope.negated() if conjunction == "nor" else nullcontext(scope) as inner:
                inner.say_any(
                    conjuncts, lambda word, part: self._say_of_conjunct(word, first, part, rest)
                )
        elif conjunction == "not" or self._copies * len(conjuncts) > _COPIES:

            def say_without_others(inner: Scope, referent: Variable) -> None:
                for conjunct in conjuncts[1:]:
                    self.read_conjunction(conjunct)
                    self.unknown(inner, conjunct, referent)
                rest(inner, referent)

            self._say_of_one(first, scope, say_without_others)
        else:
            self._copies *= len(conjuncts)
            for conjunct in conjuncts:
                self._say_of_conjunct(conjunct, first, scope, rest)
            self._copies //= len(conjuncts)

    def _say_of_conjunct(self, word: int, first: int, scope: Scope, rest: Rest) -> None:
        """Say the rest of one conjunct; predications refer to it by the first conjunct."""
        self._say_of_one(word, scope, lambda s, copy: self._say_of_copy(first, copy, s, rest))

    def _say_of_copy(self, word: int, referent: Variable, scope: Scope, rest: Rest) -> None:
        """Say the rest of one of several referents of a word.

        No other copy of the rest uses the referents of this one: each dog has its own mouth.
        """
        copy = Scope(scope)
        self.referents.bind(word, (referent,), copy)
        rest(copy, referent)
        scope.absorb(copy)

    # Antecedents.

    def _antecedent(self, word: int, scope: Scope) -> Bound | None:
        """Return the referents of an earlier phrase of the chain, or of an earlier snippet.

        An indefinite phrase has an antecedent in an earlier snippet only.
        """
        found = self.referents.antecedents.get(word)
        is_referring = self.quantifiers.of(word).kind in _REFERRING
        if found is not None and is_referring and not self._is_of_some(word):
            return found
        found = self.referents.of_chain(word, scope)
        if found is None and self.tree.norms[word] in _PERSONAL:
            return self._individual_of_condition(word, scope)
        if found is None or self._is_referring(word):
            return found
        return found if self.quantifiers.of(word).is_of_known else None

    def _is_of_some(self, word: int) -> bool:
        """Whether a phrase is about some individuals: another "some dogs" may be other dogs."""
        if self.quantifiers.is_of_part(word):
            return True
        is_plural = self.tree.tags[word] in ("NNS", "NNPS")
        return is_plural and bool(norms_of(self.tree, word, "det", "amod") & _PARTIAL)

    def _individual_of_condition(self, word: int, scope: Scope) -> Bound | None:
        """Return what a pronoun refers to in "if a child is tired, it cries", if there is one.

        It is the only noun of a scope around the pronoun, other than the outermost one.
        """
        nouns = {
            bound[0]: bound
            for noun, bound in self.referents.usable_from(scope)
            if self.tree.pos[noun] == "NOUN" and bound[1] is not scope.root
        }
        return next(iter(nouns.values())) if len(nouns) == 1 else None

    def _is_pronoun(self, word: int) -> bool:
        is_indefinite = self.quantifiers.of(word).noun is None
        is_relative = self.tree.tags[word] in ("WP", "WDT", "WP$")
        return (self.tree.pos[word] == "PRON" and not is_indefinite) or is_relative

    def _is_referring(self, word: int) -> bool:
        """Whether a phrase is a pronoun or a name."""
        is_name = self.tree.pos[word] == "PROPN" and self.quantifiers.of(word).noun is not None
        return is_name or self._is_pronoun(word)

    def _say_of_all(
        self, word: int, referents: tuple[Variable, ...], scope: Scope, rest: Rest
    ) -> None:
        """Say the rest of each referent of a plural."""
        if self._copies * len(referents) > _COPIES:
            self.unknown(scope, word, referents[0])
            rest(scope, referents[0])
            return
        self._copies *= len(referents)
        for referent in referents:
            if len(referents) > 1:
                self._say_of_copy(word, referent, scope, rest)
            else:
                rest(scope, referent)
        if len(referents) > 1:
            self.referents.bind(word, referents, scope)
        self._copies //= len(referents)

    def _describe_again(self, word: int, referents: tuple[Variable, ...], home: Scope) -> None:
        """Add the conditions of a phrase that has an antecedent."""
        quantifier = self.quantifiers.of(word)
        noun = word if quantifier.noun is None else quantifier.noun
        for referent in referents:
            for predicate in quantifier.predicates:
                home.say(predicate, referent)
            self.describe(noun, referent, home)

    # Quantifiers.

    def _say_of_one(self, word: int, scope: Scope, rest: Rest) -> None:
        is_negated = self._is_negated_phrase(word)
        with scope.negated() if is_negated else nullcontext(scope) as inner:
            self._say_affirmed_phrase(word, inner, rest)

    def _is_negated_phrase(self, word: int) -> bool:
        """Whether "not" stands before a phrase, as in "not many dogs"; conjuncts are apart."""
        tree = self.tree
        if word in self.predications or tree.is_in(word, "conj"):
            return False
        quantifiers = [
            dependent
            for dependent in tree.dependents(word, "det", "amod", "nummod")
            if not tree.is_in(dependent, "amod") or tree.norms[dependent] in words("quantities")
        ]
        # "Not only" is not understood, and another "not" may belong to a number.
        return any(
            tree.norms[adverb] == "not"
            and words("exclusive").isdisjoint(tree.norms[adverb + 1 : adverb + 2])
            and adverb not in self.quantifiers.consumed
            for node in (word, *quantifiers)
            for adverb in tree.dependents(node, "advmod")
        )

    def _quantified_owner(self, word: int, scope: Scope) -> int | None:
        """Return the quantified phrase that a phrase belongs to: "every child's mother".

        It has scope over the phrase, as each child has a mother of its own.
        """
        tree, quantifiers = self.tree, self.quantifiers
        if quantifiers.of(word).noun != word:
            return None
        for owner in (*tree.dependents(word, "nmod:poss"), *tree.dependents(word, "nmod")):
            is_owner = tree.relations[owner] == "nmod:poss" or tree.preposition(owner) == "of"
            is_wide = quantifiers.of(owner).kind in _WIDE
            is_bound = self.referents.of_word(owner, scope) is not None
            if is_owner and is_wide and not is_bound and len(self.conjuncts(owner)) == 1:
                return owner
        return None

    def _say_affirmed_phrase(self, word: int, scope: Scope, rest: Rest) -> None:
        owner = self._quantified_owner(word, scope)
        if owner is not None:
            self.noun_phrase(
                owner, scope, lambda inner, _: self._say_affirmed_phrase(word, inner, rest)
            )
            return
        self.read_phrase(word)
        antecedent = self._antecedent(word, scope)
        if antecedent is not None:
            referents = antecedent[0]
            home = self._home(word, scope)
            # Bound in this scope only, as "their" may refer to another individual in another copy.
            self.referents.bind(word, referents, scope)
            if not self._is_pronoun(word):
                is_open = self._is_sought(word)
                if not is_open:
                    self._describe_again(word, referents, home)
                if is_open or self.adds_implied_conditions(home):
                    self._say_as_sought(word, referents, home)
            self._say_of_all(word, referents, scope, rest)
            return
        kind = self.quantifiers.of(word).kind
        if kind == "free_choice":
            kind = "existential" if scope.is_downward else "universal"
        if kind == "universal":
            self._say_universally(word, scope, rest)
        elif kind in ("negative", "few"):
            self._say_negatively(word, scope, rest)
        elif kind in ("at_least", "at_most", "exactly"):
            self._say_of_number(word, scope, rest)
        else:
            self._say_existentially(word, scope, rest)

    def _home(self, word: int, scope: Scope) -> Scope:
        """Return the scope in which a referent is introduced."""
        quantifier = self.quantifiers.of(word)
        if not (quantifier.is_of_known or self._is_referring(word)):
            return scope
        root = scope.root
        for node in self.subtree(word):
            found = self.referents.of_word(node, scope) or self.referents.of_chain(node, scope)
            if found is not None and found[1] is not root:
                return scope
        return root

    def _introduce(self, word: int, scope: Scope) -> Variable:
        """Introduce and describe a referent of a phrase."""
        quantifier = self.quantifiers.of(word)
        referent = self.referents.new("x")
        scope.introduce(referent)
        self.referents.bind(word, (referent,), scope)
        for predicate in quantifier.predicates:
            scope.say(predicate, referent)
        self._describe(word, referent, scope)
        self._say_whole(word, referent, scope)
        return referent

    def _describe(self, word: int, referent: Variable, scope: Scope) -> None:
        """Add the conditions of the noun of a phrase, and of the words around it."""
        quantifier = self.quantifiers.of(word)
        noun, is_share = quantifier.noun, quantifier.kind == "most"
        if is_share and not quantifier.predicates:
            self.unknown(scope, word, referent)
        elif is_share and noun is None:
            # What is said of a cake need not hold of its half.
            self.read(*self.subtree(word))
        if noun is None:
            if not is_share:
                self.describe(word, referent, scope, skipped=(word,))
            return
        if noun != word:
            self.read_phrase(noun)
            if not self.quantifiers.is_of_part(word):
                self.referents.bind(noun, (referent,), scope)
            self.describe(word, referent, scope, skipped=(word, noun))
        self.describe(noun, referent, scope)

    def _say_whole(self, word: int, referent: Variable, scope: Scope) -> None:
        """Say that "the dogs" are all of them, if the text is also about a part of the dogs.

        Otherwise, "half of the dogs bark" would entail "the dogs bark".
        """
        quantifier = self.quantifiers.of(word)
        is_known_plural = quantifier.is_of_known and self.tree.tags[word] in ("NNS", "NNPS")
        is_weaker = self.reading == "goal" and scope.is_downward
        if self.context.has_partitive and is_known_plural and not is_weaker:
            scope.say("all_of_them", referent)

    def _say_existentially(self, word: int, scope: Scope, rest: Rest) -> None:
        quantifier = self.quantifiers.of(word)
        home = self._home(word, scope)
        mark = home.mark()
        (referent,) = self._introduce_several(1, word, home)
        if quantifier.kind == "definite" or self._is_referring(word):
            properties = home.properties_since(mark, referent)
            self.presupposed.append(DRS((referent,), properties))
        rest(scope, referent)

    def _introduce_several(self, number: int, word: int, home: Scope) -> tuple[Variable, ...]:
        """Introduce different referents; the description of what is sought is not asserted."""
        if not self._is_sought(word):
            referents = self._introduce_different(number, word, home)
            if self.adds_implied_conditions(home):
                self._say_as_sought(word, referents, home)
            return referents
        region = Scope(home, commitment="sought")
        referents = self._introduce_different(number, word, region)
        self.referents.bind(word, referents, home)
        if region.is_flat:
            home.absorb(region)
            return referents
        for referent in referents:
            home.introduce(referent)
        self.unknown(home, word, *referents)
        return referents

    def _is_sought(self, word: int) -> bool:
        """Whether a phrase is about what need not exist; with "the", it is presupposed to exist.

        The hypothesis of a pair presupposes nothing here, because "a wall" of the text may be "the
        wall" of the hypothesis.
        """
        quantifier = self.quantifiers.of(word)
        if self._is_referring(word):
            return False
        is_open = not quantifier.is_of_known or (self.context.is_of_pair and self.reading == "goal")
        return is_open and is_sought(self.tree, word)

    def _say_as_sought(self, word: int, referents: tuple[Variable, ...], home: Scope) -> None:
        """Say of something sought that it is sought under its description, such as "a car"."""
        if self._is_referring(word) or not is_sought(self.tree, word):
            return
        region = Scope(home, commitment="sought")
        self._describe_again(word, referents, region)
        if region.is_flat:
            home.absorb(region)

    def _introduce_different(self, number: int, word: int, scope: Scope) -> tuple[Variable, ...]:
        referents = tuple(self._introduce(word, scope) for _ in range(number))
        for later, second in enumerate(referents):
            for first in referents[:later]:
                scope.add(different(first, second))
        return referents

    def _say_universally(self, word: int, scope: Scope, rest: Rest) -> None:
        antecedent = Scope(scope, is_flipped=True)
        referent = self._introduce(word, antecedent)
        consequent = Scope(antecedent, is_flipped=True)
        rest(consequent, referent)
        scope.add(Implication(antecedent.drs(), consequent.drs()))
        if self.adds_implied_conditions(scope):
            copy = Scope(scope)
            self._introduce(word, copy)
            scope.absorb(copy)

    def _say_negatively(self, word: int, scope: Scope, rest: Rest) -> None:
        quantifier = self.quantifiers.of(word)
        with scope.negated() as inner:
            referent = self._introduce(word, inner)
            if quantifier.kind == "few":
                inner.say("many.a", referent)
            rest(inner, referent)
        if quantifier.kind == "negative":
            self._say_of_exceptions(word, scope, rest)

    def _say_of_exceptions(self, word: int, scope: Scope, rest: Rest) -> None:
        """Say that what no child but Ann does, Ann does, and that she is a child."""
        quantifier = self.quantifiers.of(word)
        for exception in self._exceptions(word):
            if self._copies * 2 > _COPIES:
                self.unknown(scope, exception)
                continue

            def say(outer: Scope, referent: Variable, exception: int = exception) -> None:
                for predicate in quantifier.predicates:
                    outer.say(predicate, referent)
                if quantifier.noun is not None:
                    self.describe(quantifier.noun, referent, outer, skipped=(exception,))
                self._say_of_copy(word, referent, outer, rest)

            self._copies *= 2
            bound = self.referents.of_word(exception, scope)
            if bound is not None:
                self._say_of_all(exception, bound[0], scope, say)
            else:
                self._say_of_one(exception, scope, say)
            self._copies //= 2

    def _exceptions(self, word: int) -> list[int]:
        quantifier = self.quantifiers.of(word)
        nouns = {word} if quantifier.noun is None else {word, quantifier.noun}
        return [
            conjunct
            for noun in nouns
            for phrase in self.tree.dependents(noun, "nmod")
            if relation_name(self.tree.preposition(phrase)) in EXCEPTING
            for conjunct in self.conjuncts(phrase)
        ]

    # Numbers.

    def _say_of_number(self, word: int, scope: Scope, rest: Rest) -> None:
        quantifier = self.quantifiers.of(word)
        number = quantifier.number
        if quantifier.kind == "at_least":
            self._say_of_at_least(number, word, scope, rest)
        elif quantifier.kind == "exactly":
            # In a copy of the scope, as other phrases are said again below, with new referents.
            copy = Scope(scope)
            self._say_of_at_least(number, word, copy, rest)
            scope.absorb(copy)
        if quantifier.kind in ("at_most", "exactly"):
            with scope.negated() as inner:
                self._say_of_at_least(number + 1, word, inner, rest)

    def _say_of_at_least(self, number: int, word: int, scope: Scope, rest: Rest) -> None:
        quantifier = self.quantifiers.of(word)
        if number < 1:
            return
        if number == 1:
            self._say_existentially(word, scope, rest)
        elif number > LARGEST_COUNTED or self._copies * number > _COPIES:
            self._say_of_many(number, word, scope, rest)
        elif self.keeps_unknown(scope) and not quantifier.is_definite:
            counted, many = Scope(scope), Scope(scope)
            self._say_of_different(number, word, counted, rest)
            self._say_of_many(number, word, many, rest)
            scope.add(Disjunction((counted.drs(), many.drs())))
        else:
            self._say_of_different(number, word, scope, rest)

    def _say_of_many(self, number: int, word: int, scope: Scope, rest: Rest) -> None:
        """Say the rest of one referent, which stands for a number of individuals."""
        home = self._home(word, scope)
        (referent,) = self._introduce_several(1, word, home)
        home.say(f"at_least_{number}", referent)
        rest(scope, referent)

    def _say_of_different(self, number: int, word: int, scope: Scope, rest: Rest) -> None:
        home = self._home(word, scope)
        referents = self._introduce_several(number, word, home)
        self.referents.bind(word, referents, home)
        self._say_of_all(word, referents, scope, rest)
