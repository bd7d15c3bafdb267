"""Attributes and adverbs: what is said of individuals and events in one word or phrase."""

from rte_baselines.logic.drs import Negation
from rte_baselines.logic.formulas import Equal, Variable
from rte_baselines.logic.meaning.descriptions import Descriptions, is_evidential
from rte_baselines.logic.meaning.discourse import Scope, relation_name
from rte_baselines.logic.meaning.lexicon import words

_INEXACT = words("approximators") - {"too"}


class Attributes(Descriptions):
    """Says attributes and adverbs."""

    def of_copula(self, head: int, subject: Variable, scope: Scope) -> None:
        """Say the attribute of a copula, and those coordinated with it."""
        if self.tree.pos[head] == "ADJ":
            self._coordinated_adjectives(head, subject, scope)
            return
        has_preposition = bool(self.tree.preposition(head))
        conjuncts = [head] if has_preposition else self.conjuncts(head)
        conjunction = self.conjunction(conjuncts) if len(conjuncts) > 1 else "and"
        if conjunction == "and":
            for word in conjuncts:
                self.predicate(word, subject, scope)
            return
        target = Scope(scope, is_flipped=True) if conjunction == "nor" else scope
        target.say_any(conjuncts, lambda word, one: self.predicate(word, subject, one))
        if conjunction == "nor":
            scope.add(Negation(target.drs()))

    def _coordinated_adjectives(self, head: int, subject: Variable, scope: Scope) -> None:
        conjuncts = self.conjuncts(head)
        if self.conjunction(conjuncts) != "nor":
            self.adjective(head, subject, scope)
            return
        with scope.negated() as inner:
            inner.say_any(conjuncts, lambda word, one: self.predicate(word, subject, one))

    def predicate(self, word: int, referent: Variable, scope: Scope) -> None:
        """Say a noun, an adjective or a phrase of a referent."""
        tree = self.tree
        self.read_phrase(word)
        marker = relation_name(tree.preposition(word))
        bound = self.referents.of_word(word, scope)
        if marker:
            self.relate_to(word, marker, referent, scope)
        elif tree.pos[word] == "PRON" and self.referents.of_chain(word, scope) is not None:
            self.noun_phrase(word, scope, lambda inner, other: inner.add(Equal(referent, other)))
        elif bound is not None and bound[0] != (referent,):
            scope.add(Equal(referent, bound[0][0]))
        elif tree.pos[word] in ("ADJ", "VERB"):
            self.say_adjective(word, referent, scope)
        elif tree.pos[word] == "ADV":
            scope.say(f"{tree.lemmas[word]}.r", referent)
        elif tree.pos[word] in ("NOUN", "PROPN", "NUM", "PRON"):
            self._nominal(word, referent, scope)
        else:
            self.unknown(scope, word, referent)

    def _nominal(self, word: int, referent: Variable, scope: Scope) -> None:
        quantifier = self.quantifiers.of(word)
        noun = word if quantifier.noun is None else quantifier.noun
        inner = Scope(scope, is_flipped=True) if quantifier.kind == "negative" else scope
        for predicate in quantifier.predicates:
            inner.say(predicate, referent)
        if quantifier.noun is not None:
            self.describe(noun, referent, inner)
        if inner is not scope:
            scope.add(Negation(inner.drs()))

    # Adverbs.

    def is_degree(self, word: int) -> bool:
        """Whether an adverb grades an adjective, whose predicate then includes the adverb."""
        norm = self.tree.norms[word]
        listed = words("degree") | words("approximators") | {"more", "less", "most", "as", "least"}
        return norm in listed

    def adverb(self, word: int, referent: Variable, scope: Scope) -> None:
        """Say an adverb of an event or of an individual."""
        tree = self.tree
        norm = tree.norms[word]
        self.read(word, *tree.dependents(word, "advmod"))
        if (
            is_evidential(tree.lemmas[word])
            or word in self.quantifiers.consumed
            or norm in words("commenting") | words("approximators")
        ):
            return
        is_as_well = norm == "as" and bool(tree.dependents(word, "fixed"))
        if tree.tags[word] == "WRB" or is_as_well:
            return
        if norm in words("exclusive"):
            self.unknown(scope, word, referent)
            return
        degree = self.degree(word)
        lemma = tree.lemmas[word]
        inexact = [
            dependent
            for dependent in tree.dependents(word, "advmod")
            if tree.norms[dependent] in _INEXACT
        ]
        if inexact:
            # Who leaves nearly always does not always leave.
            lemma = f"{tree.norms[inexact[0]]}_{lemma}"
        if not degree:
            scope.say(f"{lemma}.r", referent)
            return
        head = tree.heads[word]
        standard = self.standard(word) or self.standard(head)
        if standard is None:
            scope.say(f"{degree}_{lemma}.r", referent)
        else:
            self.relate_to(standard, f"{degree}_{lemma}.r", referent, scope)
