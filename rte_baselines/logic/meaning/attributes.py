"""Attributes and adverbs: what is said of individuals and events in one word or phrase."""

from contextlib import nullcontext

from rte_baselines.logic.formulas import Equal, Variable
from rte_baselines.logic.meaning.descriptions import Descriptions, is_evidential
from rte_baselines.logic.meaning.discourse import Scope, relation_name
from rte_baselines.logic.meaning.lexicon import words

_INEXACT = words("approximators") - {"too"}


class Attributes(Descriptions):
    """Says attributes and adverbs."""

    def of_copula(self, head: int, subject: Variable, scope: Scope) -> None:
        """Say the attribute of a copula, and those coordinated with it."""
        is_adjective = self.tree.pos[head] == "ADJ"
        is_alone = bool(self.tree.preposition(head)) and not is_adjective
        conjuncts = [head] if is_alone else self.conjuncts(head)
        conjunction = self.conjunction(conjuncts)
        if is_adjective and conjunction != "nor":
            self.adjective(head, subject, scope)
            return
        if conjunction == "and":
            for word in conjuncts:
                self.predicate(word, subject, scope)
            return
        with scope.negated() if conjunction == "nor" else nullcontext(scope) as target:
            target.say_any(conjuncts, lambda word, one: self.predicate(word, subject, one))

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
        with scope.negated() if quantifier.kind == "negative" else nullcontext(scope) as inner:
            for predicate in quantifier.predicates:
                inner.say(predicate, referent)
            if quantifier.noun is not None:
                self.describe(quantifier.noun, referent, inner)

    # Adverbs.

    def is_degree(self, word: int) -> bool:
        """Whether an adverb grades an adjective, whose predicate then includes the adverb."""
        listed = words("degree") | words("approximators") | {"more", "less", "most", "as", "least"}
        return self.tree.norms[word] in listed

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
        inexact = [one for one in tree.dependents(word, "advmod") if tree.norms[one] in _INEXACT]
        if inexact:
            # Who leaves nearly always does not always leave.
            lemma = f"{tree.norms[inexact[0]]}_{lemma}"
        if not degree:
            scope.say(f"{lemma}.r", referent)
        else:
            standard = self.standard(word) or self.standard(tree.heads[word])
            self.compare(standard, f"{degree}_{lemma}.r", referent, scope)
